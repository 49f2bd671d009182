import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreement, expected, misfit, repeatSpread, scatterOf } from './compare';
import { indistinguishable, crossingsOf } from './crossings';
import { countsUnder, togetherOf, flowsOf } from './flows';
import { fitFraction } from './fraction';
import { pathsUnknown } from './paths';
import { normalBelow, pearson, ranks, spearman } from './robust';

const floats = (...values: number[]) => Float64Array.of(...values);

test('a prediction that pairs lie further from than from one value is a misfit', () => {
  const shares = Float64Array.from({ length: 60 }, (_, i) => 12 / (1 + (i % 3)));
  const noisy = (list: Float64Array) => list.map((value, i) => value * (1 + 0.02 * Math.sin(7 * i)));
  const flat = new Float64Array(60).fill(12);
  expect(misfit(noisy(flat), shares)).toMatchObject({ spread: expect.any(Number) as number });
  expect(misfit(noisy(flat), shares)?.equal).toBeLessThan(0.03);
  expect(misfit(noisy(shares), shares)).toBeNull();
  // A prediction that is the same for all is never worse than one value.
  expect(misfit(noisy(shares), flat)).toBeNull();
});

describe('correlations', () => {
  test('against values by hand', () => {
    // Means 3 and 4; sums of squares 10 and 10; sum of products 8.
    expect(pearson(floats(1, 2, 3, 4, 5), floats(2, 4, 3, 5, 6))).toBeCloseTo(0.9, 12);
    // Ranks 0 1 2 3 4 and 0 2 1 3 4: 1 − 6·2 / (5·24).
    expect(spearman(floats(1, 2, 3, 4, 5), floats(2, 4, 3, 5, 6))).toBeCloseTo(0.9, 12);
    expect(spearman(floats(1, 2, 3), floats(1, 8, 1000))).toBeCloseTo(1, 12);
    expect(ranks(floats(5, 1, 5, 9))).toEqual(floats(1.5, 0, 1.5, 3));
    expect(pearson(floats(2, 2, 2), floats(1, 2, 3))).toBeNaN();
    expect(pearson(floats(1), floats(1))).toBeNaN();
  });

  test('scale and order do not change them', () => {
    const number = fc.double({ min: 1, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 3 }), (pairs) => {
        const [x, y] = [Float64Array.from(pairs, ([p]) => p), Float64Array.from(pairs, ([, q]) => q)];
        const [there, back] = [spearman(x, y), spearman(y, x)];
        if (Number.isNaN(there)) {
          expect(back).toBeNaN();
          return;
        }
        expect(there).toBeCloseTo(back, 9);
        expect(Math.abs(there)).toBeLessThanOrEqual(1 + 1e-9);
        expect(
          spearman(
            x.map((value) => 8 * value),
            y,
          ),
        ).toBeCloseTo(there, 9);
      }),
    );
  });

  test('the normal distribution', () => {
    expect(normalBelow(0)).toBeCloseTo(0.5, 6);
    expect(normalBelow(-1.96)).toBeCloseTo(0.0249979, 6);
    expect(normalBelow(1.96)).toBeCloseTo(0.9750021, 6);
    // Published tail values.
    expect(normalBelow(-4) / 3.167e-5).toBeCloseTo(1, 2);
    expect(normalBelow(-6) / 9.866e-10).toBeCloseTo(1, 2);
  });
});

/** Four ranks on hosts of their own, lower to upper half: two phases of two flows. */
function small(measured: number[], together: 'half forward' | 'one at a time' = 'half forward') {
  const grid = { ranks: 4, senders: 2, receivers: 2, firstReceiver: 2, values: Float32Array.from(measured) };
  return flowsOf(grid, together, Int32Array.of(0, 1, 2, 3));
}

describe('flows', () => {
  test('phases of a half test: sender s to 2 + (s + phase) mod 2', () => {
    const flows = small([1, 2, 3, Number.NaN]);
    expect([...flows.starts]).toEqual([0, 2, 4]);
    expect([...flows.sender]).toEqual([0, 1, 0, 1]);
    expect([...flows.receiver]).toEqual([2, 3, 3, 2]);
    expect([...flows.measured]).toEqual([1, Number.NaN, 2, 3]);
  });

  test('what is no flow is counted', () => {
    const grid = {
      ranks: 3,
      senders: 3,
      receivers: 3,
      firstReceiver: 0,
      values: new Float32Array(9).fill(5),
    };
    grid.values[1] = 0;
    const flows = flowsOf(grid, 'shift', Int32Array.of(0, 1, -1));
    expect(flows).toMatchObject({ unmatched: 5, sameHost: 0, notPositive: 1 });
    expect([...flows.measured]).toEqual([Number.NaN, 5]);
    const one = flowsOf(grid, 'shift', Int32Array.of(0, 0, 1), countsUnder({ excluded: [2], only: null }));
    expect(one).toMatchObject({ unmatched: 0, sameHost: 2 });
    expect([...one.measured].every(Number.isNaN)).toBe(true);
    expect(one.sender).toHaveLength(4);
  });

  test('how pairs ran is taken from the measurement, or asked', () => {
    expect(togetherOf({ concurrency: 'one at a time', schedule: 'shift' })).toBe('one at a time');
    expect(togetherOf({ concurrency: 'at once', schedule: 'shift' })).toBe('shift');
    expect(togetherOf({ concurrency: 'at once', schedule: null })).toBeNull();
    expect(togetherOf({ concurrency: null, schedule: 'shift' })).toBeNull();
  });
});

describe('expected bandwidth', () => {
  const flows = small([90, 80, 45, 40]);
  const share = floats(1, 1, 0.5, 0.5);
  const own = floats(10, 10, 10, 10);

  test('line rate, and a host limit below it', () => {
    const line = expected(flows, share, own, { perCapacity: 10, hostLimit: null });
    expect([...line.predicted]).toEqual([100, 100, 50, 50]);
    expect(line).toMatchObject({ fitted: false, byHost: 0 });
    const limited = expected(flows, share, own, { perCapacity: 10, hostLimit: 67 });
    expect([...limited.predicted]).toEqual([67, 67, 50, 50]);
    expect(limited.byHost).toBe(2);
  });

  test('a fitted scale with too few undisturbed pairs is that of all pairs', () => {
    // Ratios 9, 4, 16, 9: two flows with whole shares are too few.
    const told = expected(flows, share, own, { perCapacity: null, hostLimit: null });
    expect(told).toMatchObject({ fitted: true, fittedTo: 4 });
  });

  test('agreement of a model that is a tenth too high everywhere', () => {
    const told = agreement(floats(90, 45, 30, Number.NaN), floats(100, 50, 100 / 3, 1));
    expect(told.pairs).toBe(3);
    expect(told.factor).toBeCloseTo(0.9, 12);
    expect(told.pearson).toBeCloseTo(1, 12);
    expect(told.spread).toBeCloseTo(0, 12);
    expect(told.equal).toEqual({ predicted: false, measured: false });
  });

  test('says which of the two has no spread where there is no correlation', () => {
    const one = agreement(floats(90, 45, 30), floats(100, 100, 100));
    expect(one.pearson).toBeNaN();
    expect(one.equal).toEqual({ predicted: true, measured: false });
    expect(agreement(floats(5, 5), floats(1, 2)).equal).toEqual({ predicted: false, measured: true });
  });
});

test('scatter: points while they are few, else bins that hold every pair', () => {
  const few = scatterOf(floats(1, Number.NaN, 3), floats(2, 2, 2));
  expect(few).toMatchObject({ kind: 'points', flow: Uint32Array.of(0, 2) });
  const many = Float64Array.from({ length: 5000 }, (_, i) => i + 1);
  const binned = scatterOf(many, many);
  if (binned.kind !== 'bins') throw new Error('bins');
  expect(binned.counts.reduce((sum, n) => sum + n, 0)).toBe(5000);
  expect(binned.counts.at(-1)).toBeGreaterThan(0);
  expect([binned.xMax, binned.yMax]).toEqual([5000, 5000]);
});

test('noise between repeats is that of one run', () => {
  const a = Float32Array.of(100, 100, 100, 100);
  const b = Float32Array.of(110, 100 / 1.1, 110, 100 / 1.1);
  expect(repeatSpread(a, b)).toBeCloseTo((1.4826 * Math.log(1.1)) / Math.SQRT2, 3);
  // Pairs without a value in one of them do not count.
  const [zero, none] = [[0, 0, 0, 0, 0], new Array<number>(5).fill(Number.NaN)];
  const more = (list: Float32Array, ...others: number[]) => Float32Array.of(...list, ...others);
  const spread = repeatSpread(a, b);
  expect(repeatSpread(more(a, ...zero), more(b, 1, 1, 1, 1, 1))).toBe(spread);
  expect(repeatSpread(more(a, 1, 1, 1, 1, 1), more(b, ...zero))).toBe(spread);
  expect(repeatSpread(more(a, ...none), more(b, 1, 1, 1, 1, 1))).toBe(spread);
});

describe('the fraction of a link', () => {
  test('half of the flows may be anything', () => {
    const y = [-1.386, -1.386, -1.386, -1.386, 0, -3, -0.2];
    const { phi } = fitFraction(y.map((value) => ({ y: value, slack: 0 })));
    expect(Math.exp(phi)).toBeCloseTo(0.25, 2);
  });

  test('flows with room to spare are slowed less, by the room', () => {
    const room = [0, 0, 0.7, 0.7, 2];
    const { phi } = fitFraction(room.map((slack) => ({ y: Math.min(0, Math.log(0.3) + slack), slack })));
    expect(Math.exp(phi)).toBeCloseTo(0.3, 2);
  });

  test('without a shortfall there is no fraction', () => {
    expect(fitFraction([0.1, 0, 0.2, -0.01, 0.3].map((y) => ({ y, slack: 0 })))).toEqual({ phi: 0, gain: 0 });
  });
});

test('links with the same flows are one group; links without flows are none', () => {
  const paths = {
    width: 3,
    none: 5,
    // Flow 0: 0 2 3, flow 1: 1 2 3, flow 2 (not counted): 4.
    links: Uint32Array.of(0, 2, 3, 1, 2, 3, 4, 5, 5),
    loads: new Uint32Array(9).fill(1),
  };
  const crossings = crossingsOf(paths, (flow) => flow < 2);
  expect([...crossings.starts]).toEqual([0, 1, 2, 4, 6, 6]);
  expect(indistinguishable(crossings)).toEqual([[0], [1], [2, 3]]);
});

test.each([
  ['lft', null],
  ['dmodk', null],
  ['random:seed=3', null],
  ['lft:lmc=2', /LMC 2 every host has 4 addresses/],
  ['ecmp:seed=2', /hash/],
  ['spray', /many paths at once/],
  ['greedy:choices=2', /packet by packet/],
])('paths under %s', (routing, why) => {
  if (why === null) expect(pathsUnknown(routing)).toBeNull();
  else expect(pathsUnknown(routing)).toMatch(why);
});
