import { naturalOrder } from '../../compare/conditions';
import type { Boundary } from '../../charts/matrix/types';
import type { Alignment } from '../../pairs/align';
import type { PairSet } from '../../queries/pairs';
import type { HeldPairs } from '../pairs/held';

/** A row or a column of a matrix: a rank, or the ranks of a host. */
export interface Position {
  /** Place in the matrix that it is read from. */
  at: number;
  ranks: readonly number[];
  name: string;
  /** Null where it is not known. */
  host: string | null;
}

/** What positions are made of. */
export type Named = Pick<HeldPairs, 'hosts' | 'senders' | 'receivers' | 'firstReceiver'> & {
  set: Pick<PairSet, 'axis'>;
};

/** Rows and columns of pair data without the ranks left out; by host where ranks are put together. */
export interface Positions {
  rows: Position[];
  columns: Position[];
  /** Whether rows and columns are the same ranks. */
  square: boolean;
}

/** The ranks of a set in their order. */
export function positionsOf(held: Named, excluded: ReadonlySet<number>, byHost: boolean): Positions {
  const { hosts, senders, receivers, firstReceiver } = held;
  const perHost = new Map<string, number>();
  for (const host of hosts) if (host !== null) perHost.set(host, (perHost.get(host) ?? 0) + 1);
  const nameOf = (rank: number): string => {
    const host = hosts[rank] ?? null;
    if (host === null) return `${held.set.axis} ${rank}`;
    return perHost.get(host) === 1 ? host : `${host}:${rank}`;
  };
  const list = (first: number, count: number): Position[] => {
    const ranks = Array.from({ length: count }, (_, i) => first + i).filter((rank) => !excluded.has(rank));
    if (!byHost)
      return ranks.map((rank) => ({
        at: rank - first,
        ranks: [rank],
        name: nameOf(rank),
        host: hosts[rank] ?? null,
      }));
    const found = new Map<string, number[]>();
    for (const rank of ranks) {
      // A rank without a host stands alone: the space keeps it apart from hosts.
      const key = hosts[rank] ?? ` ${rank}`;
      const held = found.get(key);
      if (held) held.push(rank);
      else found.set(key, [rank]);
    }
    return [...found.values()].map((together, at) => {
      const host = hosts[together[0] ?? 0] ?? null;
      return { at, ranks: together, name: host ?? nameOf(together[0] ?? 0), host };
    });
  };
  const rows = list(0, senders);
  return {
    rows,
    columns: list(firstReceiver, receivers),
    square: firstReceiver === 0 && senders === receivers,
  };
}

/** The group of each of `count` rows or columns, -1 for one that is left out. */
export function groupOfEach(positions: readonly Position[], count: number, first: number): Int32Array {
  const groups = new Int32Array(count).fill(-1);
  for (const { at, ranks } of positions) for (const rank of ranks) groups[rank - first] = at;
  return groups;
}

/** Two lists of positions as one: where each stands in A and in B, -1 where it is not. */
export interface Matched {
  positions: Position[];
  a: Int32Array;
  b: Int32Array;
}

/** A's positions in their order, then those that only B has. */
export function match(
  a: readonly Position[],
  b: readonly Position[],
  { by, toB }: Pick<Alignment, 'by' | 'toB'>,
): Matched {
  const holder = new Map<number, Position>();
  for (const position of b) for (const rank of position.ranks) holder.set(rank, position);
  const taken = new Set<Position>();
  const partners = a.map(({ ranks }) => {
    for (const rank of ranks) {
      const partner = holder.get(toB[rank] ?? -1);
      if (!partner || taken.has(partner)) continue;
      taken.add(partner);
      return partner;
    }
    return null;
  });
  // Ranks are A's: a host that only B has is known by its name.
  const onlyB = b
    .filter((position) => !taken.has(position))
    .map((position) => (by === 'host' ? { ...position, ranks: [] } : position));
  return {
    positions: [...a.map((position, i) => named(position, partners[i] ?? null, by)), ...onlyB],
    a: Int32Array.from([...a.map(({ at }) => at), ...onlyB.map(() => -1)]),
    b: Int32Array.from([...partners.map((partner) => partner?.at ?? -1), ...onlyB.map(({ at }) => at)]),
  };
}

/** Ranks that are other hosts in A and B are called by their number. */
function named(a: Position, b: Position | null, by: Alignment['by']): Position {
  return by === 'host' || !b || a.host === b.host ? a : { ...a, name: `rank ${a.ranks[0] ?? 0}` };
}

/** Positions by host name, then rank; those without a host last. */
export function byHostName(positions: readonly Position[]): Int32Array {
  const order = Int32Array.from(positions.keys());
  return order.sort((i, j) => {
    const [p, q] = [positions[i], positions[j]];
    if (!p || !q) return 0;
    if (p.host === null || q.host === null) return Number(p.host === null) - Number(q.host === null) || i - j;
    return naturalOrder(p.host, q.host) || (p.ranks[0] ?? 0) - (q.ranks[0] ?? 0);
  });
}

/** Lines between hosts, where a host has several positions; none where each has one. */
export function boundariesOf(positions: readonly Position[]): Boundary[] {
  const hosts = new Set(positions.map(({ host }) => host));
  if (hosts.size === positions.length || hosts.size < 2) return [];
  return positions.flatMap(({ host }, at) =>
    at > 0 && host !== positions[at - 1]?.host ? [{ at, strong: false }] : [],
  );
}

/** Groups of cells left apart: pairs on one host, and each rank with itself. */
export function apartGroups(positions: readonly Position[]): Int32Array {
  const numbers = new Map<string, number>();
  // A test inside one host is a test of that host: only a rank with itself is left apart.
  const one = new Set(positions.map(({ host }) => host)).size === 1;
  return Int32Array.from(positions, ({ host, ranks }) => {
    const key = one ? ` ${ranks[0] ?? 0}` : (host ?? ` ${ranks[0] ?? 0}`);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

/** The place of a pair of ranks in what is shown; null where it is not. */
export function cellOf(
  rows: readonly Position[],
  columns: readonly Position[],
  pair: readonly [number, number] | null,
): { row: number; column: number } | null {
  if (!pair) return null;
  const row = rows.findIndex(({ ranks }) => ranks.includes(pair[0]));
  const column = columns.findIndex(({ ranks }) => ranks.includes(pair[1]));
  return row < 0 || column < 0 ? null : { row, column };
}
