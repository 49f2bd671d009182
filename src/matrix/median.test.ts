import { describe, expect, it } from 'vitest';
import { medianOf } from './median';
import { cellsFrom } from './testing';
import type { Cells } from './cells';

const nan = Number.NaN;

function rowsOf(all: readonly Cells[]): number[][] {
  const work = medianOf(all);
  let step = work.next();
  while (!step.done) step = work.next();
  const cells = step.value;
  return Array.from({ length: cells.rows }, (_, row) => {
    const line = new Float32Array(cells.columns);
    cells.read(row, 0, cells.columns, line);
    return [...line];
  });
}

describe('medianOf', () => {
  it('is the middle value of each cell, the mean of the middle two, of the values that are there', () => {
    const a = cellsFrom([[1, 10, nan, nan]]);
    const b = cellsFrom([[3, 30, 5, nan]]);
    const c = cellsFrom([[2, nan, nan, nan]]);
    expect(rowsOf([a, b, c])).toEqual([[2, 20, 5, nan]]);
  });

  it('of one matrix is that matrix', () => {
    expect(
      rowsOf([
        cellsFrom([
          [1, 2],
          [nan, 4],
        ]),
      ]),
    ).toEqual([
      [1, 2],
      [nan, 4],
    ]);
  });

  it('refuses none, and other shapes', () => {
    expect(() => rowsOf([])).toThrow('no matrix');
    expect(() => rowsOf([cellsFrom([[1]]), cellsFrom([[1, 2]])])).toThrow('1 × 1 cells beside 1 × 2');
  });
});
