import { describe, expect, it } from 'vitest';
import type { PairSet } from '../../queries/pairs';
import {
  apartGroups,
  boundariesOf,
  byHostName,
  cellOf,
  groupOfEach,
  match,
  matchingOf,
  positionsOf,
  warningsOf,
  type Named,
} from './positions';

const held = (hosts: (string | null)[], receivers = hosts.length, firstReceiver = 0): Named => ({
  hosts,
  senders: receivers,
  receivers,
  firstReceiver,
  set: { axis: 'rank' },
});
const none = new Set<number>();
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('positions', () => {
  it('are named by host where it has one rank, else by host and rank, else by number', () => {
    const { rows, columns, square } = positionsOf(held(['n1', 'n2', 'n2', null]), none, false);
    expect(names(rows)).toEqual(['n1', 'n2:1', 'n2:2', 'rank 3']);
    expect(columns).toEqual(rows);
    expect(square).toBe(true);
  });

  it('leave ranks out and keep the places of the others', () => {
    const { rows, columns } = positionsOf(held(['a', 'b', 'c', 'd'], 2, 2), new Set([1, 2]), false);
    expect(rows.map(({ name, at }) => [name, at])).toEqual([['a', 0]]);
    expect(columns.map(({ name, at, ranks }) => [name, at, ranks])).toEqual([['d', 1, [3]]]);
  });

  it('put ranks together by host, ranks without one alone', () => {
    const { rows } = positionsOf(held(['x', 'y', 'x', null, null]), new Set([1]), true);
    expect(rows.map(({ name, ranks }) => [name, ranks])).toEqual([
      ['x', [0, 2]],
      ['rank 3', [3]],
      ['rank 4', [4]],
    ]);
    expect([...groupOfEach(rows, 5, 0)]).toEqual([0, -1, 0, 1, 2]);
  });

  it('are ordered by host as people count, with lines between hosts', () => {
    const { rows } = positionsOf(held(['n10', 'n2', null, 'n10', 'n2']), none, false);
    const order = byHostName(rows);
    expect([...order]).toEqual([1, 4, 0, 3, 2]);
    const ordered = Array.from(order, (i) => rows[i]).filter((p) => p !== undefined);
    expect(boundariesOf(ordered).map(({ at }) => at)).toEqual([2, 4]);
    expect(boundariesOf(positionsOf(held(['a', 'b', 'c']), none, false).rows)).toEqual([]);
  });

  it('of one host are left apart, but not when there is no other host', () => {
    const of = (hosts: (string | null)[]) => [...apartGroups(positionsOf(held(hosts), none, false).rows)];
    expect(of(['a', 'b', 'a', null])).toEqual([0, 1, 0, 2]);
    expect(of(['a', 'a', 'a'])).toEqual([0, 1, 2]);
  });

  it('find the cell of a pair of ranks, also among hosts', () => {
    const { rows, columns } = positionsOf(held(['x', 'y', 'x', 'y']), none, true);
    expect(cellOf(rows, columns, [2, 1])).toEqual({ row: 0, column: 1 });
    expect(cellOf(rows, columns, [2, 9])).toBeNull();
    expect(cellOf(rows, columns, null)).toBeNull();
  });
});

describe('matching of two sides', () => {
  const of = (hosts: (string | null)[]) => positionsOf(held(hosts), none, false);

  it('is by host where both name one host per rank and share one', () => {
    const [a, b] = [of(['p', 'q', 'r']), of(['r', 's', 'p'])];
    expect(matchingOf(a, b, false, false).by).toBe('host');
    const rows = match(a.rows, b.rows, 'host');
    expect(names(rows.positions)).toEqual(['p', 'q', 'r', 's']);
    expect([...rows.a]).toEqual([0, 1, 2, -1]);
    expect([...rows.b]).toEqual([2, -1, 0, 1]);
    // Rank 1 is q: the host that only B has must not be taken for it.
    expect(rows.positions[3]?.ranks).toEqual([]);
  });

  it('is by rank, and says why, where hosts are not known, have several ranks or are all others', () => {
    expect(matchingOf(of(['p', null]), of(['p', 'q']), false, false).text).toContain('do not both name');
    expect(matchingOf(of(['p', 'p']), of(['p', 'q']), false, false).by).toBe('rank');
    expect(matchingOf(of(['p', 'p']), of(['p', 'p']), false, false).text).toContain('on the same host');
    expect(matchingOf(of(['p', 'q']), of(['r', 's']), false, false).text).toContain('no host is on both');
    expect(matchingOf(of(['p', 'q']), of(['q', 'p']), true, false).by).toBe('rank');
    expect(matchingOf(of(['p', 'q']), of(['q', 'p']), true, true).by).toBe('host');
  });

  it('by rank calls ranks by their number where they are other hosts', () => {
    const rows = match(of(['p', 'q']).rows, of(['p', 's', 't']).rows, 'rank');
    expect(names(rows.positions)).toEqual(['p', 'rank 1', 't']);
    expect([...rows.b]).toEqual([0, 1, 2]);
  });

  it('warns of other numbers of ranks, schedules and concurrency', () => {
    const set: PairSet = {
      id: 'x/0',
      runs: ['x'],
      from: { table: 'matrix', id: 1 },
      benchmark: 'rotate',
      metric: 'bandwidth',
      better: 'higher',
      unit: 'B/s',
      params: '',
      statistic: 'max',
      bytes: null,
      axis: 'rank',
      layout: 'shift',
      ranks: 28,
      schedule: 'half forward',
      measuredAt: null,
      concurrency: 'at once',
      hosts: null,
      printed: { unit: 'MB/s', factor: 1e6 },
    };
    expect(warningsOf(set, set)).toEqual([]);
    expect(warningsOf(set, { ...set, ranks: 16 })[0]).toBe(
      '28 against 16 ranks: the same positions, other pairs and other loads. Values are shown, not judged.',
    );
    const other = warningsOf(set, { ...set, schedule: 'shift', concurrency: 'one at a time' });
    expect(other).toHaveLength(2);
    expect(other[1]).toContain('at once in A and one at a time in B');
  });
});
