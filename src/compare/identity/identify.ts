import type { KnownPieces } from './explained';
import { labelsOf } from './labels';
import { ofPairTests } from './pairTests';
import type { IdentityRule } from './rules';
import { naturalOrder, numbersRepeats } from '../conditions';
import { HOST_PAIR, type Identified, type IdentityRun, type Label } from './types';

/**
 * Which runs are repeats of one experiment, for all runs that are loaded: the one place that decides it. Runs are repeats
 * when they agree in tool, kind, in what is measured (a benchmark and its parameters in common), in all conditions and labels
 * but those that number or date executions, and in a test of pairs in the hosts. `rules` = what the user said, the last word
 * wins. The answers stand in the order of the runs.
 */
export function identify(all: readonly IdentityRun[], rules: readonly IdentityRule[]): Identified[] {
  const classes = classesOf(all);
  const pairTests = new Set(classes.flatMap((runs) => [...ofPairTests(runs)]));
  // Hosts of other runs are chance: nothing may be named after them.
  const runs = all.map((run) => (run.hosts && !pairTests.has(run) ? { ...run, hosts: null } : run));
  const place = new Map(all.map((run, i) => [run, i]));
  const labels = runs.map((): Label[] => []);
  const known: KnownPieces = new Map();
  const values = new Map<string, string>();
  const parts = new Set<string>();
  for (const members of classes) {
    const at = members.map((run) => place.get(run) ?? 0);
    const own = at.flatMap((i) => runs[i] ?? []);
    for (const label of labelsOf(own, known)) {
      parts.add(label.part);
      label.values.forEach((value, m) => {
        if (value !== '') labels[at[m] ?? 0]?.push({ key: label.key, value });
        values.set(JSON.stringify([label.key, label.texts[m]]), value);
      });
    }
  }
  runs.forEach((run, i) => {
    if (run.hosts) labels[i]?.push({ key: HOST_PAIR, value: run.hosts.join(' – ') });
  });
  const told = labels.map((own) => renamed(own, rules));
  return numbered(runs, told, rules);
}

/** Runs of one tool and kind that measure something in common, or are held together by others that do. */
function classesOf(runs: readonly IdentityRun[]): IdentityRun[][] {
  const setUps = new Set(runs.map(({ setUp }) => setUp));
  const joined = new Components();
  for (const { tool, kind, measures } of setUps) {
    const benchmarks = measures.length > 0 ? measures.map((one) => one.split('\n')[0] ?? '') : [''];
    for (const benchmark of benchmarks)
      joined.join(JSON.stringify([tool, kind, benchmarks[0]]), JSON.stringify([tool, kind, benchmark]));
  }
  return [
    ...grouped(runs, ({ setUp: { tool, kind, measures } }) =>
      joined.of(JSON.stringify([tool, kind, measures[0]?.split('\n')[0] ?? ''])),
    ).values(),
  ];
}

function renamed(labels: readonly Label[], rules: readonly IdentityRule[]): Label[] {
  return labels.map(({ key, value }) => {
    const rule = rules.findLast((one) => one.kind === 'name' && one.key === key);
    return { key: rule?.kind === 'name' ? rule.as : key, value };
  });
}

function numbered(
  runs: readonly IdentityRun[],
  labels: readonly Label[][],
  rules: readonly IdentityRule[],
): Identified[] {
  const setUps = new Map<object, string>();
  const keys = runs.map(({ setUp, execution }, i) => {
    let own = setUps.get(setUp);
    if (own === undefined) {
      const separating = Object.entries(setUp.conditions)
        .filter(([key]) => !numbersRepeats(key, rules))
        .map(([key, { value }]) => [key, value]);
      setUps.set(setUp, (own = JSON.stringify([setUp.tool, setUp.kind, separating])));
    }
    const numbers = Object.entries(execution).filter(([key]) => !numbersRepeats(key, rules));
    const separating = (labels[i] ?? []).filter(({ key }) => !numbersRepeats(key, rules));
    return numbers.length + separating.length === 0 ? own : JSON.stringify([own, numbers, separating]);
  });
  const order = [...runs.keys()].sort((p, q) => inOrder(runs[p], runs[q]));
  const found: Identified[] = runs.map((_, i) => ({ labels: labels[i] ?? [], experiment: 0, repeat: 0 }));
  let experiments = 0;
  for (const alike of grouped(order, (i) => keys[i] ?? '').values())
    for (const members of measuringAlike(alike, runs)) {
      experiments++;
      const jobs = new Map<string, number>();
      for (const i of members) {
        const run = runs[i];
        const id = run ? jobOf(run, i) : '';
        const repeat = jobs.get(id) ?? jobs.size + 1;
        jobs.set(id, repeat);
        found[i] = { labels: labels[i] ?? [], experiment: experiments, repeat };
      }
    }
  return found;
}

function inOrder(one: IdentityRun | undefined, other: IdentityRun | undefined): number {
  return naturalOrder(one?.path ?? '', other?.path ?? '') || (one?.position ?? 0) - (other?.position ?? 0);
}

/** Runs that measure something in common, directly or over others. */
function measuringAlike(members: readonly number[], runs: readonly IdentityRun[]): number[][] {
  const sets = new Set(members.map((i) => runs[i]?.setUp.measures ?? []));
  if (sets.size === 1) return [[...members]];
  const joined = new Components();
  for (const measures of sets) for (const one of measures) joined.join(measures[0] ?? '', one);
  return [...grouped(members, (i) => joined.of(runs[i]?.setUp.measures[0] ?? '')).values()];
}

/** Files of one job have one text: those of its ranks, and two records of one job. */
function jobOf({ path, rank, wall, execution }: IdentityRun, i: number): string {
  if (rank !== null) return `ranks ${path.slice(0, path.lastIndexOf('/') + 1)}`;
  return wall === null ? `run ${i}` : `wall ${wall.toPrecision(3)} ${execution['job'] ?? ''}`;
}

/** Groups in the order of their first members. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const held = groups.get(key);
    if (held) held.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** What hangs together by pairs. */
class Components {
  private readonly leader = new Map<string, string>();

  of(id: string): string {
    let top = id;
    for (let up = this.leader.get(top); up !== undefined; up = this.leader.get(top)) top = up;
    return top;
  }

  join(one: string, other: string): void {
    const [p, q] = [this.of(one), this.of(other)];
    if (p !== q) this.leader.set(q, p);
  }
}
