import { expect, it } from 'vitest';
import { folded } from './folded';
import { cellsFrom } from './testing';
import { whole } from './statistics';

const nan = Number.NaN;
const cells = cellsFrom([
  [1, 2, 3],
  [4, nan, 6],
  [7, 8, 9],
]);
const list = (...groups: number[]) => Int32Array.from(groups);

function fold(rows: Int32Array, columns: Int32Array, by: 'sum' | 'mean'): number[][] {
  const work = folded(cells, { rows, columns, by, apart: 'taken in' });
  let step = work.next();
  while (!step.done) step = work.next();
  const made = step.value;
  const { row1, column1 } = whole(made);
  return Array.from({ length: row1 }, (_, row) => {
    const into = new Float32Array(column1);
    made.read(row, 0, column1, into);
    return [...into];
  });
}

it('puts rows and columns together, and counts missing cells for nothing', () => {
  expect(fold(list(0, 0, 1), list(0, 1, 0), 'sum')).toEqual([
    [14, 2],
    [16, 8],
  ]);
  expect(fold(list(0, 0, 1), list(0, 1, 0), 'mean')).toEqual([
    [3.5, 2],
    [8, 8],
  ]);
});

it('leaves rows and columns out, and has no value where all are missing', () => {
  expect(fold(list(-1, 0, -1), list(0, 1, -1), 'sum')).toEqual([[4, nan]]);
});

it('refuses groups of another shape', () => {
  expect(() => fold(list(0), list(0, 0, 0), 'sum')).toThrow('Groups of 1 × 3 for 3 × 3 cells.');
});
