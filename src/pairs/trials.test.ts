import { expect, it } from 'vitest';
import { falseShare, foundShare, SOUND } from './trials';

const noise = SOUND['noise 10 %'];

it.each(Object.entries(SOUND))('%s: a sound rank is accused in at most one test of a hundred', (_, pair) => {
  for (const ranks of [6, 8, 12, 28]) expect(falseShare(ranks, pair, 200)).toBeLessThanOrEqual(0.01);
});

it('a rank of which all pairs get half is found in 99 of 100 tests from eight ranks on, and seven tenths too', () => {
  if (!noise) throw new Error('no noise');
  for (const ranks of [8, 12, 28]) {
    expect(foundShare(ranks, noise, 0.5, 200)).toBeGreaterThanOrEqual(0.99);
    expect(foundShare(ranks, noise, 0.7, 200)).toBeGreaterThanOrEqual(0.98);
  }
});
