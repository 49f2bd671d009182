import { useMemo } from 'react';
import { ask, useApp } from '../../session/state';
import { seeFabric } from '../../fabric/browser';
import type { SeenFabric } from '../../fabric/messages';
import { layCounters, type LaidCounters } from '../../fabric/counters';
import type { Match, TableChoice } from '../../fabric/match';
import type { CounterRows, FabricSource } from '../../fabric/rows';
import { loadCounters, loadTables, loadTopology } from '../../queries/fabrics';
import { useAsked } from '../../session/query';
import { useFabricFiles, type FabricFiles } from './useFabricFiles';

/** Everything the Fabric view shows; parts are null while they are on their way, or where there is none. */
export interface FabricChoice extends FabricFiles {
  counters: FabricSource | null;
  before: FabricSource | null;
  seen: SeenFabric | null;
  laid: LaidCounters | null;
}

interface FabricQuestion {
  topology: FabricSource;
  match: Match;
  tables: TableChoice | null;
}

interface CounterQuestion {
  counters: FabricSource;
  before: FabricSource | null;
}

/** The files of fabrics, the fabric that the view names, and what was found of it. */
export function useFabric(): FabricChoice {
  const view = useApp((s) => s.view);
  const { fabricCounters, fabricBefore } = view;
  const { sources, topologies: listed, topology, match, tables, problem: unlisted } = useFabricFiles();
  const counters = match?.counters.find(({ key }) => key === fabricCounters) ?? match?.counters[0] ?? null;
  const before = match?.counters.find(({ key, id }) => key === fabricBefore && id !== counters?.id) ?? null;

  const seeing = useAsked(
    useMemo(() => (topology && match ? { topology, match, tables } : null), [topology, match, tables]),
    see,
  );
  const reading = useAsked(
    useMemo(() => (counters ? { counters, before } : null), [counters, before]),
    readCounters,
  );
  const seen = seeing.current ? (seeing.answer?.value ?? null) : null;
  const readings = reading.current ? (reading.answer?.value ?? null) : null;
  const laid = useMemo(
    () => (seen && readings ? layCounters(seen.fabric, readings.after, readings.before) : null),
    [seen, readings],
  );
  const problem = unlisted ?? seeing.problem ?? reading.problem;
  return { sources, topologies: listed, topology, match, tables, counters, before, seen, laid, problem };
}

async function see({ topology, match, tables }: FabricQuestion, signal: AbortSignal): Promise<SeenFabric> {
  const [own, given, companions] = await Promise.all([
    loadTopology(ask, topology, signal),
    Promise.all((tables?.tables ?? []).map(async (one) => loadTables(ask, one, signal))),
    Promise.all((tables?.companions ?? []).map(async (one) => loadTopology(ask, one, signal))),
  ]);
  return seeFabric({ topology: own, tables: given, companions, refused: match.refused }, signal);
}

async function readCounters(
  { counters, before }: CounterQuestion,
  signal: AbortSignal,
): Promise<{ after: CounterRows; before: CounterRows | null }> {
  const [after, earlier] = await Promise.all([
    loadCounters(ask, counters, signal),
    before ? loadCounters(ask, before, signal) : null,
  ]);
  return { after, before: earlier };
}
