import { expect, it } from 'vitest';
import type { PairSet } from '../../queries/pairs';
import type { RunStatus } from '../../model/vocabulary';
import { chosenSet } from './quantities';

const set = (id: string): PairSet => ({
  ...{ id, runs: [id], from: { table: 'matrix', id: 1 }, benchmark: 'rotate', metric: 'bandwidth' },
  ...{ better: 'higher', unit: 'B/s', printed: { unit: 'MB/s', factor: 1e6 }, params: '', statistic: 'best' },
  ...{ bytes: null, axis: 'rank', measuredAt: null, concurrency: null, hosts: null },
  ...{ layout: 'shift', ranks: 8, schedule: 'half forward' },
});
const SETS = [set('1'), set('2')];
const run = (id: string, status: RunStatus) => ({ id, status });

it('shows a whole run unless another one is chosen, and a cut one where there is no other', () => {
  const mixed = [run('1', 'partial'), run('2', 'complete')];
  expect(chosenSet(SETS, null, mixed)?.id).toBe('2');
  expect(chosenSet(SETS, '1', mixed)?.id).toBe('1');
  expect(chosenSet(SETS, null, [run('1', 'hung'), run('2', 'partial')])?.id).toBe('1');
  expect(chosenSet([], null, mixed)).toBeNull();
});
