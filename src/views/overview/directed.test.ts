import { expect, it } from 'vitest';
import { aRun } from '../../compare/fixtures';
import type { Metric } from '../../queries/catalogue';
import { directed } from './directed';

const metric = (benchmark: string, name: string, over: Partial<Metric> = {}): Metric => ({
  benchmark,
  metric: name,
  better: name === 'time' ? 'lower' : 'higher',
  unit: name === 'time' ? 's' : 'B/s',
  statistics: ['value'],
  counts: [20],
  ...over,
});
const names = (metrics: readonly Metric[], conditions: Record<string, string> = {}) =>
  directed(metrics, [aRun('1', conditions)]).map(({ choice }) => `${choice.benchmark} ${choice.metric}`);

it('counts a measurement that is told in several ways once', () => {
  const nccl = ['time', 'algbw', 'busbw'].map((name) => metric('all_reduce_perf', name));
  expect(names(nccl)).toEqual(['all_reduce_perf busbw']);
  expect(names(nccl, { 'SHARP effective': 'on' })).toEqual(['all_reduce_perf algbw']);
  expect(names([metric('x', 'time'), metric('y', 'busbw')])).toEqual(['x time', 'y busbw']);
});

it('keeps metrics that are measured apart', () => {
  expect(names([metric('app', 'latency'), metric('app', 'bandwidth')])).toEqual([
    'app latency',
    'app bandwidth',
  ]);
  const more = metric('all_reduce_perf', 'time', { counts: [40] });
  expect(names([more, metric('all_reduce_perf', 'busbw')])).toHaveLength(2);
});
