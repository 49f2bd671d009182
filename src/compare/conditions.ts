import { EXECUTION_KEYS, NUMERIC_KEYS } from '../model/vocabulary';
import { isPooled, type IdentityRule } from './identity/rules';
import type { Run, Sides } from './types';

/**
 * What a condition does in a comparison.
 * - `compared`: it is what the sides were chosen by.
 * - `same`: one value, equal on both sides.
 * - `key`: it varies within a side: only runs with the same value are compared. Where the sides share no value nothing is.
 * - `differs`: one value on A, another on B: the comparison shows its effect too.
 * - `pooled`: it varies and its values are taken together, because the user said so, or it is the other name of the compared switch.
 * - `repeat`: it only numbers or dates the executions.
 */
export type Role = 'compared' | 'same' | 'key' | 'differs' | 'pooled' | 'repeat';

export interface ConditionRole {
  key: string;
  role: Role;
  /** The values on each side, in natural order; '' = not given. */
  a: readonly string[];
  b: readonly string[];
}

const EXECUTION = new RegExp(EXECUTION_KEYS, 'i');

const collator = new Intl.Collator('en', { numeric: true });

/** Natural order of condition values: `2` before `16`, `4.1.5` before `4.1.10`. */
export function naturalOrder(one: string, other: string): number {
  return collator.compare(one, other);
}

/** True for keys that only number or date an execution: repeat, job, date. They never keep two runs apart. */
export function isExecutionKey(key: string): boolean {
  return EXECUTION.test(key);
}

/**
 * True when a condition only numbers repeats: the user said so, or it numbers or dates executions and the user did not say that
 * it separates. The last word wins.
 */
export function numbersRepeats(key: string, rules: readonly IdentityRule[] | undefined): boolean {
  const rule = rules?.findLast(
    (one) => (one.kind === 'repeats' || one.kind === 'separates') && one.key === key,
  );
  return rule ? rule.kind === 'repeats' : isExecutionKey(key);
}

/** True for conditions that are an axis of a plot: nodes, ppn, ranks. */
export function isAxisKey(key: string): boolean {
  return NUMERIC_KEYS.includes(key) && !isExecutionKey(key);
}

/** True when two keys are one switch: `SHARP`, `SHARP requested` and `SHARP effective`. */
export function sameSwitch(one: string, other: string): boolean {
  return switchName(one) === switchName(other);
}

function switchName(key: string): string {
  return key.replace(/ (requested|effective)$/, '');
}

/**
 * One run for each `setting`, in their order; runs without one all stay. Enough to see which conditions there are
 * and what they do, whatever the number of repeats.
 */
export function oneOfEach<R extends Pick<Run, 'setting'>>(runs: readonly R[]): R[] {
  const seen = new Set<number>();
  return runs.filter(({ setting }) => {
    if (setting === undefined) return true;
    if (seen.has(setting)) return false;
    seen.add(setting);
    return true;
  });
}

/** The values of a condition among runs, in natural order; '' = not given. */
export function valuesOf(runs: readonly Run[], key: string): string[] {
  return [...new Set(runs.map((run) => run.conditions[key] ?? ''))].sort(naturalOrder);
}

/**
 * The role of every condition of the runs of both sides (of one benchmark), in natural order of keys. `compared` is the condition
 * that the sides were chosen by, if they were.
 */
export function conditionRoles(sides: Sides, compared?: string): ConditionRole[] {
  const keys = new Set([...sides.a, ...sides.b].flatMap((run) => Object.keys(run.conditions)));
  return [...keys].sort(naturalOrder).map((key) => {
    const a = valuesOf(sides.a, key);
    const b = valuesOf(sides.b, key);
    return { key, role: roleOf(key, a, b, compared, sides.rules), a, b };
  });
}

function roleOf(
  key: string,
  a: readonly string[],
  b: readonly string[],
  compared: string | undefined,
  rules: readonly IdentityRule[] | undefined,
): Role {
  if (key === compared) return 'compared';
  if (numbersRepeats(key, rules)) return 'repeat';
  if (a.length > 1 || b.length > 1) {
    const together = isPooled(key, rules) || (compared !== undefined && sameSwitch(key, compared));
    return together ? 'pooled' : 'key';
  }
  // Nothing to share with: what is alone on its side is the same.
  return a.length === 0 || b.length === 0 || a[0] === b[0] ? 'same' : 'differs';
}

/** Name of one benchmark of one tool, for maps. */
export function benchmarkId(tool: string, benchmark: string): string {
  return `${tool}\n${benchmark}`;
}

/**
 * The runs of each benchmark on both sides, by `benchmarkId`. Roles are found benchmark by benchmark, so that what
 * varies between benchmarks (each in its own file, run at its own node count) does not stand between their runs.
 */
export function byBenchmark(sides: Sides): Map<string, { a: Run[]; b: Run[] }> {
  const found = new Map<string, { a: Run[]; b: Run[] }>();
  for (const side of ['a', 'b'] as const) {
    for (const run of sides[side]) {
      for (const benchmark of run.benchmarks) {
        const id = benchmarkId(run.tool, benchmark);
        const runs = found.get(id) ?? { a: [], b: [] };
        runs[side].push(run);
        found.set(id, runs);
      }
    }
  }
  return found;
}

/**
 * The conditions besides the compared one that the two sides do not have in common in some benchmark that both have,
 * to be said beside every result.
 */
export function alsoDiffers(sides: Sides, compared?: string): ConditionRole[] {
  const distinct = { a: oneOfEach(sides.a), b: oneOfEach(sides.b) };
  const shared = [...byBenchmark(distinct).values()].filter(({ a, b }) => a.length > 0 && b.length > 0);
  return mergeDiffering(shared.map((runs) => conditionRoles({ ...runs, rules: sides.rules }, compared)));
}

/**
 * The conditions that keep all runs of A from all runs of B in some benchmark that both have: they vary within a side and the
 * sides share no value. Taking their values together makes a comparison of them.
 */
export function keptApart(sides: Sides, compared?: string): ConditionRole[] {
  const distinct = { a: oneOfEach(sides.a), b: oneOfEach(sides.b) };
  const found = new Map<string, ConditionRole>();
  for (const runs of byBenchmark(distinct).values()) {
    if (runs.a.length === 0 || runs.b.length === 0) continue;
    for (const one of conditionRoles({ ...runs, rules: sides.rules }, compared)) {
      if (one.role !== 'key' || one.a.some((value) => one.b.includes(value))) continue;
      const other = found.get(one.key) ?? one;
      found.set(one.key, { ...one, a: union(one.a, other.a), b: union(one.b, other.b) });
    }
  }
  return [...found.values()].sort((one, other) => naturalOrder(one.key, other.key));
}

/** The roles `differs` and `pooled` of several sets of roles, one per condition, with the values of all. */
export function mergeDiffering(sets: readonly (readonly ConditionRole[])[]): ConditionRole[] {
  const merged = new Map<string, ConditionRole>();
  for (const one of sets.flat()) {
    if (one.role !== 'differs' && one.role !== 'pooled') continue;
    if (one.a.join('\n') === one.b.join('\n')) continue;
    const other = merged.get(one.key) ?? one;
    const role = one.role === 'pooled' ? 'pooled' : other.role;
    merged.set(one.key, { key: one.key, role, a: union(one.a, other.a), b: union(one.b, other.b) });
  }
  return [...merged.values()].sort((one, other) => naturalOrder(one.key, other.key));
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].sort(naturalOrder);
}

/** The sentence for `alsoDiffers`: `Also differs: MPI (Open MPI 4 → Intel MPI).`; empty for none. */
export function alsoDiffersText(differing: readonly ConditionRole[]): string {
  if (differing.length === 0) return '';
  const side = (values: readonly string[]) => values.map((value) => value || 'not given').join(', ');
  return `Also differs: ${differing.map(({ key, a, b }) => `${key} (${side(a)} → ${side(b)})`).join('; ')}.`;
}
