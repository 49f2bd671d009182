import { BY_RANK } from './folds';
import { describe, expect, it } from 'vitest';
import { alignRanks } from '../../pairs/align';
import {
  apartGroups,
  boundariesOf,
  byHostName,
  byLeaf,
  cellOf,
  groupOfEach,
  match,
  matchByName,
  positionsOf,
  type PositionNames,
} from './positions';

const held = (hosts: (string | null)[], receivers = hosts.length, firstReceiver = 0): PositionNames => ({
  hosts,
  sockets: hosts.map(() => null),
  senders: receivers,
  receivers,
  firstReceiver,
  set: { axis: 'rank' },
});
const none = new Set<number>();
const HOSTS = { ...BY_RANK, fold: 'host' } as const;
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('positions', () => {
  it('are named by host where it has one rank, else by host and rank, else by number', () => {
    const { rows, columns, square } = positionsOf(held(['n1', 'n2', 'n2', null]), none, BY_RANK);
    expect(names(rows)).toEqual(['n1', 'n2:1', 'n2:2', 'rank 3']);
    expect(columns).toEqual(rows);
    expect(square).toBe(true);
  });

  it('leave ranks out and keep the places of the others', () => {
    const { rows, columns } = positionsOf(held(['a', 'b', 'c', 'd'], 2, 2), new Set([1, 2]), BY_RANK);
    expect(rows.map(({ name, at }) => [name, at])).toEqual([['a', 0]]);
    expect(columns.map(({ name, at, ranks }) => [name, at, ranks])).toEqual([['d', 1, [3]]]);
  });

  it('put ranks together by host, ranks without one alone', () => {
    const { rows } = positionsOf(held(['x', 'y', 'x', null, null]), new Set([1]), HOSTS);
    expect(rows.map(({ name, ranks }) => [name, ranks])).toEqual([
      ['x', [0, 2]],
      ['rank 3', [3]],
      ['rank 4', [4]],
    ]);
    expect([...groupOfEach(rows, 5, 0)]).toEqual([0, -1, 0, 1, 2]);
  });

  it('are ordered by host as people count, with lines between hosts', () => {
    const { rows } = positionsOf(held(['n10', 'n2', null, 'n10', 'n2']), none, BY_RANK);
    const order = byHostName(rows);
    expect([...order]).toEqual([1, 4, 0, 3, 2]);
    const ordered = Array.from(order, (i) => rows[i]).filter((p) => p !== undefined);
    expect(boundariesOf(ordered).map(({ at }) => at)).toEqual([2, 4]);
    expect(boundariesOf(positionsOf(held(['a', 'b', 'c']), none, BY_RANK).rows)).toEqual([]);
  });

  it('are ordered by leaf switch, with strong lines between the switches', () => {
    const leaves = new Map(Object.entries({ a: 'leaf10', b: 'leaf2', c: 'leaf10', d: 'leaf2' }));
    const by = { ...BY_RANK, leaves };
    const { rows } = positionsOf(held(['a', 'x', 'b', 'c', 'd', 'd']), none, by);
    const order = byLeaf(rows);
    expect([...order]).toEqual([2, 4, 5, 0, 3, 1]);
    const ordered = Array.from(order, (i) => rows[i]).filter((p) => p !== undefined);
    expect(boundariesOf(ordered)).toEqual([
      { at: 1, strong: false },
      { at: 3, strong: true },
      { at: 4, strong: false },
      { at: 5, strong: true },
    ]);
    // In their own order those of a switch do not stand together: no line means a switch.
    expect(boundariesOf(rows).some(({ strong }) => strong)).toBe(false);
  });

  it('of one host are left apart, but not when there is no other host', () => {
    const of = (hosts: (string | null)[]) => [...apartGroups(positionsOf(held(hosts), none, BY_RANK).rows)];
    expect(of(['a', 'b', 'a', null])).toEqual([0, 1, 0, 2]);
    expect(of(['a', 'a', 'a'])).toEqual([0, 1, 2]);
  });

  it('find the cell of a pair of ranks, also among hosts', () => {
    const { rows, columns } = positionsOf(held(['x', 'y', 'x', 'y']), none, HOSTS);
    expect(cellOf(rows, columns, [2, 1])).toEqual({ row: 0, column: 1 });
    expect(cellOf(rows, columns, [2, 9])).toBeNull();
    expect(cellOf(rows, columns, null)).toBeNull();
  });
});

describe('matching of two sides', () => {
  const of = (hosts: (string | null)[], byHost = false) =>
    positionsOf(held(hosts), none, byHost ? HOSTS : BY_RANK);
  const matched = (a: (string | null)[], b: (string | null)[], byHost = false) =>
    match(of(a, byHost).rows, of(b, byHost).rows, alignRanks(a, b));

  it('is by host, those that only B has last', () => {
    const rows = matched(['p', 'q', 'r'], ['r', 's', 'p']);
    expect(names(rows.positions)).toEqual(['p', 'q', 'r', 's']);
    expect([...rows.a]).toEqual([0, 1, 2, -1]);
    expect([...rows.b]).toEqual([2, -1, 0, 1]);
    // Rank 1 is q: the host that only B has must not be taken for it.
    expect(rows.positions[3]?.ranks).toEqual([]);
  });

  it('is by the nth rank of a host, and by host where ranks are put together', () => {
    expect([...matched(['p', 'p', 'q', 'q'], ['q', 'p', 'q', 'p']).b]).toEqual([1, 3, 0, 2]);
    const hosts = matched(['p', 'p', 'q', 'q'], ['q', 'p', 's', 'p'], true);
    expect(names(hosts.positions)).toEqual(['p', 'q', 's']);
    expect([...hosts.b]).toEqual([1, 0, 2]);
  });

  it('is by name for leaf switches, whichever of their hosts ran', () => {
    const leaves = new Map(Object.entries({ a: 'leaf1', b: 'leaf2', c: 'leaf2', d: 'leaf3' }));
    const by = { ...BY_RANK, fold: 'leaf', leaves } as const;
    const leavesIn = (hosts: string[]) => positionsOf(held(hosts), none, by).rows;
    const rows = matchByName(leavesIn(['a', 'b']), leavesIn(['d', 'c']));
    expect(names(rows.positions)).toEqual(['leaf1', 'leaf2', 'leaf3']);
    expect([[...rows.a], [...rows.b]]).toEqual([
      [0, 1, -1],
      [-1, 1, 0],
    ]);
    expect(rows.positions[2]?.ranks).toEqual([]);
  });

  it('by rank takes each host of B once', () => {
    const hosts = match(of(['p', 'p', 'q'], true).rows, of(['x', 'y', 'x'], true).rows, {
      by: 'rank',
      toB: Int32Array.of(0, 1, 2),
    });
    expect(names(hosts.positions)).toEqual(['ranks 0 to 1', 'q', 'y']);
    expect([...hosts.b]).toEqual([0, -1, 1]);
  });

  it('by rank calls ranks by their number where they are other hosts', () => {
    const rows = matched(['p', 'q', null], ['p', 's', 't']);
    expect(names(rows.positions)).toEqual(['p', 'rank 1', 'rank 2']);
    expect([...rows.b]).toEqual([0, 1, 2]);
  });
});
