import { naturalOrder } from '../../compare/conditions';
import type { Boundary } from '../../charts/matrix/types';
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

/** How rows and columns of two sets are matched, and a sentence that says so. */
export interface Matching {
  by: 'host' | 'rank';
  text: string;
}

/** Matches by host where both know one host for each position and share some; else by rank. */
export function matchingOf(a: Positions, b: Positions, traffic: boolean, byHost: boolean): Matching {
  if (traffic && !byHost)
    return { by: 'rank', text: 'Matched by rank: a rank does the same work in both runs.' };
  const names = ({ rows, columns }: Positions) => {
    const all = [rows, columns].map((list) => list.map(({ host }) => host));
    return all.every((list) => new Set(list).size === list.length && !list.includes(null))
      ? new Set(all.flat())
      : null;
  };
  const [one, other] = [names(a), names(b)];
  if (!one || !other) {
    const hosts = ({ rows, columns }: Positions) =>
      JSON.stringify([rows, columns].map((list) => list.map(({ host }) => host)));
    const same = hosts(a) === hosts(b) && a.rows.every(({ host }) => host !== null);
    return {
      by: 'rank',
      text: same
        ? 'Matched by rank: each rank is on the same host in both.'
        : 'Matched by rank: the sides do not both name one host for each rank.',
    };
  }
  return [...one].some((host) => other.has(host))
    ? { by: 'host', text: 'Matched by host name.' }
    : { by: 'rank', text: 'Matched by rank: no host is on both sides.' };
}

/** Two lists of positions as one: where each stands in A and in B, -1 where it is not. */
export interface Matched {
  positions: Position[];
  a: Int32Array;
  b: Int32Array;
}

/** A's positions in their order, then those that only B has. */
export function match(a: readonly Position[], b: readonly Position[], by: Matching['by']): Matched {
  const key = ({ host, ranks }: Position) => (by === 'host' ? (host ?? '') : String(ranks[0] ?? -1));
  const inB = new Map(b.map((position) => [key(position), position]));
  const inA = new Set(a.map(key));
  // Ranks are A's: a host that only B has is known by its name.
  const onlyB = b
    .filter((position) => !inA.has(key(position)))
    .map((position) => (by === 'host' ? { ...position, ranks: [] } : position));
  return {
    positions: [...a.map((position) => named(position, inB.get(key(position)), by)), ...onlyB],
    a: Int32Array.from([...a.map(({ at }) => at), ...onlyB.map(() => -1)]),
    b: Int32Array.from([
      ...a.map((position) => inB.get(key(position))?.at ?? -1),
      ...onlyB.map(({ at }) => at),
    ]),
  };
}

/** Ranks that are other hosts in A and B are called by their number. */
function named(a: Position, b: Position | undefined, by: Matching['by']): Position {
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

/** Sentences on what makes two sets other than two measurements of the same. */
export function warningsOf(a: PairSet, b: PairSet): string[] {
  const out: string[] = [];
  if (a.ranks !== b.ranks)
    out.push(
      `${a.ranks} against ${b.ranks} ${a.axis}s: the same positions, other pairs and other loads. Values are shown, not judged.`,
    );
  if (a.better !== 'none' && a.schedule !== b.schedule)
    out.push(
      `The pairs ran in another order: ${scheduleText(a.schedule)} in A, ${scheduleText(b.schedule)} in B.`,
    );
  if (a.concurrency !== b.concurrency)
    out.push(
      `Pairs ran ${a.concurrency ?? 'in a way that is not known'} in A and ${b.concurrency ?? 'in a way that is not known'} in B: only pairs that run at once share links.`,
    );
  return out;
}

function scheduleText(schedule: PairSet['schedule']): string {
  if (schedule === null) return 'no phases known';
  return schedule === 'shift'
    ? 'shifts over all'
    : `${schedule === 'half forward' ? 'forward' : 'backward'} shifts from the lower to the upper half`;
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
