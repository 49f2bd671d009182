import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { randomOf } from '../testing/random';
import type { PairGrid } from './grid';
import { hostGroups, levelled } from './groups';

/** A square test of values, the same both ways, with log-normal noise. */
function square(n: number, noise: number, seed: number, value: (i: number, j: number) => number): PairGrid {
  const random = randomOf(seed);
  const values = new Float32Array(n * n).fill(Number.NaN);
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++)
      values[i * n + j] = values[j * n + i] = value(i, j) * Math.exp(noise * random.normal());
  return { ranks: n, senders: n, receivers: n, firstReceiver: 0, values };
}
const found = (grid: PairGrid, hosts: Int32Array | null = null) => atOnce(hostGroups(grid, hosts));
const TRIES = 60;
const tries = (of: (seed: number) => PairGrid) =>
  Array.from({ length: TRIES }, (_, seed) => found(of(seed))).filter((groups) => groups !== null).length;
/** Group of each of so many hosts, mixed. */
const mixed = (sizes: readonly number[]): number[] => {
  const left = [...sizes];
  const of: number[] = [];
  for (let at = 0; of.length < sizes.reduce((sum, size) => sum + size, 0); at = (at + 1) % sizes.length)
    if ((left[at] ?? 0) > 0) {
      of.push(at);
      left[at] = (left[at] ?? 0) - 1;
    }
  return of;
};

describe('groups of hosts', () => {
  it.each([[[9, 8]], [[4, 3]], [[12, 5, 3]], [[16, 16, 16, 16]], [[20, 4, 4, 6]]])(
    'of %j hosts are found with noise of 10 %, and nothing else',
    (sizes) => {
      const of = mixed(sizes);
      for (let seed = 0; seed < 20; seed++) {
        const groups = found(square(of.length, 0.1, seed, (i, j) => (of[i] === of[j] ? 25 : 8)));
        const expected = sizes
          .map((_, group) => of.flatMap((each, i) => (each === group ? [i] : [])))
          .sort((p, q) => q.length - p.length || (p[0] ?? 0) - (q[0] ?? 0));
        expect(groups?.groups.map(({ ranks }) => ranks)).toEqual(expected);
        expect(groups?.apart).toEqual([]);
      }
    },
  );

  it('say what pairs get inside and between', () => {
    const of = mixed([9, 8]);
    const groups = found(square(17, 0, 1, (i, j) => (of[i] === of[j] ? 25.2 : i + j < 17 ? 5.5 : 8.2)));
    expect(groups?.between.low).toBeCloseTo(5.5, 4);
    expect(groups?.between.high).toBeCloseTo(8.2, 4);
    expect(groups?.groups.map(({ members, inside }) => [members, inside])).toEqual([
      [9, expect.closeTo(25.2, 4)],
      [8, expect.closeTo(25.2, 4)],
    ]);
  });

  it('are of hosts where these are known, and of ranks of both halves of a rotate test', () => {
    const hosts = Int32Array.from({ length: 32 }, (_, rank) => rank >> 1);
    const groups = found(
      square(32, 0.1, 3, (i, j) => ((i >> 1) % 2 === (j >> 1) % 2 ? 25 : 8)),
      hosts,
    );
    expect(groups?.groups.map(({ members, ranks }) => [members, ranks.length])).toEqual([
      [8, 16],
      [8, 16],
    ]);
    const values = Float32Array.from({ length: 64 }, (_, i) => ((i >> 3) % 2 === i % 2 ? 25 : 8));
    const rotate = { ranks: 16, senders: 8, receivers: 8, firstReceiver: 8, values };
    expect(found(rotate)?.groups[0]?.ranks).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
  });

  it('are levelled: what pairs get for being inside one or between two is taken out', () => {
    const of = mixed([5, 4]);
    const grid = square(9, 0, 1, (i, j) => (of[i] !== of[j] ? 8 : of[i] === 0 ? 25 : 20));
    const groups = found(grid);
    if (!groups) throw new Error('no groups');
    expect(groups.groups.map(({ members }) => members)).toEqual([5, 4]);
    const { values } = atOnce(levelled(grid, groups, 100));
    values.forEach((value, i) => {
      if (i % 10 === 0) expect(value).toBeNaN();
      else expect(value).toBeCloseTo(100, 3);
    });
  });

  it('let one slow host aside', () => {
    const of = mixed([8, 8]);
    const groups = found(square(16, 0.1, 1, (i, j) => (i === 5 || j === 5 ? 4 : of[i] === of[j] ? 25 : 12)));
    expect(groups?.apart).toEqual([5]);
  });

  it.each([
    ['noise of 10 %', (n: number, seed: number) => square(n, 0.1, seed, () => 10)],
    ['noise of 60 %', (n: number, seed: number) => square(n, 0.6, seed, () => 10)],
    [
      'one slow host',
      (n: number, seed: number) => square(n, 0.1, seed, (i, j) => (i === 3 || j === 3 ? 4 : 10)),
    ],
    [
      'three slow hosts',
      (n: number, seed: number) => square(n, 0.1, seed, (i, j) => (i < 3 || j < 3 ? 4 : 10)),
    ],
    [
      'congestion of pairs at random',
      (n: number, seed: number) => {
        const random = randomOf(seed + 999);
        return square(n, 0.1, seed, () => (random.unit() < 0.5 ? 4 : 10));
      },
    ],
    [
      'hosts of two speeds',
      (n: number, seed: number) => square(n, 0.1, seed, (i, j) => Math.min(i % 2 ? 10 : 5, j % 2 ? 10 : 5)),
    ],
  ])('are not seen in %s', (_, make) => {
    for (const n of [4, 6, 7, 8, 12, 17, 30]) expect(tries((seed) => make(n, seed))).toBe(0);
  });

  it('are not seen where more than one in twenty pairs inside are slow', () => {
    const of = mixed([10, 10]);
    // Of the 45 pairs inside each group so many are as slow as those between.
    const partly = (slow: number) => {
      const seen = [0, 0];
      return square(20, 0.01, 1, (i, j) => {
        const group = of[i] ?? 0;
        if (group !== of[j]) return 8;
        seen[group] = (seen[group] ?? 0) + 1;
        // Spread over the pairs, so that no host stands out.
        return ((seen[group] ?? 0) * 7) % 45 < slow ? 8 : 25;
      });
    };
    expect(found(partly(2))?.groups.map(({ members }) => members)).toEqual([10, 10]);
    expect(found(partly(3))).toBeNull();
  });

  it('are not seen where some pairs between are fast, or the levels are near', () => {
    const of = mixed([8, 8]);
    const unclean = square(16, 0.1, 1, (i, j) => (of[i] === of[j] || (i + j) % 5 === 0 ? 25 : 8));
    expect(found(unclean)).toBeNull();
    const near = square(16, 0.01, 1, (i, j) => (of[i] === of[j] ? 25 : 20));
    expect(found(near)).toBeNull();
  });
});
