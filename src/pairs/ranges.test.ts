import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packRanks, ranksIn, rangesOf, unpackRanks } from './ranges';

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

it('packs ranks that lie in many stretches as a bit for each, and loses none', () => {
  const even = Array.from({ length: 400 }, (_, i) => i * 2);
  const packed = packRanks(even);
  // Bits 0, 2 and 4 of six: 21, the letter V; ranks 0 to 798 need 134 characters.
  expect(packed).toBe('V'.repeat(133) + 'B');
  expect([...unpackRanks(packed, 0, 799)]).toEqual(even);
  expect([...unpackRanks(packed, 790, 4000)]).toEqual([790, 792, 794, 796, 798]);
  expect(packRanks([3, 1, 2])).toEqual([[1, 3]]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(3000), { minLength: 1, maxLength: 1200, size: 'max' }), (ranks) => {
      expect([...unpackRanks(packRanks(ranks), 0, 3001)]).toEqual(ranks.toSorted((p, q) => p - q));
    }),
    { numRuns: 30 },
  );
});
