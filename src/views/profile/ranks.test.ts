import { describe, expect, it } from 'vitest';
import type { ProfileRanks } from '../../queries/profiles';
import { inOrder, orderOf, partsOf, spreadCalls } from './ranks';
import { regionRows } from './regions';

const NONE = new Float64Array(3).fill(Number.NaN);
const of: ProfileRanks = {
  rank: Int32Array.of(0, 2, 5),
  wall: Float64Array.of(10, 10, 10),
  mpi: Float64Array.of(4, Number.NaN, 6),
  ...{ inCalls: NONE, memory: Float64Array.of(1, 1, 1), calls: NONE },
  line: new Int32Array(3),
  hosts: [null, null, null],
};

describe('ranks', () => {
  it('stand by number or by a figure, the largest first, missing ones last, equal ones by number', () => {
    expect([...orderOf(of, 'rank')]).toEqual([0, 1, 2]);
    expect([...orderOf(of, 'mpi')]).toEqual([2, 0, 1]);
    expect([...orderOf(of, 'memory')]).toEqual([0, 1, 2]);
    expect([...inOrder(of.mpi, orderOf(of, 'mpi'))]).toEqual([6, 4, Number.NaN]);
  });

  it('that never made a call spent nothing in it', () => {
    const send = { call: 'MPI_Send', rank: Int32Array.of(2, 3, 5), seconds: Float64Array.of(1, 7, 2) };
    expect([...spreadCalls(of.rank, send)]).toEqual([0, 1, 2]);
    expect([...spreadCalls(of.rank, undefined)]).toEqual([0, 0, 0]);
  });

  it('have their time in parts: named calls, other MPI, compute', () => {
    const send = { call: 'MPI_Send', rank: Int32Array.of(0, 5), seconds: Float64Array.of(3, 6) };
    const parts = partsOf(of, ['MPI_Send'], [send]);
    expect(parts.map(({ label, values }) => [label, ...values])).toEqual([
      ['MPI_Send', 3, 0, 6],
      ['other MPI', 1, Number.NaN, 0],
      ['compute', 6, Number.NaN, 4],
    ]);
  });
});

describe('regions', () => {
  const region = (name: string, seconds: number, wall: number | null, ranks = 2) => ({
    ...{ region: name, ranks, count: 1, seconds, bytes: null },
    wall: wall === null ? null : { sum: wall * ranks, least: wall, most: wall, ranks },
  });
  const spread = (mean: number) => ({ ranks: 2, total: mean * 2, mean, least: mean, most: mean });

  it('that IPM prints as minus the others have what the ranks have beyond them', () => {
    const rows = regionRows([region('solve', 3, 8), region('ipm_noregion', 1, -8)], {
      ...{ ranks: 2, wall: spread(10), mpi: spread(2) },
    });
    expect(
      rows.map(({ region: name, wallMean, derived, ofMpi }) => [name, wallMean, derived, ofMpi]),
    ).toEqual([
      ['solve', 8, false, 0.75],
      ['ipm_noregion', 2, true, 0.25],
    ]);
  });

  it('have no wall time rather than a negative one', () => {
    const rows = regionRows([region('a', 1, -1), region('b', 1, -2), region('c', 1, null)], {
      ...{ ranks: 2, wall: spread(10), mpi: null },
    });
    expect(rows.map(({ wallMean }) => wallMean)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
});
