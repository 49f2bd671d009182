import { useMemo } from 'react';
import { useApp } from '../../app/state';
import type { PairSet } from '../../queries/pairs';
import { noiseOf } from '../matrix/noise';
import { noiseText } from './noiseText';
import { alike } from './repeats';
import { useCurrent } from './useAsked';
import type { Pairs } from './usePairs';

interface Asked {
  sets: readonly PairSet[];
  calls: readonly string[] | null;
  excluded: readonly number[];
  edition: number;
}

const readNoise = ({ sets, calls, excluded, edition }: Asked) => noiseOf(sets, calls, excluded, edition);

/**
 * By how much pairs change from one repeat of A, and of B, to the next: what a difference of A and B is to be held
 * against. Nothing where no side has repeats. `calls` limits traffic to some calls; `lead` stands before it.
 */
export function NoiseLine(props: { pairs: Pairs; calls: readonly string[] | null; lead?: string }) {
  const { pairs, calls, lead = '' } = props;
  const { shown, a, b } = pairs;
  const excluded = useApp((s) => s.view.excluded);
  const edition = useApp((s) => s.edition);
  const [setsA, setsB, setA, setB] = [a.sets, b?.sets ?? null, a.set, b?.set ?? null];
  const { runs } = shown;
  const [askA, askB] = useMemo(() => {
    // Runs of a side that differ in their conditions differ by more than noise.
    const of = (set: PairSet | null, all: readonly PairSet[] | null): Asked | null => {
      const sets = set && all ? alike(set, all, runs) : [];
      return sets.length > 1 ? { sets, calls, excluded, edition } : null;
    };
    return [of(setA, setsA), of(setB, setsB)];
  }, [setA, setsA, setB, setsB, runs, calls, excluded, edition]);
  const noiseA = useCurrent(askA, readNoise).answer;
  const noiseB = useCurrent(askB, readNoise).answer;
  const text = [lead, noiseText({ A: noiseA, B: noiseB })].filter((part) => part !== '').join(' ');
  return text === '' ? null : <p className="pairs-noise">{text}</p>;
}
