import { EXECUTION_KEYS, KEY, NUMERIC_KEYS } from '../model/vocabulary';
import type { Run, Sides } from './types';

/**
 * What a condition does in a comparison.
 * - `compared`: it is what the sides were chosen by.
 * - `same`: one value, equal on both sides.
 * - `key`: it varies within a side and the sides share values: only runs with the same value are compared.
 * - `differs`: one value on A, another on B: the comparison shows its effect too.
 * - `pooled`: it varies within a side and the sides share no value: its values are taken together.
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

/** Conditions whose different values are never taken together as repeats. */
const NEVER_POOLED: ReadonlySet<string> = new Set([KEY.nodes, KEY.ppn, KEY.ranks, KEY.system]);

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
    return { key, role: roleOf(key, a, b, compared), a, b };
  });
}

function roleOf(key: string, a: readonly string[], b: readonly string[], compared: string | undefined): Role {
  if (key === compared) return 'compared';
  if (isExecutionKey(key)) return 'repeat';
  // Nothing to share with: what varies on the one side keeps its values apart.
  if (a.length === 0 || b.length === 0) return a.length + b.length > 1 ? 'key' : 'same';
  if (a.length <= 1 && b.length <= 1) return a[0] === b[0] ? 'same' : 'differs';
  if (compared !== undefined && sameSwitch(key, compared)) return 'pooled';
  return NEVER_POOLED.has(key) || a.some((value) => b.includes(value)) ? 'key' : 'pooled';
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
  return mergeDiffering(shared.map((runs) => conditionRoles(runs, compared)));
}

/** The roles `differs` and `pooled` of several sets of roles, one per condition, with the values of all. */
export function mergeDiffering(sets: readonly (readonly ConditionRole[])[]): ConditionRole[] {
  const merged = new Map<string, ConditionRole>();
  for (const one of sets.flat()) {
    if (one.role !== 'differs' && one.role !== 'pooled') continue;
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
