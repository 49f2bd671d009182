import { useMemo } from 'react';
import { ask, useApp } from '../../session/state';
import { matchSources, topologies, type Match, type TableChoice } from '../../fabric/match';
import type { FabricSource } from '../../fabric/rows';
import { loadFabricSources } from '../../queries/fabrics';
import { useAsked } from '../../session/query';

/** The loaded files of fabrics, and the topology and tables of them that the view names by their content. */
export interface FabricFiles {
  /** Every file that says something of a fabric; null = not asked yet. */
  sources: readonly FabricSource[] | null;
  topologies: readonly FabricSource[];
  /** The topology of the view, else the largest. */
  topology: FabricSource | null;
  match: Match | null;
  /** The tables of the view, else those that belong to the topology best. */
  tables: TableChoice | null;
  problem: string | null;
}

/** The one choice of topology and tables that all views share. */
export function useFabricFiles(): FabricFiles {
  const edition = useApp((s) => s.edition);
  const ready = useApp((s) => s.phase === 'ready');
  const fabric = useApp((s) => s.view.fabric);
  const fabricTables = useApp((s) => s.view.fabricTables);
  const listing = useAsked(
    useMemo(() => (ready ? { edition } : null), [ready, edition]),
    listSources,
  );
  const sources = listing.answer?.value ?? null;
  const listed = useMemo(() => topologies(sources ?? []), [sources]);
  const topology = listed.find(({ key }) => key === fabric) ?? listed[0] ?? null;
  const match = useMemo(
    () => (topology && sources ? matchSources(topology, sources) : null),
    [topology, sources],
  );
  const tables =
    match?.choices.find((choice) => choice.tables.some(({ key }) => key === fabricTables)) ??
    match?.choices[0] ??
    null;
  return { sources, topologies: listed, topology, match, tables, problem: listing.problem };
}

async function listSources(_: unknown, signal: AbortSignal): Promise<FabricSource[]> {
  return loadFabricSources(ask, signal);
}
