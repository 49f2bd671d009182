import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ValueKind } from '../../queries/observations';
import {
  chosenKind,
  countValues,
  firstQuantity,
  mixed,
  planValues,
  valueQuantities,
  type ValueSet,
} from './measured';

const LATENCY: ValueKind = {
  ...{ tool: 'osu', benchmark: 'osu_latency', metric: 'latency', params: '', better: 'lower', unit: 's' },
  ...{ printed: { unit: 'us', factor: 1e-6 }, statistic: 'avg', bytes: 8, count: 10 },
};
const side = (which: 'a' | 'b', values: readonly number[]): ValueSet => ({
  ...{ side: which, name: which, color: '', dash: '', values },
});
const us = (...values: number[]) => values.map((value) => value * 1e-6);

describe('what is chosen', () => {
  const kinds: ValueKind[] = [
    { ...LATENCY, statistic: 'max', bytes: 1024, count: 90 },
    { ...LATENCY, bytes: 8 },
    { ...LATENCY, bytes: 64 },
    { ...LATENCY, bytes: 4096, count: 3 },
    { ...LATENCY, metric: 'bandwidth', unit: 'B/s', better: 'higher', params: 'window=64' },
  ];
  const [latency, bandwidth] = valueQuantities(kinds);

  it('is one quantity for each metric and its parameters', () => {
    expect([latency?.title, bandwidth?.title]).toEqual([
      'osu_latency · latency',
      'osu_latency · bandwidth, window=64',
    ]);
    expect(firstQuantity(valueQuantities(kinds))).toEqual(latency);
    expect(firstQuantity([])).toBeNull();
  });

  it('is the average of the largest size that most runs have, unless the view says otherwise', () => {
    if (!latency) throw new Error('no latency');
    const of = (statistic: string | null, size: number | null) => {
      const kind = chosenKind(latency, { statistic, size });
      return [kind?.statistic, kind?.bytes];
    };
    expect(of(null, null)).toEqual(['avg', 64]);
    expect(of('avg', 4096)).toEqual(['avg', 4096]);
    expect(of('max', 4096)).toEqual(['max', 1024]);
    expect(of('p99', 7)).toEqual(['avg', 64]);
  });

  it('tells two tools of one name apart', () => {
    const two = valueQuantities([LATENCY, { ...LATENCY, tool: 'imb' }]);
    expect(two.map(({ title }) => title)).toEqual([
      'osu_latency · latency (osu, s)',
      'osu_latency · latency (imb, s)',
    ]);
    expect(new Set(two.map(({ key }) => key)).size).toBe(2);
    expect(two[0]?.key).toMatch(/^[0-9a-f]{8,16}$/);
  });
});

describe('histograms of values', () => {
  it('share their bins, with exact figures of each side', () => {
    const sets = [side('a', us(1.15, 1, 1.05, 1.2)), side('b', us(2, 1))];
    const made = planValues(LATENCY, sets, 'overlay', 0.05e-6);
    if (!made) throw new Error('nothing to draw');
    const { plan, sorted } = made;
    expect(plan.edges).toHaveLength(21);
    const { bins } = countValues(plan, sorted);
    const filled = (list: readonly number[] | undefined) =>
      [...(list ?? []).entries()].filter(([, count]) => count > 0);
    // 1.15 is an end of bins: it counts above, though 23 × 0.05 is a little more in binary.
    expect(filled(bins[0])).toEqual([
      [0, 1],
      [1, 1],
      [3, 1],
      [4, 1],
    ]);
    expect(filled(bins[1])).toEqual([
      [0, 1],
      [19, 1],
    ]);
    const [a] = plan.sources;
    expect(a?.measured.figures.sum).toBeCloseTo(4.4e-6, 15);
    expect([a?.measured.figures.count, a?.measured.least, a?.measured.figures.max]).toEqual([
      4, 1e-6, 1.2e-6,
    ]);
    expect(a?.measured.quantiles.map((value) => Math.round(value * 1e8) / 100)).toEqual([
      1, 1.01, 1.04, 1.1, 1.16, 1.19, 1.2, 1.2,
    ]);
  });

  it('have no ratio and no peak; without numbers on a side there is none', () => {
    const both = planValues(LATENCY, [side('a', us(1)), side('b', us(1))], 'ratio', null);
    expect(both?.plan).toMatchObject({ frame: 'overlay', ratio: null, across: 'value' });
    expect(both?.plan.sources[0]).toMatchObject({ peak: null, hostLimit: null });
    expect(planValues(LATENCY, [side('a', us(1)), side('b', [])], 'overlay', null)).toBeNull();
    expect(planValues(LATENCY, [side('a', us(1))], 'difference', null)?.plan.frame).toBe('single');
  });

  it('hold every number once, in its bin and below it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-9, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 }),
        fc.option(fc.double({ min: 1e-5, max: 1, noNaN: true })),
        (values, width) => {
          const made = planValues(LATENCY, [side('a', values)], 'single', width);
          if (!made) throw new Error('nothing to draw');
          const { bins, fine, fineEdges } = countValues(made.plan, made.sorted);
          for (const counts of [bins[0], fine[0]])
            expect((counts ?? []).reduce((sum, count) => sum + count, 0)).toBe(values.length);
          expect(fineEdges[0]).toBeLessThanOrEqual(Math.min(...values));
          expect(fineEdges.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
        },
      ),
      // Where low + (high − low) is just below high.
      { examples: [[[1e-9, 0.9999999999999988], 0.9999999999999988]] },
    );
  });
});

it('runs of other conditions in one histogram are named, repeats are not', () => {
  const run = (conditions: Record<string, string>) => ({ id: '', tool: 'osu', benchmarks: [], conditions });
  expect(mixed([run({ nodes: '2', repeat: '1' }), run({ nodes: '4', repeat: '2' })])).toEqual(['nodes']);
});
