import { expect, it } from 'vitest';
import { aKey } from '../compare/fixtures';
import type { DoubtfulGroup } from '../compare/doubtful';
import type { CatalogueRun } from '../queries/catalogue';
import { doubtEntries, entryText, tagsOf } from './doubtEntries';

const run = (id: string, path: string, conditions: CatalogueRun['conditions'] = {}): CatalogueRun => ({
  ...{ id, path, conditions, source: 1, position: 0, line: 1, tool: 'OSU', version: null, kind: 'measured' },
  ...{
    status: 'complete',
    reason: null,
    started: null,
    benchmarks: [],
    measurements: 1,
    pairs: 0,
    setting: 1,
    experiment: 1,
    repeat: 1,
  },
});

const RUNS = [run('1', 'd/ib/lat.out'), run('2', 'd/ib/lat2.out'), run('3', 'd/tcp/lat.out')];

const group = (factor: number, metric: string, side: 'a' | 'b' = 'a'): DoubtfulGroup => ({
  ...{ key: aKey({ metric }), side, factor, sizes: [8, 1024], clusters: [['1', '2'], ['3']] },
  runs: ['1', '2', '3'].map((id) => ({ run: id, runs: [id], values: new Map() })),
});

it('groups of the same runs are one entry, the furthest apart first', () => {
  const entries = doubtEntries([group(3, 'time'), group(90, 'latency'), group(200, 'latency', 'b')], RUNS);
  expect(entries.map(({ side, names, worst }) => [side, names, worst.factor])).toEqual([
    ['b', ['osu_allreduce latency'], 200],
    ['a', ['osu_allreduce time', 'osu_allreduce latency'], 90],
  ]);
});

it('says how far apart, at which sizes, which run stands alone, and what separates them', () => {
  const [entry] = doubtEntries([group(90, 'latency'), group(3, 'time')], RUNS);
  if (!entry) throw new Error('no entry');
  expect(entryText(entry, (id) => `run ${id}`, true)).toBe(
    'osu_allreduce latency and 1 more, A: 3 runs differ by up to 90.0× at 8 B – 1 KiB (2 runs | 1 run; run 3 stands alone). They separate by folder 2: ib | tcp.',
  );
  expect(tagsOf(entry)).toEqual([
    { key: 'folder 2', run: '1', value: 'ib' },
    { key: 'folder 2', run: '2', value: 'ib' },
    { key: 'folder 2', run: '3', value: 'tcp' },
  ]);
});

it('says that nothing is known to separate runs, which can be tagged all the same', () => {
  const alike = RUNS.map(({ id }) => run(id, 'lat.out'));
  const [entry] = doubtEntries([group(90, 'latency')], alike);
  if (!entry) throw new Error('no entry');
  expect(entryText(entry, (id) => id, false)).toMatch(
    /^osu_allreduce latency: .* No known difference separates them\.$/,
  );
  expect(tagsOf(entry).map(({ key, value }) => [key, value])).toEqual([
    ['group', '1'],
    ['group', '1'],
    ['group', '2'],
  ]);
});
