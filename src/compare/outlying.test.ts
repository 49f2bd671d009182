import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { checkedPairs } from './doubtful';
import { aRun } from './fixtures';
import type { IdentityRule } from './identity/rules';
import type { Observation } from './types';

const SIZES = [1, 2, 4, 8];
const NOISE = [1, 1.01, 0.99, 1.02, 0.98, 1.005];

/** Six runs, with `value` in place of what run `run` measured at `bytes`. */
function observed(far: { run: number; bytes: number; factor: number }[]): Observation[] {
  return NOISE.flatMap((noise, i) =>
    SIZES.map((bytes): Observation => {
      const off = far.find((each) => each.run === i && each.bytes === bytes)?.factor ?? 1;
      const value = 1e-6 * bytes * noise * off;
      const what = { benchmark: 'osu_latency', metric: 'latency', better: 'lower', unit: 's' } as const;
      return { runId: `r${i}`, ...what, params: '', statistic: 'avg', bytes, value };
    }),
  );
}

const runs = NOISE.map((_, i) => aRun(`r${i}`, { repeat: String(i) }));
const check = (observations: readonly Observation[], rules: readonly IdentityRule[] = []) =>
  atOnce(checkedPairs(observations, { a: runs, b: runs, rules }));

describe('outlying values', () => {
  it('are named with run, size, factor and number, the furthest first', () => {
    const { outlying, doubts } = check(
      observed([
        { run: 4, bytes: 2, factor: 2 },
        { run: 1, bytes: 8, factor: 5 },
      ]),
    );
    expect(doubts).toEqual([]);
    expect(outlying.map(({ run, bytes, whole, count }) => [run, bytes, whole, count])).toEqual([
      ['r1', 8, false, 6],
      ['r4', 2, false, 6],
    ]);
    expect(outlying[0]?.factor).toBeCloseTo(5.05, 1);
  });

  it('of most sizes of a run name the run', () => {
    const far = SIZES.slice(0, 3).map((bytes) => ({ run: 2, bytes, factor: bytes === 4 ? 1.69 : 1.6 }));
    const { outlying } = check(observed(far));
    expect(outlying.map(({ run, bytes, whole }) => [run, bytes, whole])).toEqual([['r2', 4, true]]);
    expect(check(observed(far.slice(0, 2))).outlying.map(({ whole }) => whole)).toEqual([false, false]);
  });

  it('of a repeat that wrote a file for each size name all its runs', () => {
    const far = [2, 4, 8].map((bytes) => ({ run: 2, bytes, factor: 1.6 }));
    const apart = observed(far).map((one) => ({ ...one, runId: `${one.runId} ${one.bytes ?? ''}` }));
    const files = NOISE.flatMap((_, i) =>
      SIZES.map((bytes) => aRun(`r${i} ${bytes}`, {}, { experiment: 1, repeat: i + 1 })),
    );
    const { outlying } = atOnce(checkedPairs(apart, { a: files, b: files }));
    expect(outlying.map(({ run, runs: all, whole, count }) => [run.slice(0, 2), all, whole, count])).toEqual([
      ['r2', SIZES.map((bytes) => `r2 ${bytes}`), true, 6],
    ]);
  });

  it('are none in groups in doubt', () => {
    const far = [3, 4, 5].flatMap((run) => SIZES.map((bytes) => ({ run, bytes, factor: 6 })));
    const { outlying, doubts } = check(observed(far));
    expect([doubts.length, outlying.length]).toEqual([1, 0]);
  });

  it('of one side are named where the other side is in doubt', () => {
    const mixed = [3, 4, 5].flatMap((run) => SIZES.map((bytes) => ({ run, bytes, factor: 6 })));
    const other = observed([{ run: 1, bytes: 8, factor: 5 }]).map((each) => ({
      ...each,
      runId: `s${each.runId}`,
    }));
    const others = NOISE.map((_, i) => aRun(`sr${i}`, { repeat: String(i) }));
    const both = [...observed(mixed), ...other];
    for (const sides of [
      { a: runs, b: others },
      { a: others, b: runs },
    ]) {
      const { doubts, outlying } = atOnce(checkedPairs(both, sides));
      const clean = sides.a === others ? 'a' : 'b';
      expect(doubts.map(({ side }) => side)).toEqual([clean === 'a' ? 'b' : 'a']);
      expect(outlying.map(({ side, run, bytes }) => [side, run, bytes])).toEqual([[clean, 'sr1', 8]]);
    }
  });

  it('that a rule excludes are in no pair, at their size or at all sizes, and no more outlying', () => {
    const observations = observed([{ run: 1, bytes: 8, factor: 5 }]);
    const exclude = (bytes: number | 'all'): IdentityRule[] => [
      { kind: 'excluded', run: 'r1', benchmark: 'osu_latency', params: '', bytes },
    ];
    const counts = (rules: IdentityRule[]) =>
      check(observations, rules).pairing.pairs.map(({ a }) => a.length);
    expect(counts([])).toEqual([6, 6, 6, 6]);
    expect(counts(exclude(8))).toEqual([6, 6, 6, 5]);
    expect(counts(exclude('all'))).toEqual([5, 5, 5, 5]);
    expect(check(observations, exclude(8)).outlying).toEqual([]);
    expect(counts([{ kind: 'excluded', run: 'r1', benchmark: 'osu_bw', params: '', bytes: 'all' }])).toEqual(
      counts([]),
    );
  });
});
