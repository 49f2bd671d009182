import { HOST_PAIR } from '../compare/identity/types';
import { isAxisKey, isExecutionKey, naturalOrder, oneOfEach } from '../compare/conditions';
import { named } from '../model/conditions';
import { shortened } from '../model/shorten';
import type { CatalogueRun } from '../queries/catalogue';
import { KEY, type Origin, type RunKind } from '../model/vocabulary';

/** A condition shown as a chip. */
export interface Chip {
  key: string;
  value: string;
  origin: Origin;
}

/** Runs that agree in all conditions but repeat, nodes, ppn and ranks, whatever the benchmark. */
export interface ExperimentGroup {
  id: string;
  title: string;
  /** The title with whole values. */
  fullTitle: string;
  chips: readonly Chip[];
  runs: readonly CatalogueRun[];
  measurements: number;
  /** Ranks of its largest matrix of pairs; 0 without one. */
  pairs: number;
  /** Conditions that are too long or too many for chips. */
  more: readonly Chip[];
  /** Runs that are not complete. */
  troubled: number;
  kind: RunKind;
}

/** Set-ups of one system and tool. */
export interface SystemGroup {
  title: string;
  setups: readonly ExperimentGroup[];
}

/** Conditions that name a set-up best, when they tell set-ups apart. */
const TITLE_KEYS = ['AR', 'SHARP', 'SHARP effective', 'network', 'MPI', 'transport', 'system', 'program'];

/** Chips of a set-up; the rest stands with its runs. */
const MOST_CHIPS = 6;
const isShort = ({ value }: Chip) => value.length <= 24;

/**
 * Groups runs by system and tool, and gathers those with equal conditions. A set-up is titled by the conditions in
 * which it differs from the others of its group; the others are its chips, with all values of nodes, ppn and ranks.
 */
export function groupRuns(runs: readonly CatalogueRun[]): SystemGroup[] {
  const bySetting = new Map<number, CatalogueRun[]>();
  for (const run of runs) {
    const held = bySetting.get(run.setting);
    if (held) held.push(run);
    else bySetting.set(run.setting, [run]);
  }
  const groups = new Map<string, CatalogueRun[]>();
  for (const run of oneOfEach(runs)) {
    const system = run.conditions['system']?.value;
    const title = [system, run.tool].filter((part) => part !== undefined && part !== '').join(' · ');
    const held = groups.get(title);
    if (held) held.push(run);
    else groups.set(title, [run]);
  }
  return [...groups]
    .sort(([p], [q]) => naturalOrder(p, q))
    .map(([title, members]) => ({ title, setups: setupsOf(title, members, bySetting) }));
}

/** The set-ups of a group, given one run of each setting and all runs by setting. */
function setupsOf(
  group: string,
  runs: readonly CatalogueRun[],
  bySetting: ReadonlyMap<number, readonly CatalogueRun[]>,
): ExperimentGroup[] {
  const keys = [...new Set(runs.flatMap((run) => Object.keys(run.conditions)))]
    .filter((key) => !isExecutionKey(key) && key !== 'system')
    .sort(naturalOrder);
  const value = (run: CatalogueRun, key: string) => run.conditions[key]?.value ?? '';
  const varying = keys.filter(
    (key) =>
      !isAxisKey(key) &&
      key !== KEY.pairs &&
      key !== HOST_PAIR &&
      new Set(runs.map((run) => value(run, key))).size > 1,
  );
  const short = new Map(keys.map((key) => [key, shortened(runs.map((run) => value(run, key)))]));
  const setups = new Map<string, CatalogueRun[]>();
  for (const run of runs) {
    const id = JSON.stringify([group, run.kind, ...varying.map((key) => value(run, key))]);
    const held = setups.get(id);
    if (held) held.push(run);
    else setups.set(id, [run]);
  }
  const titleKeys = [
    ...TITLE_KEYS.filter((key) => varying.includes(key)),
    ...varying.filter((key) => !TITLE_KEYS.includes(key)),
  ];
  return [...setups]
    .map(([id, members]): ExperimentGroup => {
      const first = members[0];
      const all = inOrder(members.flatMap(({ setting }) => bySetting.get(setting) ?? []));
      const chosen = titleKeys.filter((key) => first && value(first, key) !== '').slice(0, 2);
      const titleOf = (shown: (key: string, whole: string) => string) =>
        chosen.map((key) => named(key, first ? shown(key, value(first, key)) : '')).join(', ');
      const chips = keys.flatMap((key): Chip[] => {
        const held = members.map((run) => run.conditions[key]).filter((found) => found !== undefined);
        const [found] = held;
        if (!found || chosen.includes(key)) return [];
        const values = [...new Set(held.map((each) => each.value))].sort(naturalOrder);
        return [{ key, value: values.join(', '), origin: found.origin }];
      });
      return {
        id,
        title: titleOf((key, whole) => short.get(key)?.get(whole) ?? whole) || 'All runs',
        fullTitle: titleOf((_, whole) => whole),
        chips: chips.filter(isShort).slice(0, MOST_CHIPS),
        more: [...chips.filter(isShort).slice(MOST_CHIPS), ...chips.filter((chip) => !isShort(chip))],
        runs: all,
        measurements: all.reduce((sum, run) => sum + run.measurements, 0),
        pairs: all.reduce((most, run) => Math.max(most, run.pairs), 0),
        troubled: all.filter((run) => run.status !== 'complete').length,
        kind: first?.kind ?? 'measured',
      };
    })
    .sort((p, q) => naturalOrder(p.title, q.title) || naturalOrder(p.id, q.id));
}

/** Runs in the order of files and places in them. */
function inOrder(runs: CatalogueRun[]): CatalogueRun[] {
  return runs.sort((p, q) => p.source - q.source || p.position - q.position);
}
