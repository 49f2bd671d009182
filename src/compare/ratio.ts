import type { Better } from '../model/vocabulary';
import type { RepeatPair } from './types';

/** The repeats of one side in short, in the unit of the values. */
export interface RepeatSpread {
  n: number;
  median: number;
  min: number;
  max: number;
}

/** How many times better B is than A, or null with a sentence that says why there is no such number. */
export type Speedup = { ratio: number; reason: null } | { ratio: null; reason: string };

/** What two sets of repeats give without any sampling. */
export interface RepeatComparison {
  a: RepeatSpread;
  b: RepeatSpread;
  speedup: Speedup;
  /** Median of B minus median of A, in the unit of the values. */
  difference: number;
}

/** The middle value, or the mean of the two middle ones; NaN for no values. */
export function median(values: readonly number[]): number {
  return medianOfSorted(Float64Array.from(values).sort());
}

/** `median` of values that are sorted already. */
export function medianOfSorted(sorted: Float64Array): number {
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[(sorted.length >> 1) - 1] ?? Number.NaN) + upper) / 2;
}

/** Number, median, smallest and largest of the repeats; NaN for no values. */
export function spread(values: readonly number[]): RepeatSpread {
  const sorted = Float64Array.from(values).sort();
  const last = sorted.length - 1;
  return {
    n: sorted.length,
    median: medianOfSorted(sorted),
    min: sorted[0] ?? Number.NaN,
    max: sorted[last] ?? Number.NaN,
  };
}

/**
 * Speedup of B over A from two medians: a/b where lower is better (times), b/a where higher is better (rates).
 * Above 1, B is better. Never infinite: a median that is zero or below gives no speedup.
 */
export function speedup(a: number, b: number, better: Better): Speedup {
  if (better === 'none') return { ratio: null, reason: 'Neither more nor less of this is better.' };
  for (const [side, value] of [
    ['A', a],
    ['B', b],
  ] as const) {
    if (!Number.isFinite(value)) return { ratio: null, reason: `${side} has no number.` };
    if (value === 0) return { ratio: null, reason: `${side} is zero.` };
    if (value < 0) return { ratio: null, reason: `${side} is below zero.` };
  }
  return { ratio: better === 'lower' ? a / b : b / a, reason: null };
}

/** Medians, bands, speedup and difference of a pair. */
export function compare(pair: RepeatPair): RepeatComparison {
  const a = spread(pair.a);
  const b = spread(pair.b);
  return { a, b, speedup: speedup(a.median, b.median, pair.key.better), difference: b.median - a.median };
}
