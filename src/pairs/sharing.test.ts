import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_SHARERS, sharingClass, sharingCounts, sharingGuide, sharingText } from './sharing';

const FEYNMAN = { peak: 968, hostLimit: 670 };
const said = (value: number) => {
  const of = sharingClass(value, FEYNMAN);
  return of ? sharingText(of, FEYNMAN) : null;
};

describe('sharers of a pair', () => {
  it.each([
    [670, '1'],
    [484, '2'],
    [323, '3'],
    [277, '3-4, ambiguous'],
    [197, '5'],
    [900, '1'],
    [20, '9 or more'],
  ])('of the InfiniBand ladder of 2004: %d MB/s is %s', (value, text) => {
    expect(said(value)).toBe(text);
  });

  it('have no class where nothing was measured', () => {
    for (const value of [Number.NaN, 0, -1]) expect(sharingClass(value, FEYNMAN)).toBeNull();
  });

  it('are not told apart below the host limit', () => {
    const scale = { peak: 1000, hostLimit: 300 };
    const of = sharingClass(310, scale);
    expect(of).toEqual({ from: 1, to: 3 });
    expect(of && sharingText(of, scale)).toBe('1-3, not told apart below the host limit');
    expect(sharingClass(250, scale)).toEqual({ from: 4, to: 4 });
  });

  it('are those of both guides where the host limit is a guide but for rounding', () => {
    const peak = 123.72236937823703;
    const scale = { peak, hostLimit: peak * 0.20000000000000004 };
    expect(sharingClass(sharingGuide(scale, 5), scale)).toEqual({ from: 1, to: 5 });
  });

  it('of a guide itself are k, and slower pairs never have fewer', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        fc.double({ min: 0.2, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: MOST_SHARERS }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (peak, part, k, slower) => {
          const scale = { peak, hostLimit: peak * part };
          const at = sharingClass(sharingGuide(scale, k), scale);
          expect(at && at.from <= k && k <= at.to).toBe(true);
          const less = sharingClass(sharingGuide(scale, k) * slower, scale);
          expect(less && at && less.from >= at.from && less.to >= at.to).toBe(true);
        },
      ),
    );
  });

  it('are counted, with values without a class apart', () => {
    const { classes, without } = sharingCounts([670, 660, 484, Number.NaN, 0], FEYNMAN);
    expect(classes).toEqual([
      { of: { from: 1, to: 1 }, count: 2 },
      { of: { from: 2, to: 2 }, count: 1 },
    ]);
    expect(without).toBe(1);
  });
});
