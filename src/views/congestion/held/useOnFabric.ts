import { useMemo } from 'react';
import { useApp } from '../../../session/state';
import type { GivenFabric } from '../../../fabric/explain/question';
import { LOADED } from '../../../share/explain';
import { useFabricFiles } from '../../fabric/useFabricFiles';
import { useCurrent } from '../../../session/query';
import { wholeSetting } from '../settings';
import { parseSpec } from '../spec';
import { choosable, NOT_LOADED, partsOf, type Choosable } from './files';
import { contentOf, fileKey, isFile } from './key';
import type { Simulated } from './simulated';

/** The fabric that the link names, and what else could be chosen. */
export interface OnFabric {
  /** Loaded topologies, by the hash of their content. */
  readonly loaded: readonly Choosable[];
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
  const { sources, topology, match, tables } = files;
  const said =
    onFabric === LOADED
      ? null
      : (onFabric ?? simulated?.topology ?? (topology ? null : wholeSetting(settings, 0).topology));
  const words = said === null || isFile(said) ? null : said;
  const named = said === null ? fabric : contentOf(said);
  const lost =
    words === null && sources !== null && (topology === null || (named !== null && topology.key !== named));
  const wanted = useMemo(
    () => (words === null && !lost && topology && sources ? { topology, sources, tables } : null),
    [words, lost, topology, sources, tables],
  );
  const loaded = useMemo(() => choosable(sources ?? []), [sources]);
  const parts = useCurrent(wanted, partsOf);
  const chosen = words ?? fileKey(lost ? (named ?? '') : (topology?.key ?? ''));
  const own = simulated?.topology === words ? simulated?.routing : null;
  const routing = onRouting ?? (words === null ? null : (own ?? usualRouting(words)));
  const given = useMemo((): GivenFabric | null => {
    if (words !== null) return { kind: 'words', topology: words, routing: routing ?? '' };
    return parts.answer && { kind: 'files', parts: parts.answer, routing };
  }, [words, routing, parts.answer]);
  const used = wanted?.tables?.tables ?? [];
  return {
    loaded,
    tables: (wanted ? (match?.choices ?? []) : []).map(({ folder, tables: [first], covered }) => ({
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
    problem: files.problem ?? parts.problem ?? (lost ? NOT_LOADED : null),
  };
}
