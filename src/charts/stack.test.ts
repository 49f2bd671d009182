import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barEnds, barsOf, barWith, largestIn, stacked } from './stack';

describe('bars over positions', () => {
  it('are one for each position while there is room', () => {
    expect([...barEnds(2, 5, 100)]).toEqual([2, 3, 4, 5]);
    expect([...barEnds(0, 10, 4)]).toEqual([0, 3, 5, 8, 10]);
    expect([...barEnds(0, 0, 4)]).toEqual([0, 0]);
  });

  it('hold every position once, in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 2000 }),
        (first, count, most) => {
          const ends = barEnds(first, first + count, most);
          expect(ends.length - 1).toBe(Math.min(count, most));
          expect([ends[0], ends.at(-1)]).toEqual([first, first + count]);
          const found = ends.subarray(0, -1).map((start) => barWith(ends, start) ?? -1);
          expect(found.every((bar, i) => bar === i && (ends[i + 1] ?? 0) > (ends[i] ?? 0))).toBe(true);
          expect(barWith(ends, first + count)).toBeNull();
          expect(barWith(ends, first - 1)).toBeNull();
        },
      ),
    );
  });

  it('have mean, least and most of what is there', () => {
    const { mean, least, most } = barsOf(
      Float64Array.of(1, 3, Number.NaN, 5, Number.NaN),
      Int32Array.of(0, 2, 4, 5),
    );
    expect([...mean]).toEqual([2, 5, Number.NaN]);
    expect([...least]).toEqual([1, 5, Number.NaN]);
    expect([...most]).toEqual([3, 5, Number.NaN]);
  });

  it('stand on each other, and what is missing or below 0 takes no room', () => {
    const layers = [{ values: Float64Array.of(1, 3, Number.NaN) }, { values: Float64Array.of(2, 2, -1) }];
    const parts = stacked(layers, Int32Array.of(0, 2, 3));
    expect(parts.map(({ from, to }) => [[...from], [...to]])).toEqual([
      [
        [0, 0],
        [2, 0],
      ],
      [
        [2, 0],
        [4, 0],
      ],
    ]);
  });

  it('give the position with most, the first of equals, and the first where nothing is known', () => {
    expect(largestIn(Float64Array.of(9, 1, 4, 4), 1, 4)).toBe(2);
    expect(largestIn(Float64Array.of(Number.NaN, Number.NaN), 0, 2)).toBe(0);
    expect(largestIn(undefined, 3, 5)).toBe(3);
  });
});
