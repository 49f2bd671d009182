import { plainPath } from '../../archives/names';
import type { KnownPieces } from './explained';
import { firstOfJobs } from './jobs';
import { labelsOf } from './labels';
import { ofPairTests } from './pairSweep';
import type { IdentityRule } from './rules';
import { numbersRepeats } from '../conditions';
import { HOST_PAIR, type Identified, type IdentityRun, type Label } from './types';

/**
 * Which runs are repeats of one experiment, for all runs that are loaded: the one place that decides it. Runs are repeats
 * when they agree in tool, kind, in what is measured (a benchmark and its parameters in common), in all conditions and labels
 * but those that number or date executions, and in a test of pairs in the hosts. Files of one job are one repeat. `rules` =
 * what the user said, the last word wins. The answers stand in the order of the runs.
 */
export function identify(loaded: readonly IdentityRun[], rules: readonly IdentityRule[]): Identified[] {
  // Whether a file is compressed says nothing of its run, and does not put it into a folder of its own.
  const all = loaded.map((run) => {
    const path = plainPath(run.path);
    return path === run.path ? run : { ...run, path };
  });
  const first = firstOfJobs(all);
  const jobs = all.filter((_, i) => first[i] === i);
  const found = new Map(identifyJobs(jobs, rules).map((answer, i) => [jobs[i], answer]));
  return all.map((_, i) => found.get(all[first[i] ?? i]) ?? { labels: [], experiment: 0, repeat: 0 });
}

function identifyJobs(all: readonly IdentityRun[], rules: readonly IdentityRule[]): Identified[] {
  const classes = classesOf(all);
  const pairTests = new Set(classes.flatMap((runs) => [...ofPairTests(runs)]));
  // Hosts of other runs are chance: nothing may be named after them.
  const runs = all.map((run) => (run.hosts && !pairTests.has(run) ? { ...run, hosts: null } : run));
  const place = new Map(all.map((run, i) => [run, i]));
  const labels = runs.map((): Label[] => []);
  const known: KnownPieces = new Map();
  for (const members of classes) {
    const at = members.map((run) => place.get(run) ?? 0);
    const own = at.flatMap((i) => runs[i] ?? []);
    for (const { key, values } of labelsOf(own, known))
      values.forEach((value, m) => {
        if (value !== '') labels[at[m] ?? 0]?.push({ key, value });
      });
  }
  runs.forEach((run, i) => {
    if (run.hosts) labels[i]?.push({ key: HOST_PAIR, value: run.hosts.join(' – ') });
  });
  return numbered(
    runs,
    labels.map((own) => renamed(own, rules)),
    alsoByNewNames(rules),
  );
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

/** Rules about a label by its own name hold for it by its new name too. */
function alsoByNewNames(rules: readonly IdentityRule[]): IdentityRule[] {
  return rules.flatMap((rule) => {
    if (rule.kind !== 'repeats' && rule.kind !== 'separates' && rule.kind !== 'pooled') return [rule];
    const name = rules.findLast((one) => one.kind === 'name' && one.key === rule.key);
    return name?.kind === 'name' ? [rule, { ...rule, key: name.as }] : [rule];
  });
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
      const repeats = repeatsOf(members.flatMap((i) => runs[i] ?? []));
      members.forEach((i, at) => {
        found[i] = { labels: labels[i] ?? [], experiment: experiments, repeat: repeats[at] ?? 0 };
      });
    }
  return found;
}

/**
 * Numbers of the repeats of one experiment, from 1, in the order of the runs. Runs of one folder that measure one message size each, all
 * different, are one repeat: a session that wrote a file for each size. A size that comes again begins another.
 */
function repeatsOf(runs: readonly IdentityRun[]): number[] {
  const numbers = new Map<string, number>();
  const times = new Map<string, number>();
  return runs.map(({ path, size }, i) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const again = times.get(`${size ?? ''} ${folder}`) ?? 0;
    times.set(`${size ?? ''} ${folder}`, again + 1);
    const unit = size === null ? `run ${i}` : `${again} ${folder}`;
    const number = numbers.get(unit) ?? numbers.size + 1;
    numbers.set(unit, number);
    return number;
  });
}

/** By path and place in the file; a collator would take seconds over 100,000 paths. */
function inOrder(one: IdentityRun | undefined, other: IdentityRun | undefined): number {
  const [p, q] = [one?.path ?? '', other?.path ?? ''];
  if (p === q) return (one?.position ?? 0) - (other?.position ?? 0);
  return p < q ? -1 : 1;
}

/** Runs that measure something in common, directly or over others. */
function measuringAlike(members: readonly number[], runs: readonly IdentityRun[]): number[][] {
  const sets = new Set(members.map((i) => runs[i]?.setUp.measures ?? []));
  if (sets.size === 1) return [[...members]];
  const joined = new Components();
  for (const measures of sets) for (const one of measures) joined.join(measures[0] ?? '', one);
  return [...grouped(members, (i) => joined.of(runs[i]?.setUp.measures[0] ?? '')).values()];
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
