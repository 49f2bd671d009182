import { describe, expect, it } from 'vitest';
import type { CallTotals } from '../../queries/profiles';
import { callFigures, callRows, sizeFigures, topCalls } from './calls';

const whole = (ranks: number, mpi: number, wall: number) => ({
  ranks,
  mpi: { ranks, total: mpi, mean: mpi / ranks, least: 0, most: mpi },
  wall: { ranks, total: wall * ranks, mean: wall, least: wall, most: wall },
});
const call = (name: string, seconds: number, change: Partial<CallTotals> = {}): CallTotals => ({
  ...{ call: name, ranks: 4, count: 8, seconds, least: seconds / 8, most: seconds / 2, bytes: null },
  ...change,
});

describe('the call table', () => {
  it('has shares of MPI time and of ranks × longest wall time', () => {
    // 4 ranks of 10 s, 8 s of MPI time in all: 2 s are 25 % of MPI and 5 % of wall.
    expect(callFigures(call('MPI_Wait', 2), whole(4, 8, 10))).toMatchObject({
      ...{ count: 8, seconds: 2, mean: 0.5, least: 0.25, most: 1, ofMpi: 0.25, ofWall: 0.05, each: 0.25 },
    });
  });

  it('has ranks that never called count as 0', () => {
    const figures = callFigures(call('MPI_Bcast', 2, { ranks: 3 }), whole(4, 8, 10));
    expect([figures.least, figures.mean]).toEqual([0, 0.5]);
  });

  it('matches calls by name, and compares mean ranks where the numbers of ranks differ', () => {
    const a = { whole: whole(4, 8, 10), calls: [call('MPI_Wait', 2), call('MPI_Send', 1)], sizes: [] };
    const b = { whole: whole(8, 8, 10), calls: [call('MPI_Wait', 2), call('MPI_Put', 8)], sizes: [] };
    const rows = callRows(a, b, false);
    expect(rows.map((row) => [row.call, row.a?.mean, row.b?.mean, row.speedup])).toEqual([
      ['MPI_Put', undefined, 1, Number.NaN],
      ['MPI_Wait', 0.5, 0.25, 2],
      ['MPI_Send', 0.25, undefined, Number.NaN],
    ]);
  });

  it('has one row per call and size, with the shortest and longest single call', () => {
    const size = { call: 'MPI_Send', bytes: 1024, count: 4, seconds: 2, shortest: 0.1, longest: 0.9 };
    expect(sizeFigures(size, whole(4, 8, 10))).toMatchObject({
      ...{ bytes: 4096, each: 0.5, shortest: 0.1, longest: 0.9, ofMpi: 0.25 },
    });
    const side = { whole: whole(4, 8, 10), calls: [], sizes: [size, { ...size, bytes: 8, seconds: 3 }] };
    expect(callRows(side, null, true).map((row) => [row.call, row.size])).toEqual([
      ['MPI_Send', 8],
      ['MPI_Send', 1024],
    ]);
  });

  it('names the calls with most time of a mean rank on any side, and none without time', () => {
    const a = { whole: whole(1, 9, 10), calls: [call('MPI_Wait', 3), call('MPI_Init', 0)] };
    const b = { whole: whole(10, 9, 10), calls: [call('MPI_Wait', 5), call('MPI_Send', 40)] };
    expect(topCalls([a, b], 5)).toEqual(['MPI_Send', 'MPI_Wait']);
    expect(topCalls([a, b], 1)).toEqual(['MPI_Send']);
  });
});
