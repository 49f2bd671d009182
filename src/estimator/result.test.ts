import { expect, test } from 'vitest';
import type { Batch, PatternRow, RowTable } from './job';
import { Stopper } from './plan';
import { Recorder } from './recorder';
import { direction } from './report';
import { interval, pairedDifference, patternHistogram, pool, withEfficiency } from './result';

const NAMES = [
  ...(['pairs', 'lost', 'sumInvC', 'sumShare', 'timedHosts', 'sumTime'] as const),
  ...([
    'bytes',
    'bytesInside',
    'pairsInside',
    'bytesTime',
    'bytesTimeHosts',
    'weightedShare',
    'bytesLost',
  ] as const),
];

/** A batch whose rows have these fields; all others are 0. */
function batch(
  first: number,
  rows: readonly Partial<PatternRow>[],
  histogram: readonly [number, number][],
): Batch {
  const values = Float64Array.from(rows.flatMap((row) => NAMES.map((name) => row[name] ?? 0)));
  const none = new Float64Array();
  const table: RowTable = { names: NAMES, values, count: rows.length };
  return {
    first,
    rows: table,
    histogram: {
      c: Uint32Array.from(histogram, ([c]) => c),
      pairs: Float64Array.from(histogram, ([, pairs]) => pairs),
    },
    ...{ shareBins: none, links: none, bytes: none },
    pairs: {
      ...{ phase: new Uint32Array(), src: new Uint32Array(), dst: new Uint32Array(), c: new Uint32Array() },
      ...{ share: none, maxmin: none },
    },
  };
}

const good = { pairs: 2, sumInvC: 1, sumShare: 1.5, timedHosts: 2, sumTime: 2 };
const lost = { pairs: 2, lost: 2 };

test('patterns of which every flow was lost keep their place, but are in no mean', () => {
  const better = { ...good, sumInvC: 2, sumShare: 2 };
  const figures = pool([batch(0, [lost, good, lost, better], [[1, 4]])]);
  expect(figures.lostPatterns).toBe(2);
  expect([...figures.perPattern]).toEqual([NaN, 0.5, NaN, 1]);
  // Mean of 0.5 and 1; standard deviation √(2·0.25²), over √2, times 1.96.
  expect(figures.ebb).toEqual({ mean: 0.75, halfWidth: 1.96 * 0.25 });
  expect(figures.share).toEqual({ mean: 0.875, halfWidth: 1.96 * 0.125 });
  expect(patternHistogram(figures.perPattern).reduce((a, b) => a + b)).toBe(2);
});

test('where patterns lose unlike numbers of flows, mean and interval are of all flows that arrived', () => {
  const one = { pairs: 4, sumInvC: 2, sumShare: 2, timedHosts: 4, sumTime: 4 };
  const two = { pairs: 4, lost: 3, sumInvC: 1, sumShare: 1, timedHosts: 1, sumTime: 1 };
  const { ebb, meanInvC } = pool([batch(0, [one, two], [[1, 5]])]);
  // 3 of 5; the patterns are 4·(0.5 − 0.6) and 1·(1 − 0.6) away from it, over a mean of 2.5 flows; n (n − 1) = 2.
  expect(meanInvC).toBeCloseTo(0.6, 12);
  expect(ebb.mean).toBeCloseTo(0.6, 12);
  expect(ebb.halfWidth).toBeCloseTo((1.96 * Math.sqrt((0.4 ** 2 + 0.4 ** 2) / 2)) / 2.5, 12);
});

test('equal patterns have no spread', () => {
  const means = new Float64Array(1000).fill(0.1 + 0.2);
  expect(interval(means, new Float64Array(1000).fill(4004))).toEqual({ mean: 0.1 + 0.2, halfWidth: 0 });
});

test('what two owe to the same patterns cancels in their difference', () => {
  const flows = Float64Array.of(4, 4, 4);
  const a = { means: Float64Array.of(0.25, 0.5, 0.75), flows };
  const b = { means: Float64Array.of(0.5, 0.75, 1), flows };
  expect(pairedDifference(a, b)).toEqual({ mean: 0.25, halfWidth: 0 });
  const c = { means: Float64Array.of(0.5, 0.5, 1), flows };
  // Differences 0.25, 0, 0.25: mean 1/6, standard deviation √(1/48), over √3.
  expect(pairedDifference(a, c).mean).toBeCloseTo(1 / 6, 12);
  expect(pairedDifference(a, c).halfWidth).toBeCloseTo(1.96 * Math.sqrt(1 / 48 / 3), 12);
  const none = { means: Float64Array.of(NaN, 0.5, NaN), flows: Float64Array.of(0, 4, 0) };
  expect(pairedDifference(a, none)).toEqual({ mean: 0, halfWidth: null });
});

test('without any flow that arrives nothing is defined', () => {
  const figures = pool([batch(0, [lost, lost], [])]);
  expect(figures).toMatchObject({ lostPatterns: 2, meanInvC: null, meanShare: null });
  expect(figures.ebb).toEqual({ mean: NaN, halfWidth: null });
  expect(interval(new Float64Array(), new Float64Array())).toEqual({ mean: NaN, halfWidth: null });
});

test('stopping: from 30 patterns that have a mean on, by the share where it is measured', () => {
  const at = (measures: { share?: boolean }, rows: Partial<PatternRow>[]) =>
    new Stopper({ stopAt: 0.1, measures }).enough(batch(0, rows, [[1, 1]]));
  const many = (n: number) => Array.from({ length: n }, (_, i) => ({ ...good, sumInvC: i % 2 ? 2 : 0.2 }));
  expect(at({ share: true }, many(29))).toBe(false);
  expect(at({ share: true }, many(30))).toBe(true);
  expect(at({}, many(30))).toBe(false);
  expect(at({ share: true }, [...many(29), lost, lost])).toBe(false);
  expect(at({ share: true }, [...many(30), lost, lost])).toBe(true);
});

test('of patterns that come in several batches the bytes are those of one, times are means', () => {
  const recorder = new Recorder(false);
  const sent = { bytes: 5, bytesInside: 3, pairsInside: 1 };
  const [one, two, three] = [
    { ...sent, bytesTime: 2, bytesTimeHosts: 1, weightedShare: 2.5 },
    { ...sent, bytesTime: 4, bytesTimeHosts: 1, weightedShare: 5 },
    { ...sent, bytesTime: 6, bytesTimeHosts: 4, weightedShare: 5 },
  ];
  recorder.add(batch(0, [one, two], []));
  recorder.add(batch(2, [three], []));
  const { shareByBytes, ...figures } = recorder.matrix() ?? {};
  expect(figures).toEqual({ ...sent, bytesLost: 0, bytesTime: 4, bytesTimeHosts: 2 });
  expect(shareByBytes).toBeCloseTo(2.5 / 3, 12);
  expect(recorder.links()).toBeNull();
  const other = new Recorder(false);
  other.add(batch(0, [good], []));
  expect(other.matrix()).toBeNull();
});

test('lost bytes are in no mean, and patterns that lost all of them neither', () => {
  const recorder = new Recorder(false);
  recorder.add(
    batch(
      0,
      [
        { bytes: 8, bytesLost: 6, bytesTime: 2, bytesTimeHosts: 1, weightedShare: 1 },
        { bytes: 8, bytesLost: 8 },
        { bytes: 8, bytesTime: 4, bytesTimeHosts: 1, weightedShare: 8 },
      ],
      [],
    ),
  );
  expect(recorder.matrix()).toMatchObject({
    bytes: 8,
    bytesLost: 14 / 3,
    bytesTime: 3,
    bytesTimeHosts: 1,
    shareByBytes: 0.75,
  });
  const nothing = new Recorder(false);
  nothing.add(batch(0, [{ bytes: 8, bytesLost: 8 }], []));
  expect(nothing.matrix()).toMatchObject({
    bytesLost: 8,
    bytesTime: null,
    bytesTimeHosts: null,
    shareByBytes: null,
  });
});

test('an efficiency holds for c; its last value for all larger c', () => {
  const histogram = new Map([
    [1, 2],
    [2, 1],
    [5, 1],
  ]);
  expect(withEfficiency(histogram, [1, 0.5])).toBeCloseTo((2 + 0.25 + 0.1) / 4, 12);
});

test.each([
  ['bisect', 'one way'],
  [' Bisectfb ', 'both ways at once'],
  ['jobs:ring+bisect:split=4', 'bisect one way'],
  ['jobs:bisect+bisect', 'bisect one way'],
  ['JOBS:Bisect+ring', 'bisect one way'],
  ['ring', null],
])('the direction of %s', (pattern, expected) => {
  expect(direction(pattern)).toBe(expected);
});
