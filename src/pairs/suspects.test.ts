import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seeded } from '../testing/formats';
import { atOnce } from '../model/turns';
import { effects } from './effects';
import { emptyGrid, placeRow, type MatrixLayout, type PairGrid } from './grid';
import { suspects } from './suspects';

const N = 24;

function pairs(factor: (sender: number, receiver: number) => number): PairGrid {
  const random = seeded(5);
  const values = Float32Array.from({ length: N * N }, (_, i) => {
    const [sender, receiver] = [Math.floor(i / N), i % N];
    return sender === receiver ? Number.NaN : 1000 * factor(sender, receiver) * (0.98 + 0.04 * random());
  });
  return { ranks: N, senders: N, receivers: N, firstReceiver: 0, values };
}

const LIMITS = { rankPart: 0.8, pathPart: 0.75, most: 10, symmetric: false };
const found = (grid: PairGrid) => atOnce(suspects(grid, atOnce(effects(grid, null)), LIMITS));

describe('hosts and paths', () => {
  it('a host that is slow both ways, one that sends slowly, and no path', () => {
    const grid = pairs((s, r) => (s === 3 || r === 3 ? 0.5 : 1) * (s === 7 ? 0.6 : 1));
    expect(atOnce(effects(grid, null)).typical).toBeGreaterThan(950);
    const { slowRanks, sharedRanks, slowPaths } = found(grid);
    expect(slowRanks.map(({ rank, as }) => [rank, as])).toEqual([
      [3, 'both'],
      [7, 'sender'],
    ]);
    expect([sharedRanks, slowPaths]).toEqual([[], []]);
  });

  it('a slow path between hosts that are well', () => {
    const { slowRanks, slowPaths } = found(pairs((s, r) => (s === 2 && r === 9 ? 0.3 : 1)));
    expect(slowRanks).toEqual([]);
    expect(slowPaths.map(({ sender, receiver }) => [sender, receiver])).toEqual([[2, 9]]);
  });

  it('a host with most pairs slow and some at full rate is not accused, and said to share links', () => {
    const { slowRanks, sharedRanks } = found(pairs((s, r) => (s === 5 && r % 4 > 0 ? 0.5 : 1)));
    expect(slowRanks).toEqual([]);
    expect(sharedRanks.map(({ rank, as }) => [rank, as])).toEqual([[5, 'sender']]);
  });

  it('nothing where nothing was measured', () => {
    const nothing = { slowRanks: [], sharedRanks: [], slowPaths: [], manySlow: 0 };
    expect(found(pairs(() => Number.NaN))).toEqual(nothing);
  });
});

describe('how many slow pairs are bad paths', () => {
  /** All pairs at 1000 but the first ones of a list in which every rank sends, and receives, as often as the others. */
  const grid = (low: readonly number[], n: number): PairGrid => {
    const values = new Float32Array(n * n).fill(1000);
    for (let rank = 0; rank < n; rank++) values[rank * n + rank] = Number.NaN;
    low.forEach((value, i) => (values[(i % n) * n + (((i % n) + 1 + Math.floor(i / n)) % n)] = value));
    return { ranks: n, senders: n, receivers: n, firstReceiver: 0, values };
  };
  const all = (count: number, value: number) => Array.from({ length: count }, () => value);
  const named = (low: readonly number[], n = N) => {
    const pairs = grid(low, n);
    const { slowPaths, manySlow } = atOnce(
      suspects(pairs, atOnce(effects(pairs, null)), { ...LIMITS, most: 50 }),
    );
    return [slowPaths.length, manySlow];
  };

  it('all of them up to one in twenty pairs; of more none that is like the others', () => {
    // Of 240 pairs a twentieth is 12, of 552 it is 27.6.
    expect(named(all(12, 500), 16)).toEqual([12, 0]);
    expect(named(all(13, 500), 16)).toEqual([0, 13]);
    expect(named(all(27, 500))).toEqual([27, 0]);
    expect(named(all(28, 500))).toEqual([0, 28]);
  });

  it('of more those below 0.48 of the next: flows that share a link are no more than 1 : 2 apart', () => {
    expect(named([0.47 * 500, ...all(99, 500)])).toEqual([1, 100]);
    expect(named([0.49 * 500, ...all(99, 500)])).toEqual([0, 100]);
    // Slower ones with a gap behind them stand before the gap, too.
    expect(named([100, 230, 0.47 * 500, ...all(97, 500)])).toEqual([3, 100]);
  });

  it('of more the slowest fiftieth at most', () => {
    // A fiftieth of 552 is 11.
    expect(named([...all(11, 200), ...all(89, 500)])).toEqual([11, 100]);
    expect(named([...all(12, 200), ...all(88, 500)])).toEqual([0, 100]);
  });
});

describe('simulated tests on sound fabrics', () => {
  const FOLDER = new URL('../../sample-data/', import.meta.url);
  const all = (of: string) =>
    ['dmodk', 'random-tables', 'adaptive'].flatMap((routing) =>
      [1, 2, 3].map((repeat) => `rotate-${of}-levels/${routing}/rotate_r${repeat}.csv`),
    );
  const files = [...all('two'), ...all('three')];
  const layout: MatrixLayout = { layout: 'shift', ranks: 96, schedule: 'half forward' };
  const read = (path: string): PairGrid => {
    const grid = emptyGrid(layout);
    readFileSync(new URL(path, FOLDER), 'utf8')
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .forEach((line, shift) => placeRow(grid, layout, shift, line.split(',').map(Number)));
    return grid;
  };
  /** Another value for each pair of a rank. */
  const planted = (grid: PairGrid, rank: number, value: (value: number) => number): PairGrid => ({
    ...grid,
    values: grid.values.map((each, i) =>
      Math.floor(i / 48) === rank || 48 + (i % 48) === rank ? value(each) : each,
    ),
  });

  it.each(files)('%s accuses no host and no path', (path) => {
    expect(found(read(path))).toMatchObject({ slowRanks: [], slowPaths: [] });
  });

  it('says which hosts share links under fixed routes', () => {
    const { sharedRanks, manySlow } = found(read('rotate-three-levels/dmodk/rotate_r1.csv'));
    expect(sharedRanks.length).toBeGreaterThan(10);
    expect(manySlow).toBeGreaterThan(500);
  });

  it.each(files)('%s: a host of which all pairs get 60 percent is found, and it alone', (path) => {
    const grid = read(path);
    for (let rank = 0; rank < 96; rank++) {
      const { slowRanks } = found(planted(grid, rank, (value) => 0.6 * value));
      expect(slowRanks.map((slow) => slow.rank)).toEqual([rank]);
      expect(slowRanks[0]?.part).toBeLessThan(0.61);
    }
  });

  it.each(files.filter((path) => path.includes('dmodk')))(
    '%s: a host that takes half the rate is found',
    (path) => {
      const grid = read(path);
      for (let rank = 0; rank < 96; rank++)
        expect(found(planted(grid, rank, (value) => Math.min(value, 6250))).slowRanks).toMatchObject([
          { rank, part: 0.5 },
        ]);
    },
  );

  it('a bad cable is found among shared links', () => {
    const grid = read('rotate-three-levels/dmodk/rotate_r1.csv');
    for (const at of [0, 777, 2303]) {
      const values = grid.values.map((value, i) => (i === at ? 1000 : value));
      const [sender, receiver] = [Math.floor(at / 48), 48 + (at % 48)];
      expect(found({ ...grid, values }).slowPaths).toMatchObject([{ sender, receiver, value: 1000 }]);
    }
  });
});
