import { isExecutionKey, naturalOrder } from '../../compare/conditions';
import { named } from '../../model/conditions';
import type { CatalogueRun } from '../../queries/catalogue';
import type { PairSet } from '../../queries/pairs';

/** Conditions that a name holds at most. */
const MOST_CONDITIONS = 3;

const STATUS_WORD = { partial: 'incomplete', failed: 'failed', hung: 'hung' } as const;

/** What a set is named by. */
interface Named extends Pick<CatalogueRun, 'status'> {
  conditions: Readonly<Record<string, string>>;
  name: string;
}

/**
 * Names sets by the conditions in which they differ, else by their files; a number is added where two would have one
 * name, and `incomplete`, `failed` or `hung` where the run is not whole. A sweep over pairs of hosts goes by what its
 * runs share. In the order of the sets.
 */
export function namesOf(
  sets: readonly (Pick<PairSet, 'runs'> & { from?: PairSet['from'] })[],
  runs: readonly Pick<CatalogueRun, 'id' | 'path' | 'conditions' | 'status'>[],
): string[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const of = sets.map(({ runs: [first = ''], from }): Named | undefined => {
    if (from?.table === 'runs') return { ...from.sweep, status: 'complete' };
    const run = byId.get(first);
    const conditions = Object.entries(run?.conditions ?? {}).map(([key, { value }]) => [key, value]);
    return (
      run && {
        ...{ status: run.status, name: run.path.split('/').at(-1) ?? '' },
        conditions: Object.fromEntries(conditions) as Record<string, string>,
      }
    );
  });
  const value = (run: Named | undefined, key: string) => run?.conditions[key] ?? '';
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
  const file = of.map((run) => run?.name ?? '');
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
