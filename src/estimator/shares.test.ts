/** Pairs by share, and the means of shares pattern by pattern. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Estimator } from './core';
import { interval, pool } from './result';
import { testEstimator } from './testing/module';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

const bisect = { kind: 'pattern', pattern: 'bisect' } as const;
const bin = (share: number) => Math.min(19, Math.floor(20 * share + 1e-9));

describe.each([
  ['tree2:8', 'random', 'cables that are alike'],
  ['tree2:8:down=6:cap=100,200', 'dmodk', 'uplinks of twice the capacity'],
  ['tree2:8:down=6', 'spray', 'split flows'],
  ['pgft:18,18/1,9/1,2', 'greedy', 'parallel cables'],
])('%s %s: %s', (topology, routing) => {
  test('every pair is in the bin of its share', () => {
    estimator.setup({ topology, routing, traffic: bisect });
    const batch = estimator.run(0, 20, 3n, { share: true, pairs: true });
    const figures = pool([batch]);
    const bins = new Array<number>(20).fill(0);
    for (const share of batch.pairs.share) bins[bin(share)] = (bins[bin(share)] ?? 0) + 1;
    expect(figures.shareBins).toEqual(bins);
    expect(bins.reduce((a, b) => a + b)).toBe(figures.pairs - figures.lost);
    expect(figures.share?.mean).toBeCloseTo(figures.meanShare ?? Number.NaN, 12);
    expect(figures.share).toEqual(interval(figures.perPatternShare ?? new Float64Array(), figures.arrived));
  });
});

test('lost flows are in no bin', () => {
  const cut = { what: 'switch:32', after: 'stale' } as const;
  estimator.setup({ topology: 'tree2:8:cap=1,2', routing: 'dmodk', traffic: bisect, cut });
  const { shareBins, pairs, lost } = pool([estimator.run(0, 5, 1n, { share: true })]);
  expect(lost).toBeGreaterThan(0);
  expect(shareBins?.reduce((a, b) => a + b)).toBe(pairs - lost);
});

test('a shift over the leaves of Frontera gives 24 pairs of 44 two thirds and the others all', () => {
  // 44 hosts share 18 uplinks of twice the capacity: 8 of them carry 3 flows (2/3 each), 10 carry 2 (1 each).
  estimator.setup({
    topology: 'frontera',
    routing: 'dmodk',
    traffic: { kind: 'pattern', pattern: 'shift:44' },
  });
  const { shareBins, pairs } = pool([estimator.run(0, 1, 1n, { share: true })]);
  expect(shareBins?.map((count) => count / pairs)).toEqual(
    Array.from({ length: 20 }, (_, i) => (i === 13 ? 24 / 44 : i === 19 ? 20 / 44 : 0)),
  );
});

test('without shares there are no bins of them', () => {
  estimator.setup({ topology: 'tree2:8', routing: 'random', traffic: bisect });
  expect(pool([estimator.run(0, 5, 1n)])).toMatchObject({ shareBins: null, share: null });
});
