import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossovers } from './crossover';

function curve(...points: [number, number | null][]) {
  return crossovers(points.map(([bytes, ratio]) => ({ bytes, ratio })));
}

describe('crossovers', () => {
  it('finds the size on logarithmic axes', () => {
    expect(curve([1, 0.25], [16, 2], [64, 4])).toEqual([
      { towards: 'better', from: 1, to: 16, at: expect.closeTo(16 ** (2 / 3), 9) as number, gap: false },
    ]);
  });

  it('finds several, each with its direction', () => {
    const found = curve([4, 2], [8, 0.5], [16, 0.5], [32, 2]);
    expect(found.map(({ towards, at }) => [towards, at && Math.round(at * 1e6) / 1e6])).toEqual([
      ['worse', Math.round(Math.sqrt(32) * 1e6) / 1e6],
      ['better', Math.round(Math.sqrt(512) * 1e6) / 1e6],
    ]);
  });

  it('takes the middle of the sizes where both are equal', () => {
    expect(curve([1, 0.5], [4, 1], [8, 1], [16, 1], [32, 3])).toEqual([
      { towards: 'better', from: 1, to: 32, at: 8, gap: false },
    ]);
  });

  it('does not count a touch, equal ends or an empty curve', () => {
    expect(curve([1, 2], [2, 1], [4, 2])).toEqual([]);
    expect(curve([1, 1], [2, 1], [4, 2], [8, 1])).toEqual([]);
    expect(curve()).toEqual([]);
  });

  it('forgets a touch and a gap once the curve has turned', () => {
    const clear = { gap: false, at: expect.closeTo(Math.sqrt(32), 9) as number };
    expect(curve([1, 0.5], [2, 1], [4, 0.5], [8, 2])).toMatchObject([clear]);
    expect(curve([1, 2], [2, null], [4, 2], [8, 0.5])).toMatchObject([clear]);
  });

  it('says when sizes between are missing', () => {
    expect(curve([1, 0.5], [2, null], [4, 2], [8, null], [16, 4])).toEqual([
      { towards: 'better', from: 1, to: 4, at: 2, gap: true },
    ]);
  });

  it('brackets a crossing from size 0 without placing it', () => {
    expect(curve([0, 0.5], [1, 2])).toEqual([{ towards: 'better', from: 0, to: 1, at: null, gap: false }]);
  });

  it('lies between the bracketing sizes and stays when A and B are swapped', () => {
    const ratios = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(ratios, (values) => {
        const there = curve(...values.map((ratio, step): [number, number] => [2 ** step, ratio]));
        const back = curve(...values.map((ratio, step): [number, number] => [2 ** step, 1 / ratio]));
        expect(back.length).toBe(there.length);
        there.forEach(({ from, to, at, towards }, index) => {
          expect(at).toBeGreaterThanOrEqual(from);
          expect(at).toBeLessThanOrEqual(to);
          expect(back[index]?.at).toBeCloseTo(at ?? Number.NaN, 3);
          expect(back[index]?.towards).not.toBe(towards);
        });
      }),
    );
  });
});
