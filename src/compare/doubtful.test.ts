import { expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { checkedPairs } from './doubtful';
import { aRun } from './fixtures';
import type { Observation } from './types';

it('a doubt names neighbouring sizes ascending, also where one of them is of one side alone', () => {
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
  // The other side has no number at 8 bytes.
  const others = noise.map((_, i) => aRun(`s${i}`, { repeat: String(i) }));
  const rest = observed.flatMap((one) =>
    one.bytes === 8 ? [] : [{ ...one, runId: one.runId.replace('r', 's') }],
  );
  for (const order of [observed, observed.toReversed()]) {
    const { doubts } = atOnce(checkedPairs([...order, ...rest], { a: runs, b: others }));
    const [own] = doubts.filter(({ side }) => side === 'a');
    expect(own?.sizes).toEqual([4, 8, 16]);
    expect(own?.clusters.map((ids) => [...ids].sort())).toEqual([
      ['r0', 'r1', 'r2'],
      ['r3', 'r4', 'r5'],
    ]);
    expect(own?.factor).toBeGreaterThan(3);
  }
});
