import { isExecutionKey, naturalOrder } from '../../compare/conditions';
import { named } from '../../model/conditions';
import type { CatalogueRun } from '../../queries/catalogue';
import type { PairSet } from '../../queries/pairs';

/** Conditions that a name holds at most. */
const MOST_CONDITIONS = 3;

const STATUS_WORD = { partial: 'incomplete', failed: 'failed', hung: 'hung' } as const;

/**
 * Names sets by the conditions in which they differ, else by their files; a number is added where two would have one
 * name, and `incomplete`, `failed` or `hung` where the run is not whole. In the order of the sets.
 */
export function namesOf(
  sets: readonly Pick<PairSet, 'runs'>[],
  runs: readonly Pick<CatalogueRun, 'id' | 'path' | 'conditions' | 'status'>[],
): string[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const of = sets.map((set) => byId.get(set.runs[0] ?? ''));
  const value = (run: (typeof of)[number], key: string) => run?.conditions[key]?.value ?? '';
  const keys = [...new Set(of.flatMap((run) => Object.keys(run?.conditions ?? {})))]
    .filter((key) => !isExecutionKey(key) && new Set(of.map((run) => value(run, key))).size > 1)
    .sort(naturalOrder)
    .slice(0, MOST_CONDITIONS);
  const told = of.map((run) =>
    keys
      .filter((key) => value(run, key) !== '')
      .map((key) => named(key, value(run, key)))
      .join(', '),
  );
  const file = of.map((run) => run?.path.split('/').at(-1) ?? '');
  const names = told.map((name, i) =>
    name === '' || told.filter((other) => other === name).length > 1
      ? [name, file[i] ?? ''].filter((part) => part !== '').join(' · ')
      : name,
  );
  return names.map((name, i) => {
    const nth = names.slice(0, i).filter((other) => other === name).length;
    const status = of[i]?.status ?? 'complete';
    return `${name}${nth === 0 ? '' : ` (${nth + 1})`}${status === 'complete' ? '' : `, ${STATUS_WORD[status]}`}`;
  });
}
