import { expect, test } from 'vitest';
import { boxesAround } from './boxes';

test('cells that stand together are one box', () => {
  const block = [0, 1, 2].flatMap((row) => [4, 5].map((column): [number, number] => [row, column]));
  expect(boxesAround(block)).toEqual([{ row0: 0, row1: 3, column0: 4, column1: 6 }]);
});

test('every cell is in exactly one box, and no other is', () => {
  const cells = Array.from({ length: 97 }, (_, i): [number, number] => [(i * 7) % 13, (i * 5) % 11]).filter(
    ([row, column]) => (row * column) % 3 !== 1,
  );
  const inside = boxesAround(cells).flatMap(({ row0, row1, column0, column1 }) =>
    Array.from({ length: (row1 - row0) * (column1 - column0) }, (_, i) => {
      const wide = column1 - column0;
      return `${row0 + Math.floor(i / wide)} ${column0 + (i % wide)}`;
    }),
  );
  expect(inside.sort()).toEqual([...new Set(cells.map((cell) => cell.join(' ')))].sort());
});
