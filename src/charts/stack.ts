import type { YScale } from './scales';

/** Mean, least and most of the values in each bar; NaN where it has none. */
export interface Bars {
  mean: Float64Array;
  least: Float64Array;
  most: Float64Array;
}

/** Ends of bars over the positions from `first` to before `end`: one for each position, or at most `most` of about equal width. */
export function barEnds(first: number, end: number, most: number): Int32Array {
  const bars = Math.max(1, Math.min(end - first, Math.floor(most)));
  return Int32Array.from({ length: bars + 1 }, (_, i) => first + Math.round((i * (end - first)) / bars));
}

/** Values put together by bars; bar i holds the positions from `ends[i]` to before `ends[i + 1]`. Missing values (NaN) count nowhere. */
export function barsOf(values: Float64Array, ends: Int32Array): Bars {
  const bars = Math.max(0, ends.length - 1);
  const made: Bars = {
    mean: new Float64Array(bars),
    least: new Float64Array(bars).fill(Number.NaN),
    most: new Float64Array(bars).fill(Number.NaN),
  };
  for (let bar = 0; bar < bars; bar++) {
    let [sum, count, least, most] = [0, 0, Infinity, -Infinity];
    for (let i = ends[bar] ?? 0; i < (ends[bar + 1] ?? 0); i++) {
      const value = values[i] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    made.mean[bar] = count > 0 ? sum / count : Number.NaN;
    if (count > 0) [made.least[bar], made.most[bar]] = [least, most];
  }
  return made;
}

/** Lower and upper ends of each layer's part of each bar, from the bottom up; what is missing or below 0 takes no room. */
export function stacked(
  layers: readonly { values: Float64Array }[],
  ends: Int32Array,
): { from: Float64Array; to: Float64Array }[] {
  const made: { from: Float64Array; to: Float64Array }[] = [];
  for (const { values } of layers) {
    const from = made.at(-1)?.to ?? new Float64Array(ends.length - 1);
    const { mean } = barsOf(values, ends);
    made.push({ from, to: from.map((base, bar) => base + Math.max(0, mean[bar] || 0)) });
  }
  return made;
}

/** The bar that holds a position, or null. Ends ascend. */
export function barWith(ends: Int32Array, position: number): number | null {
  let [low, high] = [0, ends.length - 2];
  if (high < 0 || position < (ends[0] ?? 0) || position >= (ends[high + 1] ?? 0)) return null;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ends[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The position of a bar with the largest value; its first where none has one. */
export function largestIn(values: Float64Array | undefined, from: number, to: number): number {
  let best = from;
  for (let i = from; i < to; i++) if ((values?.[i] ?? -Infinity) > (values?.[best] ?? -Infinity)) best = i;
  return best;
}

/** Bars at least this wide, in pixels, stand apart. */
const APART = 4;

/** Rectangles between two heights for each bar; a missing height has none. */
export function stretchPath(
  ends: Int32Array,
  from: Float64Array,
  to: Float64Array,
  x: (position: number) => number,
  y: YScale,
): string {
  const parts: string[] = [];
  for (let bar = 0; bar + 1 < ends.length; bar++) {
    const [low, high] = [from[bar] ?? Number.NaN, to[bar] ?? Number.NaN];
    if (!(high > low)) continue;
    const [left, right] = [x(ends[bar] ?? 0), x(ends[bar + 1] ?? 0)];
    const gap = right - left >= APART ? 1 : 0;
    parts.push(`M${px(left)},${px(y.at(low))}V${px(y.at(high))}H${px(right - gap)}V${px(y.at(low))}Z`);
  }
  return parts.join('');
}

const px = (value: number): string => String(Math.round(value * 10) / 10);
