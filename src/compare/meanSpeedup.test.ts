import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { speedupInterval, type Interval } from './bootstrap';
import { meanSpeedupInterval, type RepeatedSize } from './meanSpeedup';

const NONE: Interval = { low: Number.NaN, high: Number.NaN };
const size = (a: readonly number[], b: readonly number[]): RepeatedSize => ({
  a: Float64Array.from(a),
  b: Float64Array.from(b),
});
const interval = (sizes: readonly RepeatedSize[], better: 'higher' | 'lower' | 'none' = 'lower') =>
  atOnce(meanSpeedupInterval(sizes, better));

const value = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
const sizes = fc
  .tuple(fc.integer({ min: 3, max: 7 }), fc.integer({ min: 3, max: 7 }), fc.integer({ min: 1, max: 4 }))
  .chain(([ofA, ofB, count]) =>
    fc.array(
      fc.record({
        a: fc.array(value, { minLength: ofA, maxLength: ofA }),
        b: fc.array(value, { minLength: ofB, maxLength: ofB }),
      }),
      { minLength: count, maxLength: count },
    ),
  )
  .map((all) => all.map(({ a, b }) => size(a, b)));

describe('meanSpeedupInterval', () => {
  it('is a point where nothing varies: the geometric mean of 2× and 8× is 4×', () => {
    const found = interval([size([6, 6, 6], [3, 3, 3]), size([8, 8, 8], [1, 1, 1])]) ?? NONE;
    expect(found.low).toBeCloseTo(4, 12);
    expect(found.high).toBeCloseTo(4, 12);
  });

  it('keeps the sizes of a repeat together: what one size gains another loses', () => {
    // Repeat by repeat the product of both sizes is the same, so that the mean does not vary although each size does.
    const found = interval([size([1, 2, 4], [1, 1, 1]), size([4, 2, 1], [1, 1, 1])]) ?? NONE;
    const apart = speedupInterval([1, 2, 4], [1, 1, 1], 'lower') ?? NONE;
    expect(apart).toEqual({ low: 1, high: 4 });
    expect(found.low).toBeCloseTo(2, 12);
    expect(found.high).toBeCloseTo(2, 12);
  });

  it('is that of the size where there is one', () => {
    fc.assert(
      fc.property(sizes, ([first]) => {
        if (!first) return;
        const { low, high } = interval([first]) ?? NONE;
        const of = speedupInterval([...first.a], [...first.b], 'lower') ?? NONE;
        expect(low / of.low).toBeCloseTo(1, 9);
        expect(high / of.high).toBeCloseTo(1, 9);
      }),
      { numRuns: 25 },
    );
  });

  it('leaves out resamples in which a size has no value', () => {
    const found = interval([size([2, 2, 2, Number.NaN], [1, 1, 1]), size([8, 8, 8, 8], [1, 1, 1])]);
    expect(found?.low).toBeCloseTo(4, 12);
    expect(found?.high).toBeCloseTo(4, 12);
  });

  it('is not given for fewer than three values of a size, for zeros, without a direction and without sizes', () => {
    expect(interval([size([1, 2, 3], [1, 2, Number.NaN])])).toBeNull();
    expect(interval([size([1, 2, 3], [0, 2, 3])])).toBeNull();
    expect(interval([size([1, 2, 3], [1, 2, 3])], 'none')).toBeNull();
    expect(interval([])).toBeNull();
  });

  it('is the reciprocal when A and B are swapped, or the direction turned', () => {
    fc.assert(
      fc.property(sizes, (of) => {
        const found = interval(of) ?? NONE;
        for (const other of [interval(of.map(({ a, b }) => ({ a: b, b: a }))), interval(of, 'higher')]) {
          expect(found.low * (other?.high ?? Number.NaN)).toBeCloseTo(1, 9);
          expect(found.high * (other?.low ?? Number.NaN)).toBeCloseTo(1, 9);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('does not depend on the order of the repeats', () => {
    fc.assert(
      fc.property(sizes, (of) => {
        const turned = of.map(({ a, b }) => ({ a: a.toReversed(), b: b.toReversed() }));
        const [found, other] = [interval(of) ?? NONE, interval(turned) ?? NONE];
        expect(other.low / found.low).toBeCloseTo(1, 9);
        expect(other.high / found.high).toBeCloseTo(1, 9);
      }),
      { numRuns: 25 },
    );
  });

  it('tells equal sides apart in fewer than 1 of 20 cases from five repeats on, whatever sizes share', () => {
    let state = 11;
    const uniform = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state + 0.5) / 2 ** 32;
    };
    const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const side = (ofRun: number, ofSize: number) => {
      const runs = Array.from({ length: 5 }, () => ofRun * normal());
      return Array.from({ length: 4 }, () => runs.map((run) => Math.exp(run + ofSize * normal())));
    };
    for (const [ofRun, ofSize] of [
      [0.05, 0],
      [0, 0.05],
      [0.04, 0.04],
    ] as const) {
      const trials = 300;
      let apart = 0;
      for (let trial = 0; trial < trials; trial++) {
        const [a, b] = [side(ofRun, ofSize), side(ofRun, ofSize)];
        const { low, high } = interval(a.map((values, i) => size(values, b[i] ?? []))) ?? NONE;
        if (low > 1 || high < 1) apart++;
      }
      expect(apart / trials).toBeLessThan(0.05);
    }
  });
});
