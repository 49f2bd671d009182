import { describe, expect, it } from 'vitest';
import { keptApart } from './conditions';
import { aRun, aTime } from './fixtures';
import { pair, type Pairing } from './pairing';
import { split } from './sides';
import type { Observation, Run } from './types';

const off = aRun('off', { AR: 'off' });
const on = aRun('on', { AR: 'on' });

function byAr(runs: readonly Run[], observations: readonly Observation[]): Pairing {
  return pair(observations, split(runs, 'AR', 'off', 'on'), 'AR');
}

describe('pair', () => {
  it('pairs by message size, in order of size, and lists the sizes of one side only', () => {
    const { pairs, onlyA, onlyB } = byAr(
      [off, on],
      [
        aTime('off', 9, { bytes: 1024 }),
        aTime('off', 1, { bytes: 4 }),
        aTime('off', 2),
        aTime('on', 3),
        aTime('on', 5, { bytes: 16 }),
        aTime('on', 7, { bytes: 1024 }),
      ],
    );
    expect(pairs.map(({ bytes, a, b }) => [bytes, a, b])).toEqual([
      [8, [2], [3]],
      [1024, [9], [7]],
    ]);
    expect(pairs[0]?.key).toBe(pairs[1]?.key);
    expect(onlyA.map(({ bytes, values }) => [bytes, values])).toEqual([[4, [1]]]);
    expect(onlyB.map(({ bytes, values }) => [bytes, values])).toEqual([[16, [5]]]);
  });

  it('pairs results without a size, and keeps them apart from size 0', () => {
    const { pairs } = byAr(
      [off, on],
      [null, 0].flatMap((bytes, n) => [aTime('off', n, { bytes }), aTime('on', 10 + n, { bytes })]),
    );
    expect(pairs.map(({ bytes, a, b }) => [bytes, a, b])).toEqual([
      [null, [0], [10]],
      [0, [1], [11]],
    ]);
  });

  it.each<[string, Partial<Observation>]>([
    ['in place and out of place', { params: 'placement=in place' }],
    ['benchmarks', { benchmark: 'osu_bcast' }],
    ['metrics', { metric: 'overlap' }],
    ['directions of better', { better: 'higher' }],
    ['units', { unit: 'B/s' }],
    ['statistics', { statistic: 'max' }],
  ])('never pairs different %s', (_what, over) => {
    const observations = [aTime('off', 1, { params: 'placement=out of place' }), aTime('on', 2, over)];
    const { pairs, onlyA, onlyB } = byAr([off, on], observations);
    expect([pairs.length, onlyA.length, onlyB.length]).toEqual([0, 1, 1]);
  });

  it.each<[string, Partial<Observation>]>([
    ['benchmark', { benchmark: 'osu_bcast' }],
    ['metric', { metric: 'overlap' }],
    ['direction of better', { better: 'higher' }],
    ['unit', { unit: 'B/s' }],
    ['parameters', { params: 'placement=in place' }],
    ['statistic', { statistic: 'max' }],
  ])('never takes rows of one run that differ in %s as repeats', (_what, over) => {
    const observations = ['off', 'on'].flatMap((id) => [aTime(id, 1), aTime(id, 2, over), aTime(id, 3)]);
    expect(byAr([off, on], observations).pairs.map(({ a, b }) => [a, b])).toEqual([
      [
        [1, 3],
        [1, 3],
      ],
      [[2], [2]],
    ]);
  });

  it('never pairs different tools', () => {
    const { pairs } = byAr(
      [off, aRun('on', { AR: 'on' }, { tool: 'IMB' })],
      [aTime('off', 1), aTime('on', 2)],
    );
    expect(pairs).toEqual([]);
  });

  it('pairs node count by node count and takes repeats together', () => {
    const runs = [
      aRun('a2', { AR: 'off', nodes: '2' }),
      aRun('a4', { AR: 'off', nodes: '4', repeat: '1' }),
      aRun('a4r', { AR: 'off', nodes: '4', repeat: '2' }),
      aRun('b4', { AR: 'on', nodes: '4', repeat: '1' }),
      aRun('b8', { AR: 'on', nodes: '8' }),
    ];
    const { pairs, onlyA, onlyB } = byAr(
      runs,
      runs.map(({ id }, n) => aTime(id, n)),
    );
    expect(pairs.map(({ key, a, b }) => [key.conditions, a, b])).toEqual([[{ nodes: '4' }, [1, 2], [3]]]);
    expect(onlyA.map(({ key }) => key.conditions)).toEqual([{ nodes: '2' }]);
    expect(onlyB.map(({ key }) => key.conditions)).toEqual([{ nodes: '8' }]);
  });

  it('finds the conditions of the key benchmark by benchmark', () => {
    const bw = { benchmarks: ['osu_bw'] };
    const runs = [
      aRun('a', { AR: 'off', MPI: 'x' }),
      aRun('b', { AR: 'on', MPI: 'y' }),
      aRun('c', { AR: 'off', MPI: 'y' }, bw),
    ];
    const observations = [aTime('a', 1), aTime('b', 2), aTime('c', 3, { benchmark: 'osu_bw' })];
    const { pairs, onlyA } = byAr(runs, observations);
    expect(pairs.map(({ key, a, b }) => [key.conditions, a, b])).toEqual([[{}, [1], [2]]]);
    expect(onlyA.map(({ key }) => key.benchmark)).toEqual(['osu_bw']);
  });

  it('ignores runs on no side', () => {
    const { pairs, onlyA, onlyB } = byAr([off, on], [aTime('other', 1)]);
    expect([pairs, onlyA, onlyB]).toEqual([[], [], []]);
  });

  it('pairs sides chosen by ticking', () => {
    const { pairs } = pair([aTime('on', 2), aTime('off', 1)], { a: [on], b: [off] });
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([[[2], [1]]]);
  });
});

describe('experiments taken together', () => {
  const runs = ['off', 'on'].flatMap((AR, side) =>
    [1, 2, 3].flatMap((set) =>
      [1, 2, 3].map((repeat) =>
        aRun(
          `${AR} ${set} ${repeat}`,
          { AR, 'node set': `${set}`, repeat: `${repeat}` },
          { experiment: 10 * side + set },
        ),
      ),
    ),
  );
  const observations = runs.flatMap(({ id }, n) => [aTime(id, n), aTime(id, n + 100, { bytes: 16 })]);

  it('stay apart until the user says so', () => {
    expect(byAr(runs, observations).pairs.map(({ a, sets }) => [a.length, sets])).toEqual(
      Array.from({ length: 6 }, () => [3, undefined]),
    );
  });

  it('make one sample of nine from nine runs over three node sets, and each value keeps its set', () => {
    const sides = {
      ...split(runs, 'AR', 'off', 'on'),
      rules: [{ kind: 'pooled', key: 'node set' } as const],
    };
    const { pairs } = pair(observations, sides, 'AR');
    expect(pairs.map(({ key, bytes }) => [key.conditions, bytes])).toEqual([
      [{}, 8],
      [{}, 16],
    ]);
    expect(pairs[0]?.a).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(pairs[0]?.b).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17]);
    expect(pairs[0]?.sets).toEqual({
      a: [1, 1, 1, 2, 2, 2, 3, 3, 3],
      b: [11, 11, 11, 12, 12, 12, 13, 13, 13],
    });
  });

  it('are offered where they keep all of A from all of B', () => {
    const apart = runs.map((run) =>
      run.conditions['AR'] === 'on'
        ? { ...run, conditions: { ...run.conditions, 'node set': `on ${run.conditions['node set'] ?? ''}` } }
        : run,
    );
    const sides = split(apart, 'AR', 'off', 'on');
    expect(pair(observations, sides, 'AR').pairs).toEqual([]);
    expect(keptApart(sides, 'AR').map(({ key }) => key)).toEqual(['node set']);
    expect(keptApart(split(runs, 'AR', 'off', 'on'), 'AR')).toEqual([]);
    const rules = [{ kind: 'pooled', key: 'node set' } as const];
    expect(pair(observations, { ...sides, rules }, 'AR').pairs).toHaveLength(2);
  });

  it('only repeats of one experiment are in a sample otherwise, whatever the conditions', () => {
    const keys = ['lib', 'place', 'nodes'];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 16807) % 2147483647) % below;
    for (let round = 0; round < 200; round++) {
      const made = Array.from({ length: 12 }, (_, i) => {
        const conditions = Object.fromEntries(keys.map((key) => [key, String(random(3))]));
        return aRun(String(i), { ...conditions, AR: i % 2 === 0 ? 'off' : 'on', repeat: String(i) });
      });
      const { pairs } = byAr(
        made,
        made.map(({ id }) => aTime(id, Number(id))),
      );
      for (const side of pairs.flatMap(({ a, b }) => [a, b]))
        for (const key of keys)
          expect(new Set(side.map((value) => made[value]?.conditions[key])).size).toBe(1);
    }
  });
});
