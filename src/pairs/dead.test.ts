import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { deadPairs } from './dead';
import type { PairGrid } from './grid';

function square(ranks: number, isDead: (sender: number, receiver: number) => boolean): PairGrid {
  const values = Float32Array.from({ length: ranks * ranks }, (_, i) => {
    const [sender, receiver] = [Math.floor(i / ranks), i % ranks];
    return sender === receiver ? Number.NaN : isDead(sender, receiver) ? 0 : 1000;
  });
  return { ranks, senders: ranks, receivers: ranks, firstReceiver: 0, values };
}

describe('pairs between which no data passed', () => {
  it('one pair is named, and accuses nobody', () => {
    expect(
      atOnce(
        deadPairs(
          square(8, (s, r) => s === 1 && r === 5),
          3,
          false,
        ),
      ),
    ).toEqual({
      count: 1,
      ranks: [],
      pairs: [{ sender: 1, receiver: 5 }],
      others: 1,
    });
  });

  it('a dead host is named itself, its pairs are not named once more', () => {
    const found = atOnce(
      deadPairs(
        square(8, (s, r) => s === 4 || r === 4 || (s === 0 && r === 1)),
        3,
        false,
      ),
    );
    expect(found).toEqual({
      count: 15,
      ranks: [{ rank: 4, as: 'both', dead: 14, of: 14 }],
      pairs: [{ sender: 0, receiver: 1 }],
      others: 1,
    });
  });

  it('a receiver of the upper half of a rotate test', () => {
    const values = Float32Array.of(5, 0, 5, 5, 0, 5, 5, 5, 5);
    const grid = { ranks: 6, senders: 3, receivers: 3, firstReceiver: 3, values };
    expect(atOnce(deadPairs(grid, 3, false)).ranks).toEqual([{ rank: 4, as: 'receiver', dead: 2, of: 3 }]);
  });

  it('law: every zero is of a named rank or counted as another pair, and nothing else is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 0, 7, Number.NaN), { minLength: 36, maxLength: 36 }),
        (cells) => {
          const grid = {
            ranks: 6,
            senders: 6,
            receivers: 6,
            firstReceiver: 0,
            values: Float32Array.from(cells),
          };
          const { count, ranks, pairs, others } = atOnce(deadPairs(grid, 36, false));
          const sends = new Set(ranks.filter(({ as }) => as !== 'receiver').map(({ rank }) => rank));
          const gets = new Set(ranks.filter(({ as }) => as !== 'sender').map(({ rank }) => rank));
          const left = cells.flatMap((value, i) =>
            value === 0 && !sends.has(Math.floor(i / 6)) && !gets.has(i % 6)
              ? [{ sender: Math.floor(i / 6), receiver: i % 6 }]
              : [],
          );
          expect(pairs).toEqual(left);
          expect(others).toBe(left.length);
          expect(count).toBe(cells.filter((value) => value === 0).length);
        },
      ),
    );
  });
});
