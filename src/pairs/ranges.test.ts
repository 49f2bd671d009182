import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ranksIn, rangesOf } from './ranges';

it('makes stretches of ranks in any order', () => {
  expect(rangesOf([9, 0, 2, 1, 8, 1, 5])).toEqual([
    [0, 2],
    [5, 5],
    [8, 9],
  ]);
  expect(rangesOf([])).toEqual([]);
});

it('gives the ranks of a test back, and no others', () => {
  const ranges: [number, number][] = [
    [1, 2],
    [6, 10 ** 12],
  ];
  expect([...ranksIn(ranges, 0, 8)]).toEqual([1, 2, 6, 7]);
  expect([...ranksIn(ranges, 2, 5)]).toEqual([2, 6]);
});

it('loses no rank on the way', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(60)), (ranks) => {
      expect([...ranksIn(rangesOf(ranks), 0, 61)]).toEqual(ranks.toSorted((p, q) => p - q));
    }),
  );
});
