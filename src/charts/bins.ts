import { scaleLinear, scaleLog } from 'd3';
import { textWidth } from './layout';
import { AXIS_SIZE, type XScale, type YScale } from './scales';
import { firstThatFits, ratioAxis } from './ticks';
import type { Domain } from './types';

/** The axis of a histogram: bins of equal width, on `whole` with ticks at whole numbers only, or on `ratio` of equal ratio around 1. */
export interface BinAxis {
  label: string;
  kind: 'linear' | 'whole' | 'ratio';
  /** Names an end of a bin. */
  format: (value: number) => string;
  tickFormat: (value: number) => string;
}

/** Places of values between two pixels; a zoom is a part of the axis. */
export function binScale(
  axis: BinAxis,
  edges: readonly number[],
  zoom: Domain | null,
  left: number,
  right: number,
): Pick<XScale, 'at' | 'invert' | 'ticks'> {
  const [low, high] = zoom ?? [edges[0] ?? 0, edges.at(-1) ?? 1];
  const domain: Domain = high > low ? [low, high] : [low, low + 1];
  const width = (v: number) => textWidth(axis.tickFormat(v), AXIS_SIZE);
  if (axis.kind === 'ratio' && domain[0] > 0) {
    const scale = scaleLog(domain, [left, right]);
    const { ticks } = ratioAxis([], domain);
    const thinned = [1, 2, 3, 4].map((step) => ticks.filter((_, i) => i % step === 0));
    return { at: scale, invert: (pixel) => scale.invert(pixel), ticks: firstThatFits(thinned, scale, width) };
  }
  const scale = scaleLinear(domain, [left, right]);
  const candidates = [12, 10, 8, 6, 5, 4, 3, 2].map((count) =>
    scale.ticks(count).filter((tick) => axis.kind !== 'whole' || Number.isInteger(tick)),
  );
  return {
    at: scale,
    invert: (pixel) => scale.invert(pixel),
    ticks: firstThatFits(candidates, scale, width),
  };
}

/** The bin [from, to) that a value is in, the last with its upper end; null outside. Ends ascend. */
export function binAt(edges: readonly number[], value: number): number | null {
  const last = edges.length - 2;
  if (last < 0 || !(value >= (edges[0] ?? 0)) || value > (edges[last + 1] ?? 0)) return null;
  let [low, high] = [0, last];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Bars at least this wide, in pixels, stand apart. */
const APART = 4;

/** Pixel of a height; what has no place on a log axis, and 0, is at the base. */
function top(y: YScale, height: number): number {
  return y.shows(height) ? y.at(height) : base(y);
}

const base = (y: YScale): number => y.at(Math.max(0, y.domain[0]));

/** Bars from the base. Next to each other, or with a gap of a pixel between those that have the room. */
export function barsPath(
  edges: readonly number[],
  heights: readonly number[],
  x: Pick<XScale, 'at'>,
  y: YScale,
  gaps: boolean,
): string {
  const parts: string[] = [];
  heights.forEach((height, bin) => {
    if (height === 0) return;
    const [from, to] = [x.at(edges[bin] ?? 0), x.at(edges[bin + 1] ?? 0)];
    const gap = gaps && to - from >= APART ? 1 : 0;
    parts.push(`M${px(from)},${px(base(y))}V${px(top(y, height))}H${px(to - gap)}V${px(base(y))}Z`);
  });
  return parts.join('');
}

/** The outline of a histogram: a step at every end of a bin. */
export function outlinePath(
  edges: readonly number[],
  heights: readonly number[],
  x: Pick<XScale, 'at'>,
  y: YScale,
): string {
  const first = x.at(edges[0] ?? 0);
  const steps = heights.map((height, bin) => `V${px(top(y, height))}H${px(x.at(edges[bin + 1] ?? 0))}`);
  return `M${px(first)},${px(base(y))}${steps.join('')}V${px(base(y))}`;
}

const px = (value: number): string => String(Math.round(value * 10) / 10);
