import { extent, max, min, scaleLinear, scaleLog, scaleUtc } from 'd3';
import { textWidth } from './layout';
import { firstThatFits, log2Candidates, logTicks, ordinalCandidates, ratioAxis } from './ticks';
import type { Domain, XAxis, YAxis } from './types';

/** Width kept left of a log axis for the value 0. */
const ZERO_SLOT = 40;
export const AXIS_SIZE = 12;

/** Horizontal places. `values` are the distinct x that are visible, ascending. */
export interface XScale {
  at: (x: number) => number;
  invert: (pixel: number) => number;
  values: readonly number[];
  ticks: readonly number[];
  /** Pixel of the break between 0 and the log axis; null without a zero. */
  breakAt: number | null;
  shows: (x: number) => boolean;
}

/** Vertical places; `domain` is [lower, upper]. */
export interface YScale {
  at: (y: number) => number;
  ticks: readonly number[];
  domain: Domain;
  /** Whether the value has a place: on a log or ratio axis only a positive one has. */
  shows: (y: number) => boolean;
}

const finite = (domain: readonly [number, number] | readonly [undefined, undefined], or: Domain): Domain =>
  domain[0] === undefined ? or : domain;

/** Builds the horizontal scale between two pixels from all x of the chart and the zoom, if any. */
export function makeX(
  axis: XAxis,
  all: readonly number[],
  zoom: Domain | null,
  left: number,
  right: number,
): XScale {
  const distinct = [...new Set(all)].sort((a, b) => a - b);
  const values = zoom ? distinct.filter((x) => x >= zoom[0] && x <= zoom[1]) : distinct;
  const width = (v: number) => textWidth((axis.tickFormat ?? axis.format)(v), AXIS_SIZE);
  const shows = (x: number) => !zoom || (x >= zoom[0] && x <= zoom[1]);

  if (axis.kind === 'ordinal') {
    const step = (right - left) / Math.max(1, values.length);
    const index = new Map(values.map((v, i) => [v, i]));
    const at = (x: number) => left + ((index.get(x) ?? 0) + 0.5) * step;
    const invert = (pixel: number) => {
      const i = Math.max(0, Math.min(values.length - 1, Math.floor((pixel - left) / step)));
      return values[i] ?? 0;
    };
    const ticks = firstThatFits(ordinalCandidates(values), at, width);
    return { at, invert, values, ticks, breakAt: null, shows };
  }

  if (axis.kind === 'log2') {
    const hasZero = values.includes(0) || (!zoom && axis.domain !== undefined && axis.domain[0] <= 0);
    const own = finite(extent(distinct.filter((v) => v > 0)), [1, 2]);
    const given = axis.domain
      ? ([axis.domain[0] > 0 ? axis.domain[0] : own[0], axis.domain[1]] as const)
      : own;
    const wanted: Domain = zoom ? [zoom[0] > 0 ? zoom[0] : given[0], Math.max(zoom[1], given[0])] : given;
    const domain: Domain = wanted[0] < wanted[1] ? wanted : [wanted[0] / 2, wanted[0] * 2];
    const start = hasZero ? left + ZERO_SLOT : left;
    const scale = scaleLog(domain, [start, right]).base(2);
    const at = (x: number) => (x > 0 ? scale(x) : left + 6);
    const invert = (pixel: number) => (hasZero && pixel < left + ZERO_SLOT * 0.6 ? 0 : scale.invert(pixel));
    const ticks = values.length > 0 ? firstThatFits(log2Candidates(values, domain), at, width) : [];
    return {
      at,
      invert,
      values,
      ticks: hasZero ? [0, ...ticks] : ticks,
      breakAt: hasZero ? left + ZERO_SLOT * 0.6 : null,
      shows,
    };
  }

  const full = axis.domain ?? finite(extent(distinct), [0, 1]);
  const wanted = zoom ?? full;
  const half = axis.kind === 'time' ? 43_200_000 : 0.5;
  const domain: Domain = wanted[0] < wanted[1] ? wanted : [wanted[0] - half, wanted[1] + half];
  const scale = scaleLinear(domain, [left, right]);
  const times = scaleUtc(domain, [left, right]);
  const candidates = [10, 8, 6, 5, 4, 3, 2].map((count) =>
    axis.kind === 'time' ? times.ticks(count).map(Number) : scale.ticks(count),
  );
  const at = (x: number) => scale(x);
  const ticks = firstThatFits(candidates, at, width);
  return { at, invert: (pixel) => scale.invert(pixel), values, ticks, breakAt: null, shows };
}

/**
 * Builds the scale of values from those that are visible; `bottom` is the pixel of the lower end, `top` of the
 * upper. Lying on its side it serves a horizontal axis.
 */
export function makeY(axis: YAxis, values: readonly number[], top: number, bottom: number): YScale {
  const count = Math.max(2, Math.floor(Math.abs(bottom - top) / 44));
  if (axis.kind === 'ratio') {
    const { domain, ticks } = ratioAxis(
      values.filter((v) => v > 0),
      axis.domain,
    );
    return { at: scaleLog(domain, [bottom, top]).base(2), ticks, domain, shows: (y) => y > 0 };
  }
  if (axis.kind === 'log') {
    const own = finite(extent(values.filter((v) => v > 0)), [1, 10]);
    const lo = axis.domain?.[0] ?? own[0];
    const hi = axis.domain?.[1] ?? own[1];
    const domain: Domain = axis.domain ?? (hi / lo < 1.05 ? [lo / 2, hi * 2] : [lo / 1.15, hi * 1.15]);
    return {
      at: scaleLog(domain, [bottom, top]),
      ticks: values.length > 0 ? logTicks(domain, Math.floor(Math.abs(bottom - top) / 28)) : [],
      domain,
      shows: (y) => y > 0,
    };
  }
  const [lo, hi] = axis.domain ?? [Math.min(0, min(values) ?? 0), Math.max(0, max(values) ?? 0)];
  const scale = scaleLinear([lo, hi === lo ? lo + 1 : hi], [bottom, top]);
  if (!axis.domain) scale.nice(count);
  const [from = 0, to = 1] = scale.domain();
  return { at: scale, ticks: scale.ticks(count), domain: [from, to], shows: Number.isFinite };
}
