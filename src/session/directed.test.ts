import { expect, it } from 'vitest';
import { aRun } from '../compare/fixtures';
import type { Metric } from '../queries/catalogue';
import type { PairSet } from '../queries/pairs';
import { directed, quotedSets } from './directed';

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

it('lists a measurement of pairs that is told in several ways once', () => {
  const set = (name: string, over: Partial<PairSet> = {}) => {
    const base = {
      runs: ['1'],
      benchmark: 'sendrecv_perf',
      params: '',
      statistic: 'avg',
      bytes: 8,
      axis: 'host',
    };
    return { ...base, metric: name, ...over } as PairSet;
  };
  const told = (sets: readonly PairSet[], inNetwork = false) =>
    quotedSets(sets, inNetwork).map(({ metric: name }) => name);
  const nccl = ['time', 'algbw', 'busbw'].map((name) => set(name));
  expect(told(nccl)).toEqual(['busbw']);
  expect(told(nccl, true)).toEqual(['algbw']);
  expect(told([set('time'), set('busbw', { bytes: 16 })])).toEqual(['time', 'busbw']);
  expect(told([set('latency'), set('bandwidth')])).toEqual(['latency', 'bandwidth']);
});
