import { describe, expect, it } from 'vitest';
import { aKey, aPair } from './fixtures';
import { summarise } from './summary';
import type { RepeatPair } from './types';
import { assess } from './verdict';

const BASE = [100, 101, 102, 103, 104];
const key = aKey();

/** Five repeats on each side at a size, with a speedup of B over A of about `ratio`. */
function repeated(bytes: number | null, ratio: number, over: Partial<RepeatPair> = {}): RepeatPair {
  return aPair(
    BASE,
    BASE.map((value) => value / ratio),
    { key, bytes, ...over },
  );
}

function sentence(...pairs: RepeatPair[]): string {
  return summarise(pairs.map(assess)).sentence;
}

describe('summarise', () => {
  it('counts verdicts and names the extremes', () => {
    expect(sentence(repeated(8, 1), repeated(16, 1.9), repeated(32, 1.2), repeated(1 << 20, 0.5))).toBe(
      'B is better in 2 of 4 sizes, worse in 1, no difference seen in 1; ' +
        'largest gain 1.90× at 16 B, largest loss 0.500× at 1 MiB.',
    );
    expect(sentence(repeated(8, 1))).toBe('B is better in none of 1 size, no difference seen in 1.');
  });

  it('names as extremes only what has a verdict, where there are verdicts', () => {
    expect(
      sentence(repeated(8, 1.2), aPair([1], [9], { key, bytes: 4 }), aPair([9], [1], { key, bytes: 2 })),
    ).toBe('B is better in 1 of 3 sizes, no verdict in 2; largest gain 1.20× at 8 B.');
  });

  it('gives no verdict on one run each', () => {
    const one = (bytes: number, a: number, b: number) => aPair([a], [b], { key, bytes });
    expect(sentence(one(8, 3, 2), one(16, 2, 2), one(32, 1, 2), one(64, 0, 2))).toBe(
      'B reads ahead in 1 of 4 sizes, behind in 1, level in 1, without a speedup in 1; ' +
        'largest gain 1.50× at 8 B, largest loss 0.500× at 32 B. One run each: no interval, so no verdict.',
    );
  });

  it('says when repeats are too few, or a repeat is zero', () => {
    expect(sentence(aPair([3, 3], [2, 2]))).toBe(
      'B reads ahead in 1 of 1 size; largest gain 1.50× at 8 B. ' +
        'Too few repeats for a verdict: 5 a side are needed.',
    );
    expect(sentence(aPair([0, 3, 3, 3, 3], [2, 2, 2, 2, 2]))).toBe(
      'B reads ahead in 1 of 1 size; largest gain 1.50× at 8 B. No verdict: A repeat is zero or no number.',
    );
  });

  it('names the series where there are several, and results without a size', () => {
    const barrier = aKey({ id: 'barrier', benchmark: 'osu_barrier', conditions: { nodes: '64' } });
    const inPlace = aKey({ id: 'in', params: 'placement=in place' });
    expect(sentence(repeated(8, 0.8, { key: inPlace }), repeated(null, 2, { key: barrier }))).toBe(
      'B is better in 1 of 2 results, worse in 1; largest gain 2.00× in osu_barrier (nodes 64), ' +
        'largest loss 0.800× in osu_allreduce (placement=in place) at 8 B.',
    );
  });

  it('says when there is nothing to say', () => {
    expect(sentence()).toBe('Nothing to compare: A and B have no result in common.');
    expect(sentence(repeated(8, 2, { key: aKey({ better: 'none' }) }))).toBe(
      'No speedup in 1 size: Neither more nor less of this is better.',
    );
  });

  it('lists regressions worst first and gains best first, verdicts before mere readings', () => {
    const pairs = [
      repeated(1, 0.9),
      repeated(2, 0.5),
      aPair([1], [9], { key, bytes: 4 }),
      aPair([9], [1], { key, bytes: 8 }),
      repeated(16, 1),
      repeated(32, 1.5),
      repeated(64, 3),
    ];
    const { regressions, gains, counts } = summarise(pairs.map(assess));
    expect(regressions.map(({ pair }) => pair.bytes)).toEqual([2, 1, 4]);
    expect(gains.map(({ pair }) => pair.bytes)).toEqual([64, 32, 8]);
    expect(counts).toEqual({
      better: 2,
      worse: 2,
      'no difference seen': 1,
      'too few repeats': 2,
      'no verdict': 0,
    });
  });
});
