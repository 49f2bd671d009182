import { describe, expect, it } from 'vitest';
import { seeded } from '../testing/formats';
import { atOnce } from '../model/turns';
import { effects, slowPaths, slowRanks } from './effects';
import type { PairGrid } from './grid';

const N = 24;
const others = (sender: number, receiver: number) => sender !== receiver;

function pairs(factor: (sender: number, receiver: number) => number): PairGrid {
  const random = seeded(5);
  const values = Float32Array.from({ length: N * N }, (_, i) => {
    const [sender, receiver] = [Math.floor(i / N), i % N];
    return sender === receiver ? Number.NaN : 1000 * factor(sender, receiver) * (0.98 + 0.04 * random());
  });
  return { ranks: N, senders: N, receivers: N, firstReceiver: 0, values };
}

describe('hosts and paths', () => {
  it('a host that is slow both ways, one that sends slowly, and no path', () => {
    const grid = pairs((s, r) => (s === 3 || r === 3 ? 0.5 : 1) * (s === 7 ? 0.6 : 1));
    const of = atOnce(effects(grid, others));
    expect(of.typical).toBeGreaterThan(950);
    expect(slowRanks(of, 0, 0.8).map(({ rank, as }) => [rank, as])).toEqual([
      [3, 'both'],
      [7, 'sender'],
    ]);
    expect(atOnce(slowPaths(grid, of, 0.75, 10, others))).toEqual([]);
  });

  it('a slow path between hosts that are well', () => {
    const grid = pairs((s, r) => (s === 2 && r === 9 ? 0.3 : 1));
    const of = atOnce(effects(grid, others));
    expect(slowRanks(of, 0, 0.8)).toEqual([]);
    expect(
      atOnce(slowPaths(grid, of, 0.75, 10, others)).map(({ sender, receiver }) => [sender, receiver]),
    ).toEqual([[2, 9]]);
  });

  it('nothing where nothing was measured', () => {
    const grid = pairs(() => Number.NaN);
    const of = atOnce(effects(grid, others));
    expect(slowRanks(of, 0, 0.8)).toEqual([]);
    expect(atOnce(slowPaths(grid, of, 0.75, 10, others))).toEqual([]);
  });
});
