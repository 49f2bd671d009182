import { ask } from '../../../session/state';
import type { Parts } from '../../../fabric/assemble';
import { matchSources, topologies, withTables, type TableChoice } from '../../../fabric/match';
import type { FabricSource } from '../../../fabric/rows';
import { loadFabricSources, loadTables, loadTopology } from '../../../queries/fabrics';
import { fileKey } from './key';

/** A loaded fabric to choose. */
export interface Choosable {
  /** Its words in a link: `file:HASH`, the hash of its content. */
  readonly key: string;
  readonly label: string;
  readonly hasTables: boolean;
}

export const NOT_LOADED =
  'The fabric of this link is not loaded here. Open its files, or choose another fabric.';

/** The loaded topologies as a chooser lists them, the largest first. */
export function choosable(sources: readonly FabricSource[]): Choosable[] {
  const tabled = withTables(sources);
  return topologies(sources).map((topology) => ({
    key: fileKey(topology.key),
    label: `${topology.path} · ${topology.hosts} hosts, ${topology.switches} switches`,
    hasTables: tabled.has(topology.id),
  }));
}

/** The routing with which a loaded fabric is first asked: its own tables, where it has any. */
export const firstRouting = (choices: readonly Choosable[], topology: string): string =>
  choices.some(({ key, hasTables }) => key === topology && hasTables) ? 'lft' : 'minhop';

/** The loaded files of fabrics in one state of the data. */
export const sourcesAt = (_edition: number, signal: AbortSignal): Promise<FabricSource[]> =>
  loadFabricSources(ask, signal);

/** A topology among the files that may belong to it. */
export interface TopologyChoice {
  readonly topology: FabricSource;
  readonly sources: readonly FabricSource[];
  /** The tables to take; those that belong to it best where none are named. */
  readonly tables?: TableChoice | null;
}

/** Rows of a topology and of its tables. */
export async function partsOf(
  { topology, sources, tables: named }: TopologyChoice,
  signal?: AbortSignal,
): Promise<Parts> {
  const { choices, refused } = matchSources(topology, sources);
  const best = named ?? choices[0];
  const [rows, tables, companions] = await Promise.all([
    loadTopology(ask, topology, signal),
    Promise.all((best?.tables ?? []).map((one) => loadTables(ask, one, signal))),
    Promise.all((best?.companions ?? []).map((one) => loadTopology(ask, one, signal))),
  ]);
  return { topology: rows, tables, companions, refused };
}
