import { isExecutionKey, naturalOrder } from '../compare/conditions';
import { HOST_PAIR } from '../compare/identity/types';
import type { CatalogueRun } from '../queries/catalogue';

/** A condition that varies, with its values and how many runs have each. */
export interface Facet {
  key: string;
  values: readonly { value: string; runs: number }[];
}

/** Conditions and values that are offered: more are found by the search box or in Files. */
const MOST_FACETS = 5;
const MOST_VALUES = 8;

/** The conditions by which runs can be narrowed down: those of two to eight values, labels last. */
export function facetsOf(runs: readonly CatalogueRun[]): Facet[] {
  const counts = new Map<string, Map<string, number>>();
  const labels = new Set<string>();
  for (const { conditions } of runs)
    for (const [key, { value, origin }] of Object.entries(conditions)) {
      if (isExecutionKey(key) || key === HOST_PAIR) continue;
      if (origin === 'label') labels.add(key);
      const own = counts.get(key) ?? new Map<string, number>();
      counts.set(key, own.set(value, (own.get(value) ?? 0) + 1));
    }
  return [...counts]
    .filter(([, values]) => values.size > 1 && values.size <= MOST_VALUES)
    .sort(([p], [q]) => Number(labels.has(p)) - Number(labels.has(q)) || naturalOrder(p, q))
    .slice(0, MOST_FACETS)
    .map(([key, values]) => ({
      key,
      values: [...values]
        .map(([value, count]) => ({ value, runs: count }))
        .sort((p, q) => naturalOrder(p.value, q.value)),
    }));
}

/** The runs to hide so that only those with a value are shown. */
export const hiddenBut = (runs: readonly CatalogueRun[], key: string, value: string): string[] =>
  runs.filter(({ conditions }) => conditions[key]?.value !== value).map(({ id }) => id);

/** Whether just the runs with a value are shown. */
export const isOnly = (
  runs: readonly CatalogueRun[],
  hidden: ReadonlySet<string>,
  { key, value }: { key: string; value: string },
): boolean =>
  hidden.size > 0 &&
  runs.every(({ id, conditions }) => hidden.has(id) !== (conditions[key]?.value === value));
