import type { MatrixClient } from '../../matrix/client';
import { axisUnit, type AxisUnit } from '../../model/units';
import type { Frame, View } from '../../share/view';
import { fittingWidth, ratioBins, sharedBins } from './bins';
import { countBins, isTraffic, type Binned } from './counting';
import { quantitiesOf } from '../../pairs/quantities';
import type { PairSet } from '../../queries/pairs';
import type { Measured, Measurements, MeasuredSource, Source } from './measure';
import { hostLimitOf, noClasses, peakOf, type Limit } from './peak';

/** What is plotted across: the values, their share of each system's own peak, or the ratio of A and B. */
export type Across = 'value' | 'peak' | 'ratio';

/** Limits of a set; null where the quantity has none, and where its values say nothing. */
interface Limits {
  peak: Limit | null;
  hostLimit: Limit | null;
  /** Why there are no classes of sharing; null when there are. */
  noClasses: string | null;
}

/** A source with its limits. */
export interface Limited extends MeasuredSource, Limits {}

/** A set of values in sight, as the figures show it. */
export interface PairValueSet extends Pick<Source, 'side' | 'name' | 'color' | 'dash'>, Limits {
  set: Pick<PairSet, 'id' | 'metric' | 'better'>;
  measured: Pick<Measured, 'quantiles' | 'least'> & {
    figures: Pick<Measured['figures'], 'count' | 'sum' | 'max' | 'zeros' | 'missing'>;
  };
}

/** What the histogram, the curve and the figures show, before values are counted: all that their labels need. */
export interface DistributionDrawing {
  /** What is counted. */
  of: 'pair' | 'value';
  /** What the values are: `mpiGraph · bandwidth, avg, 64 KiB`. */
  title: string;
  frame: Frame;
  across: Across;
  sources: readonly PairValueSet[];
  ratio: Measurements['ratio'];
  /** Ends of the bins: in the unit of the store, shares of the peak, or ratios. */
  edges: readonly number[];
  width: number;
  /** Whether the width is wider than asked for. */
  widened: boolean;
  /** The unit of the values: shown number × factor = stored value. */
  unit: AxisUnit;
}

/** A drawing of pairs, which the matrix worker counts. */
export interface CountingPlan extends DistributionDrawing {
  client: MatrixClient;
  sources: readonly Limited[];
  /** One for each histogram: each source, or the ratio alone. */
  binned: readonly Binned[];
}

/** What the user chose of a drawing. */
export type Choices = Pick<View, 'bin' | 'binPart' | 'binOf' | 'peak' | 'hostLimit'>;

/** Sources with their limits: typed for all of them, else of each its own. */
export function limited(
  sources: readonly MeasuredSource[],
  { peak, hostLimit }: Pick<Choices, 'peak' | 'hostLimit'>,
): Limited[] {
  return sources.map((source) => {
    const { set, stated, fastest } = source;
    const without = noClasses(set);
    if (set.unit !== 'B/s' || set.better !== 'higher')
      return { ...source, peak: null, hostLimit: null, noClasses: without };
    const found = peakOf(peak, stated, fastest);
    return {
      ...source,
      peak: found,
      hostLimit: found && hostLimitOf(hostLimit, found, fastest),
      noClasses: without,
    };
  });
}

const has = (measured: Measured) => measured.figures.max >= measured.least;

/** Lays out bins for what was measured; null where no value is left to draw. */
export function planOf(
  { client, ratio }: Measurements,
  sources: readonly Limited[],
  frame: Frame,
  choices: Choices,
): CountingPlan | null {
  const first = sources[0];
  if (!client || !first) return null;
  const unit = unitOf(first.set, sources);
  const title = quantitiesOf([first.set])[0]?.title ?? '';
  const base = { of: 'pair' as const, title, frame, client, sources, ratio, unit, widened: false };
  if (ratio) {
    if (!has(ratio.measured)) return null;
    const edges = ratioBins(ratio.measured.least, ratio.measured.figures.max);
    const binned = [{ ...range(edges), matrix: ratio.measured.matrix, kind: 'log' as const, zeros: 0 }];
    return { ...base, across: 'ratio', edges, width: Number.NaN, binned };
  }
  const drawn = sources.filter(({ measured }) => has(measured));
  if (drawn.length === 0) return null;
  const byPeak = choices.binOf === 'peak' && drawn.every(({ peak }) => peak !== null);
  const scale = ({ peak }: Limited) => (byPeak ? (peak?.value ?? 1) : 1);
  const min = Math.min(...drawn.map((source) => source.measured.least / scale(source)));
  const max = Math.max(...drawn.map((source) => source.measured.figures.max / scale(source)));
  const asked = byPeak ? choices.binPart : choices.bin;
  const { edges, ...bins } = sharedBins(min, max, asked ?? fittingWidth(min, max, byPeak ? 1 : unit.factor));
  const { low, high } = range(edges);
  return {
    ...base,
    ...bins,
    across: byPeak ? 'peak' : 'value',
    sources: drawn,
    edges,
    binned: drawn.map((source) => ({
      matrix: source.measured.matrix,
      kind: 'linear',
      low: low * scale(source),
      high: high * scale(source),
      zeros: isTraffic(source.set) ? source.measured.figures.zeros : 0,
    })),
  };
}

const range = (edges: readonly number[]) => ({ low: edges[0] ?? 0, high: edges.at(-1) ?? 1 });

/** Rates in the unit of the tool; other values in one that suits the largest. */
export function unitOf(
  { unit, printed }: Pick<PairSet, 'unit' | 'printed'>,
  sources: readonly { measured: { figures: Pick<Measured['figures'], 'max'> } }[],
): AxisUnit {
  if (unit === 'B/s') return { factor: printed.factor, label: printed.unit };
  const largest = Math.max(0, ...sources.map(({ measured }) => measured.figures.max || 0));
  return axisUnit(largest, unit);
}

/** Places at which the cumulative curve is read. */
export const PLACES = 400;

/** The places from `low` to `high`, both of them exactly: by equal ratios, or evenly. */
export function fineEdges(low: number, high: number, ratios: boolean): number[] {
  const at = (share: number) => (ratios ? low * (high / low) ** share : low + (high - low) * share);
  return Array.from({ length: PLACES + 1 }, (_, i) => (i === PLACES ? high : at(i / PLACES)));
}

/** A drawing with its values counted. */
export interface CountedDrawing {
  /** Per histogram and bin. */
  bins: readonly (readonly number[])[];
  /** Ends of the finer bins of the cumulative curve, and values per histogram and bin. */
  fineEdges: readonly number[];
  fine: readonly (readonly number[])[];
}

/** Counts the values of a drawing. */
export async function count(plan: CountingPlan, signal: AbortSignal): Promise<CountedDrawing> {
  const { client, binned, edges } = plan;
  const { low, high } = range(edges);
  const [bins, fine]: [number[][], number[][]] = [[], []];
  for (const each of binned) {
    bins.push(await countBins(client, each, edges.length - 1, signal));
    fine.push(await countBins(client, each, PLACES, signal));
  }
  return { bins, fine, fineEdges: fineEdges(low, high, plan.across === 'ratio') };
}
