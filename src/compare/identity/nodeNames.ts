import { KEY } from '../../model/vocabulary';
import type { FoundLabel, IdentityRun } from './types';

/** Keys of labels behind a word for nodes that all names share, so that the values are plain numbers. */
const BEHIND = /\bafter (?:n|nn|nodes?)$/i;
const COUNT = /^(?:n|nodes?|nn)[ _-]?(\d{1,5})$|^(\d{1,5})[ _-]?(?:n|nodes?)$/i;

/**
 * The counts of nodes that values of a label such as `n1`, `n2`, `n4` are, where the ranks of the runs agree: each run that has such a value has a
 * number of ranks that is the same multiple of it, and there are two counts or more. A lone `n17` may be a host. Null where they are
 * none, or a run says its nodes. The values of the label and `runs` stand in the same order; '' = none.
 */
export function nodeCounts({ key, values }: FoundLabel, runs: readonly IdentityRun[]): string[] | null {
  const counts = values.map((value) => {
    if (BEHIND.test(key) && /^\d{1,5}$/.test(value)) return value;
    const [, before, behind] = COUNT.exec(value) ?? [];
    return value === '' ? '' : (before ?? behind ?? null);
  });
  const known = new Set(counts);
  known.delete('');
  if (known.has(null) || known.size < 2) return null;
  const perNode = new Set<number>();
  for (const [i, { setUp }] of runs.entries()) {
    const count = Number(counts[i] ?? 0);
    if (setUp.conditions[KEY.nodes]) return null;
    if (count > 0) perNode.add(Number(setUp.conditions[KEY.ranks]?.value ?? Number.NaN) / count);
  }
  const [ranks = Number.NaN, ...others] = perNode;
  if (others.length > 0 || !Number.isInteger(ranks) || ranks === 0) return null;
  return counts.map((count) => (count ? String(Number(count)) : ''));
}
