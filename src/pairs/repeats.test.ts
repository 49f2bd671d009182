import { expect, it } from 'vitest';
import type { PairSet } from '../queries/pairs';
import { alike, halvesOf, mediansOf, medianName } from './repeats';

const set = (name: string, more: Partial<PairSet> = {}): PairSet => ({
  ...{
    id: `${name}/0`,
    runs: [name],
    from: { table: 'matrix', id: 1 },
    benchmark: 'rotate',
    metric: 'bandwidth',
  },
  ...{ better: 'higher', unit: 'B/s', printed: { unit: 'MB/s', factor: 1e6 }, params: '', statistic: 'avg' },
  ...{ bytes: null, axis: 'rank', layout: 'source', ranks: 8, schedule: null, measuredAt: null },
  ...{ concurrency: null, hosts: null },
  ...more,
});
const run = (id: string, experiment = 1, status: 'complete' | 'partial' = 'complete') => ({
  id,
  experiment,
  status,
});

it('offers the median of a test that was repeated three times under the same conditions', () => {
  const sets = ['a', 'b', 'c', 'd', 'e'].map((name) => set(name));
  const runs = [run('a'), run('b'), run('c'), run('d', 2), run('e', 2)];
  const [median, ...more] = mediansOf(sets, runs);
  expect(more).toEqual([]);
  expect(median).toMatchObject({ id: 'a/0:median', runs: ['a', 'b', 'c'], ranks: 8, better: 'higher' });
  expect(median && alike(median, sets, runs).map(({ id }) => id)).toEqual(['a/0', 'b/0', 'c/0']);
  expect(median && medianName(median, '')).toBe('median of 3 repeats');
  expect(median && halvesOf(median).map((half) => half.runs)).toEqual([['a', 'c'], ['b']]);
  expect(median && medianName(median, 'nodes 8')).toBe('median of 3 repeats: nodes 8');
});

it('leaves out runs that are not whole, other shapes, traffic, and what would not fit', () => {
  const names = ['a', 'b', 'c', 'd'];
  const runs = names.map((name) => run(name));
  const four = (more: Partial<PairSet>) => names.map((name) => set(name, more));
  const of = (sets: PairSet[], known = runs) => mediansOf(sets, known).map((each) => each.runs.length);
  expect(of(four({}))).toEqual([4]);
  expect(of(four({}), [run('a', 1, 'partial'), ...runs.slice(1)])).toEqual([3]);
  expect(of(four({}), [run('a', 1, 'partial'), run('b', 1, 'partial'), ...runs.slice(2)])).toEqual([]);
  expect(of([...four({}).slice(1), set('a', { ranks: 9 })])).toEqual([3]);
  expect(of([...four({}).slice(1), set('a', { layout: 'destination' })])).toEqual([3]);
  expect(of(four({ better: 'none' }))).toEqual([]);
  expect(of(four({ ranks: 8192 }))).toEqual([4]);
  expect(of(four({ ranks: 8193 }))).toEqual([]);
});
