import { shortHash } from '../model/hash';
import type { Better } from '../model/vocabulary';
import type { CatalogueRun } from '../queries/catalogue';
import type { PairSet } from '../queries/pairs';

/** Pair sets that measure the same: one benchmark, metric, parameters, statistic and message size. */
export interface PairQuantity {
  /** Names it in links, the same for the same data everywhere. */
  key: string;
  /** `mpiGraph · bandwidth, avg, 64 KiB`. */
  title: string;
  /** The same without the message size, and that size in bytes or null. */
  name: string;
  bytes: number | null;
  metric: string;
  unit: string;
  better: Better;
  sets: readonly PairSet[];
}

const SIZES = ['B', 'KiB', 'MiB', 'GiB'];

/** A message size as its users write it: 64 KiB. */
export function sizeText(bytes: number): string {
  let step = 0;
  let size = bytes;
  while (size >= 1024 && size % 1024 === 0 && step < SIZES.length - 1) {
    size /= 1024;
    step++;
  }
  return `${size} ${SIZES[step] ?? 'B'}`;
}

/** Whether values of a set add up, as bytes, messages and time do; rates, latencies and sizes of messages do not. */
export const addsUp = ({
  better,
  from,
  statistic,
  metric,
}: Pick<PairSet, 'better' | 'from' | 'statistic' | 'metric'>): boolean =>
  better === 'none' &&
  ADDITIVE.has(statistic) &&
  !OF_EACH.test(metric) &&
  !(from.table === 'traffic' && from.column === 'size');

/** Statistics of traffic whose cells add up to that of all; means, extremes and percentiles do not. */
const ADDITIVE: ReadonlySet<string> = new Set(['sum', 'total', 'count', 'value', '']);
/** Names of quantities that are of one message or an average one. */
const OF_EACH = /\b(?:mean|average|avg|size)\b/i;

/** Whether each value of a set is of both directions of a pair. */
export const isSymmetric = ({ from }: Pick<PairSet, 'from'>): boolean =>
  from.table === 'runs' && from.bothWays;

/** Gathers pair sets by what they measure, in the order in which they come. */
export function quantitiesOf(sets: readonly PairSet[]): PairQuantity[] {
  const found = new Map<string, { first: PairSet; sets: PairSet[] }>();
  for (const set of sets) {
    const { benchmark, metric, params, statistic, bytes, axis, unit, measuredAt } = set;
    const key = shortHash(
      JSON.stringify([benchmark, metric, params, statistic, bytes, axis, unit, measuredAt]),
    );
    const held = found.get(key);
    if (held) held.sets.push(set);
    else found.set(key, { first: set, sets: [set] });
  }
  return [...found].map(([key, { first, sets: all }]) => {
    const { benchmark, metric, params, statistic, bytes, better, unit, measuredAt } = first;
    const titled = (size: string | null) => {
      const details = [
        statistic === 'sum' ? null : statistic,
        size,
        measuredAt === null ? null : `seen by the ${measuredAt}`,
        ...params.split(';').filter((param) => param !== '' && !param.startsWith('measured at=')),
      ];
      return `${benchmark} · ${[metric, ...details.filter((part) => part !== null)].join(', ')}`;
    };
    const title = titled(bytes === null ? null : sizeText(bytes));
    return { key, title, name: titled(null), bytes, metric, unit, better, sets: all };
  });
}

/** Quantities that differ in their message size alone, under one title: that of the only one, or the one without size. */
export interface Family {
  /** That of its first quantity. */
  key: string;
  title: string;
  all: readonly PairQuantity[];
}

/** Gathers quantities that differ in their message size alone, in the order in which they come. */
export function familiesOf(quantities: readonly PairQuantity[]): Family[] {
  const found = new Map<string, PairQuantity[]>();
  for (const quantity of quantities) {
    const { name, unit, sets } = quantity;
    const key = JSON.stringify([name, unit, sets[0]?.axis]);
    found.set(key, [...(found.get(key) ?? []), quantity]);
  }
  return [...found.values()].flatMap((all) => {
    const [first] = all;
    return first ? [{ key: first.key, title: all.length > 1 ? first.name : first.title, all }] : [];
  });
}

/** The family of a quantity. */
export const familyOf = (families: readonly Family[], quantity: string | null): Family | null =>
  families.find(({ all }) => all.some(({ key }) => key === quantity)) ?? null;

/**
 * The quantity that is shown when the family with key `chosen` is chosen while `quantity` is in sight: of the same size where it has that, else
 * its first; `chosen` itself where it is no family's.
 */
export function chosenOf(families: readonly Family[], chosen: string, quantity: PairQuantity | null): string {
  const all = families.find(({ key }) => key === chosen)?.all ?? [];
  return all.find(({ bytes }) => bytes === quantity?.bytes)?.key ?? chosen;
}

/**
 * Sets of one side of a comparison, or all of them without one. Of a sweep over pairs of hosts only the runs of the side
 * count: its others would compare it with itself.
 */
export function setsOf(sets: readonly PairSet[], runs: ReadonlySet<string> | null): PairSet[] {
  if (runs === null) return [...sets];
  return sets.flatMap((set) => {
    const of = set.runs.filter((run) => runs.has(run));
    if (of.length === 0) return [];
    const { from } = set;
    if (from.table !== 'runs' || of.length === set.runs.length) return [set];
    const series = from.series.filter(({ run }) => runs.has(run));
    const failed = from.failed.filter(({ run }) => runs.has(run));
    if (series.length === 0) return [];
    const id = `${set.id}~${shortHash(JSON.stringify(of))}`;
    return [{ ...set, id, runs: of, from: { ...from, series, failed } }];
  });
}

/** Whether all runs of a set are complete; of a sweep over pairs of hosts, whether no pair failed. */
export function isWhole(set: PairSet, cut: ReadonlySet<string>): boolean {
  return set.from.table === 'runs' ? set.from.failed.length === 0 : !set.runs.some((run) => cut.has(run));
}

/** The set a link names, else the first of whole runs, else the first. */
export function chosenSet(
  sets: readonly PairSet[],
  id: string | null,
  runs: readonly Pick<CatalogueRun, 'id' | 'status'>[],
): PairSet | null {
  const cut = new Set(runs.filter(({ status }) => status !== 'complete').map((run) => run.id));
  return sets.find((set) => set.id === id) ?? sets.find((set) => isWhole(set, cut)) ?? sets[0] ?? null;
}
