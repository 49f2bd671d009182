import { describe, expect, it } from 'vitest';
import type { Observation, Run } from '../../compare/types';
import { atOnce } from '../../model/turns';
import { buildModelInTurns, TIME_KEY, type ModelInput } from './model';

const buildModel = (input: ModelInput) => atOnce(buildModelInTurns(input));

const run = (id: string, conditions: Record<string, string>): Run => ({
  id,
  tool: 'OSU',
  benchmarks: ['osu_allreduce'],
  conditions,
});

const seen = (
  runId: string,
  bytes: number | null,
  value: number,
  more: Partial<Observation> = {},
): Observation => ({
  runId,
  benchmark: 'osu_allreduce',
  metric: 'latency',
  better: 'lower',
  unit: 's',
  params: '',
  statistic: 'avg',
  bytes,
  value,
  ...more,
});

const off = run('off', { AR: 'off', nodes: '2' });
const on = run('on', { AR: 'on', nodes: '2' });
const off4 = run('off4', { AR: 'off', nodes: '4' });
const on4 = run('on4', { AR: 'on', nodes: '4' });

const input = (change: Partial<ModelInput>): ModelInput => ({
  observations: [],
  sides: { a: [off], b: [on] },
  compared: 'AR',
  frame: 'ratio',
  view: { x: 'size', y: 'value', panels: null, size: null },
  nameOf: (id) => `run ${id}`,
  labels: [],
  ...change,
});

describe('runs that may be no repeats', () => {
  const runs = ['1', '2', '3'].map((id) => run(id, { AR: 'off', nodes: '2' }));
  const observations = [
    ...runs.flatMap(({ id }, i) =>
      [8, 16, 32].map((bytes) => seen(id, bytes, bytes * (i === 1 ? 80 : 1 + i / 50))),
    ),
    ...[8, 16, 32].map((bytes) => seen('on', bytes, bytes / 2)),
  ];
  const sides = { a: runs, b: [on] };

  it('are a line each, and no median', () => {
    const { panels, pairs, doubts } = buildModel(input({ observations, sides, frame: 'overlay' }));
    expect(
      panels[0]?.lines.map(({ side, label, points }) => [side, label, points.map(({ y }) => y)]),
    ).toEqual([
      ['a', 'run 1', [8, 16, 32]],
      ['a', 'run 2', [640, 1280, 2560]],
      ['a', 'run 3', [8 * 1.04, 16 * 1.04, 32 * 1.04]],
      ['b', '', [4, 8, 16]],
    ]);
    expect(pairs).toEqual([]);
    // Nothing beside the side that is in no doubt: it would be judged.
    expect(panels[0]?.lines[3]?.points.map(({ a, b }) => [a, b])).toEqual([
      [[], [4]],
      [[], [8]],
      [[], [16]],
    ]);
    expect(doubts).toMatchObject([{ side: 'a', clusters: [['1', '3'], ['2']], sizes: [8, 16, 32] }]);
    const ids = panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(({ id }) => id)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('have no ratio', () => {
    expect(buildModel(input({ observations, sides })).panels).toEqual([]);
  });

  it('have one again when the user says that they are repeats', () => {
    const rules = [{ kind: 'trusted' as const, runs: ['1', '2', '3'] }];
    const { panels, doubts } = buildModel(input({ observations, sides: { ...sides, rules } }));
    expect(panels[0]?.lines[0]?.points.map(({ y }) => y)).toEqual([2.08, 2.08, 2.08]);
    expect(doubts).toEqual([]);
  });
});

describe('ratio', () => {
  const observations = [
    seen('off', 8, 4),
    seen('off', 16, 6),
    seen('on', 8, 2),
    seen('on', 16, 12),
    seen('on', 32, 1),
  ];

  it('is time of A over time of B, with the crossover between the sizes', () => {
    const model = buildModel(input({ observations }));
    const line = model.panels[0]?.lines[0];
    expect(line?.points.map(({ x, y }) => [x, y])).toEqual([
      [8, 2],
      [16, 0.5],
    ]);
    expect(line?.crossovers).toMatchObject([{ from: 8, to: 16, towards: 'worse' }]);
    expect(model.onlyB.map(({ bytes }) => bytes)).toEqual([32]);
  });

  it('keeps node counts in lines of their own, or in panels when asked', () => {
    const more = [...observations, seen('off4', 8, 9), seen('on4', 8, 3)];
    const sides = { a: [off, off4], b: [on, on4] };
    const lines = buildModel(input({ observations: more, sides })).panels[0]?.lines;
    expect(lines?.map(({ label, points }) => [label, points[0]?.y])).toEqual([
      ['2 nodes', 2],
      ['4 nodes', 3],
    ]);
    const panels = buildModel(
      input({ observations: more, sides, view: { x: 'size', y: 'value', panels: 'nodes', size: null } }),
    ).panels;
    expect(panels.map(({ value, lines: own }) => [value, own.length])).toEqual([
      ['2', 1],
      ['4', 1],
    ]);
  });

  it('never mixes in place and out of place', () => {
    const placed = ['in place', 'out of place'].flatMap((placement, i) => [
      seen('off', 8, 4, { params: `placement=${placement}` }),
      seen('on', 8, 2 + i, { params: `placement=${placement}` }),
    ]);
    const lines = buildModel(input({ observations: placed })).panels[0]?.lines;
    expect(lines?.map(({ label, points }) => [label, points[0]?.y])).toEqual([
      ['in place', 2],
      ['out of place', 4 / 3],
    ]);
  });

  it('gives a reason and no number for zero', () => {
    const [line] =
      buildModel(input({ observations: [seen('off', 8, 0), seen('on', 8, 1)] })).panels[0]?.lines ?? [];
    expect(line?.points[0]).toMatchObject({ y: null, reason: 'A is zero.' });
  });
});

describe('values', () => {
  it('joins repeats as their median with the band, one line per side', () => {
    const a2 = run('a2', { AR: 'off', nodes: '2', repeat: '2' });
    const model = buildModel(
      input({
        frame: 'overlay',
        sides: { a: [off, a2], b: [on] },
        observations: [seen('off', 8, 4), seen('a2', 8, 6), seen('on', 8, 2), seen('on', 16, 3)],
      }),
    );
    const [a, b] = model.panels[0]?.lines ?? [];
    expect(a?.points).toMatchObject([{ y: 5, lo: 4, hi: 6 }]);
    expect(b?.points.map(({ x, y }) => [x, y])).toEqual([
      [8, 2],
      [16, 3],
    ]);
  });

  it('says where all points stand when that is one place', () => {
    const only = (observations: Parameters<typeof input>[0]['observations']) =>
      buildModel(input({ frame: 'overlay', sides: { a: [off], b: [on] }, observations })).panels[0]?.onlyX;
    expect(only([seen('off', 4096, 4), seen('on', 4096, 2)])).toBe(4096);
    expect(only([seen('off', 4096, 4), seen('on', 4096, 2), seen('on', 8192, 2)])).toBeNull();
  });

  it('puts a test without a size on dots, and over nodes on a line', () => {
    const sides = { a: [off, off4], b: [off, off4] };
    const observations = [seen('off', null, 2), seen('off4', null, 4)];
    const dots = buildModel(input({ frame: 'single', sides, compared: undefined, observations })).panels[0];
    expect(dots?.sizeless).toBe(true);
    const over = buildModel(
      input({
        frame: 'single',
        sides,
        compared: undefined,
        observations,
        view: { x: 'nodes', y: 'value', panels: null, size: null },
      }),
    ).panels[0];
    expect(over?.lines[0]?.points.map(({ x, y }) => [x, y])).toEqual([
      [2, 2],
      [4, 4],
    ]);
  });

  it('gives weak scaling efficiency of times with its formula', () => {
    const sides = { a: [off, off4], b: [off, off4] };
    const panel = buildModel(
      input({
        frame: 'single',
        sides,
        compared: undefined,
        observations: [seen('off', 8, 2), seen('off4', 8, 4)],
        view: { x: 'nodes', y: 'weak', panels: null, size: 8 },
      }),
    ).panels[0];
    expect(panel?.quantity).toContain('t(2) / t(n)');
    expect(panel?.lines[0]?.points.map(({ y }) => y)).toEqual([1, 0.5]);
  });

  it('places runs on the time axis by their start', () => {
    const first = run('r1', { [TIME_KEY]: '1000' });
    const second = run('r2', { [TIME_KEY]: '2000' });
    const sides = { a: [first, second], b: [first, second] };
    const panel = buildModel(
      input({
        frame: 'single',
        sides,
        compared: undefined,
        observations: [seen('r1', 8, 3), seen('r2', 8, 4)],
        view: { x: 'time', y: 'value', panels: null, size: null },
      }),
    ).panels[0];
    expect(panel?.lines.map(({ points }) => points.map(({ x, y }) => [x, y]))).toEqual([
      [
        [1000, 3],
        [2000, 4],
      ],
    ]);
  });
});

describe('names of lines', () => {
  it('leave out what says nothing new', () => {
    const p = run('p', { nodes: '1', ppn: '2', ranks: '2' });
    const q = run('q', { nodes: '1', ppn: '8', ranks: '8' });
    const sides = { a: [p, q], b: [p, q] };
    const panel = buildModel(
      input({
        frame: 'single',
        sides,
        compared: undefined,
        observations: [seen('p', 8, 1), seen('q', 8, 2)],
      }),
    ).panels[0];
    expect(panel?.lines.map(({ label }) => label)).toEqual(['ppn 2', 'ppn 8']);
  });

  it('make one curve over nodes of runs whose ranks grow with them, with one base', () => {
    const runs = [1, 2, 4].map((n) => run(`n${n}`, { nodes: String(n), ppn: '8', ranks: String(8 * n) }));
    const sides = { a: runs, b: runs };
    const panel = buildModel(
      input({
        frame: 'single',
        sides,
        compared: undefined,
        observations: [seen('n1', 8, 1), seen('n2', 8, 2), seen('n4', 8, 4)],
        view: { x: 'nodes', y: 'weak', panels: null, size: 8 },
      }),
    ).panels[0];
    expect(panel?.lines.map(({ points }) => points.map(({ x, y }) => [x, y]))).toEqual([
      [
        [1, 1],
        [2, 0.5],
        [4, 0.25],
      ],
    ]);
    expect(panel?.quantity).toContain('t(1) / t(n)');
  });

  it('give no efficiency to a single point', () => {
    const sides = { a: [off], b: [off] };
    const panel = buildModel(
      input({
        frame: 'single',
        sides,
        compared: undefined,
        observations: [seen('off', 8, 2)],
        view: { x: 'nodes', y: 'weak', panels: null, size: 8 },
      }),
    ).panels[0];
    expect(panel?.lines[0]?.points.map(({ y }) => y)).toEqual([null]);
  });

  it('never join lines that a missing condition tells apart', () => {
    const p = run('p', { MPI: 'Open MPI', nodes: '2' });
    const q = run('q', { nodes: '2' });
    const sides = { a: [p, q], b: [p, q] };
    const panel = buildModel(
      input({
        frame: 'single',
        sides,
        compared: undefined,
        observations: [seen('p', 8, 1), seen('q', 8, 2)],
      }),
    ).panels[0];
    expect(panel?.lines.map(({ label, points }) => [label, points.length])).toEqual([
      ['', 1],
      ['Open MPI', 1],
    ]);
  });

  it('keep settings apart where only one side has the benchmark', () => {
    const three = run('three', { AR: 'on', MPI: 'Open MPI 3' });
    const four = run('four', { AR: 'on', MPI: 'Open MPI 4' });
    const model = buildModel(
      input({
        frame: 'overlay',
        sides: { a: [], b: [three, four] },
        observations: [seen('three', 8, 1), seen('four', 8, 2)],
      }),
    );
    expect(model.panels[0]?.lines.map(({ label, points }) => [label, points[0]?.b])).toEqual([
      ['Open MPI 3', [1]],
      ['Open MPI 4', [2]],
    ]);
  });
});
