import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { analyse, type PairReading } from './analyse';
import { emptyGrid, placeRow, type MatrixLayout } from './grid';

const ROTATE: MatrixLayout = { layout: 'shift', ranks: 8, schedule: 'half forward' };
const asked: PairReading = {
  schedule: 'half forward',
  better: 'higher',
  hosts: null,
  excluded: [],
  chosen: null,
  most: 3,
  symmetric: false,
  possible: null,
};

function rotate(rows: number[][]) {
  const grid = emptyGrid(ROTATE);
  rows.forEach((row, shift) => placeRow(grid, ROTATE, shift, row));
  return grid;
}

describe('findings of a test', () => {
  const grid = rotate([
    [600, 600, 600, 200],
    [600, 600, 600, 200],
    [600, 600, 600, 200],
    [600, 600, 600, 200],
  ]);

  it('name the slow rank and what its slowness leaves of a phase', () => {
    const found = atOnce(analyse(grid, asked));
    expect(found).toMatchObject({
      ...{ kind: 'test', pairs: 16, median: 600, threshold: 450, slow: 4 },
      ...{ aggregate: { mean: 2000 }, apparent: { mean: 800, least: 800 } },
    });
    if (found.kind !== 'test') throw new Error('not a test');
    expect(found.slowRanks.map(({ rank, as }) => [rank, as])).toEqual([[3, 'sender']]);
    expect(found.slowPaths).toEqual([]);
    expect(found.slowest).toHaveLength(3);
  });

  it('of a cut test give the throughput of whole phases only, and none without one', () => {
    const [row, cut] = [
      [600, 600, 600, 200],
      [600, 600, 600],
    ];
    const two = atOnce(analyse(rotate([row, row, cut]), asked));
    expect(two).toMatchObject({
      ...{ pairs: 11, wholePhases: 2, aggregate: { mean: 2000 }, apparent: { mean: 800, least: 800 } },
      phases: [{ missing: 0 }, { missing: 0 }, { missing: 1, aggregate: null }, { pairs: 0, missing: 4 }],
    });
    const none = atOnce(analyse(rotate([cut, cut, cut, cut]), asked));
    expect(none).toMatchObject({ wholePhases: 0, aggregate: null, apparent: null });
  });

  it('do not take for missing what is not chosen', () => {
    const half = rotate([[600, 600], [600, 600], [], []]);
    const test = { ranks: 8, receivers: 4, firstReceiver: 4 };
    const shifts = { test, schedule: 'half forward', phases: Uint8Array.of(1, 1, 0, 0), toA: null } as const;
    const chosen = { senders: new Set([0, 1]), receivers: new Set([4, 5, 6, 7]), shifts };
    expect(atOnce(analyse(half, { ...asked, chosen }))).toMatchObject({
      ...{ pairs: 4, wholePhases: 2, aggregate: { mean: 1200 } },
      phases: [{ missing: 0 }, { missing: 0 }],
    });
  });

  it('leave out pairs on one host and excluded ranks, counted apart', () => {
    const hosts = Int32Array.of(0, 1, 2, 3, 0, 5, 6, 7);
    // Ranks 0 and 4 are on host 0: their pair is in shift 0, and nobody waits for it there.
    expect(atOnce(analyse(grid, { ...asked, hosts }))).toMatchObject({
      ...{ pairs: 15, sameHost: 1, excluded: 0, wholePhases: 4 },
      phases: [{ missing: 0 }, { missing: 0 }, { missing: 0 }, { missing: 0 }],
    });
    expect(atOnce(analyse(grid, { ...asked, excluded: [3] }))).toMatchObject({
      pairs: 12,
      excluded: 4,
      slow: 0,
    });
  });

  it('read times as slow when they are long', () => {
    const times = { ...grid, values: grid.values.map((value) => 1 / value) };
    const found = atOnce(analyse(times, { ...asked, better: 'lower' }));
    if (found.kind !== 'test') throw new Error('not a test');
    expect(found.median).toBeCloseTo(1 / 600, 6);
    expect(found.slow).toBe(4);
    expect(found.slowest[0]?.value).toBeCloseTo(1 / 200, 6);
    expect([found.aggregate, found.apparent]).toEqual([null, null]);
  });
});

it('findings of traffic: totals, stencil, distances, the largest pairs', () => {
  const layout: MatrixLayout = { layout: 'source', ranks: 6, schedule: null };
  const grid = emptyGrid(layout);
  for (let i = 0; i < 6; i++)
    placeRow(
      grid,
      layout,
      i,
      Array.from({ length: 6 }, (_, j) => (Math.abs(i - j) === 1 ? 100 + i : 0)),
    );
  const found = atOnce(analyse(grid, { ...asked, better: 'none' }));
  expect(found).toMatchObject({ kind: 'traffic', pairs: 10, total: 1025 });
  if (found.kind !== 'traffic') throw new Error('not traffic');
  expect(found.stencils[0]?.text).toBe('two neighbours on a line of 6');
  expect([...found.profile]).toEqual([0, 1025, 0, 0, 0, 0]);
  expect(found.largest[0]).toEqual({ sender: 5, receiver: 4, value: 105 });
});

it.each(['higher', 'lower', 'none'] as const)(
  'reading (%s is better) gives way at least once per rank in each pass over the pairs',
  (better) => {
    const ranks = 96;
    const layout: MatrixLayout = { layout: 'source', ranks, schedule: null };
    const grid = emptyGrid(layout);
    for (let i = 0; i < ranks; i++)
      placeRow(
        grid,
        layout,
        i,
        Array.from({ length: ranks }, (_, j) => 1 + ((i * 31 + j * 17) % 101)),
      );
    const work = analyse(grid, { ...asked, schedule: null, better });
    let steps = 0;
    while (!work.next().done) steps++;
    // Traffic: pairs, edges, distances, largest. A test: pairs, effects (five), ranks (two), slowest, slow paths.
    expect(steps).toBeGreaterThanOrEqual((better === 'none' ? 4 : 10) * ranks);
  },
);
