/** Pools the rows of many pattern numbers into the figures that are shown. Pure functions. */
import type { Batch, PatternRow, RowTable } from './job';

/**
 * A mean over all flows that arrived, with its 95 % confidence interval: that of a ratio of two sums over random patterns
 * (Cochran, Sampling Techniques, 3rd ed. 1977, §6.3). Where all patterns have the same number of flows it is the plain mean of their means.
 */
export interface MeanEstimate {
  /** NaN where no pattern has a mean. */
  readonly mean: number;
  /** Half width of the interval; null for fewer than two patterns. */
  readonly halfWidth: number | null;
}

/** All pooled figures; null where a figure is not defined or was not asked for. */
export interface EstimateFigures {
  readonly patterns: number;
  readonly pairs: number;
  readonly phases: number;
  readonly lost: number;
  /** Patterns of which every flow was lost: they have no mean. */
  readonly lostPatterns: number;
  readonly sumLoad: number;
  readonly maxLoad: number;
  readonly maxUtil: number | null;
  /** Mean of 1/c over all pairs of all phases (the eBB of ORCS); null for fluid splitting. */
  readonly meanInvC: number | null;
  /** Mean capacity-aware share of the source host's capacity. */
  readonly meanShare: number | null;
  readonly minShare: number | null;
  /** 1 / mean over hosts of the time of their slowest flow (the eBB that Netgauge prints). */
  readonly invMeanTime: number | null;
  readonly meanMaxmin: number | null;
  readonly minMaxmin: number | null;
  /** Sum over phases of the largest c (bulk-synchronous time in flows). */
  readonly sumPhaseMaxC: number;
  /** Sum over phases of the longest time, capacities counted. */
  readonly sumPhaseMaxTime: number | null;
  readonly histogram: ReadonlyMap<number, number>;
  /** Number of pairs by share in 20 bins of 0.05 on 0 … 1 (1 in the last); null if shares were not asked for. */
  readonly shareBins: readonly number[] | null;
  /** Mean of 1/c pattern by pattern, of the share under fluid splitting; NaN where every flow was lost. */
  readonly perPattern: Float64Array;
  /** Flows of each pattern that arrived: what its mean weighs. */
  readonly arrived: Float64Array;
  readonly ebb: MeanEstimate;
  /** Mean share pattern by pattern (NaN as above), and over all flows; null if shares were not asked for. */
  readonly perPatternShare: Float64Array | null;
  readonly share: MeanEstimate | null;
}

/** Merges batches in order of their pattern numbers: the result does not depend on who computed them. */
export function pool(batches: readonly Batch[]): EstimateFigures {
  const pooling = new Pooling();
  for (const batch of [...batches].sort((a, b) => a.first - b.first)) pooling.add(batch);
  return pooling.figures();
}

/** Fields of a row that are added up. */
const SUMMED = [
  'pairs',
  'phases',
  'lost',
  'sumLoad',
  'sumInvC',
  'sumShare',
  'sumTime',
  'timedHosts',
  'sumMaxmin',
  'sumPhaseMaxC',
  'sumPhaseMaxTime',
] as const;

/** Pools batches as they come, in order of their pattern numbers: each row is looked at once. */
export class Pooling {
  readonly #sums = Object.fromEntries(SUMMED.map((key) => [key, 0])) as Record<
    (typeof SUMMED)[number],
    number
  >;
  readonly #histogram = new Map<number, number>();
  readonly #shareBins = new Array<number>(SHARE_BINS).fill(0);
  readonly #means = new Growing();
  readonly #shares = new Growing();
  readonly #arrived = new Growing();
  #patterns = 0;
  #lostPatterns = 0;
  #maxLoad = 0;
  #maxUtil = 0;
  #minShare = Infinity;
  #minMaxmin = Infinity;

  /** Takes the next batch. */
  add(batch: Batch): void {
    const { rows, histogram, shareBins } = batch;
    histogram.c.forEach((c, i) =>
      this.#histogram.set(c, (this.#histogram.get(c) ?? 0) + (histogram.pairs[i] ?? 0)),
    );
    for (const [bin, pairs] of (shareBins.length > 0 ? shareBins : binsOfC(histogram)).entries())
      this.#shareBins[bin] = (this.#shareBins[bin] ?? 0) + pairs;
    for (const key of SUMMED) for (const value of columnOf(rows, key)) this.#sums[key] += value;
    const fold = (key: keyof PatternRow, start: number, of: (a: number, b: number) => number) => {
      let held = start;
      for (const value of columnOf(rows, key)) held = of(held, value);
      return held;
    };
    this.#maxLoad = fold('maxLoad', this.#maxLoad, Math.max);
    this.#maxUtil = fold('maxUtil', this.#maxUtil, Math.max);
    this.#minShare = fold('minShare', this.#minShare, Math.min);
    this.#minMaxmin = fold('minMaxmin', this.#minMaxmin, Math.min);
    this.#means.push(patternMeans(rows, this.#histogram.size === 0));
    const shares = patternMeans(rows, true);
    this.#shares.push(shares);
    this.#arrived.push(arrivedOf(rows));
    this.#patterns += rows.count;
    this.#lostPatterns += shares.filter(Number.isNaN).length;
  }

  /** The figures of all batches so far. */
  figures(): EstimateFigures {
    const sums = this.#sums;
    const arrived = sums.pairs - sums.lost;
    const fluid = this.#histogram.size === 0;
    const shared = sums.timedHosts > 0;
    const maxmin = sums.sumMaxmin > 0;
    const perPattern = this.#means.values();
    const perPatternShare = shared ? this.#shares.values() : null;
    const weights = this.#arrived.values();
    return {
      patterns: this.#patterns,
      pairs: sums.pairs,
      phases: sums.phases,
      lost: sums.lost,
      lostPatterns: this.#lostPatterns,
      sumLoad: sums.sumLoad,
      maxLoad: this.#maxLoad,
      maxUtil: shared ? this.#maxUtil : null,
      meanInvC: fluid || arrived === 0 ? null : sums.sumInvC / arrived,
      meanShare: shared ? sums.sumShare / arrived : null,
      minShare: shared ? this.#minShare : null,
      invMeanTime: shared ? sums.timedHosts / sums.sumTime : null,
      meanMaxmin: maxmin ? sums.sumMaxmin / arrived : null,
      minMaxmin: maxmin ? this.#minMaxmin : null,
      sumPhaseMaxC: sums.sumPhaseMaxC,
      sumPhaseMaxTime: shared ? sums.sumPhaseMaxTime : null,
      histogram: new Map([...this.#histogram].sort(([a], [b]) => a - b)),
      shareBins: shared ? this.#shareBins.slice() : null,
      perPattern,
      arrived: weights,
      ebb: interval(perPattern, weights),
      perPatternShare,
      share: perPatternShare && interval(perPatternShare, weights),
    };
  }
}

/** A list of numbers that grows. */
class Growing {
  #held = new Float64Array(64);
  #length = 0;

  push(more: Float64Array): void {
    if (this.#length + more.length > this.#held.length) {
      const grown = new Float64Array(2 * (this.#length + more.length));
      grown.set(this.#held);
      this.#held = grown;
    }
    this.#held.set(more, this.#length);
    this.#length += more.length;
  }

  /** A copy of all that came. */
  values(): Float64Array {
    return this.#held.slice(0, this.#length);
  }
}

const SHARE_BINS = 20;

/** Pairs by 1/c in the bins of the share; 1/c is a share where all cables are alike. */
function binsOfC({ c, pairs }: Batch['histogram']): number[] {
  const bins = new Array<number>(SHARE_BINS).fill(0);
  c.forEach((value, i) => {
    if (value < 1) return;
    const bin = Math.min(SHARE_BINS - 1, Math.floor(SHARE_BINS / value + 1e-9));
    bins[bin] = (bins[bin] ?? 0) + (pairs[i] ?? 0);
  });
  return bins;
}

/** One field of all rows. */
export function columnOf(rows: RowTable, key: keyof PatternRow): Float64Array {
  const [width, offset] = [rows.names.length, rows.names.indexOf(key)];
  const column = new Float64Array(rows.count);
  for (let i = 0; i < column.length; i++) column[i] = rows.values[i * width + offset] ?? NaN;
  return column;
}

/** Row `i` with its fields by name. */
export function rowAt(rows: RowTable, i: number): PatternRow {
  const row: Partial<PatternRow> = {};
  rows.names.forEach((name, k) => (row[name] = rows.values[i * rows.names.length + k] ?? NaN));
  return row as PatternRow;
}

/** The rows of several batches with their fields by name. */
export function rowsOf(batches: readonly Batch[]): PatternRow[] {
  return batches.flatMap(({ rows }) => Array.from({ length: rows.count }, (_, i) => rowAt(rows, i)));
}

/** Flows of each pattern that arrived. */
export function arrivedOf(rows: RowTable): Float64Array {
  const lost = columnOf(rows, 'lost');
  return columnOf(rows, 'pairs').map((pairs, i) => pairs - (lost[i] ?? 0));
}

/** The mean of each pattern: of 1/c, or of the share where c is not defined (fluid splitting); NaN where no flow arrived. */
export function patternMeans(rows: RowTable, fluid: boolean): Float64Array {
  const arrived = arrivedOf(rows);
  return columnOf(rows, fluid ? 'sumShare' : 'sumInvC').map((sum, i) => sum / (arrived[i] ?? 0));
}

/** The mean over all flows of patterns with these means and so many flows each, with its interval. */
export function interval(means: Float64Array, flows: Float64Array): MeanEstimate {
  const moments = new Moments();
  means.forEach((mean, i) => moments.add(mean, flows[i] ?? 0));
  return moments.estimate();
}

/** Means and flows pattern by pattern. */
export interface Sampled {
  readonly means: Float64Array;
  readonly flows: Float64Array;
}

/**
 * How much larger the mean of `b` is than that of `a`, which met the same patterns: what both owe to a pattern cancels. Over
 * the patterns of which flows of both arrived.
 */
export function pairedDifference(a: Sampled, b: Sampled): MeanEstimate {
  const [flowsA, flowsB] = [new Float64Array(a.flows.length), new Float64Array(a.flows.length)];
  let patterns = 0;
  for (const [i, flows] of a.flows.entries()) {
    if (flows === 0 || (b.flows[i] ?? 0) === 0) continue;
    [flowsA[i], flowsB[i]] = [flows, b.flows[i] ?? 0];
    patterns++;
  }
  const [awayA, awayB] = [deviations(a.means, flowsA), deviations(b.means, flowsB)];
  const squares = awayA.away.reduce((sum, away, i) => sum + ((awayB.away[i] ?? NaN) - away) ** 2, 0);
  return {
    mean: awayB.mean - awayA.mean,
    halfWidth: patterns < 2 ? null : 1.96 * Math.sqrt((squares * patterns) / (patterns - 1)),
  };
}

/** The mean over all flows, and how much each pattern moves it; patterns without flows move nothing. */
function deviations(means: Float64Array, flows: Float64Array): { mean: number; away: Float64Array } {
  const { mean } = interval(means, flows);
  const total = flows.reduce((sum, each) => sum + each, 0);
  return {
    mean,
    away: flows.map((each, i) => (each === 0 ? 0 : (each / total) * ((means[i] ?? NaN) - mean))),
  };
}

/**
 * Mean and spread of pattern means that come one by one, each weighing its flows. Sums are of differences to the first
 * mean, so that equal patterns have no spread at all.
 */
export class Moments {
  #count = 0;
  #first = NaN;
  #flows = 0;
  #away = 0;
  #squares = { flows: 0, both: 0, away: 0 };

  /** Patterns without a flow that arrived have no mean and are left out. */
  add(mean: number, flows: number): void {
    if (flows === 0) return;
    if (this.#count++ === 0) this.#first = mean;
    const away = flows * (mean - this.#first);
    this.#flows += flows;
    this.#away += away;
    this.#squares.flows += flows * flows;
    this.#squares.both += flows * away;
    this.#squares.away += away * away;
  }

  /** Patterns with a mean so far. */
  get count(): number {
    return this.#count;
  }

  estimate(): MeanEstimate {
    const n = this.#count;
    if (n === 0) return { mean: NaN, halfWidth: null };
    const shift = this.#away / this.#flows;
    const { flows, both, away } = this.#squares;
    const squares = Math.max(0, away - 2 * shift * both + shift * shift * flows);
    return {
      mean: this.#first + shift,
      halfWidth: n < 2 ? null : (1.96 * Math.sqrt((squares * n) / (n - 1))) / this.#flows,
    };
  }
}

/** Number of patterns whose mean falls in each of 20 bins of 0.05 on 0 … 1 (1 falls in the last); NaN falls in none. */
export function patternHistogram(means: Float64Array): number[] {
  const bins = new Array<number>(20).fill(0);
  for (const mean of means) {
    if (Number.isNaN(mean)) continue;
    const bin = Math.min(19, Math.floor(mean * 20 + 1e-9));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

/**
 * c·B(c)/B(1) for c = 1 … 4 from the four bins of the CHiC measurement (627.4, 281.2, 181.2, 133.6 MiB/s;
 * Hoefler et al., CLUSTER 2008). That the bins are c = 1 … 4 is our reading, not the paper's.
 */
export const CHIC_EFFICIENCY: readonly number[] = [1, 0.896, 0.866, 0.852];

/**
 * Mean over pairs of efficiency(c)/c: head-of-line blocking as a curve given by the user. `efficiency[c − 1]`
 * is the part of the fair share that c flows still get; the last value holds for all larger c.
 */
export function withEfficiency(
  histogram: ReadonlyMap<number, number>,
  efficiency: readonly number[],
): number {
  let sum = 0;
  let pairs = 0;
  for (const [c, n] of histogram) {
    sum += (n * (efficiency[Math.min(c, efficiency.length) - 1] ?? 1)) / c;
    pairs += n;
  }
  return sum / pairs;
}
