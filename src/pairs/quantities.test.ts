import { expect, it } from 'vitest';
import type { PairSet } from '../queries/pairs';
import type { RunStatus } from '../model/vocabulary';
import { addsUp, chosenOf, chosenSet, familiesOf, familyOf, quantitiesOf, setsOf } from './quantities';

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

it('puts quantities that differ in size alone under one title, and keeps the size in sight', () => {
  const sized = (id: string, benchmark: string, bytes: number | null): PairSet => ({
    ...set(id),
    benchmark,
    bytes,
  });
  const quantities = quantitiesOf([
    ...[4096, 1024].map((bytes, i) => sized(`a${i}`, 'osu_bw', bytes)),
    ...[2048, 1024].map((bytes, i) => sized(`b${i}`, 'osu_bibw', bytes)),
    sized('c', 'rotate', 65536),
  ]);
  const families = familiesOf(quantities);
  expect(families.map(({ title, all }) => [title, all.map(({ bytes }) => bytes)])).toEqual([
    ['osu_bw · bandwidth, best', [4096, 1024]],
    ['osu_bibw · bandwidth, best', [2048, 1024]],
    ['rotate · bandwidth, best, 64 KiB', [65536]],
  ]);
  const [bw, , bibw] = quantities;
  const [one, two] = families;
  expect(familyOf(families, quantities[1]?.key ?? '')?.key).toBe(bw?.key);
  expect(familyOf(families, null)).toBeNull();
  // The same size where the other has it, else its first.
  expect(chosenOf(families, two?.key ?? '', quantities[1] ?? null)).toBe(quantities[3]?.key);
  expect(chosenOf(families, two?.key ?? '', bw ?? null)).toBe(bibw?.key);
  expect(chosenOf(families, 'another', bw ?? null)).toBe('another');
  expect(one?.key).toBe(bw?.key);
});

it('gives each side of a comparison only its own runs of a sweep over pairs of hosts', () => {
  const sweep = { key: '', conditions: {}, name: 'sweep/*_*.log' };
  const measured = (id: number, run: string) => ({ id, run, pair: [0, 1] as const });
  const both: PairSet = {
    ...set('a'),
    runs: ['a', 'b', 'c'],
    from: {
      ...{ table: 'runs', bothWays: true, sweep },
      series: [measured(1, 'a'), measured(2, 'b')],
      failed: [{ run: 'c', pair: [0, 2] }],
    },
  };
  const [a, b] = ['a', 'bc'].map((runs) => setsOf([both], new Set(runs)));
  expect(a).toMatchObject([{ runs: ['a'], from: { series: [{ id: 1 }], failed: [] } }]);
  expect(b).toMatchObject([{ runs: ['b', 'c'], from: { series: [{ id: 2 }], failed: [{ run: 'c' }] } }]);
  expect(new Set([a?.[0]?.id, b?.[0]?.id, both.id]).size).toBe(3);
  expect([setsOf([both], new Set('c')), setsOf([both], null)]).toEqual([[], [both]]);
  expect(setsOf([both], new Set('abc'))).toEqual([both]);
});

it('adds up what was sent, and no means, sizes, rates or times of tests', () => {
  const traffic = (more: Partial<PairSet>) =>
    addsUp({ ...set('t'), better: 'none', statistic: 'sum', metric: 'bytes', ...more });
  expect([traffic({}), traffic({ statistic: 'value' })]).toEqual([true, true]);
  expect(['avg', 'mean', 'median', 'max', 'p90'].map((statistic) => traffic({ statistic }))).not.toContain(
    true,
  );
  expect([traffic({ metric: 'message size' }), traffic({ metric: 'mean bytes' })]).toEqual([false, false]);
  expect(traffic({ better: 'higher' })).toBe(false);
  expect(traffic({ from: { table: 'traffic', series: [1], column: 'size' } })).toBe(false);
});
