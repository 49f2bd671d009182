import { expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { checkedPairs } from './doubtful';
import { aRun } from './fixtures';
import type { Observation } from './types';

it('a doubt names neighbouring sizes ascending, in whatever order the numbers come', () => {
  const noise = [1, 1.01, 0.99, 1.02, 0.98, 1.005];
  const runs = noise.map((_, i) => aRun(`r${i}`, { repeat: String(i) }));
  const what = { benchmark: 'osu_latency', metric: 'latency', better: 'lower', unit: 's' } as const;
  const observed = noise.flatMap((own, i) =>
    [1, 2, 4, 8, 16, 32, 64, 128].map((bytes): Observation => {
      // Three runs are another experiment at 4 to 16 bytes.
      const value = 1e-6 * bytes * own * (i >= 3 && bytes >= 4 && bytes <= 16 ? 3 : 1);
      return { runId: `r${i}`, ...what, params: '', statistic: 'avg', bytes, value };
    }),
  );
  const mixed = observed.filter((_, i) => i % 3 === 1).concat(observed.filter((_, i) => i % 3 !== 1));
  for (const order of [observed, observed.toReversed(), mixed]) {
    const { doubts } = atOnce(checkedPairs(order, { a: runs, b: runs }));
    expect(doubts.map(({ sizes }) => sizes)).toEqual([[4, 8, 16]]);
    expect(doubts[0]?.clusters.map((ids) => [...ids].sort())).toEqual([
      ['r0', 'r1', 'r2'],
      ['r3', 'r4', 'r5'],
    ]);
    expect(doubts[0]?.factor).toBeGreaterThan(3);
  }
});
