import { rollup } from 'd3';
import { isExecutionKey, naturalOrder } from '../../compare/conditions';
import { shortHash } from '../../model/hash';
import { seriesStyle } from '../../charts/colours';
import type { DoubtfulGroup } from '../../compare/doubtful';
import type { Run } from '../../compare/types';
import type { ValueKind } from '../../queries/observations';
import type { Frame, View } from '../../share/view';
import { quantileOf } from '../../pairs/median';
import { sizeText } from '../../pairs/quantities';
import { fittingWidth, sharedBins } from './bins';
import { QUANTILES } from './counting';
import {
  fineEdges,
  PLACES,
  unitOf,
  type CountedDrawing,
  type DistributionDrawing,
  type PairValueSet,
} from './plan';

/** What runs measured under one name: all its statistics and message sizes. */
export interface ValueQuantity {
  /** Names it in links, the same for the same data everywhere. */
  key: string;
  /** `osu_latency · latency`. */
  title: string;
  kinds: readonly ValueKind[];
}

const detailsOf = (params: string): string[] => params.split(';').filter((param) => param !== '');

/** Gathers kinds of numbers by tool, benchmark, metric and parameters, in the order in which they come. */
export function valueQuantities(kinds: readonly ValueKind[]): ValueQuantity[] {
  const found = new Map<string, ValueKind[]>();
  for (const kind of kinds) {
    const { tool, benchmark, metric, params, better, unit } = kind;
    const key = shortHash(JSON.stringify(['values', tool, benchmark, metric, params, better, unit]));
    const same = found.get(key);
    if (same) same.push(kind);
    else found.set(key, [kind]);
  }
  const titleOf = ({ benchmark, metric, params }: ValueKind) =>
    `${benchmark} · ${[metric, ...detailsOf(params)].join(', ')}`;
  const told = [...found].map(([key, all]) => ({
    key,
    kinds: all,
    first: all[0],
    title: all[0] ? titleOf(all[0]) : '',
  }));
  const titles = rollup(
    told,
    (same) => same.length,
    ({ title }) => title,
  );
  return told.map(({ key, kinds: all, first, title }) => ({
    key,
    title: first && (titles.get(title) ?? 0) > 1 ? `${title} (${first.tool}, ${first.unit})` : title,
    kinds: all,
  }));
}

const numbers = (kinds: readonly ValueKind[]) => kinds.reduce((sum, { count }) => sum + count, 0);

/** The quantity with most numbers, the first of equals; null for none. */
export const firstQuantity = (all: readonly ValueQuantity[]): ValueQuantity | null =>
  all.reduce<ValueQuantity | null>(
    (most, each) => (most && numbers(most.kinds) >= numbers(each.kinds) ? most : each),
    null,
  );

/** Statistics of a quantity, and message sizes that it has of one of them. */
export const statisticsOf = ({ kinds }: ValueQuantity): string[] => [
  ...new Set(kinds.map(({ statistic }) => statistic)),
];
export const kindsOf = ({ kinds }: ValueQuantity, statistic: string): ValueKind[] =>
  kinds.filter((kind) => kind.statistic === statistic);

/**
 * What is drawn of a quantity: the statistic and size of the view where it has them. Else the average, or its first
 * statistic; and of the sizes that have most numbers the largest.
 */
export function chosenKind(
  quantity: ValueQuantity,
  { statistic, size }: Pick<View, 'statistic' | 'size'>,
): ValueKind | null {
  const all = statisticsOf(quantity);
  const kinds = kindsOf(quantity, [statistic, 'avg', all[0]].find((each) => all.includes(each ?? '')) ?? '');
  const most = kinds.reduce((count, kind) => Math.max(count, kind.count), 0);
  const usual = kinds.filter(({ count }) => count === most).sort((p, q) => (q.bytes ?? 0) - (p.bytes ?? 0));
  return kinds.find(({ bytes }) => bytes !== null && bytes === size) ?? usual[0] ?? null;
}

/** Numbers of one side in the unit of the store. */
export interface ValueSet extends Pick<PairValueSet, 'side' | 'name' | 'color' | 'dash'> {
  values: readonly number[];
}

/** Values with their runs. */
export interface RunValues extends Pick<PairValueSet, 'side' | 'name' | 'color' | 'dash'> {
  values: readonly { run: string; value: number }[];
}

/** Sets drawn at most where runs are in doubt. */
const MOST_SETS = 8;

/**
 * The sets to draw: each as it is or, where some of its runs may be no repeats of each other, one set for each cluster of them and one
 * for the runs that are not in doubt, so that no histogram pools what may differ. `nameOf` names a cluster of a group in doubt. Null
 * where there would be too many.
 */
export function setsApart(
  sets: readonly RunValues[],
  doubts: readonly DoubtfulGroup[],
  nameOf: (doubt: DoubtfulGroup, cluster: number) => string,
): ValueSet[] | null {
  const apart = sets.flatMap((set): ValueSet[] => {
    const parts = new Map<string, number[]>();
    const own = doubts.filter(({ side }) => side === (set.side ?? 'a'));
    const partOf = (run: string): string => {
      const doubt = own.find(({ runs }) => runs.some(({ runs: all }) => all.includes(run)));
      if (!doubt) return '';
      const cluster = doubt.clusters.findIndex((ids) => ids.includes(run));
      return cluster < 0 ? 'other runs' : nameOf(doubt, cluster);
    };
    for (const { run, value } of set.values) {
      const name = partOf(run);
      const held = parts.get(name);
      if (held) held.push(value);
      else parts.set(name, [value]);
    }
    if (parts.size < 2) return [{ ...set, values: set.values.map(({ value }) => value) }];
    return [...parts].map(([name, values]) => ({
      ...set,
      name: [set.name, name].filter((part) => part !== '').join(' · '),
      values,
    }));
  });
  if (apart.length > MOST_SETS) return null;
  return apart.length === sets.length ? apart : apart.map((set, i) => ({ ...set, ...seriesStyle(i) }));
}

/** Why values of runs have no guides and no classes. */
export const NOT_PAIRS =
  'These are results of runs, not of pairs: they do not say how many flows shared a link, so there are no guides and no classes of sharing.';

/** Why no ratio is drawn. */
export const NO_RATIO =
  'Single numbers of A and B do not belong together, so they have no ratio here: they are laid over each other. Speedup divides their medians.';

/** Numbers of the sides laid out in shared bins; null where a side has none. */
export function planValues(
  kind: ValueKind,
  sets: readonly ValueSet[],
  frame: Frame,
  bin: number | null,
): { plan: DistributionDrawing; sorted: readonly (readonly number[])[] } | null {
  const sorted = sets.map(({ values }) => values.toSorted((p, q) => p - q));
  if (sorted.length === 0 || sorted.some((list) => list.length === 0)) return null;
  const sources = sets.map((set, i) => drawnOf(kind, set, sorted[i] ?? []));
  const [min, max] = [
    Math.min(...sources.map(({ measured }) => measured.least)),
    Math.max(...sources.map(({ measured }) => measured.figures.max)),
  ];
  const unit = unitOf(kind, sources);
  const details = [
    kind.statistic,
    kind.bytes === null ? '' : sizeText(kind.bytes),
    ...detailsOf(kind.params),
  ];
  return {
    sorted,
    plan: {
      of: 'value',
      title: `${kind.benchmark} · ${[kind.metric, ...details].filter((part) => part !== '').join(', ')}`,
      frame: sources.length < 2 ? 'single' : sources.length > 2 || frame === 'ratio' ? 'overlay' : frame,
      across: 'value',
      sources,
      ratio: null,
      ...sharedBins(min, max, bin ?? fittingWidth(min, max, unit.factor)),
      unit,
    },
  };
}

/** Figures of sorted numbers, with the quantiles of a matrix. */
function drawnOf({ metric, better }: ValueKind, set: ValueSet, sorted: readonly number[]): PairValueSet {
  const { side, name, color, dash } = set;
  const at = (share: number) => quantileOf(sorted, share);
  return {
    ...{ side, name, color, dash, set: { id: name, metric, better } },
    measured: {
      figures: {
        count: sorted.length,
        sum: sorted.reduce((sum, value) => sum + value, 0),
        max: at(1),
        zeros: 0,
        missing: 0,
      },
      quantiles: QUANTILES.map(at),
      least: at(0),
    },
    ...{ peak: null, hostLimit: null, noClasses: NOT_PAIRS },
  };
}

/** Counts numbers in `bins` equal bins; one that rounding puts just below an end counts as on it. */
function countIn(values: readonly number[], low: number, high: number, bins: number): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of values) {
    const at = Math.floor(((value - low) / (high - low)) * bins + 1e-9);
    const bin = Math.max(0, Math.min(bins - 1, at));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** Counts the numbers of a drawing. */
export function countValues(
  { edges }: DistributionDrawing,
  sorted: readonly (readonly number[])[],
): CountedDrawing {
  const [low, high] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  return {
    bins: sorted.map((values) => countIn(values, low, high, edges.length - 1)),
    fine: sorted.map((values) => countIn(values, low, high, PLACES)),
    fineEdges: fineEdges(low, high, false),
  };
}

/** Names of the conditions in which the runs of one side differ, but for those that number or date an execution. */
export function mixed(runs: readonly Run[]): string[] {
  const keys = new Set(runs.flatMap(({ conditions }) => Object.keys(conditions)));
  return [...keys]
    .filter(
      (key) => !isExecutionKey(key) && new Set(runs.map(({ conditions }) => conditions[key] ?? '')).size > 1,
    )
    .sort(naturalOrder);
}
