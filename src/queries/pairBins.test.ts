import { beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { binsSql, phaseSql, ratioBinsSql, type BinsAsked, type RatioBinsAsked } from './pairBins';
import { loadPairSets, type PairSet } from './pairs';
import { ALL_PAIRS, BANDWIDTH, ROTATE, TestRows } from '../testing/rows';

let db: TestDatabase;
let sets: PairSet[];
beforeAll(async () => {
  db = await testDatabase();
  const rows = new TestRows();
  rows.put('series', { id: 1, run: 'g:0', benchmark: 'mpiGraph', ...BANDWIDTH });
  rows.put('matrix', { id: 1, series: 1, ranks: 3, ...ALL_PAIRS });
  rows.put('matrix_row', { matrix: 1, row: 0, cells: Float32Array.of(9, 11, 25), line: 1 });
  rows.put('matrix_row', { matrix: 1, row: 1, cells: Float32Array.of(12, 9, 31), line: 2 });
  rows.put('matrix_row', { matrix: 1, row: 2, cells: Float32Array.of(26, Number.NaN, 9), line: 3 });
  rows.put('host', { source: 1, id: 1, name: 'a' });
  rows.put('host', { source: 1, id: 2, name: 'b' });
  [1, 1, 2].forEach((host, rank) => rows.put('rank_map', { run: 'g:0', rank, host }));
  rows.put('series', { id: 2, run: 'r:0', benchmark: 'rotate', ...BANDWIDTH });
  rows.put('matrix', { id: 2, series: 2, ...ROTATE, ranks: 4 });
  rows.put('matrix_row', { matrix: 2, row: 0, cells: Float32Array.of(10, 20), line: 1 });
  rows.put('matrix_row', { matrix: 2, row: 1, cells: Float32Array.of(30, 40), line: 2 });
  rows.put('series', { id: 3, run: 'h:0', benchmark: 'mpiGraph', ...BANDWIDTH });
  rows.put('matrix', { id: 3, series: 3, ranks: 3, ...ALL_PAIRS });
  rows.put('matrix_row', { matrix: 3, row: 0, cells: Float32Array.of(9, 22, 50), line: 1 });
  rows.put('matrix_row', { matrix: 3, row: 1, cells: Float32Array.of(12, 9, 15.5), line: 2 });
  rows.put('matrix_row', { matrix: 3, row: 2, cells: Float32Array.of(0, 40, 9), line: 3 });
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
  sets = await loadPairSets((sql) => Promise.resolve(db.rows(sql)), ['g:0', 'r:0', 'h:0']);
});

const counts = (at: number, more: Partial<BinsAsked> = {}) => {
  const set = sets[at];
  if (!set) throw new Error('no set');
  const asked = { set, width: 10, scale: 1, hostsApart: false, senders: null, receivers: null, shifts: null };
  return db
    .rows(binsSql({ ...asked, ...more }))
    .map(({ from, pairs, share }) => [Number(from), Number(pairs), Number(share)]);
};

it('counts pairs in bins; ranks with themselves, missing ones and pairs on one host are none', () => {
  // 11, 12 in one, 25, 26 in the next, 31 in the last.
  expect(counts(0)).toEqual([
    [10, 2, 0.4],
    [20, 2, 0.4],
    [30, 1, 0.2],
  ]);
  expect(counts(0, { hostsApart: true })).toEqual([
    [20, 2, 2 / 3],
    [30, 1, 1 / 3],
  ]);
  expect(counts(0, { width: 0.5, scale: 40 })).toEqual([
    [0, 2, 0.4],
    [0.5, 3, 0.6],
  ]);
});

it('counts what is chosen: senders, receivers, shifts', () => {
  expect(counts(0, { senders: [[0, 1]], receivers: [[2, 2]] })).toEqual([
    [20, 1, 0.5],
    [30, 1, 0.5],
  ]);
  const ofShift = (at: number, shift: number, toA: number[] | null = null) => {
    const phase = phaseSql(sets[at] ?? { ranks: 0, schedule: null }, toA);
    return counts(at, { shifts: { ranges: [[shift, shift]], phase } }).map(([from]) => from);
  };
  // Shift 1 of all ranks: 11, 31, 26.
  expect(ofShift(0, 1)).toEqual([10, 20, 30]);
  expect(ofShift(1, 0)).toEqual([10, 20]);
  expect(ofShift(1, 1)).toEqual([30, 40]);
  // With ranks of A the other way round, shift 1 is shift 2 of these: 25, 12 and the missing one.
  expect(ofShift(0, 1, [2, 1, 0])).toEqual([10, 20]);
  expect(counts(0, { senders: [] })).toEqual([]);
});

const ratios = (more: Partial<RatioBinsAsked> = {}) => {
  const [set, , b] = sets;
  if (!set || !b) throw new Error('no set');
  const all = { hostsApart: false, senders: null, receivers: null, shifts: null };
  const asked = { set, b, ...all, toB: [0, 1, 2], turned: false, step: 0.5 };
  return db
    .rows(ratioBinsSql({ ...asked, ...more }))
    .map(({ from, pairs, share }) => [Number(from), Number(pairs), Number(share)]);
};

it('counts the ratios of the same pairs of two sets; a pair that one lacks, or that is 0, has none', () => {
  // 22/11, 50/25 and 12/12, 15.5/31; of 2 to 0 B has 0, and of 2 to 1 A has nothing.
  expect(ratios()).toEqual([
    [0.5, 1, 0.25],
    [1, 1, 0.25],
    [2, 2, 0.5],
  ]);
  // A over B, of times.
  expect(ratios({ turned: true }).map(([from, pairs]) => [from, pairs])).toEqual([
    [0.5, 2],
    [1, 1],
    [2, 1],
  ]);
  // 0 and 1 are one host.
  expect(ratios({ hostsApart: true }).map(([from, pairs]) => [from, pairs])).toEqual([
    [0.5, 1],
    [2, 1],
  ]);
});

it('counts ratios of what is chosen, and of the ranks that both have', () => {
  expect(ratios({ senders: [[0, 0]] })).toEqual([[2, 2, 1]]);
  const phase = phaseSql(sets[0] ?? { ranks: 0, schedule: null }, null);
  // Shift 1: 22/11 and 15.5/31; 2 to 0 has no value in B.
  expect(ratios({ shifts: { ranges: [[1, 1]], phase } }).map(([from]) => from)).toEqual([0.5, 2]);
  // Ranks 0 and 1 of A are 1 and 0 of B, which does not have rank 2: 12/11 and 22/12.
  expect(ratios({ toB: [1, 0, -1] }).map(([from, pairs]) => [from, pairs])).toEqual([
    [1, 1],
    [2 ** 0.5, 1],
  ]);
});
