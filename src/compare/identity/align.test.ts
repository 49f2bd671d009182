import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentsOf } from './align';

/** The length of the longest common subsequence, by its definition. */
function common(one: readonly string[], other: readonly string[]): number {
  const [first, ...rest] = one;
  if (first === undefined) return 0;
  const at = other.indexOf(first);
  return Math.max(common(rest, other), at < 0 ? 0 : 1 + common(rest, other.slice(at + 1)));
}

describe('the words between those that all names share', () => {
  it('stand with the word before them', () => {
    const names = ['osu bw on 4', 'osu latency on 8'].map((name) => name.split(' '));
    expect(segmentsOf(names)).toEqual([
      {
        after: 'osu',
        ranges: [
          [1, 2],
          [1, 2],
        ],
      },
      {
        after: 'on',
        ranges: [
          [3, 4],
          [3, 4],
        ],
      },
    ]);
    expect(segmentsOf([['a'], ['a']])).toEqual([]);
  });

  it('are as few as can be', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const between = segmentsOf([one, other]).map(({ ranges: [range] }) =>
          range ? range[1] - range[0] : 0,
        );
        expect(one.length - between.reduce((sum, length) => sum + length, 0)).toBe(common(one, other));
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
