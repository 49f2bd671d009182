import { group, rollup } from 'd3';
import { folderOf, type FabricSource } from './rows';

/** Tables of one folder, which are taken to be of one time, for a topology. */
export interface TableChoice {
  folder: string;
  tables: readonly FabricSource[];
  /** Files of the folder that describe nodes: they say which port has which LID. */
  companions: readonly FabricSource[];
  /** Share of the topology's switches that have a table, 0 to 1. */
  covered: number;
}

/** What goes with a topology, and what does not. */
export interface Match {
  /** The best first: of the same folder, then by the share of switches covered, then by path. */
  choices: readonly TableChoice[];
  /** Readings of its ports. */
  counters: readonly FabricSource[];
  /** Sentences about counters that are not laid on it. */
  refusedCounters: readonly string[];
  /** Sentences about tables of other fabrics. */
  refused: readonly string[];
}

/** Fewest of a file's switches, as a share, that a topology must know to be of one fabric with it. */
const FEWEST = 0.5;

/** Files that describe a fabric with cables, the largest first. */
export function topologies(sources: readonly FabricSource[]): FabricSource[] {
  return sources
    .filter(({ nodes }) => nodes > 0)
    .sort((a, b) => b.nodes - a.nodes || (a.path < b.path ? -1 : 1));
}

/**
 * The files that belong to a topology: decided by the GUIDs of the switches, never by LIDs, which change between runs of
 * a subnet manager. Tables of which fewer than half the switches are known are of another fabric.
 */
export function matchSources(topology: FabricSource, sources: readonly FabricSource[]): Match {
  const own = new Set(topology.guids);
  const refused: string[] = [];
  const byFolder = new Map<string, FabricSource[]>();
  for (const source of sources.filter(({ tables }) => tables > 0)) {
    const known = source.guids.filter((guid) => own.has(guid)).length;
    if (known < source.guids.length * FEWEST || known === 0) {
      refused.push(
        own.size === 0
          ? `${source.path} has forwarding tables, but ${topology.path} gives no GUIDs of switches: drop the output of ibnetdiscover.`
          : `${source.path} is of another fabric: ${known === 0 ? 'none' : known} of its ${source.guids.length} switches ${known === 1 ? 'is' : 'are'} in ${topology.path}.`,
      );
      continue;
    }
    const folder = folderOf(source.path);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), source]);
  }
  const home = folderOf(topology.path);
  const described = group(
    sources.filter(({ nodes, id }) => nodes > 0 && id !== topology.id),
    ({ path }) => folderOf(path),
  );
  const choices = [...byFolder].map(([folder, tables]): TableChoice => {
    const covered = new Set(tables.flatMap(({ guids }) => guids.filter((guid) => own.has(guid))));
    return {
      folder,
      tables: [...tables].sort((a, b) => b.tables - a.tables || (a.path < b.path ? -1 : 1)),
      companions: described.get(folder) ?? [],
      covered: own.size === 0 ? 0 : covered.size / own.size,
    };
  });
  choices.sort(
    (a, b) =>
      Number(b.folder === home) - Number(a.folder === home) ||
      b.covered - a.covered ||
      (a.folder < b.folder ? -1 : 1),
  );
  return { choices, ...countersOf(topology, sources), refused };
}

/** Topologies among the sources, by id, to which tables among them belong as `matchSources` decides it. */
export function withTables(sources: readonly FabricSource[]): Set<number> {
  const holders = new Map<string, FabricSource[]>();
  for (const topology of topologies(sources))
    for (const guid of new Set(topology.guids)) {
      const held = holders.get(guid);
      if (held) held.push(topology);
      else holders.set(guid, [topology]);
    }
  const found = new Set<number>();
  for (const { guids } of sources.filter(({ tables }) => tables > 0)) {
    const known = rollup(
      guids.flatMap((guid) => holders.get(guid) ?? []),
      (same) => same.length,
      ({ id }) => id,
    );
    for (const [id, count] of known) if (count >= guids.length * FEWEST) found.add(id);
  }
  return found;
}

/** Counters by GUID belong as tables do; those by LID alone, which change with time, only from the topology's own folder. */
function countersOf(
  topology: FabricSource,
  sources: readonly FabricSource[],
): Pick<Match, 'counters' | 'refusedCounters'> {
  const own = new Set(topology.every);
  const refusedCounters: string[] = [];
  const counters = sources.filter(({ path, counters: count, every }) => {
    if (count === 0) return false;
    const known = every.filter((guid) => own.has(guid)).length;
    if (
      every.length > 0
        ? known > 0 && known >= every.length * FEWEST
        : folderOf(path) === folderOf(topology.path)
    )
      return true;
    refusedCounters.push(
      every.length === 0
        ? `${path} names ports by LID alone, and LIDs differ from fabric to fabric: it is used with a topology of its own folder only, and ${topology.path} is in another one.`
        : `${path} is of another fabric: ${known === 0 ? 'none' : known} of its ${every.length} GUIDs ${known === 1 ? 'is' : 'are'} in ${topology.path}.`,
    );
    return false;
  });
  return { counters, refusedCounters };
}
