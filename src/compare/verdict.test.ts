import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aKey, aPair } from './fixtures';
import { assess } from './verdict';

describe('assess', () => {
  it.each([
    [[10, 11, 12, 10, 11], [5, 6, 5, 6, 5], 'better', null],
    [[5, 6, 5, 6, 5], [10, 11, 12, 10, 11], 'worse', null],
    [[5, 6, 7, 8, 9], [6, 5, 7, 9, 8], 'no difference seen', null],
    [[5, 5, 5, 5, 5], [5, 5, 5, 5, 5], 'no difference seen', null],
    [[10, 11, 12, 10], [5, 6, 5, 6, 5], 'too few repeats', 'Fewer than 5 repeats on a side.'],
    [[10], [5], 'too few repeats', 'One run each.'],
    [[0, 0, 0, 0, 0], [5, 6, 5, 6, 5], 'no verdict', 'A is zero.'],
    [[0, 6, 5, 6, 5], [5, 6, 5, 6, 5], 'no verdict', 'A repeat is zero or no number.'],
  ])('times %j against %j: %s', (a, b, verdict, reason) => {
    expect(assess(aPair(a, b))).toMatchObject({ verdict, reason });
  });

  it('turns with the direction of better', () => {
    const rate = { key: aKey({ better: 'higher', unit: 'B/s', metric: 'bandwidth' }) };
    expect(assess(aPair([10, 11, 12, 10, 11], [5, 6, 5, 6, 5], rate)).verdict).toBe('worse');
    const neither = { key: aKey({ better: 'none' }) };
    expect(assess(aPair([10, 11, 12, 10, 11], [5, 6, 5, 6, 5], neither)).verdict).toBe('no verdict');
  });

  it('is swapped with A and B, and unchanged by a common power of two', () => {
    const repeats = fc.array(fc.double({ min: 1, max: 2, noNaN: true }), { minLength: 5, maxLength: 9 });
    const swapped: Record<string, string> = { better: 'worse', worse: 'better' };
    fc.assert(
      fc.property(repeats, repeats, fc.integer({ min: -20, max: 20 }), (a, b, power) => {
        const { verdict, interval } = assess(aPair(a, b));
        expect(assess(aPair(b, a)).verdict).toBe(swapped[verdict] ?? verdict);
        const scale = (values: number[]) => values.map((value) => value * 2 ** power);
        expect(assess(aPair(scale(a), scale(b))).interval).toEqual(interval);
      }),
    );
  });

  it('gives an interval from three repeats on, before it gives a verdict', () => {
    expect(assess(aPair([2, 3, 4], [1, 1, 1])).interval).toEqual({ low: 2, high: 4 });
    expect(assess(aPair([2, 3], [1, 1, 1])).interval).toBeNull();
  });
});
