import { useMemo } from 'react';
import { useApp } from '../../session/state';
import type { PairSet } from '../../queries/pairs';
import type { ChangeSpread } from '../matrix/figures';
import { noiseOf } from '../matrix/noise';
import { alike, halvesOf } from '../../pairs/repeats';
import { useCurrent } from '../../session/query';
import type { Pairs } from '../../session/usePairs';

/** How far the repeats of a side differ. */
export interface SideNoise extends ChangeSpread {
  /** True of the medians of two halves of the repeats, false of single ones. */
  ofHalves: boolean;
}

/** How far the repeats of each side differ; null where a side has none. */
export interface NoiseOfSides {
  a: SideNoise | null;
  b: SideNoise | null;
  /** Whether repeats are still being read. */
  waiting: boolean;
  /** Why they could not be read: sentences. */
  problems: readonly string[];
}

interface Asked {
  sets: readonly PairSet[];
  calls: readonly string[] | null;
  excluded: readonly number[];
  edition: number;
}

const readNoise = ({ sets, calls, excluded, edition }: Asked) => noiseOf(sets, calls, excluded, edition);

/**
 * How far the repeats of A, and those of B, differ (of a median, the medians of every other repeat and of the rest); nothing is read while A and B are not compared. `calls` limits traffic
 * to some calls.
 */
export function useNoise({ a, b, shown }: Pairs, calls: readonly string[] | null): NoiseOfSides {
  const excluded = useApp((s) => s.view.excluded);
  const edition = useApp((s) => s.edition);
  const [setsA, setsB, setA, setB] = [a.sets, b?.sets ?? null, a.set, b?.set ?? null];
  const { runs } = shown;
  const [askA, askB] = useMemo(() => {
    // Runs of a side that differ in their conditions differ by more than noise.
    const of = (set: PairSet | null, all: readonly PairSet[] | null): Asked | null => {
      const sets =
        !set || !all || !setB ? [] : set.from.table === 'repeats' ? halvesOf(set) : alike(set, all, runs);
      return sets.length > 1 ? { sets, calls, excluded, edition } : null;
    };
    return [of(setA, setsA), of(setB, setsB)];
  }, [setA, setsA, setB, setsB, runs, calls, excluded, edition]);
  const noiseA = useCurrent(askA, readNoise);
  const noiseB = useCurrent(askB, readNoise);
  const waits = (asked: Asked | null, { done, problem }: typeof noiseA) =>
    asked !== null && !done && problem === null;
  return {
    a: noiseA.answer && { ...noiseA.answer, ofHalves: setA?.from.table === 'repeats' },
    b: noiseB.answer && { ...noiseB.answer, ofHalves: setB?.from.table === 'repeats' },
    waiting: waits(askA, noiseA) || waits(askB, noiseB),
    problems: [noiseA.problem, noiseB.problem].filter((problem) => problem !== null),
  };
}
