import type { HeldPairs } from '../../pairs/held';

/** Hosts that are named. */
const NAMED = 6;

/**
 * Pairs of a sweep whose run failed: how many, how many cells of the matrix are theirs, and how many each host has of them, most
 * first: `n03 2, n01 1, n05 1`.
 */
export function failedText({ set }: Pick<HeldPairs, 'set'>): { count: number; cells: number; text: string } {
  const { from } = set;
  if (from.table !== 'runs') return { count: 0, cells: 0, text: '' };
  const counts = new Map<string, number>();
  for (const { pair } of from.failed)
    for (const place of pair) {
      const host = set.hosts?.[place] ?? String(place);
      counts.set(host, (counts.get(host) ?? 0) + 1);
    }
  const hosts = [...counts].sort(([p, n], [q, m]) => m - n || (p < q ? -1 : 1));
  const more = hosts.length > NAMED ? ` and ${hosts.length - NAMED} more hosts` : '';
  const text =
    hosts
      .slice(0, NAMED)
      .map(([host, count]) => `${host} ${count}`)
      .join(', ') + more;
  const count = from.failed.length;
  return { count, cells: from.bothWays ? 2 * count : count, text };
}
