import { useMemo } from 'react';
import { useApp } from '../../../app/state';
import type { GivenFabric } from '../../../fabric/explain/question';
import { topologies } from '../../../fabric/match';
import type { FabricSource } from '../../../fabric/rows';
import type { View } from '../../../share/view';
import { useCurrent } from '../../pairs/useAsked';
import { wholeSetting } from '../settings';
import { parseSpec } from '../spec';
import { choosable, NOT_LOADED, partsOf, sourcesAt, type Choosable } from './files';
import { fileKey, isFile } from './key';
import { useEdition } from './useEdition';

/** The fabric that the link names, and what else could be chosen. */
export interface OnFabric {
  /** Loaded topologies, by the words of a link. */
  readonly loaded: readonly Choosable[];
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
  const edition = useEdition();
  const sources = useCurrent(edition, sourcesAt);
  const all = useMemo(() => topologies(sources.answer ?? []), [sources.answer]);
  const loaded = useMemo(() => choosable(sources.answer ?? []), [sources.answer]);
  const chosen = chosenOf(onFabric, all, settings);
  const topology = all.find(({ path }) => fileKey(path) === chosen) ?? null;
  const wanted = useMemo(
    () => (topology && sources.answer ? { topology, sources: sources.answer } : null),
    [topology, sources.answer],
  );
  const parts = useCurrent(wanted, partsOf);
  const byFile = isFile(chosen);
  const routing = onRouting ?? (byFile ? null : usualRouting(chosen));
  const given = useMemo((): GivenFabric | null => {
    if (!byFile) return { kind: 'words', topology: chosen, routing: routing ?? '' };
    return parts.answer && { kind: 'files', parts: parts.answer, routing };
  }, [byFile, chosen, routing, parts.answer]);
  const tables = parts.answer?.tables ?? [];
  const unknown = byFile && sources.answer && !topology ? NOT_LOADED : null;
  return {
    loaded,
    chosen,
    said: tables.length > 0 ? `tables of ${tables.map(({ path }) => path).join(', ')}` : '',
    hasTables: tables.length > 0,
    routing,
    given: sources.answer ? given : null,
    key: JSON.stringify([byFile ? edition : 0, chosen, routing]),
    problem: sources.problem ?? parts.problem ?? unknown,
  };
}

function chosenOf(onFabric: string | null, all: readonly FabricSource[], settings: View['settings']): string {
  const [first] = all;
  return onFabric ?? (first ? fileKey(first.path) : wholeSetting(settings, 0).topology);
}
