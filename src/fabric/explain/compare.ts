/** Prediction beside measurement: scale, correlation, residuals. */
import type { Flows } from './flows';
import { meanDistance, median, pearson, robustSpread, spearman } from './robust';

/** What turns shares into bandwidth. */
export interface BandwidthScale {
  /** Bytes per second of one unit of a link's capacity; null = fitted to the pairs that share their links with nobody. */
  readonly perCapacity: number | null;
  /** What a host takes at most, bytes per second; null = the rate of its cable. */
  readonly hostLimit: number | null;
}

/** What every flow should get. */
export interface Expected {
  /** min(host limit, share × capacity of the source's cable × scale), bytes per second; NaN without a route. */
  readonly predicted: Float64Array;
  readonly perCapacity: number;
  /** True where the scale was fitted to `fittedTo` pairs of this measurement. */
  readonly fitted: boolean;
  readonly fittedTo: number;
  /** Flows for which the host limit is what bounds them. */
  readonly byHost: number;
}

/** A share from here on is that of a flow which shares no link. */
const WHOLE = 0.999;
/** Fewest such pairs to fit a scale to; with fewer it is fitted to all. */
const FEWEST_TO_FIT = 10;

/** Predicted bandwidth of each flow. `own` is the capacity of the cable of each host. */
export function expected(
  flows: Flows,
  share: Float64Array,
  own: Float64Array,
  scale: BandwidthScale,
): Expected {
  const rate = share.map((value, i) => value * (own[flows.source[i] ?? 0] ?? Number.NaN));
  let { perCapacity } = scale;
  let fittedTo = 0;
  if (perCapacity === null) {
    const ratios = (least: number) => {
      const list: number[] = [];
      rate.forEach((value, i) => {
        const ratio = (flows.measured[i] ?? Number.NaN) / value;
        if (!Number.isNaN(ratio) && (share[i] ?? 0) >= least) list.push(ratio);
      });
      return list;
    };
    const whole = ratios(WHOLE);
    const fitTo = whole.length >= FEWEST_TO_FIT ? whole : ratios(0);
    fittedTo = fitTo.length;
    perCapacity = median(fitTo);
  }
  const limit = scale.hostLimit ?? Infinity;
  let byHost = 0;
  const predicted = rate.map((value) => {
    const link = value * perCapacity;
    if (link > limit) byHost++;
    return Math.min(limit, link);
  });
  return { predicted, perCapacity, fitted: scale.perCapacity === null, fittedTo, byHost };
}

/** How far prediction and measurement agree. */
export interface Agreement {
  /** Pairs with both numbers. */
  readonly pairs: number;
  /** NaN where one of the two is constant. */
  readonly pearson: number;
  readonly spearman: number;
  /** Whether all predictions are equal, and all measured values: then there is no correlation. */
  readonly equal: { readonly predicted: boolean; readonly measured: boolean };
  /** Median of measured / predicted: what the model is wrong by everywhere. */
  readonly factor: number;
  /** Robust spread of log(measured / predicted), about a relative standard deviation. */
  readonly spread: number;
}

/** Whether numbers are equal, as far as Pearson's correlation can tell. */
const allEqual = (values: Float64Array): boolean =>
  values.length > 1 && Number.isNaN(pearson(values, values));

/** Compares the flows that have both numbers. */
export function agreement(measured: Float64Array, predicted: Float64Array): Agreement {
  const both = (_: number, i: number) =>
    !Number.isNaN(measured[i] ?? Number.NaN) && !Number.isNaN(predicted[i] ?? Number.NaN);
  const [m, p] = [measured.filter(both), predicted.filter(both)];
  const ratio = m.map((value, i) => value / (p[i] ?? Number.NaN));
  return {
    pairs: m.length,
    pearson: pearson(p, m),
    spearman: spearman(p, m),
    equal: { predicted: allEqual(p), measured: allEqual(m) },
    factor: median(ratio),
    spread: robustSpread(ratio.map(Math.log)),
  };
}

/** Mean distances of log(measured) from the prediction, and from one value for all pairs, their medians taken out. */
export interface Misfit {
  readonly spread: number;
  readonly equal: number;
}

/** Least spread about the prediction, and how many times the other one it is, where the prediction is called wrong. */
const MISFIT_SPREAD = 0.1;
const MISFIT_TIMES = 2;

/**
 * The spreads where pairs lie much further from their prediction than from one value for all: then the fabric, its
 * routing or how the pairs ran is not what was assumed. Null where the prediction is no worse.
 */
export function misfit(measured: Float64Array, predicted: Float64Array): Misfit | null {
  const log = measured.map((value, i) => (Number.isNaN(predicted[i]) ? Number.NaN : Math.log(value)));
  const spread = meanDistance(log.map((value, i) => value - Math.log(predicted[i] ?? Number.NaN)));
  const equal = meanDistance(log);
  return spread > MISFIT_SPREAD && spread > MISFIT_TIMES * equal ? { spread, equal } : null;
}

/** Points of a scatter, or counts of equal bins of both axes where there are more than `MOST_POINTS`. */
export type Scatter =
  | {
      readonly kind: 'points';
      readonly flow: Uint32Array;
      readonly x: Float64Array;
      readonly y: Float64Array;
    }
  | {
      readonly kind: 'bins';
      /** Ends of both axes, from 0. */
      readonly xMax: number;
      readonly yMax: number;
      readonly columns: number;
      readonly rows: number;
      /** Row by row from the bottom. */
      readonly counts: Uint32Array;
    };

const MOST_POINTS = 4000;
const BINS = 64;

/** The scatter of predicted (x) and measured (y) bandwidth. */
export function scatterOf(measured: Float64Array, predicted: Float64Array): Scatter {
  const flow: number[] = [];
  let [xMax, yMax] = [0, 0];
  for (let i = 0; i < measured.length; i++) {
    const [x, y] = [predicted[i] ?? Number.NaN, measured[i] ?? Number.NaN];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    flow.push(i);
    xMax = Math.max(xMax, x);
    yMax = Math.max(yMax, y);
  }
  if (flow.length <= MOST_POINTS)
    return {
      kind: 'points',
      flow: Uint32Array.from(flow),
      x: Float64Array.from(flow, (i) => predicted[i] ?? Number.NaN),
      y: Float64Array.from(flow, (i) => measured[i] ?? Number.NaN),
    };
  const counts = new Uint32Array(BINS * BINS);
  const bin = (value: number, max: number) => Math.min(BINS - 1, Math.floor((value / max) * BINS));
  for (const i of flow) {
    const at = bin(measured[i] ?? 0, yMax) * BINS + bin(predicted[i] ?? 0, xMax);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return { kind: 'bins', xMax, yMax, columns: BINS, rows: BINS, counts };
}

/** Relative standard deviation of one run, from two runs of the same pairs: spread of the log ratio / √2. */
export function repeatSpread(a: Float32Array, b: Float32Array): number {
  const logs: number[] = [];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const ratio = (a[i] ?? Number.NaN) / (b[i] ?? Number.NaN);
    if (ratio > 0 && Number.isFinite(ratio)) logs.push(Math.log(ratio));
  }
  return robustSpread(logs) / Math.SQRT2;
}
