import type { Work } from '../model/turns';
import { isTooFewSets, type Interval } from './bootstrap';
import { meanSpeedupInterval, type RepeatedSize } from './meanSpeedup';
import { checkedPairs, type DoubtfulGroup } from './doubtful';
import type { OutlyingValue } from './outlying';
import { repeatNamer } from './repeatUnits';
import { countVerdicts } from './summary';
import type { Observation, RepeatPair, PairKey, Sides } from './types';
import { assess, FEW_SETS, FEWEST_FOR_VERDICT, verdictOf, type Assessment, type Verdict } from './verdict';

/** The speedup at one message size. */
export interface SizeOutcome {
  /** Message size in bytes, or null for a test without one. */
  bytes: number | null;
  ratio: number;
  interval: Interval | null;
  verdict: Verdict;
  reason: string | null;
}

/** Fewest and most repeats at a size. */
export interface Repeats {
  least: number;
  most: number;
}

/** What became of one series from A to B, all of its message sizes together. */
export interface SeriesOutcome {
  key: PairKey;
  /** Sizes that both sides have, and those of them that have a speedup. */
  sizes: number;
  rated: number;
  /** Geometric mean of the speedups of the sizes that have one, its 95 % interval, and what can be said of it. */
  mean: number | null;
  interval: Interval | null;
  verdict: Verdict | 'in doubt';
  /** Why there is no verdict of the mean, as a sentence; null with one. */
  reason: string | null;
  worst: SizeOutcome | null;
  best: SizeOutcome | null;
  /** The speedup and the verdict of each size that has one, smallest size first; empty for a test without sizes. */
  curve: readonly { bytes: number; ratio: number; verdict: Verdict }[];
  /** Verdicts of single sizes. */
  counts: Readonly<Record<Verdict, number>>;
  repeats: { a: Repeats; b: Repeats };
  /** The runs of a side, or of both, where they may be no repeats: then there is no mean, no verdict, and no size with one. */
  doubts: readonly DoubtfulGroup[];
}

/** A series that the other side has not, or has at other sizes: how many sizes. */
export interface OneSidedSeries {
  key: PairKey;
  sizes: number;
}

/** All series of some observations, and what has no partner. */
export interface Outcomes {
  series: SeriesOutcome[];
  onlyA: OneSidedSeries[];
  onlyB: OneSidedSeries[];
  /** Values far from the other repeats of their size. */
  outlying: readonly OutlyingValue[];
}

/**
 * Pairs the numbers of A and B (see `pair`) and sums them up series by series, giving way now and then. One repeat of a
 * series is what one run says of it: the first value of each size, or the second where it has several, and so on.
 */
export function* seriesOutcomes(
  observations: readonly Observation[],
  sides: Sides,
  compared?: string,
): Work<Outcomes> {
  const { pairing, doubts, outlying } = yield* checkedPairs(observations, sides, compared);
  const { pairs, onlyA, onlyB } = pairing;
  const unitOf = repeatNamer([...sides.a, ...sides.b]);
  const byKey = new Map<PairKey, RepeatPair[]>();
  for (const pair of pairs) {
    const held = byKey.get(pair.key);
    if (held) held.push(pair);
    else byKey.set(pair.key, [pair]);
  }
  const series: SeriesOutcome[] = [];
  for (const [key, placed] of byKey) {
    const own = doubts.filter((doubt) => doubt.key === key);
    series.push(
      own.length > 0 ? doubtfulOutcome(placed, own) : yield* outcomeOf(placed, observations, unitOf),
    );
    yield;
  }
  return { series, onlyA: countSizes(onlyA), onlyB: countSizes(onlyB), outlying };
}

function countSizes(alone: readonly { key: PairKey }[]): OneSidedSeries[] {
  const counts = new Map<PairKey, number>();
  for (const { key } of alone) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].map(([key, sizes]) => ({ key, sizes }));
}

/** Why a series has no mean and no verdict. */
export const IN_DOUBT = 'Runs taken for repeats are too far apart to be repeats.';

/** A series of which nothing is said: the runs of a side may be no repeats of each other. */
function doubtfulOutcome(placed: readonly RepeatPair[], doubts: readonly DoubtfulGroup[]): SeriesOutcome {
  const [first] = doubts;
  if (!first) throw new Error('a series in doubt without a doubt');
  return {
    key: first.key,
    sizes: placed.length,
    rated: 0,
    ...{ mean: null, interval: null, verdict: 'in doubt', reason: IN_DOUBT, worst: null, best: null },
    curve: [],
    counts: countVerdicts([]),
    repeats: {
      a: repeatsOf(placed.map(({ a }) => a.length)),
      b: repeatsOf(placed.map(({ b }) => b.length)),
    },
    doubts,
  };
}

type Rated = Assessment & { speedup: { ratio: number } };

function* outcomeOf(
  placed: readonly RepeatPair[],
  observations: readonly Observation[],
  unitOf: (run: string) => string,
): Work<SeriesOutcome> {
  const valuesAt = (places: readonly number[]) => places.map((at) => observations[at]?.value ?? Number.NaN);
  const all: Assessment[] = [];
  const ratedPairs: RepeatPair[] = [];
  for (const pair of placed) {
    const assessed = assess({ ...pair, a: valuesAt(pair.a), b: valuesAt(pair.b) });
    all.push(assessed);
    if (assessed.speedup.ratio !== null) ratedPairs.push(pair);
    yield;
  }
  const rated = all.filter((one): one is Rated => one.speedup.ratio !== null);
  const byRatio = rated.toSorted((one, other) => one.speedup.ratio - other.speedup.ratio);
  const [worst, best] = [byRatio[0], byRatio.at(-1)];
  const [first] = all;
  if (!first) throw new Error('a series without sizes');
  const repeats = {
    a: repeatsOf(all.map(({ a }) => a.n)),
    b: repeatsOf(all.map(({ b }) => b.n)),
  };
  return {
    key: first.pair.key,
    sizes: all.length,
    rated: rated.length,
    ...(yield* meanOf(rated, ratedPairs, observations, unitOf, first.speedup.reason)),
    worst: worst ? sizeOutcome(worst) : null,
    best: best ? sizeOutcome(best) : null,
    curve: rated
      .flatMap(({ pair: { bytes }, speedup: { ratio }, verdict }) =>
        bytes === null ? [] : [{ bytes, ratio, verdict }],
      )
      .sort((one, other) => one.bytes - other.bytes),
    counts: countVerdicts(all),
    repeats,
    doubts: [],
  };
}

const repeatsOf = (counts: readonly number[]): Repeats => ({
  least: counts.reduce((least, n) => Math.min(least, n), Infinity),
  most: counts.reduce((most, n) => Math.max(most, n), 0),
});

const sizeOutcome = ({ pair, speedup, interval, verdict, reason }: Rated): SizeOutcome => ({
  bytes: pair.bytes,
  ratio: speedup.ratio,
  interval,
  verdict,
  reason,
});

function* meanOf(
  rated: readonly Rated[],
  placed: readonly RepeatPair[],
  observations: readonly Observation[],
  unitOf: (run: string) => string,
  why: string | null,
): Work<Pick<SeriesOutcome, 'mean' | 'interval' | 'verdict' | 'reason'>> {
  const [only] = rated;
  if (!only) return { mean: null, interval: null, verdict: 'no verdict', reason: why };
  // Of one size the mean is that size, and so is all that is said of it.
  if (rated.length === 1)
    return {
      mean: only.speedup.ratio,
      interval: only.interval,
      verdict: only.verdict,
      reason: only.reason,
    };
  const mean = Math.exp(rated.reduce((sum, { speedup }) => sum + Math.log(speedup.ratio), 0) / rated.length);
  const { sizes, sets } = repeated(placed, observations, unitOf);
  const interval = yield* meanSpeedupInterval(sizes, only.pair.key.better, sets);
  const few = (reason: string) => ({ mean, interval, verdict: 'too few repeats' as const, reason });
  if (rated.every(({ a, b }) => a.n === 1 && b.n === 1)) return few('One run each.');
  if (rated.some(({ a, b }) => Math.min(a.n, b.n) < FEWEST_FOR_VERDICT))
    return few(`Fewer than ${FEWEST_FOR_VERDICT} repeats of a size on a side.`);
  if (sets && [sets.a, sets.b].some(isTooFewSets)) return few(FEW_SETS);
  if (!interval) return { mean, interval, verdict: 'no verdict', reason: 'A repeat is zero or no number.' };
  return { mean, interval, verdict: verdictOf(interval), reason: null };
}

/**
 * The values of each size by repeat, and the experiment of each repeat where several are taken together. `placed` has the
 * places of observations in place of their values.
 */
function repeated(
  placed: readonly RepeatPair[],
  observations: readonly Observation[],
  unitOf: (run: string) => string,
): { sizes: RepeatedSize[]; sets: RepeatPair['sets'] } {
  const side = (which: 'a' | 'b'): { rows: Float64Array[]; sets: number[] } => {
    const numbers = new Map<string, number>();
    const experiments: number[] = [];
    const sizes = placed.map((pair) => {
      const nth = new Map<string, number>();
      return pair[which].map((at, i): [repeat: number, value: number] => {
        const { runId = '', value = Number.NaN } = observations[at] ?? {};
        const unit = unitOf(runId);
        const times = nth.get(unit) ?? 0;
        nth.set(unit, times + 1);
        const id = `${times} ${unit}`;
        const repeat = numbers.get(id) ?? numbers.size;
        numbers.set(id, repeat);
        experiments[repeat] = pair.sets?.[which][i] ?? 0;
        return [repeat, value];
      });
    });
    const rows = sizes.map((values) => {
      const row = new Float64Array(numbers.size).fill(Number.NaN);
      for (const [repeat, value] of values) row[repeat] = value;
      return row;
    });
    return { rows, sets: experiments };
  };
  const [a, b] = [side('a'), side('b')];
  return {
    sizes: placed.map((_, i) => ({
      a: a.rows[i] ?? new Float64Array(),
      b: b.rows[i] ?? new Float64Array(),
    })),
    sets: placed.some(({ sets }) => sets) ? { a: a.sets, b: b.sets } : undefined,
  };
}
