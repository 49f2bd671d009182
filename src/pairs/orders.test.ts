import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../testing/formats';
import type { PairGrid } from './grid';
import { orderBy, orderByBandwidth, orderByMean, orderBySimilarity } from './orders';

function square(n: number, weight: (i: number, j: number) => number): PairGrid {
  const values = Float32Array.from({ length: n * n }, (_, k) => weight(Math.floor(k / n), k % n));
  return { ranks: n, senders: n, receivers: n, firstReceiver: 0, values };
}

const bandwidth = (grid: PairGrid, order: Int32Array) => {
  const place = new Map([...order].map((rank, at) => [rank, at]));
  let widest = 0;
  grid.values.forEach((value, k) => {
    if (!(value > 0)) return;
    const [i, j] = [Math.floor(k / grid.ranks), k % grid.ranks];
    widest = Math.max(widest, Math.abs((place.get(i) ?? 0) - (place.get(j) ?? 0)));
  });
  return widest;
};

describe('orders of ranks', () => {
  it('are permutations, whatever the cells', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer(), (n, seed) => {
        const random = seeded(seed);
        const grid = square(n, () => (random() < 0.3 ? Number.NaN : Math.floor(random() * 3)));
        for (const order of [orderByMean(grid), orderBySimilarity(grid), orderByBandwidth(grid)])
          expect([...order].sort((p, q) => p - q)).toEqual(Array.from({ length: n }, (_, i) => i));
      }),
    );
  });

  it('put ranks without a number last and keep equal ones in order', () => {
    expect([...orderBy([3, Number.NaN, 1, 3])]).toEqual([2, 0, 3, 1]);
  });

  it('bring a shuffled ring back near the diagonal', () => {
    const shuffled = [4, 0, 7, 2, 9, 5, 1, 8, 3, 6];
    const ring = square(10, (i, j) => {
      const distance = Math.abs((shuffled[i] ?? 0) - (shuffled[j] ?? 0));
      return distance === 1 || distance === 9 ? 1 : 0;
    });
    expect(bandwidth(ring, orderByBandwidth(ring))).toBe(2);
  });

  it('put two groups that talk among themselves side by side', () => {
    const group = (rank: number) => rank % 2;
    const grid = square(12, (i, j) => (i === j ? Number.NaN : group(i) === group(j) ? 100 : 1));
    const groups = [...orderBySimilarity(grid)].map(group);
    expect(new Set(groups.slice(0, 6)).size).toBe(1);
  });

  it('by mean put the slow rank first', () => {
    const grid = square(6, (i, j) => (i === j ? Number.NaN : i === 4 || j === 4 ? 10 : 100));
    expect(orderByMean(grid)[0]).toBe(4);
  });
});
