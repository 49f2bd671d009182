import type { Better } from '../model/vocabulary';
import { median } from './ratio';
import type { RepeatPair } from './types';

/** Two ends of an interval of the speedup; `low` ≤ `high`. */
export interface Interval {
  low: number;
  high: number;
}

/** Fewest repeats on a side for an interval. */
export const FEWEST_FOR_INTERVAL = 3;

/** Fewest experiments on a side, taken together, for an interval: with fewer the resamples of whole sets are too few. */
export const FEWEST_SETS = 6;

/** Resamples drawn; at least 1,000 are advised for percentile intervals (Efron & Tibshirani 1993, §13.3). */
export const RESAMPLES = 2000;

/** Share of the resampled ratios that the interval holds. */
export const CONFIDENCE = 0.95;

/**
 * Where the medians of resamples fall, as the two middle positions in the sorted sample. They depend on the number
 * of values alone, so that each number is drawn once.
 */
interface MedianPositions {
  lower: Uint32Array;
  upper: Uint32Array;
}

const drawn = new Map<string, MedianPositions>();

/**
 * The percentile bootstrap interval (95 %) of the speedup of B over A as a ratio of medians (Efron & Tibshirani,
 * An Introduction to the Bootstrap, 1993, §13.3), both sides resampled independently, with a fixed seed: the same
 * values always give the same interval, in whatever order they come. Swapping A and B gives the reciprocal interval.
 * Null where a side has fewer than `FEWEST_FOR_INTERVAL` values, where a value is not above zero, and where the
 * metric has no direction. With 3 or 4 values a side the coverage is below 95 % (`docs/comparison.md`). `sets` = the experiment
 * of each value where several are taken together: whole experiments are resampled (a cluster bootstrap: Davison & Hinkley,
 * Bootstrap Methods and their Application, 1997, §3.8), and fewer than `FEWEST_SETS` on a side that has several give null.
 */
export function speedupInterval(
  a: readonly number[],
  b: readonly number[],
  better: Better,
  sets?: RepeatPair['sets'],
): Interval | null {
  if (better === 'none' || Math.min(a.length, b.length) < FEWEST_FOR_INTERVAL) return null;
  if (![...a, ...b].every((value) => Number.isFinite(value) && value > 0)) return null;
  const draw = (values: readonly number[], experiments: readonly number[] | undefined) =>
    experiments && new Set(experiments).size > 1
      ? (stream: 0 | 1) => nestedMedians(values, experiments, stream)
      : (stream: 0 | 1) => resampledMedians(values, stream);
  if (sets && [sets.a, sets.b].some(isTooFewSets)) return null;
  const [ofA, ofB] = [draw(a, sets?.a), draw(b, sets?.b)];
  const ratios = better === 'lower' ? resampledRatios(ofA, ofB) : resampledRatios(ofB, ofA);
  ratios.sort();
  const tail = Math.floor(((1 - CONFIDENCE) / 2) * ratios.length);
  const low = ratios[tail] ?? Number.NaN;
  return { low, high: ratios[ratios.length - 1 - tail] ?? Number.NaN };
}

/** True for several experiments, but too few to resample. */
export function isTooFewSets(experiments: readonly number[]): boolean {
  const { size } = new Set(experiments);
  return size > 1 && size < FEWEST_SETS;
}

type Medians = (stream: 0 | 1) => Float64Array;

/** Resampled `median(top) / median(bottom)`; each half of the draws is the other with the roles of the streams exchanged. */
function resampledRatios(top: Medians, bottom: Medians): Float64Array {
  const half = RESAMPLES / 2;
  const ratios = new Float64Array(RESAMPLES);
  const [first, second, firstBottom, secondBottom] = [top(0), top(1), bottom(0), bottom(1)];
  for (let draw = 0; draw < half; draw++) {
    ratios[draw] = (first[draw] ?? 0) / (secondBottom[draw] ?? 1);
    ratios[half + draw] = (second[draw] ?? 0) / (firstBottom[draw] ?? 1);
  }
  return ratios;
}

function resampledMedians(values: readonly number[], stream: 0 | 1): Float64Array {
  const sorted = Float64Array.from(values).sort();
  const { lower, upper } = medianPositions(values.length, stream);
  const medians = new Float64Array(lower.length);
  for (let draw = 0; draw < medians.length; draw++) {
    medians[draw] = ((sorted[lower[draw] ?? 0] ?? 0) + (sorted[upper[draw] ?? 0] ?? 0)) / 2;
  }
  return medians;
}

/** Medians of resamples of whole experiments, in an order that does not depend on their files. */
function nestedMedians(
  values: readonly number[],
  experiments: readonly number[],
  stream: 0 | 1,
): Float64Array {
  const sets = new Map<number, number[]>();
  values.forEach((value, i) => {
    const experiment = experiments[i] ?? 0;
    const held = sets.get(experiment);
    if (held) held.push(value);
    else sets.set(experiment, [value]);
  });
  const ordered = [...sets.values()].sort((p, q) => median(p) - median(q) || p.length - q.length);
  const random = mulberry32(stream + 1);
  return Float64Array.from({ length: RESAMPLES / 2 }, () =>
    median(ordered.flatMap(() => ordered[Math.floor(random() * ordered.length)] ?? [])),
  );
}

function medianPositions(count: number, stream: 0 | 1): MedianPositions {
  const id = `${count} ${stream}`;
  const known = drawn.get(id);
  if (known) return known;
  const random = mulberry32(stream + 1);
  const draws = RESAMPLES / 2;
  const positions = { lower: new Uint32Array(draws), upper: new Uint32Array(draws) };
  for (let draw = 0; draw < draws; draw++) {
    const resample = Uint32Array.from({ length: count }, () => Math.floor(random() * count)).sort();
    positions.lower[draw] = resample[(count - 1) >> 1] ?? 0;
    positions.upper[draw] = resample[count >> 1] ?? 0;
  }
  drawn.set(id, positions);
  return positions;
}

/** Small seeded generator of numbers in [0, 1) (T. Ettinger, mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
