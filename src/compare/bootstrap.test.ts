import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speedupInterval } from './bootstrap';
import { median, speedup } from './ratio';

const repeats = fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 3, maxLength: 12 });
const direction = fc.constantFrom<'higher' | 'lower'>('higher', 'lower');

describe('speedupInterval', () => {
  it('spans the extreme ratios with three repeats: a median of a resample is the extreme in 7 of 27 cases', () => {
    expect(speedupInterval([2, 3, 4], [1, 1, 1], 'lower')).toEqual({ low: 2, high: 4 });
    expect(speedupInterval([2, 3, 4], [1, 1, 1], 'higher')).toEqual({ low: 1 / 4, high: 1 / 2 });
  });

  it('is a point where nothing varies', () => {
    expect(speedupInterval([6, 6, 6], [3, 3, 3, 3], 'lower')).toEqual({ low: 2, high: 2 });
  });

  it('is as wide upwards as downwards for an even number of evenly spread repeats', () => {
    const { low, high } = speedupInterval([1, 2, 3, 4, 5, 6], [1, 1, 1], 'lower') ?? { low: 0, high: 0 };
    expect([low, high]).toEqual([1.5, 5.5]);
  });

  it('is not given for fewer than three, for zeros and without a direction', () => {
    expect(speedupInterval([1, 2], [1, 2, 3], 'lower')).toBeNull();
    expect(speedupInterval([1, 2, 3], [0, 2, 3], 'lower')).toBeNull();
    expect(speedupInterval([1, 2, 3], [Number.NaN, 2, 3], 'lower')).toBeNull();
    expect(speedupInterval([1, 2, 3], [1, 2, 3], 'none')).toBeNull();
  });

  it('holds the speedup of the medians', () => {
    fc.assert(
      fc.property(repeats, repeats, direction, (a, b, better) => {
        const { low, high } = speedupInterval(a, b, better) ?? { low: Number.NaN, high: Number.NaN };
        const { ratio } = speedup(median(a), median(b), better);
        expect(low).toBeLessThanOrEqual(ratio ?? Number.NaN);
        expect(high).toBeGreaterThanOrEqual(ratio ?? Number.NaN);
      }),
    );
  });

  it('is the reciprocal when A and B are swapped', () => {
    fc.assert(
      fc.property(repeats, repeats, direction, (a, b, better) => {
        const one = speedupInterval(a, b, better) ?? { low: Number.NaN, high: Number.NaN };
        const other = speedupInterval(b, a, better) ?? { low: Number.NaN, high: Number.NaN };
        expect(one.low * other.high).toBeCloseTo(1, 9);
        expect(one.high * other.low).toBeCloseTo(1, 9);
      }),
    );
  });

  it('does not depend on the order of the repeats, nor on what was asked before', () => {
    fc.assert(
      fc.property(repeats, repeats, (a, b) => {
        const first = speedupInterval(a, b, 'lower');
        speedupInterval([...b, 1], a, 'higher');
        expect(speedupInterval(a.toReversed(), b.toSorted(), 'lower')).toEqual(first);
      }),
    );
  });

  it('tells equal sides apart in fewer than 1 of 20 cases from five repeats on', () => {
    const random = gaussian(7);
    for (const count of [5, 9]) {
      const sample = () => Array.from({ length: count }, () => Math.exp(0.05 * random()));
      const trials = 2000;
      let apart = 0;
      for (let trial = 0; trial < trials; trial++) {
        const { low, high } = speedupInterval(sample(), sample(), 'lower') ?? { low: 0, high: 0 };
        if (low > 1 || high < 1) apart++;
      }
      expect(apart / trials).toBeLessThan(0.05);
      expect(apart).toBeGreaterThan(0);
    }
  });

  it('resamples whole experiments where several are taken together: what they share widens the interval', () => {
    const random = gaussian(3);
    const made = () => {
      const values: number[] = [];
      const sets: number[] = [];
      for (let set = 0; set < 8; set++) {
        const shared = 0.2 * random();
        for (let repeat = 0; repeat < 5; repeat++) {
          values.push(Math.exp(shared + 0.01 * random()));
          sets.push(set);
        }
      }
      return { values, sets };
    };
    const wide = ({ low, high }: { low: number; high: number }) => Math.log(high / low);
    let apart = { nested: 0, flat: 0 };
    for (let trial = 0; trial < 80; trial++) {
      const [a, b] = [made(), made()];
      const nested = speedupInterval(a.values, b.values, 'lower', { a: a.sets, b: b.sets });
      const flat = speedupInterval(a.values, b.values, 'lower');
      if (!nested || !flat) throw new Error('no interval');
      expect(wide(nested)).toBeGreaterThan(wide(flat));
      apart = {
        nested: apart.nested + Number(nested.low > 1 || nested.high < 1),
        flat: apart.flat + Number(flat.low > 1 || flat.high < 1),
      };
    }
    // Equal sides: 5 % may be told apart; taken for independent repeats, many more would be.
    expect(apart.nested / 80).toBeLessThan(0.1);
    expect(apart.flat / 80).toBeGreaterThan(0.15);
  });

  it('gives none of fewer than six experiments taken together', () => {
    const values = [1, 2, 3, 4, 5, 6];
    const five = [1, 2, 3, 4, 5, 5];
    expect(speedupInterval(values, values, 'lower', { a: five, b: values })).toBeNull();
    expect(speedupInterval(values, values, 'lower', { a: values, b: values.map(() => 9) })).not.toBeNull();
  });

  it('gives 300 intervals without a noticeable wait', () => {
    const values = [1.1, 1.2, 1.05, 1.3, 1.15, 1.22, 1.08, 1.19, 1.11];
    speedupInterval(values, values, 'lower');
    const start = performance.now();
    for (let time = 0; time < 300; time++) speedupInterval(values, values, 'lower');
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

/** Standard normal numbers (Box-Muller) from a linear congruential generator. */
function gaussian(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
