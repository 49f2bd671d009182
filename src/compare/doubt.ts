import { chanceOfOutliers, FEWEST_SIZES } from './doubtChance';
import { lowerQuantile, medianOf, scatter } from './doubtNoise';

/** Why runs that were taken for repeats of one experiment may be none. */
export interface Doubt {
  /** Largest value over smallest at the size where they are furthest apart. */
  factor: number;
  /** Places of the sizes at which the runs are apart, ascending; they are neighbours. */
  sizes: readonly number[];
  /** Places of the runs that belong together, the smallest values first. Runs without a value at these sizes are in none. */
  clusters: readonly (readonly number[])[];
}

/** Two sets of runs at some neighbouring sizes. */
interface Split {
  sizes: readonly number[];
  low: number[];
  high: number[];
  /** Number of sizes at which the sets are apart. */
  apart: number;
  /** Median over the sizes of the distance of the medians, as a logarithm. */
  distance: number;
}

/** Limits, as factors; set by simulation: `docs/identity-doubt.md`. */
export const LIMITS = {
  /** Modes of one experiment are at most this far apart: placement, adaptive routing. */
  modes: 1.5,
  /** Sets of runs closer than this are never in doubt. */
  apart: 1.72,
  /** A size counts as apart from this factor on. */
  atSize: 1.3,
  /** Share of the sizes of a range that must be apart. */
  share: 0.8,
  /** How many standard errors the distance must exceed that of modes by. */
  errors: 1,
  /** How many times their own width the sets must be apart. */
  widths: 4,
  /** Runs that spread this far at all sizes are in doubt without falling into sets. */
  spread: 2.5,
} as const;

/** Parts that sizes are cut into: ranges begin and end between them. Fewer where there are many numbers. */
const PARTS = { few: 12, many: 5 } as const;
const MANY_NUMBERS = 5000;

/**
 * Whether runs that should be repeats of one experiment can be. `values` has the numbers (times, rates; all above zero) of each
 * run at each size, NaN where a run has none, sizes in ascending order; one size alone stands for tests without one. Null where
 * nothing speaks against repeats.
 *
 * The runs are in doubt where they fall into two sets, the same runs at neighbouring sizes, that are further apart than modes
 * of one experiment, noise and single outliers put them. A set that falls into two again gives a third, and so on. The
 * criteria and how often they err are in `docs/identity-doubt.md`.
 */
export function doubtOf(values: readonly ArrayLike<number>[]): Doubt | null {
  const count = values.reduce((most, { length }) => Math.max(most, length), 0);
  const logs = values.map((run) => Float64Array.from({ length: count }, (_, size) => logOf(run[size])));
  const runs = [...logs.keys()];
  const split = splitOf(logs, runs);
  if (!split) return null;
  const clusters = partsOf(logs, split);
  return { factor: factorAt(logs, split.sizes), sizes: split.sizes, clusters };
}

function logOf(value: number | undefined): number {
  return value !== undefined && value > 0 && value < Infinity ? Math.log(value) : Number.NaN;
}

/** The sets of a split, each split again where it is in doubt by itself. */
function partsOf(logs: readonly Float64Array[], { low, high }: Split): number[][] {
  return [low, high].flatMap((runs) => {
    const again = runs.length < 2 ? null : splitOf(logs, runs);
    return again ? partsOf(logs, again) : [runs.toSorted((one, other) => one - other)];
  });
}

function factorAt(logs: readonly Float64Array[], sizes: readonly number[]): number {
  return Math.exp(sizes.reduce((most, size) => Math.max(most, rangeOf(columnOf(logs, size))), 0));
}

const columnOf = (logs: readonly Float64Array[], size: number): number[] =>
  logs.flatMap((run) => numberOr(run[size]));

const numberOr = (value: number | undefined): number[] =>
  value === undefined || Number.isNaN(value) ? [] : [value];

function rangeOf(column: readonly number[]): number {
  let [low, high] = [Infinity, -Infinity];
  for (const value of column) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}

/** The split of some runs into two sets that is apart at most sizes, or null. */
function splitOf(all: readonly Float64Array[], runs: readonly number[]): Split | null {
  const logs = runs.map((run) => all[run] ?? new Float64Array());
  const sizes = [...(logs[0]?.keys() ?? [])].filter((size) => columnOf(logs, size).length > 1);
  const wide = sizes.map((size) => rangeOf(columnOf(logs, size)) >= Math.log(LIMITS.atSize));
  const centred = centre(logs, sizes);
  let best: Split | null = null;
  const tried = ranges(sizes.length, runs.length);
  const errors = Math.max(LIMITS.errors, Math.sqrt(2 * Math.log(tried.length)));
  for (const [from, to] of tried) {
    const length = to - from;
    const few = best && length < best.apart;
    if (few || wide.slice(from, to).filter(Boolean).length < LIMITS.share * length) continue;
    const found = splitIn(logs, centred, sizes, from, to, errors);
    if (
      found &&
      (!best || found.apart > best.apart || (found.apart === best.apart && found.distance > best.distance))
    )
      best = found;
  }
  if (!best) return null;
  const named = (places: readonly number[]) => places.map((place) => runs[place] ?? 0);
  return { ...best, low: named(best.low), high: named(best.high) };
}

/** Ranges of neighbouring sizes, the longest first: of three sizes on, or all sizes where there are fewer. */
function ranges(sizes: number, runs: number): [from: number, to: number][] {
  if (sizes < FEWEST_SIZES) return sizes === 0 ? [] : [[0, sizes]];
  const steps = Math.min(sizes, runs * sizes > MANY_NUMBERS ? PARTS.many : PARTS.few);
  const ends = Array.from({ length: steps + 1 }, (_, i) => Math.round((i * sizes) / steps));
  const found = ends.flatMap((from, i) => ends.slice(i + 1).map((to): [number, number] => [from, to]));
  return found.filter(([from, to]) => to - from >= FEWEST_SIZES).sort(([a, b], [c, d]) => d - c - (b - a));
}

/** Logarithms over the median of their size, by run and place of the size. */
function centre(logs: readonly Float64Array[], sizes: readonly number[]): Float64Array[] {
  const medians = sizes.map((size) => medianOf(columnOf(logs, size)));
  return logs.map((run) =>
    Float64Array.from(sizes, (size, i) => (run[size] ?? Number.NaN) - (medians[i] ?? 0)),
  );
}

/** Splits the runs at the widest gap of their medians over a range of sizes; null where that split is no doubt. */
function splitIn(
  logs: readonly Float64Array[],
  centred: readonly Float64Array[],
  sizes: readonly number[],
  from: number,
  to: number,
  errors: number,
): Split | null {
  const scored = centred.flatMap((run, place) => {
    const own = [...run.subarray(from, to)].filter((value) => !Number.isNaN(value));
    return own.length * 2 > to - from ? [{ place, score: medianOf(own) }] : [];
  });
  if (scored.length < 2) return null;
  scored.sort((one, other) => one.score - other.score);
  const scores = scored.map(({ score }) => score);
  const at = widestGap(scores);
  const places = scored.map(({ place }) => place);
  const [low, high] = [places.slice(0, at), places.slice(at)];
  const within = sizes.slice(from, to);
  const distances = within.map((size) => distanceAt(logs, low, high, size));
  const apart = distances.filter((distance) => distance >= Math.log(LIMITS.atSize));
  const found = distances.filter((distance) => !Number.isNaN(distance));
  if (found.length === 0 || apart.length < LIMITS.share * found.length) return null;
  const distance = medianOf(found);
  const split = { sizes: trimmed(within, distances), low, high, apart: apart.length, distance };
  if (!exceedsChance(split, scored.length, sizes.length, apart)) return null;
  const all = sizes.map((size) => distanceAt(logs, low, high, size));
  if (distance < errorLimit(all, found.length, errors)) return null;
  const width = Math.max(scatter(scores.slice(0, at)), scatter(scores.slice(at)));
  const inSets = distance >= Math.log(LIMITS.apart) && distance >= LIMITS.widths * width;
  const spread = (scores.at(-1) ?? 0) - (scores[0] ?? 0);
  return inSets || spread >= Math.log(LIMITS.spread) ? split : null;
}

/** Sizes of a range without those at its ends that are not apart. */
function trimmed(sizes: readonly number[], distances: readonly number[]): number[] {
  const isApart = (distance: number) => distance >= Math.log(LIMITS.atSize);
  return sizes.slice(distances.findIndex(isApart), distances.findLastIndex(isApart) + 1);
}

/** Place of the first score above the widest gap of sorted ones. */
function widestGap(scores: readonly number[]): number {
  let at = 1;
  for (let i = 2; i < scores.length; i++)
    if ((scores[i] ?? 0) - (scores[i - 1] ?? 0) > (scores[at] ?? 0) - (scores[at - 1] ?? 0)) at = i;
  return at;
}

function distanceAt(
  logs: readonly Float64Array[],
  low: readonly number[],
  high: readonly number[],
  size: number,
): number {
  const of = (places: readonly number[]) =>
    medianOf(places.flatMap((place) => numberOr(logs[place]?.[size])));
  return of(high) - of(low);
}

/** Whether single outliers would put sets of this size as far apart, at as many sizes, in too few groups of repeats to count. */
function exceedsChance(split: Split, runs: number, sizes: number, apart: readonly number[]): boolean {
  const places = Math.max(1, sizes - apart.length + 1);
  const fewer = Math.min(split.low.length, split.high.length);
  return chanceOfOutliers(runs, fewer, places, apart.length, lowerQuantile(apart)) <= 1;
}

/** The smaller of two estimates of one noise is too small by about this factor, by simulation of 12 to 24 sizes. */
const OF_SMALLER = 1.05;

/**
 * The distance that modes and the noise from size to size may have. All sizes tell that noise: it is read from first differences and, as a
 * distance may grow or fall with the size, from second ones; the smaller counts.
 */
function errorLimit(distances: readonly number[], count: number, errors: number): number {
  const first = differences(distances.filter((distance) => !Number.isNaN(distance)));
  const second = differences(first);
  const deviation = (steps: readonly number[], gain: number) =>
    medianOf(steps.map(Math.abs)) / (0.6745 * gain);
  const noise =
    OF_SMALLER *
    Math.min(
      first.length === 0 ? 0 : deviation(first, Math.SQRT2),
      second.length < FEWEST_SIZES ? Infinity : deviation(second, Math.sqrt(6)),
    );
  return Math.log(LIMITS.modes) + (errors * 1.253 * noise) / Math.sqrt(count);
}

const differences = (values: readonly number[]): number[] =>
  values.slice(1).map((value, i) => value - (values[i] ?? 0));
