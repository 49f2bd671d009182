import { describe, expect, it } from 'vitest';
import { drawing, repeats } from './doubtTrials';
import { farValues, OUTLIER_LIMITS } from './outliers';

const LIKE = [14, 11, 15, 18, 12, 19, 16, 20];

describe('farValues', () => {
  it('finds 80 among eight values of 11 to 20, whatever the unit', () => {
    for (const unit of [1, 1e-6, 1e9]) {
      const [far, ...others] = farValues([[...LIKE, 80].map((value) => value * unit)]);
      expect(far).toMatchObject({ size: 0, place: 8, factor: expect.closeTo(5, 12) as number });
      expect(others).toEqual([]);
    }
  });

  it('finds the same of rates, which are small where times are long', () => {
    expect(farValues([[...LIKE, 80].map((value) => 1 / value)])).toMatchObject([{ place: 8 }]);
  });

  it('wants five values and a distance of 1.5×', () => {
    const same = (count: number, far: number) => farValues([[...Array<number>(count - 1).fill(10), far]]);
    expect(same(4, 100)).toEqual([]);
    expect(same(5, 100)).toHaveLength(1);
    expect(same(9, 15.01)).toHaveLength(1);
    expect(same(9, 14.99)).toEqual([]);
    expect(same(9, 10 / 1.501)).toHaveLength(1);
    expect(same(9, 10 / 1.499)).toEqual([]);
  });

  it('wants five deviations: of the size, or of all sizes where they are larger', () => {
    // Deviations of the logarithms from their median: 0, 0.1 four times, then the far value.
    const around = (far: number) => [0, 0.1, -0.1, 0.1, -0.1, far].map((log) => Math.exp(log));
    const limit = 5 * 1.4826 * 0.1;
    // The far value moves the median by half of the distance to its neighbour.
    expect(farValues([around(limit + 0.06)])).toHaveLength(1);
    expect(farValues([around(limit - 0.01)])).toEqual([]);
    const wide = [-1, -0.5, 0, 0.5, 1].map((log) => Math.exp(log));
    expect(farValues([around(limit + 0.06), wide, wide])).toEqual([]);
  });

  it('passes over what has no logarithm', () => {
    expect(farValues([[0, Number.NaN, Infinity, 10, 10, 10, 100]])).toEqual([]);
    expect(farValues([[0, Number.NaN, 10, 10, 10, 10, 100]])).toMatchObject([{ place: 6 }]);
    expect(farValues([])).toEqual([]);
  });

  it('has the limits that the document gives', () => {
    expect(OUTLIER_LIMITS).toEqual({ fewest: 5, factor: 1.5, deviations: 5, noise: 1.02 });
  });

  it('marks less than 0.3 % of the values of true repeats, and most that are 3× off', () => {
    const draw = drawing(3);
    let [values, marked, planted, found] = [0, 0, 0, 0];
    for (let trial = 0; trial < 1500; trial++) {
      const runs = draw.whole(5, 12);
      const noise = draw.between(0.01, 0.2);
      const rows = repeats({ runs, sizes: draw.whole(1, 20), noise }, 'noise', draw);
      const sizes = (rows[0] ?? []).map((_, size) => rows.map((row) => row[size] ?? 0));
      values += sizes.length * runs;
      marked += farValues(sizes).length;
      const first = sizes[0] ?? [];
      const off = [[(first[0] ?? 0) * 3, ...first.slice(1)], ...sizes.slice(1)];
      if (noise > 0.1) continue;
      planted++;
      if (farValues(off).some(({ size, place }) => size === 0 && place === 0)) found++;
    }
    expect(marked / values).toBeLessThan(0.003);
    expect(found / planted).toBeGreaterThan(0.97);
  });
});
