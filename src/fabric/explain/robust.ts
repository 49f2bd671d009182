/** Robust figures of lists of numbers. NaN is left out everywhere. */
import { medianOfSorted } from '../../compare/ratio';

/** MAD × this = standard deviation of a normal distribution. */
const TO_SIGMA = 1.4826;

/** The numbers in ascending order, NaN left out. */
export function sorted(values: Iterable<number>): Float64Array {
  return Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
}

/** The median; NaN for none. */
export const median = (values: Iterable<number>): number => medianOfSorted(sorted(values));

/** Standard deviation by the median of the distances from the median, as of a normal distribution. */
export function robustSpread(values: Iterable<number>): number {
  const list = sorted(values);
  const centre = medianOfSorted(list);
  return TO_SIGMA * median(list.map((value) => Math.abs(value - centre)));
}

/** Mean distance from the median; NaN for none. */
export function meanDistance(values: Iterable<number>): number {
  const list = sorted(values);
  const centre = medianOfSorted(list);
  return list.reduce((sum, value) => sum + Math.abs(value - centre), 0) / list.length;
}

/** Pearson's correlation of pairs of numbers; NaN where one of them is constant or there are fewer than two. */
export function pearson(x: Float64Array, y: Float64Array): number {
  const n = x.length;
  if (n < 2) return Number.NaN;
  const mean = (list: Float64Array) => list.reduce((sum, value) => sum + value, 0) / n;
  const [mx, my] = [mean(x), mean(y)];
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [(x[i] ?? 0) - mx, (y[i] ?? 0) - my];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  // Sums of squares of equal numbers are not always exactly zero.
  const flat = (squares: number, m: number) => squares <= n * (1e-12 * m) ** 2;
  return flat(xx, mx) || flat(yy, my) ? Number.NaN : xy / Math.sqrt(xx * yy);
}

/** Spearman's rank correlation: Pearson's of the ranks, ties with their mean rank. */
export const spearman = (x: Float64Array, y: Float64Array): number => pearson(ranks(x), ranks(y));

/** Ranks from 0; equal numbers get the mean of theirs. */
export function ranks(values: Float64Array): Float64Array {
  const ascending = values.slice().sort();
  return values.map((value) => (before(ascending, value, false) + before(ascending, value, true) - 1) / 2);
}

/** How many numbers are less than a value (or at most it). */
function before(ascending: Float64Array, value: number, equal: boolean): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    const at = ascending[mid] ?? 0;
    if (at < value || (equal && at === value)) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** Probability that a standard normal number is below z (Abramowitz and Stegun 7.1.26 beyond −3 by its tail series). */
export function normalBelow(z: number): number {
  if (z > 0) return 1 - normalBelow(-z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < -3) {
    const w = 1 / (z * z);
    return (density / -z) * (1 - w * (1 - 3 * w * (1 - 5 * w)));
  }
  const t = 1 / (1 + (0.3275911 * -z) / Math.SQRT2);
  const poly =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return (poly * Math.exp((-z * z) / 2)) / 2;
}
