import { expect, test } from 'vitest';
import type { PairSet, TrafficColumn } from '../../../queries/pairs';
import { isTraffic } from './traffic';

const matrix: PairSet = {
  id: 'r/0',
  runs: ['r'],
  from: { table: 'matrix', id: 1 },
  benchmark: 'communication matrix',
  metric: 'bytes',
  better: 'none',
  unit: 'B',
  printed: { unit: 'B', factor: 1 },
  params: '{}',
  statistic: 'value',
  bytes: null,
  axis: 'rank',
  layout: 'source',
  ranks: 4,
  schedule: null,
  measuredAt: null,
  concurrency: null,
  hosts: null,
};

test.each(['bytes', 'bytes sent', 'volume', 'total_bytes'])('%s is traffic', (metric) => {
  expect(isTraffic({ ...matrix, metric })).toBe(true);
});

test.each(['mean message size', 'message size', 'avg_bytes', 'bytes per message', 'max-bytes', 'size'])(
  '%s is no traffic',
  (metric) => {
    expect(isTraffic({ ...matrix, metric })).toBe(false);
  },
);

test('a mean of bytes, messages and times are no traffic', () => {
  expect(isTraffic({ ...matrix, statistic: 'mean' })).toBe(false);
  expect(isTraffic({ ...matrix, metric: 'messages', unit: 'count' })).toBe(false);
  expect(isTraffic({ ...matrix, layout: 'shift' })).toBe(false);
});

test('of what a profile counted, the bytes alone are traffic', () => {
  const columns: TrafficColumn[] = ['bytes', 'messages', 'seconds', 'size'];
  const of = (column: TrafficColumn) =>
    isTraffic({ ...matrix, from: { table: 'traffic', series: [1], column }, unit: 'B' });
  expect(columns.filter(of)).toEqual(['bytes']);
});
