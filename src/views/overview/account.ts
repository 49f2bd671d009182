import { isExecutionKey, naturalOrder, oneOfEach } from '../../compare/conditions';
import type { Sides } from '../../compare/types';
import { KEY, type RunKind, type RunStatus } from '../../model/vocabulary';
import type { CatalogueRun } from '../../queries/catalogue';
import { startOf } from '../speedup/useSpeedup';

/** Statuses of runs, the worst first. */
export const STATUSES: readonly RunStatus[] = ['failed', 'hung', 'partial', 'complete'];

/** First and last day that runs say they began on (UTC), or null. */
export type Days = { first: string; last: string } | null;

/** The runs of one system, tool, kind and benchmark. */
export interface AccountRow {
  id: string;
  system: string;
  tool: string;
  benchmark: string;
  kind: RunKind;
  runs: number;
  statuses: Record<RunStatus, number>;
  /** Repeats of an experiment, fewest and most. */
  repeats: { least: number; most: number };
  days: Days;
  /** Runs of it on side A and on side B. */
  a: number;
  b: number;
}

/** A condition in which runs differ; labels come last. */
export interface Varying {
  key: string;
  /** Whether it is a label: what names and headings differ in, and nobody has named. */
  label: boolean;
  /** Its values in their order, each with its runs. */
  values: readonly { value: string; runs: number }[];
}

/** All that is loaded, in short. */
export interface Account {
  rows: readonly AccountRow[];
  runs: number;
  statuses: Readonly<Record<RunStatus, number>>;
  kinds: Readonly<Record<RunKind, number>>;
  systems: readonly string[];
  /** Tools with their versions: `OSU 7.5`. */
  tools: readonly string[];
  benchmarks: number;
  days: Days;
  /** Runs that are not complete, the worst first. */
  troubled: readonly CatalogueRun[];
  /** Conditions in which runs differ, without those that number or date an execution. */
  varying: readonly Varying[];
}

/** Sums up runs. `sides` = A and B where they are chosen. */
export function accountOf(runs: readonly CatalogueRun[], sides: Sides | null): Account {
  const idsOf = (side: 'a' | 'b') => new Set(sides?.[side].map(({ id }) => id));
  const [a, b] = [idsOf('a'), idsOf('b')];
  const executions = executionsOf(runs);
  const rows = new Map<string, AccountRow>();
  for (const alike of executions.values())
    for (const benchmark of benchmarksOf(alike)) {
      const own = alike.filter(({ benchmarks }) => benchmark === '' || benchmarks.includes(benchmark));
      const [first] = own;
      if (!first) continue;
      const { tool, kind } = first;
      const system = first.conditions[KEY.system]?.value ?? '';
      const id = JSON.stringify([system, tool, kind, benchmark]);
      const held = rows.get(id);
      const statuses = statusesOf(own);
      rows.set(id, {
        ...{ id, system, tool, kind, benchmark },
        runs: (held?.runs ?? 0) + own.length,
        statuses: held ? added(held.statuses, statuses) : statuses,
        repeats: {
          least: Math.min(held?.repeats.least ?? Infinity, own.length),
          most: Math.max(held?.repeats.most ?? 0, own.length),
        },
        days: joined(held?.days ?? null, daysOf(own)),
        a: (held?.a ?? 0) + own.filter((run) => a.has(run.id)).length,
        b: (held?.b ?? 0) + own.filter((run) => b.has(run.id)).length,
      });
    }
  const all = [...executions.values()].flat();
  const kinds: Record<RunKind, number> = { measured: 0, simulated: 0, published: 0 };
  for (const { kind } of all) kinds[kind]++;
  const distinct = oneOfEach(runs);
  const sorted = (texts: Iterable<string>) => [...new Set(texts)].sort(naturalOrder);
  const troubled = all.filter(({ status }) => status !== 'complete');
  return {
    rows: [...rows.values()].sort(
      (p, q) =>
        naturalOrder(p.system, q.system) ||
        naturalOrder(p.tool, q.tool) ||
        naturalOrder(p.benchmark, q.benchmark),
    ),
    runs: all.length,
    statuses: statusesOf(all),
    kinds,
    systems: sorted(distinct.flatMap((run) => run.conditions[KEY.system]?.value ?? [])),
    tools: sorted(runs.map(({ tool, version }) => (version === null ? tool : `${tool} ${version}`))),
    benchmarks: new Set(distinct.flatMap(({ benchmarks }) => benchmarks)).size,
    days: daysOf(runs),
    troubled: troubled.toSorted((p, q) => STATUSES.indexOf(p.status) - STATUSES.indexOf(q.status)),
    varying: varyingOf(all),
  };
}

/**
 * The executions of each experiment: of a job that wrote several files the one that ended worst.
 */
function executionsOf(runs: readonly CatalogueRun[]): Map<number, CatalogueRun[]> {
  const worse = ({ status }: CatalogueRun) => STATUSES.indexOf(status);
  const byExperiment = new Map<number, Map<number, CatalogueRun>>();
  for (const run of runs) {
    const repeats = byExperiment.get(run.experiment) ?? new Map<number, CatalogueRun>();
    byExperiment.set(run.experiment, repeats);
    const held = repeats.get(run.repeat);
    if (!held || worse(run) < worse(held)) repeats.set(run.repeat, run);
  }
  return new Map([...byExperiment].map(([id, repeats]) => [id, [...repeats.values()]]));
}

function benchmarksOf(runs: readonly CatalogueRun[]): string[] {
  const found = new Set(runs.flatMap(({ benchmarks }) => benchmarks));
  return found.size > 0 ? [...found] : [''];
}

/** Says that runs are published or simulated; empty where all are measured, which needs no word. */
export function kindsText(runs: readonly Pick<CatalogueRun, 'kind'>[]): string {
  const kinds = [...new Set(runs.map(({ kind }) => kind))].sort();
  return kinds.every((kind) => kind === 'measured') ? '' : kinds.join(' and ');
}

function statusesOf(runs: readonly CatalogueRun[]): Record<RunStatus, number> {
  const counts = { complete: 0, partial: 0, failed: 0, hung: 0 };
  for (const { status } of runs) counts[status]++;
  return counts;
}

const added = (p: Record<RunStatus, number>, q: Record<RunStatus, number>): Record<RunStatus, number> => ({
  complete: p.complete + q.complete,
  partial: p.partial + q.partial,
  failed: p.failed + q.failed,
  hung: p.hung + q.hung,
});

function daysOf(runs: readonly CatalogueRun[]): Days {
  let days: Days = null;
  for (const run of runs) {
    const at = startOf(run.started ?? run.conditions['date']?.value ?? null);
    if (at === null) continue;
    const day = new Date(at).toISOString().slice(0, 10);
    days = joined(days, { first: day, last: day });
  }
  return days;
}

function joined(one: Days, other: Days): Days {
  if (!one || !other) return one ?? other;
  return {
    first: one.first < other.first ? one.first : other.first,
    last: one.last > other.last ? one.last : other.last,
  };
}

function varyingOf(runs: readonly CatalogueRun[]): Varying[] {
  const values = new Map<string, Map<string, number>>();
  const labels = new Set<string>();
  for (const { conditions } of runs)
    for (const [key, { value, origin }] of Object.entries(conditions)) {
      if (origin === 'label') labels.add(key);
      const own = values.get(key) ?? new Map<string, number>();
      values.set(key, own.set(value, (own.get(value) ?? 0) + 1));
    }
  return [...values]
    .filter(([key, own]) => own.size > 1 && !isExecutionKey(key))
    .map(([key, own]) => ({
      key,
      label: labels.has(key),
      values: [...own]
        .map(([value, count]) => ({ value, runs: count }))
        .sort((p, q) => naturalOrder(p.value, q.value)),
    }))
    .sort((p, q) => Number(p.label) - Number(q.label) || naturalOrder(p.key, q.key));
}
