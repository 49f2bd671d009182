import { naturalOrder } from '../../compare/conditions';
import type { Boundary } from '../../charts/matrix/types';
import type { Alignment } from '../../pairs/align';
import type { PairSet } from '../../queries/pairs';
import type { HeldPairs } from '../../pairs/held';
import { foldKeys, type RankFold } from './folds';

/** A row or a column of a matrix: a rank, or the ranks of a host, a socket, a group or a leaf switch. */
export interface Position {
  /** Place in the matrix that it is read from. */
  at: number;
  ranks: readonly number[];
  name: string;
  /** Null where it is not known, and for groups of hosts. */
  host: string | null;
  /** Leaf switch of its first rank; null where no fabric says it. */
  leaf: string | null;
}

/** What positions are made of. */
export type PositionNames = Pick<
  HeldPairs,
  'hosts' | 'sockets' | 'senders' | 'receivers' | 'firstReceiver'
> & {
  set: Pick<PairSet, 'axis'>;
};

/** Rows and columns of pair data without the ranks left out. */
export interface KeptPositions {
  rows: Position[];
  columns: Position[];
  /** Whether rows and columns are the same ranks. */
  square: boolean;
}

/** The ranks of a set in their order, each alone or put together. */
export function positionsOf(
  held: PositionNames,
  excluded: ReadonlySet<number>,
  fold: RankFold,
): KeptPositions {
  const { hosts, senders, receivers, firstReceiver } = held;
  const perHost = new Map<string, number>();
  for (const host of hosts) if (host !== null) perHost.set(host, (perHost.get(host) ?? 0) + 1);
  const nameOf = (rank: number): string => {
    const host = hosts[rank] ?? null;
    if (host === null) return `${held.set.axis} ${rank}`;
    return perHost.get(host) === 1 ? host : `${host}:${rank}`;
  };
  const leafOf = (rank: number) => fold.leaves?.get(hosts[rank] ?? '') ?? null;
  const keys = fold.fold === 'rank' ? [] : foldKeys(held, fold, nameOf);
  const list = (first: number, count: number): Position[] => {
    const ranks = Array.from({ length: count }, (_, i) => first + i).filter((rank) => !excluded.has(rank));
    if (fold.fold === 'rank')
      return ranks.map((rank) => ({
        at: rank - first,
        ranks: [rank],
        name: nameOf(rank),
        host: hosts[rank] ?? null,
        leaf: leafOf(rank),
      }));
    const found = new Map<string, number[]>();
    for (const rank of ranks) {
      const key = keys[rank]?.key ?? '';
      const members = found.get(key);
      if (members) members.push(rank);
      else found.set(key, [rank]);
    }
    return [...found.values()].map((together, at) => {
      const [first = 0] = together;
      const { name = '', host = null } = keys[first] ?? {};
      return { at, ranks: together, name, host, leaf: leafOf(first) };
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
export interface MatchedPositions {
  positions: Position[];
  a: Int32Array;
  b: Int32Array;
}

/** A's positions in their order, then those that only B has. */
export function match(
  a: readonly Position[],
  b: readonly Position[],
  { by, toB }: Pick<Alignment, 'by' | 'toB'>,
): MatchedPositions {
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

/** The same by what positions are called: leaf switches of one fabric, whichever of their hosts ran. */
export function matchByName(a: readonly Position[], b: readonly Position[]): MatchedPositions {
  const places = new Map(b.map(({ name, at }) => [name, at]));
  const inA = new Set(a.map(({ name }) => name));
  // Ranks are A's.
  const onlyB = b.filter(({ name }) => !inA.has(name)).map((position) => ({ ...position, ranks: [] }));
  return {
    positions: [...a, ...onlyB],
    a: Int32Array.from([...a.map(({ at }) => at), ...onlyB.map(() => -1)]),
    b: Int32Array.from([...a.map(({ name }) => places.get(name) ?? -1), ...onlyB.map(({ at }) => at)]),
  };
}

/** What is on other hosts in A and B is called by its ranks. */
function named(a: Position, b: Position | null, by: Alignment['by']): Position {
  const together = a.ranks.length > 1;
  if (by === 'host' || !b || (a.host === b.host && (!together || a.name === b.name))) return a;
  const [first, last] = [a.ranks[0] ?? 0, a.ranks.at(-1) ?? 0];
  return { ...a, name: together ? `ranks ${first} to ${last}` : `rank ${first}` };
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

/** Positions by leaf switch, then host name, then rank; those without a switch last. */
export function byLeaf(positions: readonly Position[]): Int32Array {
  const byHost = byHostName(positions);
  const leaf = (at: number) => positions[at]?.leaf ?? null;
  return byHost.sort((i, j) => {
    const [p, q] = [leaf(i), leaf(j)];
    if (p === null || q === null) return Number(p === null) - Number(q === null);
    return naturalOrder(p, q);
  });
}

/**
 * Lines between hosts, where a host has several positions; and strong ones between leaf switches, where those of a switch
 * stand together.
 */
export function boundariesOf(positions: readonly Position[]): Boundary[] {
  const lines = (of: (position: Position) => string | null): number[] =>
    positions.flatMap((position, at) => {
      const before = positions[at - 1];
      return before && of(position) !== of(before) ? [at] : [];
    });
  const several = (of: (position: Position) => string | null): number => {
    const { size } = new Set(positions.map(of));
    return size === positions.length || size < 2 ? 0 : size;
  };
  const hosts = several(({ host }) => host) > 0 ? lines(({ host }) => host) : [];
  const switches = lines(({ leaf }) => leaf);
  const strong = new Set(switches.length + 1 === several(({ leaf }) => leaf) ? switches : []);
  return [...new Set([...hosts, ...strong])]
    .sort((p, q) => p - q)
    .map((at) => ({ at, strong: strong.has(at) }));
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
