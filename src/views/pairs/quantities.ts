import { shortHash } from '../../model/hash';
import type { Better } from '../../model/vocabulary';
import type { CatalogueRun } from '../../queries/catalogue';
import type { PairSet } from '../../queries/pairs';

/** Pair sets that measure the same: one benchmark, metric, parameters, statistic and message size. */
export interface Quantity {
  /** Names it in links, the same for the same data everywhere. */
  key: string;
  /** `mpiGraph · bandwidth, avg, 64 KiB`. */
  title: string;
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
export const addsUp = ({ better, from }: Pick<PairSet, 'better' | 'from'>): boolean =>
  better === 'none' && !(from.table === 'traffic' && from.column === 'size');

/** Gathers pair sets by what they measure, in the order in which they come. */
export function quantitiesOf(sets: readonly PairSet[]): Quantity[] {
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
    const details = [
      statistic === 'sum' ? null : statistic,
      bytes === null ? null : sizeText(bytes),
      measuredAt === null ? null : `seen by the ${measuredAt}`,
      ...params.split(';').filter((param) => param !== '' && !param.startsWith('measured at=')),
    ].filter((part) => part !== null);
    const title = `${benchmark} · ${[metric, ...details].join(', ')}`;
    return { key, title, metric, unit, better, sets: all };
  });
}

/** Sets of one side of a comparison, or all of them without one. */
export function setsOf(sets: readonly PairSet[], runs: ReadonlySet<string> | null): PairSet[] {
  return sets.filter((set) => runs === null || set.runs.some((run) => runs.has(run)));
}

/** The set a link names, else the first of whole runs, else the first. */
export function chosenSet(
  sets: readonly PairSet[],
  id: string | null,
  runs: readonly Pick<CatalogueRun, 'id' | 'status'>[],
): PairSet | null {
  const cut = new Set(runs.filter(({ status }) => status !== 'complete').map((run) => run.id));
  const whole = (set: PairSet) => !set.runs.some((run) => cut.has(run));
  return sets.find((set) => set.id === id) ?? sets.find(whole) ?? sets[0] ?? null;
}
