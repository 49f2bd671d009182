import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { countBelow } from './below';
import { APART, ApartCells } from './cells';
import { Pyramid } from './pyramid';
import { cellsFrom, pyramidOf } from './testing';

const cell = fc.oneof(
  { weight: 6, arbitrary: fc.float({ noNaN: true, min: -1e6, max: 1e6 }).map((v) => v + 0) },
  { weight: 1, arbitrary: fc.constant(NaN) },
  { weight: 1, arbitrary: fc.constant(0) },
);
const amount = fc.oneof(
  { weight: 40, arbitrary: fc.float({ noNaN: true, min: 0, max: Math.fround(1e20) }) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, -5, 0) },
);
const matrixOf = (values: fc.Arbitrary<number>) =>
  fc.tuple(fc.integer({ min: 1, max: 37 }), fc.integer({ min: 1, max: 37 })).chain(([rows, columns]) =>
    fc.array(fc.array(values, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

const matrix = fc.oneof(matrixOf(cell), matrixOf(amount));

/** Values of a block, straight from the rows. */
function block(rows: number[][], size: number, y: number, x: number): number[] {
  return rows
    .slice(y * size, (y + 1) * size)
    .flatMap((row) => row.slice(x * size, (x + 1) * size))
    .map(Math.fround);
}
const values = (list: number[]) => list.filter((v) => Number.isFinite(v));
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);

describe('Pyramid', () => {
  it('has in each block the max, min, mean and count that its cells have, at any time while rows come', () => {
    fc.assert(
      fc.property(matrix, fc.nat(), (rows, some) => {
        const filled = 1 + (some % rows.length);
        const given = rows.slice(0, filled);
        const pyramid = pyramidOf(cellsFrom(rows), filled);
        for (const level of pyramid.levels)
          for (let y = 0; y < level.height; y++)
            for (let x = 0; x < level.width; x++) {
              const i = y * level.width + x;
              const own = values(block(given, 2 ** level.level, y, x));
              expect(level.count[i]).toBe(own.length);
              if (own.length === 0) continue;
              expect(level.max[i]).toBe(Math.max(...own));
              expect(level.min[i]).toBe(Math.min(...own));
              const mean = sum(own) / own.length;
              const size = Math.max(...own.map(Math.abs), 1e-30);
              expect(Math.abs((level.mean[i] ?? NaN) - mean)).toBeLessThanOrEqual(size * 1e-6);
            }
      }),
      { numRuns: 60 },
    );
  });

  it('takes more rows after it was settled as if it had not been', () => {
    const rows = Array.from({ length: 23 }, (_, r) => Array.from({ length: 19 }, (_, c) => r * 100 + c));
    const at = cellsFrom(rows);
    const whole = pyramidOf(at);
    const often = new Pyramid(23, 19);
    for (let r = 0; r < 23; r++) {
      often.take(at);
      often.settle(at);
    }
    expect(often.levels).toEqual(whole.levels);
  });

  it('has the same whole under any order of rows and columns', () => {
    fc.assert(
      fc.property(matrix, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (rows, stream) => {
        const keys = rows.map(() => Number(stream.next().value));
        const shuffled = rows.map((row, i) => ({ row, key: keys[i] ?? 0 })).sort((a, b) => a.key - b.key);
        const top = (list: number[][]) => {
          const last = pyramidOf(cellsFrom(list)).levels.at(-1);
          return [last?.max[0], last?.min[0], last?.count[0]];
        };
        expect(top(shuffled.map(({ row }) => [...row].reverse()))).toEqual(top(rows));
      }),
      { numRuns: 40 },
    );
  });

  it('sums rows and columns, whatever kinds of cells they have', () => {
    const close = (found: number, expected: number, size: number) =>
      expect(Math.abs(found - expected)).toBeLessThanOrEqual(size * 1e-12);
    fc.assert(
      fc.property(matrix, (rows) => {
        const { rowSums, columnSums } = pyramidOf(cellsFrom(rows));
        const columns = rows[0]?.map((_, c) => rows.map((row) => row[c] ?? NaN)) ?? [];
        for (const [lines, { sum: sums, min, max, count }] of [
          [rows, rowSums],
          [columns, columnSums],
        ] as const)
          lines.forEach((line, i) => {
            const own = values(line.map(Math.fround));
            expect(count[i]).toBe(own.length);
            expect(min[i]).toBe(own.length > 0 ? Math.min(...own) : NaN);
            expect(max[i]).toBe(own.length > 0 ? Math.max(...own) : NaN);
            close(sums[i] ?? NaN, sum(own), sum(own.map(Math.abs)));
          });
      }),
      { numRuns: 60 },
    );
  });

  it('sums rows and columns', () => {
    const { rowSums, columnSums } = pyramidOf(
      cellsFrom([
        [1, 2, NaN],
        [NaN, NaN, NaN],
        [-3, 0, NaN],
      ]),
    );
    expect([...rowSums.sum]).toEqual([3, 0, -3]);
    expect([...rowSums.count]).toEqual([2, 0, 2]);
    expect([...rowSums.max]).toEqual([2, NaN, 0]);
    expect([...columnSums.sum]).toEqual([-2, 2, 0]);
    expect([...columnSums.min]).toEqual([-3, 0, NaN]);
    expect([...columnSums.max]).toEqual([1, 2, NaN]);
  });

  it('leaves out cells apart, and tells a block of them from a missing one', () => {
    const cells = new ApartCells(
      cellsFrom(Array.from({ length: 8 }, (_, r) => Array.from({ length: 8 }, () => (r < 4 ? 5 : NaN)))),
      Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1),
      Int32Array.of(0, 0, 0, 0, -1, -1, -1, -1),
    );
    const pyramid = pyramidOf(cells);
    const level = pyramid.levels[0];
    expect([...(level?.count ?? [])]).toEqual([0, 16, 0, 0]);
    expect([...(level?.mean ?? [])]).toEqual([APART, 5, NaN, NaN]);
    expect(pyramid.apart).toBe(16);
  });

  it('takes at most a third of the memory of the cells', () => {
    const { levels } = new Pyramid(4096, 4096);
    const bytes = levels.reduce(
      (n, l) => n + 4 * (l.max.length + l.min.length + l.mean.length + l.count.length),
      0,
    );
    expect(bytes / (4096 * 4096 * 4)).toBeLessThan(1 / 3 + 0.001);
  });

  it('refuses a row too many', () => {
    const cells = cellsFrom([[1]]);
    const pyramid = pyramidOf(cells);
    expect(() => pyramid.take(cells)).toThrow('all given');
  });
});

describe('countBelow', () => {
  it('counts in each block the values under the threshold', () => {
    fc.assert(
      fc.property(matrix, fc.float({ noNaN: true, min: -1e6, max: 1e6 }), (rows, threshold) => {
        const cells = cellsFrom(rows);
        const pyramid = pyramidOf(cells);
        const { levels } = atOnce(countBelow(cells, pyramid, threshold));
        pyramid.levels.forEach((level, k) => {
          for (let y = 0; y < level.height; y++)
            for (let x = 0; x < level.width; x++)
              expect(levels[k]?.[y * level.width + x]).toBe(
                block(rows, 2 ** level.level, y, x).filter((v) => v < threshold).length,
              );
        });
      }),
      { numRuns: 60 },
    );
  });
});
