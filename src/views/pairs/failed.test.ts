import { expect, it } from 'vitest';
import type { PairSet } from '../../queries/pairs';
import { failedText } from './failed';

const set = (pairs: readonly (readonly [number, number])[], bothWays: boolean): PairSet => ({
  ...{ id: 'a/0', runs: ['a'], benchmark: 'osu_bw', metric: 'bandwidth', better: 'higher', unit: 'B/s' },
  ...{ printed: { unit: 'MB/s', factor: 1e6 }, params: '', statistic: 'avg', bytes: 4096, axis: 'host' },
  ...{ layout: 'source', ranks: 9, schedule: null, measuredAt: null, concurrency: 'one at a time' },
  hosts: Array.from({ length: 9 }, (_, i) => `n${i}`),
  from: {
    ...{ table: 'runs', bothWays, series: [], sweep: { key: '', conditions: {}, name: '' } },
    failed: pairs.map((pair) => ({ run: 'f', pair })),
  },
});

it('counts failed pairs by host, most first', () => {
  expect(
    failedText({
      set: set(
        [
          [0, 2],
          [2, 1],
        ],
        true,
      ),
    }),
  ).toEqual({ count: 2, cells: 4, text: 'n2 2, n0 1, n1 1' });
  expect(
    failedText({
      set: set(
        [
          [0, 1],
          [2, 3],
          [4, 5],
          [6, 7],
        ],
        false,
      ),
    }),
  ).toEqual({
    ...{ count: 4, cells: 4 },
    text: 'n0 1, n1 1, n2 1, n3 1, n4 1, n5 1 and 2 more hosts',
  });
  expect(failedText({ set: set([], true) }).count).toBe(0);
});
