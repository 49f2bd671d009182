import type { Work } from '../model/turns';

/** Values that are looked at between two yields. */
const STEPS = 4096;

/**
 * The middle of numbers none of which is NaN, or the mean of the two in the middle; NaN for none. Reorders `values`:
 * C. A. R. Hoare's FIND (Algorithm 65, Communications of the ACM 4(7), 1961), which needs no sorting of all.
 */
export function* median(values: Float32Array): Work<number> {
  const middle = values.length >> 1;
  if (values.length === 0) return Number.NaN;
  yield* select(values, middle);
  const upper = values[middle] ?? Number.NaN;
  if (values.length % 2 === 1) return upper;
  let lower = -Infinity;
  for (let i = 0; i < middle; i++) {
    lower = Math.max(lower, values[i] ?? lower);
    if (i % STEPS === STEPS - 1) yield;
  }
  return (lower + upper) / 2;
}

/** Puts the value of place `k` of the sorted list there, no larger ones before it and no smaller ones behind. */
function* select(values: Float32Array, k: number): Work<void> {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = between(values[low] ?? 0, values[(low + high) >> 1] ?? 0, values[high] ?? 0);
    let i = low;
    let j = high;
    while (i <= j) {
      while ((values[i] ?? 0) < pivot) if (++i % STEPS === 0) yield;
      while ((values[j] ?? 0) > pivot) if (--j % STEPS === 0) yield;
      if (i > j) break;
      const held = values[i] ?? 0;
      values[i++] = values[j] ?? 0;
      values[j--] = held;
      if (i % STEPS === 0) yield;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return;
  }
}

function between(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/**
 * Where the quantile `share` of `n` sorted values lies: `part` of the way from the value at `low` to the one at `high`,
 * counted from 0. The place is share × (n − 1), as in R's type 7 and NumPy, so that the median of an even count is
 * the mean of the two in the middle. The one definition of quantiles everywhere.
 */
export function quantilePlace(share: number, n: number): { low: number; high: number; part: number } {
  // Rounding of the product must not make two values of one.
  const place = Number((Math.max(0, Math.min(1, share)) * (n - 1)).toPrecision(14));
  const low = Math.floor(place);
  return { low, high: Math.ceil(place), part: place - low };
}

/** The number `part` of the way from one to another. */
export const mixed = (from: number, to: number, part: number): number =>
  from === to || part === 0 ? from : from + (to - from) * part;

/** A quantile of sorted values; NaN of none. */
export function quantileOf(sorted: readonly number[], share: number): number {
  const { low, high, part } = quantilePlace(share, sorted.length);
  return mixed(sorted[low] ?? Number.NaN, sorted[high] ?? Number.NaN, part);
}
