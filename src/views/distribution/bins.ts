/** Bins that several histograms share, and what is read from their counts. */

/** Most bins of a histogram: narrower ones would be thinner than a pixel. */
export const MOST_BINS = 2000;

/** About as many bins as a fitting width gives. */
const FITTING = 50;

/** Bins of equal width: `edges` has one end more than there are bins. */
export interface SharedBins {
  width: number;
  /** True when the width that was asked for would give too many bins. */
  widened: boolean;
  edges: readonly number[];
}

/** The least of 1, 2 or 5 × 10^n that is `value` or more. */
export function niceAbove(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = Math.floor(Math.log10(value));
  for (const step of [1, 2, 5, 10]) {
    const nice = Number(`${step}e${power}`);
    if (nice >= value * (1 - 1e-9)) return nice;
  }
  return Number(`1e${power + 1}`);
}

/** A width of bins for values from `min` to `max` that is round in a unit of `factor`. */
export function fittingWidth(min: number, max: number, factor: number): number {
  const range = max > min ? max - min : Math.abs(max) / FITTING;
  return niceAbove(range / FITTING / factor) * factor;
}

/** Bins from a multiple of the width at or below `min` to one at or above `max`: the same for all that is compared. */
export function sharedBins(min: number, max: number, width: number): SharedBins {
  let [own, widened] = [width, false];
  while ((max - min) / own > MOST_BINS) [own, widened] = [own * 2, true];
  const first = Math.floor(min / own + 1e-9);
  const last = Math.max(first + 1, Math.ceil(max / own - 1e-9));
  // Not one beyond what rounding says: the greatest value must have a bin.
  const end = last * own < max ? last + 1 : last;
  const start = first * own > min ? first - 1 : first;
  return { width: own, widened, edges: Array.from({ length: end - start + 1 }, (_, i) => (start + i) * own) };
}

/** Bins of equal ratio around 1 that hold `min` and `max`; 1 is an end of two of them. */
export function ratioBins(min: number, max: number): readonly number[] {
  const extent = Math.max(0.01, Math.abs(Math.log2(min)), Math.abs(Math.log2(max))) * (1 + 1e-6);
  const half = 24;
  return Array.from({ length: 2 * half + 1 }, (_, i) =>
    i === half ? 1 : 2 ** (((i - half) / half) * extent),
  );
}

/** The share of all values that the `n` fullest bins hold; NaN without values. */
export function fullestShare(counts: readonly number[], n: number): number {
  const sorted = [...counts].sort((p, q) => q - p);
  const sum = (list: readonly number[]) => list.reduce((total, count) => total + count, 0);
  return sum(sorted.slice(0, n)) / sum(sorted);
}

/** The share of values below each end of the bins. */
export function cumulative(counts: readonly number[]): number[] {
  const shares = [0];
  let sum = 0;
  for (const count of counts) shares.push((sum += count));
  return shares.map((below) => (sum > 0 ? below / sum : Number.NaN));
}
