import type { CatalogueRun } from '../queries/catalogue';
import type { PairSet } from '../queries/pairs';
import { isWhole } from './quantities';

/** The sets of the same experiment (or sweeps under the same conditions), the given one first: repeats. Of a median those it is made of. */
export function alike(
  set: PairSet,
  sets: readonly PairSet[],
  runs: readonly Pick<CatalogueRun, 'id' | 'experiment'>[],
): PairSet[] {
  if (set.from.table === 'repeats') return [...set.from.of];
  const experiments = new Map(runs.map(({ id, experiment }) => [id, experiment]));
  const experimentOf = ({ runs: [run], from, hosts }: PairSet) =>
    from.table === 'runs'
      ? JSON.stringify([from.sweep.key, hosts])
      : run === undefined
        ? undefined
        : experiments.get(run);
  const own = experimentOf(set);
  const others = sets.filter(
    (other) =>
      other.id !== set.id &&
      experimentOf(other) === own &&
      other.ranks === set.ranks &&
      other.schedule === set.schedule &&
      other.axis === set.axis,
  );
  return [set, ...others];
}

/** Fewest repeats that have a median: of two it would be their mean. */
const FEWEST = 3;
/** Most cells of all repeats of a median: 1 GiB while it is made. */
const MOST_CELLS = 2 ** 28;

/** The medians that can be shown: one of each test that was repeated whole three times or more under the same conditions. */
export function mediansOf(
  sets: readonly PairSet[],
  runs: readonly Pick<CatalogueRun, 'id' | 'experiment' | 'status'>[],
): PairSet[] {
  const cut = new Set(runs.filter(({ status }) => status !== 'complete').map(({ id }) => id));
  const taken = new Set<PairSet>();
  const tests = sets.filter((set) => set.better !== 'none' && isWhole(set, cut));
  return tests.flatMap((set) => {
    if (taken.has(set)) return [];
    const of = alike(set, tests, runs).filter(({ layout }) => layout === set.layout);
    of.forEach((each) => taken.add(each));
    if (of.length < FEWEST || of.length * set.ranks ** 2 > MOST_CELLS) return [];
    return [
      {
        ...set,
        id: `${set.id}:median`,
        runs: of.flatMap((each) => each.runs),
        from: { table: 'repeats', of },
      },
    ];
  });
}

/** The medians of every other repeat of a median, and of the rest. */
export function halvesOf(median: PairSet): PairSet[] {
  const { from } = median;
  if (from.table !== 'repeats') return [];
  return [0, 1].map((half) => {
    const of = from.of.filter((_, i) => i % 2 === half);
    const runs = of.flatMap((set) => set.runs);
    return { ...median, id: `${median.id}:${half}`, runs, from: { table: 'repeats', of } };
  });
}

/** The name of a median among others: `median of 5 repeats`; with what its test is called where there are several. */
export function medianName({ from }: PairSet, test: string): string {
  const many = from.table === 'repeats' ? from.of.length : 1;
  return `median of ${many} repeats${test === '' ? '' : `: ${test}`}`;
}
