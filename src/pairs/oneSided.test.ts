import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import type { PairGrid } from './grid';
import { oneSided } from './oneSided';

const square = (ranks: number, values: readonly number[]): PairGrid => ({
  ...{ ranks, senders: ranks, receivers: ranks, firstReceiver: 0 },
  values: Float32Array.from(values),
});

it('by hand: 30 one way and 10 back, 5 both ways, and the diagonal does not count', () => {
  // Apart by 20, of 50 in all.
  expect(atOnce(oneSided(square(3, [99, 10, 5, 30, 99, 0, 5, 0, 99]), 3))).toEqual({
    share: 0.4,
    pairs: [{ sender: 1, receiver: 0, there: 30, back: 10 }],
  });
});

it('is null where senders and receivers are other ranks, and leaves out what is missing', () => {
  const half = { ranks: 4, senders: 2, receivers: 2, firstReceiver: 2, values: Float32Array.of(1, 2, 3, 4) };
  expect(atOnce(oneSided(half, 3))).toBeNull();
  expect(atOnce(oneSided(square(2, [0, 7, Number.NaN, 0]), 3))).toEqual({ share: Number.NaN, pairs: [] });
});

const matrix = fc.array(fc.nat(1000), { minLength: 25, maxLength: 25 });

it('law: between 0 and 1, the same for the transpose, 0 of M + Mᵀ, 1 of its upper half', () => {
  const turned = (cells: readonly number[]) =>
    cells.map((_, i) => cells[(i % 5) * 5 + Math.floor(i / 5)] ?? 0);
  const share = (cells: readonly number[]) => atOnce(oneSided(square(5, cells), 9))?.share ?? -1;
  fc.assert(
    fc.property(matrix, (cells) => {
      fc.pre(cells.some((value, i) => value > 0 && i % 5 > Math.floor(i / 5)));
      expect(share(cells)).toBeGreaterThanOrEqual(0);
      expect(share(cells)).toBeLessThanOrEqual(1);
      expect(share(turned(cells))).toBe(share(cells));
      expect(share(cells.map((value, i) => value + (turned(cells)[i] ?? 0)))).toBe(0);
      expect(share(cells.map((value, i) => (i % 5 > Math.floor(i / 5) ? value : 0)))).toBe(1);
    }),
  );
});

it('law: the pairs named are those that differ most', () => {
  fc.assert(
    fc.property(matrix, (cells) => {
      const all = atOnce(oneSided(square(5, cells), 10))?.pairs ?? [];
      const differences = all.map(({ there, back }) => there - back);
      expect(differences).toEqual([...differences].sort((p, q) => q - p));
      expect(all.every(({ sender, receiver, there }) => cells[sender * 5 + receiver] === there)).toBe(true);
      const few = atOnce(oneSided(square(5, cells), 3))?.pairs ?? [];
      expect(few.map(({ there, back }) => there - back)).toEqual(differences.slice(0, 3));
    }),
  );
});
