import { shortened } from '../model/shorten';
import { isExecutionKey, naturalOrder } from './conditions';

/** A run as far as it is told apart from others. */
export interface NamedRun {
  id: string;
  /** Path of its file as dropped. */
  path: string;
  conditions: Readonly<Record<string, string>>;
  /** When it began, as the file says, or null. */
  started: string | null;
}

/** A difference that keeps the clusters of a group in doubt apart: no value is in two of them. */
export interface Separator {
  /** A condition or label; null for a part of paths or the date, which no condition stands for. */
  condition: string | null;
  /** `AR`, `folder 2`, `file name, part 3`, `day`. */
  name: string;
  /** Values of each cluster in natural order; '' = not given. */
  values: readonly (readonly string[])[];
}

/** What a run says under one name. */
interface Said {
  condition: string | null;
  text: string;
}

/**
 * What keeps clusters of runs apart, the best first: conditions and labels before those that only number or date runs, before
 * parts of paths and days; then those with fewest values. Empty where nothing does.
 */
export function separators(
  clusters: readonly (readonly string[])[],
  runs: ReadonlyMap<string, NamedRun>,
): Separator[] {
  const said = clusters.map((ids) => ids.map((id) => sayingsOf(runs.get(id))));
  const names = new Map<string, string | null>();
  for (const one of said.flat()) for (const [name, { condition }] of one) names.set(name, condition);
  const found = [...names].flatMap(([name, condition]): Separator[] => {
    const values = said.map((own) =>
      [...new Set(own.map((one) => one.get(name)?.text ?? ''))].sort(naturalOrder),
    );
    const all = values.flat();
    return new Set(all).size < all.length ? [] : [{ condition, name, values }];
  });
  return found.sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      one.values.flat().length - other.values.flat().length ||
      naturalOrder(one.name, other.name),
  );
}

function rankOf({ condition, name }: Separator): number {
  if (condition !== null) return isExecutionKey(condition) ? 2 : 0;
  return name === DAY ? 3 : 1;
}

const DAY = 'day';

function sayingsOf(run: NamedRun | undefined): Map<string, Said> {
  const said = new Map<string, Said>();
  if (!run) return said;
  for (const [key, text] of Object.entries(run.conditions)) said.set(key, { condition: key, text });
  const put = (name: string, text: string) => {
    if (!said.has(name)) said.set(name, { condition: null, text });
  };
  const folders = run.path.split('/').filter((part) => part !== '');
  const file = folders.pop() ?? '';
  folders.forEach((folder, depth) => put(`folder ${depth + 1}`, folder));
  file.split(/[^\p{L}\p{N}]+/u).forEach((word, i) => put(`file name, part ${i + 1}`, word));
  if (run.started !== null) put(DAY, run.started.slice(0, 10));
  return said;
}

/** A separator in words: `folder 2: ib | tcp`; values of one cluster are joined by commas, and many are cut. */
export function separatorText({ name, values }: Separator): string {
  const short = shortened(values.flat());
  const few = (own: readonly string[]) => {
    const named = own
      .slice(0, FEW)
      .map((value) => (value === '' ? 'not given' : (short.get(value) ?? value)));
    return own.length > FEW ? `${named.join(', ')} and ${own.length - FEW} more` : named.join(', ');
  };
  return `${name}: ${values.map(few).join(' | ')}`;
}

const FEW = 3;
