import type { Better } from '../model/vocabulary';
import {
  CONFIDENCE,
  FEWEST_FOR_INTERVAL,
  isTooFewSets,
  mulberry32,
  RESAMPLES,
  type Interval,
} from './bootstrap';
import type { RepeatPair } from './types';

/** One message size of a series: the value of each repeat of A and of B, NaN where a repeat lacks the size. */
export interface RepeatedSize {
  a: Float64Array;
  b: Float64Array;
}

/**
 * The 95 % percentile bootstrap interval of the geometric mean, over message sizes, of the speedup of B over A (the ratio of
 * medians at each size). Whole repeats are resampled, those of A and those of B independently: all sizes of a repeat go
 * together, since what slows a run down slows down its neighbouring sizes too (a cluster bootstrap: Davison & Hinkley,
 * Bootstrap Methods and their Application, 1997, §3.8). Of one size it is `speedupInterval`. Repeats are in an order that does
 * not depend on their files, and the seed is fixed: the same values always give the same interval, and the reciprocal one when
 * A and B are swapped. Resamples that leave a size without a value are left out. Null where a size has fewer than
 * `FEWEST_FOR_INTERVAL` values on a side, where a value is not above zero, and where the metric has no direction. Gives way
 * between sizes. `sets` = the experiment of each repeat where several are taken together: whole experiments are resampled, as
 * in `speedupInterval`.
 */
export function* meanSpeedupInterval(
  sizes: readonly RepeatedSize[],
  better: Better,
  sets?: RepeatPair['sets'],
): Generator<void, Interval | null> {
  if (sets && [sets.a, sets.b].some(isTooFewSets)) return null;
  if (better === 'none' || sizes.length === 0) return null;
  const [a, b] = [sizes.map((size) => size.a), sizes.map((size) => size.b)];
  if (![...a, ...b].every(enough)) return null;
  const ordered = { a: inOrder(a, sets?.a), b: inOrder(b, sets?.b) };
  const [top, bottom] = better === 'lower' ? [ordered.a, ordered.b] : [ordered.b, ordered.a];
  const [first, second] = [yield* meanLogs(top, 0), yield* meanLogs(top, 1)];
  const [firstBottom, secondBottom] = [yield* meanLogs(bottom, 0), yield* meanLogs(bottom, 1)];
  const half = RESAMPLES / 2;
  const logs = new Float64Array(RESAMPLES);
  for (let draw = 0; draw < half; draw++) {
    logs[draw] = (first[draw] ?? 0) - (secondBottom[draw] ?? 0);
    logs[half + draw] = (second[draw] ?? 0) - (firstBottom[draw] ?? 0);
  }
  const drawn = logs.filter((log) => !Number.isNaN(log)).sort();
  const tail = Math.floor(((1 - CONFIDENCE) / 2) * drawn.length);
  const end = (place: number) => Math.exp(drawn[place] ?? Number.NaN);
  return { low: end(tail), high: end(drawn.length - 1 - tail) };
}

/** Whether the values of a size suffice: `FEWEST_FOR_INTERVAL` of them, all above zero. */
function enough(values: Float64Array): boolean {
  const there = values.filter((value) => !Number.isNaN(value));
  return there.length >= FEWEST_FOR_INTERVAL && there.every((value) => value > 0 && value < Infinity);
}

/** The repeats of one side, size by size, and of each the number of what is drawn with it: itself, or its experiment. */
interface Ordered {
  sizes: Float64Array[];
  drawnWith: readonly number[];
}

/** Repeats by the mean of their logarithms: the order of their files plays no part in what is drawn. */
function inOrder(sizes: readonly Float64Array[], experiments: readonly number[] | undefined): Ordered {
  const repeats = Array.from({ length: sizes[0]?.length ?? 0 }, (_, repeat) => {
    const values = sizes.flatMap((size) => {
      const value = size[repeat] ?? Number.NaN;
      return Number.isNaN(value) ? [] : [value];
    });
    return { repeat, values, mean: values.reduce((sum, value) => sum + Math.log(value), 0) / values.length };
  });
  repeats.sort((p, q) => p.mean - q.mean || (p.values[0] ?? 0) - (q.values[0] ?? 0));
  const several = new Set(experiments).size > 1;
  const numbers = new Map<number, number>();
  const drawnWith = repeats.map(({ repeat }, i) => {
    const id = several ? (experiments?.[repeat] ?? 0) : i;
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  });
  return {
    sizes: sizes.map((size) => Float64Array.from(repeats, ({ repeat }) => size[repeat] ?? Number.NaN)),
    drawnWith,
  };
}

/** For each draw of one stream the mean, over sizes, of the logarithm of the median; NaN where a size has no value in it. */
function* meanLogs({ sizes, drawnWith }: Ordered, stream: 0 | 1): Generator<void, Float64Array> {
  const count = sizes[0]?.length ?? 0;
  const times = timesOfRepeats(drawnWith, stream);
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

/** How often each repeat is drawn, draw after draw: as often as what it is drawn with. */
function timesOfRepeats(drawnWith: readonly number[], stream: 0 | 1): Uint16Array {
  const sets = new Set(drawnWith).size;
  const times = timesDrawn(sets, stream);
  if (sets === drawnWith.length) return times;
  return Uint16Array.from(
    { length: (times.length / sets) * drawnWith.length },
    (_, i) => times[Math.floor(i / drawnWith.length) * sets + (drawnWith[i % drawnWith.length] ?? 0)] ?? 0,
  );
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
