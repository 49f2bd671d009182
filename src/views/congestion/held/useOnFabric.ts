import { useMemo } from 'react';
import { ask, useApp } from '../../../app/state';
import type { Parts } from '../../../fabric/assemble';
import type { GivenFabric } from '../../../fabric/explain/question';
import type { Match, TableChoice } from '../../../fabric/match';
import type { FabricSource } from '../../../fabric/rows';
import { loadTables, loadTopology } from '../../../queries/fabrics';
import { LOADED } from '../../../share/explain';
import { useFabricFiles } from '../../fabric/useFabricFiles';
import { useCurrent } from '../../pairs/useAsked';
import { wholeSetting } from '../settings';
import { parseSpec } from '../spec';
import type { Simulated } from './simulated';

/** The fabric that the link names, and what else could be chosen. */
export interface OnFabric {
  /** Loaded topologies, by the hash of their content. */
  readonly loaded: readonly { readonly key: string; readonly label: string }[];
  /** Tables that fit the topology in sight, by the hash of the first file of each. */
  readonly tables: readonly { readonly key: string; readonly label: string }[];
  readonly tablesKey: string;
  /** The one in sight: `file:HASH` or a specification. */
  readonly chosen: string;
  /** What of it is loaded: `tables of folder/`; empty for a generated one. */
  readonly said: string;
  readonly hasTables: boolean;
  readonly routing: string | null;
  /** Ready to be asked about; null while it is read. */
  readonly given: GivenFabric | null;
  /** The same for the same fabric, routing and state of the data. */
  readonly key: string;
  readonly problem: string | null;
}

const fileKey = (key: string): string => `file:${key}`;

/** Trees whose closed form the estimator knows. */
const TREES = [
  'tree2',
  'tree3',
  'kary',
  'pgft',
  'xgft',
  'frontera',
  'chic',
  'atlas',
  'ranger',
  'thunderbird',
];

/** The routing of a generated fabric where none is chosen. */
export const usualRouting = (topology: string): string =>
  TREES.includes(parseSpec(topology).name) ? 'dmodk' : 'minhop';

/**
 * The fabric that the link names: the topology and tables of the Fabric tab, or one by its words. Where the link does
 * not say which, the one that the measurement was `simulated` on, a loaded one, or that of setting A.
 */
export function useOnFabric(simulated: Simulated | null): OnFabric {
  const { onFabric, onRouting, settings, fabric } = useApp((s) => s.view);
  const edition = useApp((s) => s.edition);
  const files = useFabricFiles();
  const { sources, topologies, topology, match, tables } = files;
  const words =
    onFabric === LOADED
      ? null
      : (onFabric ?? simulated?.topology ?? (topology ? null : wholeSetting(settings, 0).topology));
  const lost =
    words === null && sources !== null && (topology === null || (fabric !== null && topology.key !== fabric));
  const wanted = useMemo(
    () => (words === null && !lost && topology && match ? { topology, match, tables } : null),
    [words, lost, topology, match, tables],
  );
  const parts = useCurrent(wanted, partsOf);
  const chosen = words ?? fileKey(lost ? (fabric ?? '') : (topology?.key ?? ''));
  const own = simulated?.topology === words ? simulated?.routing : null;
  const routing = onRouting ?? (words === null ? null : (own ?? usualRouting(words)));
  const given = useMemo((): GivenFabric | null => {
    if (words !== null) return { kind: 'words', topology: words, routing: routing ?? '' };
    return parts.answer && { kind: 'files', parts: parts.answer, routing };
  }, [words, routing, parts.answer]);
  const used = wanted?.tables?.tables ?? [];
  return {
    loaded: topologies.map(({ key, path, hosts, switches }) => ({
      key: fileKey(key),
      label: `${path} · ${hosts} hosts, ${switches} switches`,
    })),
    tables: (wanted?.match.choices ?? []).map(({ folder, tables: [first], covered }) => ({
      key: first?.key ?? '',
      label: `${folder === '' ? (first?.path ?? '') : folder} · ${Math.round(covered * 100)} % of the switches`,
    })),
    tablesKey: used[0]?.key ?? '',
    chosen,
    said: used.length > 0 ? `tables of ${used.map(({ path }) => path).join(', ')}` : '',
    hasTables: used.length > 0,
    routing,
    given: sources ? given : null,
    key: JSON.stringify([words === null ? edition : 0, chosen, routing, used.map(({ key }) => key)]),
    problem:
      files.problem ??
      parts.problem ??
      (lost ? 'The fabric of this link is not loaded here. Open its files, or choose another fabric.' : null),
  };
}

interface Wanted {
  topology: FabricSource;
  match: Match;
  tables: TableChoice | null;
}

/** Rows of a topology and of its tables. */
async function partsOf({ topology, match, tables: choice }: Wanted, signal: AbortSignal): Promise<Parts> {
  const [rows, tables, companions] = await Promise.all([
    loadTopology(ask, topology, signal),
    Promise.all((choice?.tables ?? []).map(async (one) => loadTables(ask, one, signal))),
    Promise.all((choice?.companions ?? []).map(async (one) => loadTopology(ask, one, signal))),
  ]);
  return { topology: rows, tables, companions, refused: match.refused };
}
