import { describe, expect, it } from 'vitest';
import type { CatalogueRun, Metric } from '../queries/catalogue';
import { MOST_OBSERVATIONS } from '../queries/observations';
import { benchmarksOf, chooseMetrics, toCompareRun } from './choose';

const run = (id: string, benchmarks: string[]): CatalogueRun =>
  ({ id, tool: 'IMB', benchmarks, conditions: {}, setting: '' }) as unknown as CatalogueRun;
const metric = (benchmark: string, numbers: number): Metric => ({
  benchmark,
  metric: 'latency',
  better: 'lower',
  unit: 's',
  statistics: ['avg'],
  counts: [numbers],
});
const view = { metric: null, statistic: null, benchmarks: null };
const names = (...of: Parameters<typeof chooseMetrics>) =>
  chooseMetrics(...of).map(({ benchmark }) => benchmark);

describe('what is drawn unasked', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const runs = [run('1', all)];

  it('is what has most numbers, in the order of the list', () => {
    const metrics = all.map((benchmark, i) => metric(benchmark, i < 3 ? 1 : 20));
    expect(names(all, metrics, view, runs, null)).toEqual(['a', 'd', 'e', 'f', 'g', 'h']);
  });

  it('is what both sides have before what one has, however much that is', () => {
    const a = run('1', ['x', ...all.slice(0, 6)]);
    const b = run('2', all.slice(0, 6));
    const sides = { a: [toCompareRun(a)], b: [toCompareRun(b)] };
    const given = benchmarksOf([a, b], sides);
    expect(given.at(-1)).toBe('x');
    const metrics = given.map((benchmark) => metric(benchmark, benchmark === 'x' ? 500 : 5));
    expect(names(given, metrics, view, [a, b], sides)).toEqual(all.slice(0, 6));
  });

  it('fits in a drawing; where nothing does, one is tried', () => {
    const metrics = [metric('a', MOST_OBSERVATIONS + 1), metric('b', 10), metric('c', MOST_OBSERVATIONS)];
    expect(names(['a', 'b', 'c'], metrics, view, runs, null)).toEqual(['c']);
    expect(names(['a'], metrics, view, runs, null)).toEqual(['a']);
    const asked = { ...view, benchmarks: ['a'] };
    expect(names(['a', 'b', 'c'], metrics, asked, runs, null)).toEqual(['a']);
  });
});
