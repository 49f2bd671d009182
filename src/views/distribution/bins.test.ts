import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cumulative, fittingWidth, fullestShare, MOST_BINS, niceAbove, ratioBins, sharedBins } from './bins';

const MIB = 1048576;

describe('bins', () => {
  it('have round widths in the unit of the tool', () => {
    expect([0.3, 1, 1.2, 3, 7, 49, 50, 501].map(niceAbove)).toEqual([0.5, 1, 2, 5, 10, 50, 50, 1000]);
    // The published figure: about 2,500 MiB/s in bins of 50 MiB/s.
    expect(fittingWidth(100 * MIB, 2600 * MIB, MIB)).toBe(50 * MIB);
    expect(fittingWidth(5, 5, 1)).toBeGreaterThan(0);
    expect(fittingWidth(0, 0, 1)).toBeGreaterThan(0);
  });

  it('begin and end at multiples of the width', () => {
    expect(sharedBins(33.6, 127, 50).edges).toEqual([0, 50, 100, 150]);
    expect(sharedBins(50, 150, 50).edges).toEqual([50, 100, 150]);
    expect(sharedBins(100, 100, 50).edges).toEqual([100, 150]);
  });

  it('hold every value, and are never too many', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e12, noNaN: true }),
        fc.double({ min: 0, max: 1e12, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
        (p, q, width) => {
          const [min, max] = [Math.min(p, q), Math.max(p, q)];
          const { edges, widened, width: own } = sharedBins(min, max, width);
          expect(edges[0]).toBeLessThanOrEqual(min);
          expect(edges.at(-1)).toBeGreaterThanOrEqual(max);
          expect(edges.length).toBeLessThanOrEqual(MOST_BINS + 3);
          expect(widened).toBe(own !== width);
        },
      ),
    );
  });

  it('of ratios have an end at 1 and reach as far to both sides', () => {
    const edges = ratioBins(0.5, 3);
    expect(edges).toContain(1);
    expect((edges[0] ?? 0) * (edges.at(-1) ?? 0)).toBeCloseTo(1);
    expect(edges.at(-1)).toBeGreaterThan(3);
    expect(ratioBins(1, 1)[0]).toBeLessThan(1);
  });

  it('say which share the fullest of them hold', () => {
    expect([1, 2, 9].map((n) => fullestShare([5, 0, 80, 15], n))).toEqual([0.8, 0.95, 1]);
    expect(fullestShare([], 4)).toBeNaN();
  });

  it('add up to the share below each end', () => {
    expect(cumulative([1, 2, 0, 1])).toEqual([0, 0.25, 0.75, 0.75, 1]);
    expect(cumulative([0])).toEqual([NaN, NaN]);
  });
});
