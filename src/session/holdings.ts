import { useDeferredValue, useMemo } from 'react';
import { ask, useApp } from './state';
import type { FabricSource } from '../fabric/rows';
import type { CatalogueRun } from '../queries/catalogue';
import { loadFabricSources } from '../queries/fabrics';
import { loadPairSets } from '../queries/pairs';
import { loadProfiles, type ProfileEntry } from '../queries/profiles';
import { toCompareRun } from './choose';
import { useCurrent } from './query';
import { quotedSets, reducesInNetwork } from './directed';
import { familiesOf, quantitiesOf, type Family } from '../pairs/quantities';

/** What is loaded beside curves. */
export interface Holdings {
  /** Tests of all pairs, each measurement once, and communication matrices. */
  pairs: readonly Family[];
  profiles: readonly ProfileEntry[];
  fabrics: readonly FabricSource[];
}

interface Question {
  edition: number;
  runs: readonly string[];
  inNetwork: boolean;
}

async function find({ runs, inNetwork }: Question, signal: AbortSignal): Promise<Holdings> {
  const [sets, profiles, fabrics] = await Promise.all([
    loadPairSets(ask, runs, signal),
    loadProfiles(ask, runs, signal),
    loadFabricSources(ask, signal),
  ]);
  return { pairs: familiesOf(quantitiesOf(quotedSets(sets, inNetwork))), profiles, fabrics };
}

/** Finds what there is beside curves; null while that is not known. */
export function useHoldings(runs: readonly CatalogueRun[]): {
  holdings: Holdings | null;
  problem: string | null;
} {
  const edition = useDeferredValue(useApp((s) => s.edition));
  const question = useMemo((): Question => {
    const conditions = runs.map((run) => toCompareRun(run).conditions);
    return { edition, runs: runs.map(({ id }) => id), inNetwork: reducesInNetwork(conditions) };
  }, [edition, runs]);
  const { answer, problem } = useCurrent(question, find);
  return { holdings: answer, problem };
}
