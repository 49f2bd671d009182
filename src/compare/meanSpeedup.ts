import type { Better } from '../model/vocabulary';
import { FEWEST_FOR_INTERVAL, mulberry32, RESAMPLES, type Interval } from './bootstrap';

/** One message size of a series: the value of each repeat of A and of B, NaN where a repeat lacks the size. */
export interface RepeatedSize {
  a: Float64Array;
  b: Float64Array;
}

/** Upper end of the two-sided 95 % of a normal distribution. */
const Z = 1.959963984540054;

/**
 * The 95 % interval of the geometric mean, over message sizes, of the speedup of B over A (ratio of medians at each size).
 * Whole repeats are resampled, those of A and those of B independently: all sizes of a repeat go together, since what
 * slows a run down slows down its neighbouring sizes too. The ends are those of the expanded percentile interval, which
 * makes up for few repeats (Hesterberg, The American Statistician 69(4), 2015, 371–386; here with n_A + n_B − 2 degrees of
 * freedom). Repeats are in an order that does not depend on their files, and the seed is fixed: the same values always give
 * the same interval, and the reciprocal one when A and B are swapped. Resamples that leave a size without a value are
 * left out. Null where a size has fewer than `FEWEST_FOR_INTERVAL` values on a side, where a value is not above zero, and
 * where the metric has no direction. Gives way between sizes.
 */
export function* meanSpeedupInterval(
  sizes: readonly RepeatedSize[],
  better: Better,
): Generator<void, Interval | null> {
  if (better === 'none' || sizes.length === 0) return null;
  const [a, b] = [sizes.map((size) => size.a), sizes.map((size) => size.b)];
  if (![...a, ...b].every(enough)) return null;
  const [top, bottom] = better === 'lower' ? [a, b] : [b, a];
  const [first, second] = [yield* meanLogs(inOrder(top), 0), yield* meanLogs(inOrder(top), 1)];
  const [firstBottom, secondBottom] = [
    yield* meanLogs(inOrder(bottom), 0),
    yield* meanLogs(inOrder(bottom), 1),
  ];
  const half = RESAMPLES / 2;
  const logs = new Float64Array(RESAMPLES);
  for (let draw = 0; draw < half; draw++) {
    logs[draw] = (first[draw] ?? 0) - (secondBottom[draw] ?? 0);
    logs[half + draw] = (second[draw] ?? 0) - (firstBottom[draw] ?? 0);
  }
  const drawn = logs.filter((log) => !Number.isNaN(log)).sort();
  const tail = Math.floor(tailShare(a[0]?.length ?? 0, b[0]?.length ?? 0) * drawn.length);
  const end = (place: number) => Math.exp(drawn[place] ?? Number.NaN);
  return { low: end(tail), high: end(drawn.length - 1 - tail) };
}

/** Whether the values of a size suffice: `FEWEST_FOR_INTERVAL` of them, all above zero. */
function enough(values: Float64Array): boolean {
  const there = values.filter((value) => !Number.isNaN(value));
  return there.length >= FEWEST_FOR_INTERVAL && there.every((value) => value > 0 && value < Infinity);
}

/** Repeats by the mean of their logarithms: the order of their files plays no part in what is drawn. */
function inOrder(sizes: readonly Float64Array[]): Float64Array[] {
  const repeats = Array.from({ length: sizes[0]?.length ?? 0 }, (_, repeat) => {
    const values = sizes.flatMap((size) => {
      const value = size[repeat] ?? Number.NaN;
      return Number.isNaN(value) ? [] : [value];
    });
    return { repeat, values, mean: values.reduce((sum, value) => sum + Math.log(value), 0) / values.length };
  });
  repeats.sort((p, q) => p.mean - q.mean || (p.values[0] ?? 0) - (q.values[0] ?? 0));
  return sizes.map((size) => Float64Array.from(repeats, ({ repeat }) => size[repeat] ?? Number.NaN));
}

/** For each draw of one stream the mean, over sizes, of the logarithm of the median; NaN where a size has no value in it. */
function* meanLogs(sizes: readonly Float64Array[], stream: 0 | 1): Generator<void, Float64Array> {
  const count = sizes[0]?.length ?? 0;
  const times = timesDrawn(count, stream);
  const draws = RESAMPLES / 2;
  const sums = new Float64Array(draws);
  for (const size of sizes) {
    const order = Uint32Array.from(size.keys())
      .filter((repeat) => !Number.isNaN(size[repeat] ?? Number.NaN))
      .sort((p, q) => (size[p] ?? 0) - (size[q] ?? 0));
    for (let draw = 0; draw < draws; draw++)
      sums[draw] = (sums[draw] ?? 0) + Math.log(medianOfDraw(size, order, times, draw * count));
    yield;
  }
  return sums.map((sum) => sum / sizes.length);
}

/** Median of the values drawn, each as often as `times` says from `at` on; NaN where none was. */
function medianOfDraw(size: Float64Array, order: Uint32Array, times: Uint16Array, at: number): number {
  let total = 0;
  for (const repeat of order) total += times[at + repeat] ?? 0;
  if (total === 0) return Number.NaN;
  const [lower, upper] = [(total - 1) >> 1, total >> 1];
  let seen = 0;
  let low = Number.NaN;
  for (const repeat of order) {
    seen += times[at + repeat] ?? 0;
    if (Number.isNaN(low) && seen > lower) low = size[repeat] ?? Number.NaN;
    if (seen > upper) return (low + (size[repeat] ?? Number.NaN)) / 2;
  }
  return low;
}

const known = new Map<string, Uint16Array>();

/** How often each repeat is drawn, draw after draw. It depends on the number of repeats alone. */
function timesDrawn(count: number, stream: 0 | 1): Uint16Array {
  const id = `${count} ${stream}`;
  const found = known.get(id);
  if (found) return found;
  const random = mulberry32(stream + 1);
  const draws = RESAMPLES / 2;
  const times = new Uint16Array(draws * count);
  for (let draw = 0; draw < draws; draw++)
    for (let each = 0; each < count; each++) {
      const place = draw * count + Math.floor(random() * count);
      times[place] = (times[place] ?? 0) + 1;
    }
  known.set(id, times);
  return times;
}

/** Share of the draws beyond each end: Φ(−t · √(n / (n − 1))) with n the smaller number of repeats. */
function tailShare(ofA: number, ofB: number): number {
  const n = Math.min(ofA, ofB);
  return normalTail(studentQuantile(ofA + ofB - 2) * Math.sqrt(n / (n - 1)));
}

/** Upper end of the two-sided 95 % of Student's t (Abramowitz & Stegun 26.7.5); off by 0.001 at 4 degrees of freedom, less above. */
function studentQuantile(freedom: number): number {
  const [z3, z5, z7, z9] = [3, 5, 7, 9].map((power) => Z ** power) as [number, number, number, number];
  return (
    Z +
    (z3 + Z) / 4 / freedom +
    (5 * z5 + 16 * z3 + 3 * Z) / 96 / freedom ** 2 +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / 384 / freedom ** 3 +
    (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * Z) / 92160 / freedom ** 4
  );
}

/** Share of a normal distribution above x ≥ 0 (Abramowitz & Stegun 26.2.17, absolute error below 7.5e-8). */
function normalTail(x: number): number {
  const t = 1 / (1 + 0.2316419 * x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  return (
    density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  );
}
