import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { aRun, aTime } from './fixtures';
import { seriesOutcomes } from './series';
import type { Observation, Sides } from './types';

const outcomes = (observations: readonly Observation[], sides: Sides) =>
  atOnce(seriesOutcomes(observations, sides, 'AR'));

/** Runs `a1…` and `b1…` with AR off and on. */
function sidesOf(ofA: number, ofB: number): Sides {
  const runs = (side: string, count: number, AR: string) =>
    Array.from({ length: count }, (_, i) => aRun(`${side}${i + 1}`, { AR, repeat: String(i + 1) }));
  return { a: runs('a', ofA, 'off'), b: runs('b', ofB, 'on') };
}

/** `values[size][repeat]` of one side. */
const seen = (side: string, values: Readonly<Record<number, readonly number[]>>): Observation[] =>
  Object.entries(values).flatMap(([bytes, own]) =>
    own.map((value, i) => aTime(`${side}${i + 1}`, value, { bytes: Number(bytes) })),
  );

describe('seriesOutcomes', () => {
  it('gives by hand: 2×, 0.5× and 4× have the mean 1.587×; worst at 16 B, best at 32 B', () => {
    const { series } = outcomes(
      [...seen('a', { 8: [4], 16: [3], 32: [8] }), ...seen('b', { 8: [2], 16: [6], 32: [2] })],
      sidesOf(1, 1),
    );
    expect(series).toHaveLength(1);
    const [one] = series;
    // (2 · 0.5 · 4)^(1/3) = 4^(1/3)
    expect(one?.mean).toBeCloseTo(1.5874010519681994, 12);
    expect(one).toMatchObject({
      sizes: 3,
      rated: 3,
      interval: null,
      verdict: 'too few repeats',
      reason: 'One run each.',
      worst: { bytes: 16, ratio: 0.5, verdict: 'too few repeats' },
      best: { bytes: 32, ratio: 4 },
      counts: { 'too few repeats': 3, better: 0 },
      repeats: { a: { least: 1, most: 1 }, b: { least: 1, most: 1 } },
    });
  });

  it('judges the mean from five repeats of each size on, and says of single sizes what the charts say', () => {
    const steady = (value: number) => [value, value * 1.01, value * 0.99, value * 1.02, value * 0.98];
    const { series } = outcomes(
      [
        ...seen('a', { 8: steady(4), 16: steady(4), 32: steady(4) }),
        ...seen('b', { 8: steady(8), 16: steady(5), 32: steady(3.9) }),
      ],
      sidesOf(5, 5),
    );
    const [one] = series;
    // 4/8, 4/5 and 4/3.9
    expect(one?.mean).toBeCloseTo((0.5 * 0.8 * (4 / 3.9)) ** (1 / 3), 12);
    expect(one?.verdict).toBe('worse');
    expect(one?.counts).toMatchObject({ worse: 2, better: 0, 'no difference seen': 1 });
    expect(one?.interval?.low).toBeLessThan(one?.mean ?? 0);
    expect(one?.interval?.high).toBeGreaterThan(one?.mean ?? 0);
    expect(one?.interval?.high).toBeLessThan(1);
  });

  it('has no verdict of the mean while one size has fewer than five repeats, but an interval from three on', () => {
    const { series } = outcomes(
      [
        ...seen('a', { 8: [4, 4, 4, 4, 4], 16: [4, 4, 4] }),
        ...seen('b', { 8: [2, 2, 2, 2, 2], 16: [2, 2, 2, 2, 2] }),
      ],
      sidesOf(5, 5),
    );
    expect(series[0]).toMatchObject({
      verdict: 'too few repeats',
      reason: 'Fewer than 5 repeats of a size on a side.',
      repeats: { a: { least: 3, most: 5 }, b: { least: 5, most: 5 } },
    });
    expect(series[0]?.interval?.low).toBeCloseTo(2, 12);
  });

  it('takes the values that one run has of a size as repeats', () => {
    const of = (run: string, values: readonly number[]) =>
      [8, 16].flatMap((bytes) => values.map((value) => aTime(run, value, { bytes })));
    const { series } = outcomes([...of('a1', [4, 4, 4, 4, 4]), ...of('b1', [2, 2, 2, 2, 2])], sidesOf(1, 1));
    expect(series[0]).toMatchObject({ verdict: 'better', repeats: { a: { least: 5, most: 5 } } });
  });

  it('of one size says what is said of that size, and of zero that there is no speedup', () => {
    const five = [2, 2.1, 1.9, 2, 2];
    const { series } = outcomes(
      [
        ...seen('a', { 8: [4, 4, 4, 4, 4] }),
        ...seen('b', { 8: five }),
        ...seen('a', { 8: [0] }).map((one) => ({ ...one, metric: 'time' })),
        ...seen('b', { 8: [1] }).map((one) => ({ ...one, metric: 'time' })),
      ],
      sidesOf(5, 5),
    );
    expect(series[0]).toMatchObject({ mean: 2, verdict: 'better' });
    expect(series[0]?.interval).toEqual(series[0]?.worst?.interval);
    expect(series[1]).toMatchObject({
      mean: null,
      rated: 0,
      worst: null,
      verdict: 'no verdict',
      reason: 'A is zero.',
    });
  });

  it('counts the sizes that one side alone has', () => {
    const { series, onlyA, onlyB } = outcomes(
      [...seen('a', { 8: [4], 16: [3], 32: [8] }), ...seen('b', { 8: [2], 64: [6] })],
      sidesOf(1, 1),
    );
    expect(series[0]?.sizes).toBe(1);
    expect(onlyA.map(({ sizes }) => sizes)).toEqual([2]);
    expect(onlyB.map(({ sizes }) => sizes)).toEqual([1]);
  });

  it('judges nothing of a series whose runs may be no repeats, unless the user says that they are', () => {
    const apart = (value: number) => [value, value * 1.01, value * 90, value * 0.99, value * 92];
    const steady = (value: number) => [value, value * 1.01, value * 0.99, value * 1.02, value * 0.98];
    const seenBoth = [
      ...seen('a', { 8: apart(4), 16: apart(5), 32: apart(6) }),
      ...seen('b', { 8: steady(2), 16: steady(2), 32: steady(2) }),
    ];
    const sides = sidesOf(5, 5);
    const [one] = outcomes(seenBoth, sides).series;
    expect(one).toMatchObject({
      ...{ sizes: 3, rated: 0, mean: null, interval: null, verdict: 'in doubt', worst: null, best: null },
      counts: { better: 0, worse: 0, 'no difference seen': 0, 'too few repeats': 0, 'no verdict': 0 },
      repeats: { a: { least: 5, most: 5 } },
    });
    expect(one?.doubts.map(({ side, sizes, clusters }) => ({ side, sizes, clusters }))).toEqual([
      {
        side: 'a',
        sizes: [8, 16, 32],
        clusters: [
          ['a1', 'a2', 'a4'],
          ['a3', 'a5'],
        ],
      },
    ]);
    const trusting = (runs: string[]) => ({ ...sides, rules: [{ kind: 'trusted' as const, runs }] });
    const all = ['a1', 'a2', 'a3', 'a4', 'a5'];
    expect(outcomes(seenBoth, trusting(all)).series[0]).toMatchObject({ verdict: 'better', doubts: [] });
    expect(outcomes(seenBoth, trusting(all.slice(1))).series[0]?.verdict).toBe('in doubt');
  });
});
