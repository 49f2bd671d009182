import fc from 'fast-check';
import { quantileOf } from '../pairs/median';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { sharingClass, sharingText } from '../pairs/sharing';
import { ApartCells } from './cells';
import { digits, toText } from './csv';
import { extremes, figures, histogram, quantiles, sharing, whole } from './statistics';
import { cellsFrom } from './testing';

const float = fc.float({ noNaN: true, noDefaultInfinity: true });
const rows = fc.array(fc.array(fc.oneof(float, fc.constant(NaN)), { minLength: 7, maxLength: 7 }), {
  minLength: 1,
  maxLength: 12,
});
const flat = (list: number[][]) => list.flat().filter((v) => !Number.isNaN(v));
const isSame = (a: number, b: number) => a === b || (Number.isNaN(a) && Number.isNaN(b));

describe('statistics', () => {
  it('finds the quantiles that sorting finds', () => {
    fc.assert(
      fc.property(rows, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const cells = cellsFrom(list);
        const sorted = flat(list).sort((a, b) => a - b);
        const expected = [0, share, 1].map((q) => quantileOf([...sorted], q));
        const found = atOnce(quantiles(cells, whole(cells), [0, share, 1], false));
        expect(found.every((v, i) => isSame(v, expected[i] ?? NaN))).toBe(true);
        const [least] = atOnce(quantiles(cells, whole(cells), [0], true));
        expect(isSame(least ?? 0, sorted.find((v) => v > 0) ?? NaN)).toBe(true);
      }),
    );
  });

  it('has a histogram that no order of rows or columns changes', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const bins = { kind: 'linear', low: -100, high: 100, count: 8 } as const;
        const of = (given: number[][]) => {
          const cells = cellsFrom(given);
          return atOnce(histogram(cells, whole(cells), bins));
        };
        const told = of(list);
        expect(of([...list].reverse().map((row) => [...row].reverse()))).toEqual(told);
        const inside = told.counts.reduce((a, b) => a + b, 0);
        expect(inside + told.under + told.over).toBe(flat(list).length);
      }),
    );
  });

  it('puts values on the edges of bins into the upper one, and the highest into the last', () => {
    const cells = cellsFrom([[1, 9.99, 10, 99, 100, 0.5, 101]]);
    const told = atOnce(histogram(cells, whole(cells), { kind: 'log', low: 1, high: 100, count: 2 }));
    expect(told).toEqual({ counts: Float64Array.of(2, 3), under: 1, over: 1 });
  });

  it('counts sharers whatever the order of the hosts, pairs on one host left out', () => {
    const scale = { peak: 968, hostLimit: 670 };
    const cells = new ApartCells(
      cellsFrom([
        [670, 484, 323],
        [277, 670, NaN],
        [0, 197, 484],
      ]),
      Int32Array.of(7, 1, 2),
      Int32Array.of(7, 8, 9),
    );
    const told = atOnce(sharing(cells, whole(cells), scale));
    expect(told.classes.map(({ of, count }) => [sharingText(of, scale), count])).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 1],
      ['3-4, ambiguous', 1],
      ['5', 1],
    ]);
    expect(told.without).toBe(1);
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 40 }), (list, limit) => {
        const some = { peak: 40, hostLimit: limit };
        const of = (given: number[][]) => {
          const all = cellsFrom(given);
          return atOnce(sharing(all, whole(all), some));
        };
        const counts = of(list);
        expect(of([...list].reverse().map((row) => [...row].reverse()))).toEqual(counts);
        const values = flat(list);
        for (const { of: own, count } of counts.classes)
          expect(
            values.filter((v) => {
              const found = sharingClass(v, some);
              return found?.from === own.from && found.to === own.to;
            }),
          ).toHaveLength(count);
        expect(counts.without).toBe(values.filter((v) => !(v > 0)).length);
      }),
    );
  });

  it('finds the extremes in order, the first of equal ones first', () => {
    const cells = cellsFrom([
      [3, 9, NaN],
      [9, 1, 2],
    ]);
    const box = whole(cells);
    expect(atOnce(extremes(cells, box, 3, 'largest'))).toEqual([
      { row: 0, column: 1, value: 9 },
      { row: 1, column: 0, value: 9 },
      { row: 0, column: 0, value: 3 },
    ]);
    expect(atOnce(extremes(cells, box, 2, 'least')).map((c) => c.value)).toEqual([1, 2]);
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), (list, n) => {
        const some = cellsFrom(list);
        const found = atOnce(extremes(some, whole(some), n, 'largest')).map((c) => c.value);
        const sorted = flat(list).sort((a, b) => b - a);
        expect(found.map((v) => v + 0)).toEqual(sorted.slice(0, n).map((v) => v + 0));
      }),
    );
  });

  it('has the figures of a box, cells apart left out', () => {
    const cells = new ApartCells(
      cellsFrom([
        [50, 2, 0],
        [4, 50, NaN],
      ]),
      Int32Array.of(0, 1),
      Int32Array.of(0, 1, 2),
    );
    expect(atOnce(figures(cells, whole(cells)))).toEqual({
      ...{ count: 3, missing: 1, apart: 2, zeros: 1, sum: 6, mean: 2, min: 0, max: 4 },
      minAt: { row: 0, column: 2 },
      maxAt: { row: 1, column: 0 },
    });
    const nothing = atOnce(figures(cells, { row0: 1, row1: 2, column0: 2, column1: 3 }));
    expect(nothing).toMatchObject({ count: 0, missing: 1, sum: 0, mean: NaN, min: NaN, maxAt: null });
  });
});

describe('cells as text', () => {
  it('writes a heading, names and values, and leaves missing cells empty', () => {
    const cells = cellsFrom([[0.1, NaN, 1e9]]);
    const names = { rows: ['a,b'], columns: ['x', 'y"z', 'u'] };
    expect(atOnce(toText(cells, whole(cells), names, ',')).join('')).toBe(
      ',x,"y""z",u\n"a,b",0.1,,1000000000\n',
    );
  });

  it('writes digits that read back as the same float', () => {
    fc.assert(
      fc.property(float, (v) => {
        expect(Math.fround(Number(digits(v))) === v).toBe(true);
      }),
    );
  });
});
