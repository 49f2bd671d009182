import { useDeferredValue, useMemo } from 'react';
import { ask, useApp } from '../../session/state';
import type { FabricSource } from '../../fabric/rows';
import type { CatalogueRun } from '../../queries/catalogue';
import { loadFabricSources } from '../../queries/fabrics';
import { loadPairSets } from '../../queries/pairs';
import { loadProfiles, type ProfileEntry } from '../../queries/profiles';
import { useCurrent } from '../../session/query';
import { familiesOf, quantitiesOf, type Family } from '../../pairs/quantities';

/** What is loaded beside curves. */
export interface Holdings {
  /** Tests of all pairs and communication matrices. */
  pairs: readonly Family[];
  profiles: readonly ProfileEntry[];
  fabrics: readonly FabricSource[];
}

async function find({ runs }: { runs: readonly string[] }, signal: AbortSignal): Promise<Holdings> {
  const [sets, profiles, fabrics] = await Promise.all([
    loadPairSets(ask, runs, signal),
    loadProfiles(ask, runs, signal),
    loadFabricSources(ask, signal),
  ]);
  return { pairs: familiesOf(quantitiesOf(sets)), profiles, fabrics };
}

/** Finds what there is beside curves; null while that is not known. */
export function useHoldings(runs: readonly CatalogueRun[]): {
  holdings: Holdings | null;
  problem: string | null;
} {
  const edition = useDeferredValue(useApp((s) => s.edition));
  const question = useMemo(() => ({ edition, runs: runs.map(({ id }) => id) }), [edition, runs]);
  const { answer, problem } = useCurrent(question, find);
  return { holdings: answer, problem };
}
