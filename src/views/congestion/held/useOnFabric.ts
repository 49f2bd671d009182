import { useDeferredValue, useMemo } from 'react';
import { ask, useApp } from '../../../app/state';
import type { Parts } from '../../../fabric/assemble';
import type { GivenFabric } from '../../../fabric/explain/question';
import { matchSources, topologies } from '../../../fabric/match';
import type { FabricSource } from '../../../fabric/rows';
import { shortHash } from '../../../model/hash';
import { loadFabricSources, loadTables, loadTopology } from '../../../queries/fabrics';
import type { View } from '../../../share/view';
import { useCurrent } from '../../pairs/useAsked';
import { wholeSetting } from '../settings';
import { parseSpec } from '../spec';

/** The fabric that the link names, and what else could be chosen. */
export interface OnFabric {
  /** Loaded topologies, by the words of a link. */
  readonly loaded: readonly { readonly key: string; readonly label: string }[];
  /** The words of the one in sight: `file:HASH` or a specification. */
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

export const fileKey = (path: string): string => `file:${shortHash(path)}`;

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

/** The fabric of the link: a loaded one with the tables that belong to it, or one by its words. */
export function useOnFabric(): OnFabric {
  const { onFabric, onRouting, settings } = useApp((s) => s.view);
  const edition = useDeferredValue(useApp((s) => s.edition));
  const sources = useCurrent(edition, sourcesAt);
  const all = useMemo(() => topologies(sources.answer ?? []), [sources.answer]);
  const chosen = chosenOf(onFabric, all, settings);
  const topology = all.find(({ path }) => fileKey(path) === chosen) ?? null;
  const wanted = useMemo(
    () => (topology && sources.answer ? { topology, sources: sources.answer } : null),
    [topology, sources.answer],
  );
  const parts = useCurrent(wanted, partsOf);
  const isFile = chosen.startsWith('file:');
  const routing = onRouting ?? (isFile ? null : usualRouting(chosen));
  const given = useMemo((): GivenFabric | null => {
    if (!isFile) return { kind: 'words', topology: chosen, routing: routing ?? '' };
    return parts.answer && { kind: 'files', parts: parts.answer, routing };
  }, [isFile, chosen, routing, parts.answer]);
  const tables = parts.answer?.tables ?? [];
  const unknown =
    isFile && sources.answer && !topology
      ? 'The fabric of this link is not loaded here. Open its files, or choose another fabric.'
      : null;
  return {
    loaded: all.map(({ path, hosts, switches }) => ({
      key: fileKey(path),
      label: `${path} · ${hosts} hosts, ${switches} switches`,
    })),
    chosen,
    said: tables.length > 0 ? `tables of ${tables.map(({ path }) => path).join(', ')}` : '',
    hasTables: tables.length > 0,
    routing,
    given: sources.answer ? given : null,
    key: JSON.stringify([isFile ? edition : 0, chosen, routing]),
    problem: sources.problem ?? parts.problem ?? unknown,
  };
}

function chosenOf(onFabric: string | null, all: readonly FabricSource[], settings: View['settings']): string {
  const [first] = all;
  return onFabric ?? (first ? fileKey(first.path) : wholeSetting(settings, 0).topology);
}

/** The loaded files of fabrics in one state of the data. */
const sourcesAt = (_edition: number, signal: AbortSignal) => loadFabricSources(ask, signal);

interface Wanted {
  topology: FabricSource;
  sources: readonly FabricSource[];
}

/** Rows of a topology and of the tables that belong to it best. */
async function partsOf({ topology, sources }: Wanted): Promise<Parts> {
  const { choices, refused } = matchSources(topology, sources);
  const best = choices[0];
  const [rows, tables, companions] = await Promise.all([
    loadTopology(ask, topology),
    Promise.all((best?.tables ?? []).map((one) => loadTables(ask, one))),
    Promise.all((best?.companions ?? []).map((one) => loadTopology(ask, one))),
  ]);
  return { topology: rows, tables, companions, refused };
}
