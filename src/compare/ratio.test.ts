import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aKey, aPair } from './fixtures';
import { compare, median, speedup, spread } from './ratio';

const positive = fc.double({ min: 1e-9, max: 1e12, noNaN: true });
const direction = fc.constantFrom<'higher' | 'lower'>('higher', 'lower');

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[7], 7],
    [[10, 9, 100], 10],
    [[], Number.NaN],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });
});

it('gives the band of the repeats', () => {
  expect(spread([5, 1, 3, 2])).toEqual({ n: 4, median: 2.5, min: 1, max: 5 });
  expect(spread([])).toEqual({ n: 0, median: Number.NaN, min: Number.NaN, max: Number.NaN });
});

describe('speedup', () => {
  it('is time A over time B where lower is better', () => {
    expect(speedup(30e-6, 20e-6, 'lower').ratio).toBeCloseTo(1.5, 12);
  });

  it('is rate B over rate A where higher is better', () => {
    expect(speedup(10e9, 24e9, 'higher').ratio).toBeCloseTo(2.4, 12);
  });

  it.each([
    [1, 2, 'none', 'Neither more nor less of this is better.'],
    [0, 2, 'lower', 'A is zero.'],
    [2, 0, 'lower', 'B is zero.'],
    [0, 2, 'higher', 'A is zero.'],
    [-1, 2, 'higher', 'A is below zero.'],
    [1, Number.NaN, 'higher', 'B has no number.'],
    [Infinity, 1, 'lower', 'A has no number.'],
  ] as const)('of %d and %d (%s better) is not given: %s', (a, b, better, reason) => {
    expect(speedup(a, b, better)).toEqual({ ratio: null, reason });
  });

  it('is inverted by swapping A and B, and unchanged by a common factor', () => {
    fc.assert(
      fc.property(positive, positive, positive, direction, (a, b, factor, better) => {
        const ratio = speedup(a, b, better).ratio ?? Number.NaN;
        expect((speedup(b, a, better).ratio ?? Number.NaN) * ratio).toBeCloseTo(1, 9);
        expect((speedup(a * factor, b * factor, better).ratio ?? Number.NaN) / ratio).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe('compare', () => {
  it('compares the medians of the repeats', () => {
    const { a, b, speedup: result, difference } = compare(aPair([4, 9, 2], [1, 3]));
    expect([a.median, b.median]).toEqual([4, 2]);
    expect(result).toEqual({ ratio: 2, reason: null });
    expect(difference).toBe(-2);
  });

  it('gives the difference also where there is no speedup', () => {
    const { speedup: result, difference } = compare(aPair([0], [3], { key: aKey({ better: 'higher' }) }));
    expect(result.ratio).toBeNull();
    expect(difference).toBe(3);
  });
});
