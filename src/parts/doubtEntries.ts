import { clustersText, spreadText } from '../compare/doubtWords';
import type { DoubtfulGroup } from '../compare/doubtful';
import { separators, separatorText, type NamedRun, type Separator } from '../compare/separators';
import type { CatalogueRun } from '../queries/catalogue';

/** The groups in doubt that are of the same runs: one sentence and one answer for all of them. */
export interface DoubtEntry {
  id: string;
  side: DoubtfulGroup['side'];
  /** The group whose runs are furthest apart. */
  worst: DoubtfulGroup;
  /** What the groups are of: `osu_allreduce latency`. */
  names: readonly string[];
  runs: readonly string[];
  /** What keeps the clusters of the worst group apart, the best first. */
  separators: readonly Separator[];
}

/** Gathers groups in doubt by their runs, those that are furthest apart first. */
export function doubtEntries(doubts: readonly DoubtfulGroup[], runs: readonly CatalogueRun[]): DoubtEntry[] {
  const named = new Map(runs.map((run) => [run.id, namedRun(run)]));
  const entries = new Map<string, DoubtfulGroup[]>();
  for (const doubt of doubts) {
    const id = JSON.stringify([doubt.side, doubt.runs.map(({ run }) => run).sort()]);
    entries.set(id, [...(entries.get(id) ?? []), doubt]);
  }
  const found = [...entries].flatMap(([id, own]): DoubtEntry[] => {
    const [worst] = own.toSorted((one, other) => other.factor - one.factor);
    if (!worst) return [];
    return [
      {
        ...{ id, side: worst.side, worst },
        names: [...new Set(own.map(({ key }) => `${key.benchmark} ${key.metric}`))],
        runs: worst.runs.flatMap(({ runs: all }) => all),
        separators: separators(worst.clusters, named),
      },
    ];
  });
  return found.sort((one, other) => other.worst.factor - one.worst.factor);
}

function namedRun({ id, path, conditions, started }: CatalogueRun): NamedRun {
  const given = Object.entries(conditions).map(([key, { value }]) => [key, value] as const);
  return { id, path, started, conditions: Object.fromEntries(given) };
}

/** Differences named in the sentence at most. */
const SAID = 3;

/**
 * How far apart the runs of an entry are and what they differ in. `nameOf` names a run; `compares` = whether the sides are to be
 * named.
 */
export function entryText(entry: DoubtEntry, nameOf: (run: string) => string, compares: boolean): string {
  const { names, side, worst } = entry;
  const [first = '', ...others] = names;
  const of = others.length === 0 ? first : `${first} and ${others.length} more`;
  const alone = worst.clusters.filter(({ length }) => length === 1).flat();
  const off = worst.runs.length > 2 && alone.length === 1 ? `; ${nameOf(alone[0] ?? '')} stands alone` : '';
  const told = entry.separators.slice(0, SAID).map(separatorText);
  const differ =
    told.length === 0 ? 'No known difference separates them' : `They separate by ${told.join('; ')}`;
  return `${of}${compares ? `, ${side.toUpperCase()}` : ''}: ${spreadText(worst)} (${clustersText(worst)}${off}). ${differ}.`;
}

/** The condition and its values that tell the clusters of an entry apart, where no condition of the runs does. */
export function tagsOf({
  worst,
  separators: [best],
}: DoubtEntry): { key: string; run: string; value: string }[] {
  return worst.clusters.flatMap((runs, i) => {
    const [only, ...others] = best?.values[i] ?? [];
    const value = only && others.length === 0 ? only : String(i + 1);
    return runs.map((run) => ({ key: best?.name ?? 'group', run, value }));
  });
}
