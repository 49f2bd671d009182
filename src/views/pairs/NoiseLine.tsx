import { useMemo } from 'react';
import { useApp } from '../../app/state';
import type { PairSet } from '../../queries/pairs';
import { noiseOf } from '../matrix/noise';
import { noiseText } from './noiseText';
import { alike } from './repeats';
import { useAsked } from './useAsked';
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
  const [ofA, ofB] = [useAsked(askA, readNoise), useAsked(askB, readNoise)];
  const noise = ({ answer, current }: typeof ofA) => (current ? (answer?.value ?? null) : null);
  const waits = (asked: Asked | null, { current, problem }: typeof ofA) =>
    asked !== null && !current && problem === null;
  // Its place is kept meanwhile: the charts below would move.
  const said =
    waits(askA, ofA) || waits(askB, ofB)
      ? 'Noise: the repeats are compared …'
      : noiseText({ A: noise(ofA), B: noise(ofB) });
  const text = [lead, said, ofA.problem ?? '', ofB.problem ?? ''].filter((part) => part !== '').join(' ');
  return text === '' ? null : <p className="pairs-noise">{text}</p>;
}
