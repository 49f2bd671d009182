import { describe, expect, it } from 'vitest';
import { seeded } from '../testing/formats';
import type { PairGrid } from './grid';
import { persistence } from './persistence';

const N = 32;
const all = () => true;

/** A test in which the pairs that `slow` names get 330, the others 670, each with 2 % of noise. */
function test(seed: number, slow: (sender: number, receiver: number) => boolean): PairGrid {
  const random = seeded(seed);
  const values = Float32Array.from(
    { length: N * N },
    (_, i) => (slow(Math.floor(i / N), i % N) ? 330 : 670) * (0.98 + 0.04 * random()),
  );
  return { ranks: 2 * N, senders: N, receivers: N, firstReceiver: N, values };
}

describe('persistence of slow positions', () => {
  it('finds the same positions slow again under fixed routes', () => {
    const fixed = (sender: number, receiver: number) => (sender * 7 + receiver * 3) % 11 < 3;
    const found = persistence([test(1, fixed), test(2, fixed), test(3, fixed)], all, 'higher');
    expect(found).toMatchObject({ positions: N * N, verdict: 'same positions', again: 1 });
    expect(found.slowShare).toBeCloseTo(3 / 11, 1);
    expect(found.slowAgain?.share).toBe(1);
    expect(found.slowAgain?.chance).toBeCloseTo(found.slowShare, 6);
  });

  it('finds moving positions when each repeat slows other pairs', () => {
    const grids = [1, 2, 3].map((seed) => {
      const random = seeded(seed * 99);
      const marks = Array.from({ length: N * N }, () => random() < 0.2);
      return test(seed, (sender, receiver) => marks[sender * N + receiver] ?? false);
    });
    const found = persistence(grids, all, 'higher');
    expect(found.verdict).toBe('moving');
    expect(Math.abs(found.again ?? 1)).toBeLessThan(0.2);
    expect(found.slowAgain?.share).toBeCloseTo(0.2, 1);
    expect(found.slowAgain?.chance).toBeCloseTo(0.2, 1);
  });

  it('takes long times for the slow ones, and tells of them what it tells of the rates', () => {
    // One position in four is slow in all repeats: by rate 330 of 670, by time 670 of 330.
    const fixed = (sender: number, receiver: number) => (sender * 7 + receiver * 3) % 4 === 0;
    const rates = [test(1, fixed), test(2, fixed)];
    const times = rates.map((grid) => ({ ...grid, values: grid.values.map((rate) => 1 / rate) }));
    const found = persistence(times, all, 'lower');
    expect(found).toMatchObject({ verdict: 'same positions', again: 1, slowShare: 0.25 });
    expect(found.slowAgain).toEqual(persistence(rates, all, 'higher').slowAgain);
    expect(found.correlation).toBeCloseTo(persistence(rates, all, 'higher').correlation ?? 0, 6);
    // The same positions are fast in all repeats, other ones slow in each: read the other way round it would be the same.
    const moving = [1, 2].map((seed) => {
      const random = seeded(seed * 99);
      const values = Float32Array.from({ length: N * N }, (_, i) =>
        fixed(Math.floor(i / N), i % N) ? 1 : random() < 0.2 ? 8 : 4,
      );
      return { ranks: 2 * N, senders: N, receivers: N, firstReceiver: N, values };
    });
    expect(persistence(moving, all, 'lower').verdict).toBe('moving');
    expect(persistence(moving, all, 'higher').verdict).toBe('same positions');
  });

  it('correlates the order of the pairs in each two repeats', () => {
    const one = test(1, () => false);
    const order = one.values.toSorted();
    const turned = one.values.map((value) => order[N * N - 1 - order.indexOf(value)] ?? Number.NaN);
    const correlation = (grids: PairGrid[]) => persistence(grids, all, 'higher').correlation;
    expect(correlation([one, one])).toBeCloseTo(1, 6);
    expect(correlation([one, { ...one, values: one.values.map((value) => value ** 3) }])).toBeCloseTo(1, 6);
    expect(correlation([one, { ...one, values: turned }])).toBeCloseTo(-1, 3);
  });

  it('cannot tell from one test, from no slow pair, or where hardly a pair is fast', () => {
    const none = () => false;
    expect(persistence([test(1, none)], all, 'higher')).toMatchObject({
      positions: 0,
      verdict: 'cannot tell',
    });
    expect(persistence([test(1, none), test(2, none)], all, 'higher').verdict).toBe('cannot tell');
    const few = (sender: number) => sender === 0;
    expect(persistence([test(1, few), test(2, few)], (sender) => sender !== 0, 'higher').verdict).toBe(
      'cannot tell',
    );
  });

  it('leaves out positions that one repeat lacks', () => {
    const one = test(1, () => false);
    one.values[5] = Number.NaN;
    expect(persistence([one, test(2, () => false)], all, 'higher').positions).toBe(N * N - 1);
  });
});
