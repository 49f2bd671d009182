import { isExecutionKey } from '../conditions';
import { NUMERIC_KEYS, type Origin } from '../../model/vocabulary';

/** A run between two hosts, or a failed one of which the hosts are known by name. */
export interface PairRun {
  run: string;
  tool: string;
  /** Path of its file as dropped. */
  path: string;
  hosts: readonly [from: string, to: string];
  /** Effective conditions. */
  conditions: Readonly<Record<string, { value: string; origin: Origin }>>;
}

/** Runs of pairs of hosts that together measure one set of hosts under the same conditions. */
export interface PairSweep<R extends PairRun> {
  /** The same for the same conditions, whatever the folder: sweeps of one key are repeats of each other. */
  key: string;
  /** Conditions that all of its runs share and that tell it from other sweeps; no hosts, no dates. */
  conditions: Readonly<Record<string, string>>;
  /** `sweep/bw_*_*.out`: the folder and what the names of its files have in common. */
  name: string;
  runs: readonly R[];
}

/** Fewest different pairs of hosts, joined by common hosts, that make a matrix. */
export const FEWEST_PAIRS = 3;

/**
 * Puts runs of pairs of hosts together to sweeps: runs of one tool that agree in all conditions but those that number or
 * date an execution and those that only name the hosts. The one place that decides this. Runs of different folders are
 * sweeps of their own (repeats) where each folder has enough pairs; names of hosts in folders do not count.
 * Runs that share too few hosts with others to be a sweep are in none. Sweeps come in the order of their first runs.
 */
export function pairSweeps<R extends PairRun>(runs: readonly R[]): PairSweep<R>[] {
  const sweeps: PairSweep<R>[] = [];
  for (const ofTool of grouped(runs, ({ tool }) => tool).values()) {
    const place = placeKeys(ofTool);
    const conditionsOf = ({ conditions }: R) =>
      Object.keys(conditions)
        .filter((key) => !isExecutionKey(key) && !place.has(key))
        .sort()
        .map((key) => [key, conditions[key]?.value ?? ''] as const);
    for (const [, alike] of grouped(ofTool, (run) => JSON.stringify(conditionsOf(run)))) {
      const [first] = alike;
      if (!first) continue;
      const conditions = conditionsOf(first);
      const key = JSON.stringify([first.tool, conditions]);
      for (const part of partsOf(alike))
        sweeps.push({ key, conditions: Object.fromEntries(conditions), name: nameOf(part), runs: part });
    }
  }
  const order = new Map(runs.map(({ run }, i) => [run, i]));
  const firstOf = (sweep: PairSweep<R>) => order.get(sweep.runs[0]?.run ?? '') ?? 0;
  return sweeps.sort((p, q) => firstOf(p) - firstOf(q));
}

/** The runs whose pairs hang together by common hosts with at least two other pairs, in their order. */
export function joined<R extends Pick<PairRun, 'hosts'>>(runs: readonly R[]): R[] {
  const leader = new Map<string, string>();
  const lead = (host: string): string => {
    let top = host;
    for (let up = leader.get(top); up !== undefined && up !== top; up = leader.get(top)) top = up;
    leader.set(host, top);
    return top;
  };
  for (const { hosts } of runs) leader.set(lead(hosts[0]), lead(hosts[1]));
  const pairs = new Map<string, Set<string>>();
  for (const { hosts } of runs) {
    const top = lead(hosts[0]);
    pairs.set(top, (pairs.get(top) ?? new Set()).add([...hosts].sort().join('\n')));
  }
  return runs.filter(({ hosts }) => (pairs.get(lead(hosts[0]))?.size ?? 0) >= FEWEST_PAIRS);
}

/**
 * The runs between two hosts that belong to a test of pairs, where the hosts are what is measured: those that hang together as a sweep
 * does, and those whose paths name both hosts where there are several pairs. Other runs on two hosts got them by chance, and
 * repeats may run on others.
 */
export function ofPairTests<R extends Pick<PairRun, 'path'> & { readonly hosts: PairRun['hosts'] | null }>(
  runs: readonly R[],
): Set<R> {
  const between = runs.flatMap((of) => (of.hosts ? [{ of, path: of.path, hosts: of.hosts }] : []));
  const several = new Set(between.map(({ hosts }) => [...hosts].sort().join('\n'))).size > 1;
  const named = several ? between.filter(({ path, hosts }) => namesBoth(path, hosts)) : [];
  return new Set([...partsOf(between).flat(), ...named].map(({ of }) => of));
}

const namesBoth = (path: string, hosts: PairRun['hosts']) =>
  hosts.every((host) => maskHosts(path, [host]) !== path);

/** Runs by folder where a folder is a sweep of its own; all others together. */
function partsOf<R extends Pick<PairRun, 'path' | 'hosts'>>(runs: readonly R[]): R[][] {
  const parts: R[][] = [];
  const rest: R[] = [];
  for (const inFolder of grouped(runs, (run) => maskHosts(folderOf(run.path), run.hosts)).values()) {
    const whole = joined(inFolder);
    if (whole.length > 0) parts.push(whole);
    const taken = new Set(whole);
    rest.push(...inFolder.filter((run) => !taken.has(run)));
  }
  const left = joined(rest);
  return left.length > 0 ? [...parts, left] : parts;
}

/**
 * Conditions that only say where a run was: of every run that has them the value is made of names of its hosts, or is a
 * part of these names as labels are; and labels of which each value belongs to one pair, as numbers of pairs do.
 */
function placeKeys(runs: readonly PairRun[]): Set<string> {
  const values = new Map<string, { named: boolean; label: boolean; pairs: Map<string, Set<string>> }>();
  for (const { hosts, conditions } of runs)
    for (const [key, { value, origin }] of Object.entries(conditions)) {
      let held = values.get(key);
      if (!held) values.set(key, (held = { named: true, label: true, pairs: new Map() }));
      held.named &&= namesHosts(value, hosts);
      held.label &&= origin === 'label';
      held.pairs.set(value, (held.pairs.get(value) ?? new Set()).add([...hosts].sort().join('\n')));
    }
  const place = new Set<string>();
  for (const [key, { named, label, pairs }] of values) {
    if (NUMERIC_KEYS.includes(key) || pairs.size < 2) continue;
    const ofOnePair = [...pairs.values()].every(({ size }) => size === 1);
    if (named || (label && ofOnePair && pairs.size >= FEWEST_PAIRS)) place.add(key);
  }
  return place;
}

/** Words that stand between names of hosts. */
const BETWEEN = /^(?:to|and|vs|with|between|hosts?|nodes?|pair)$/;
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
/** Words of letters and of digits apart, as labels are made of them. */
const partsOfName = (text: string) => text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];

function namesHosts(value: string, hosts: readonly string[]): boolean {
  const rest = wordsOf(maskHosts(value, hosts)).filter((word) => !BETWEEN.test(word));
  if (rest.length === 0) return true;
  const known = new Set(hosts.flatMap(partsOfName));
  return rest.every((word) => partsOfName(word).every((part) => known.has(part)));
}

const MASK = '*';
/** Names and paths longer than this are not searched for hosts. */
const LONGEST = 2000;

/** A text with the names of hosts, also without their domains, replaced by `*`. */
export function maskHosts(text: string, hosts: readonly string[]): string {
  if (text.length > LONGEST) return text;
  const names = [...new Set(hosts.flatMap((host) => [host, host.split('.')[0] ?? host]))]
    .filter((name) => name !== '')
    .sort((p, q) => q.length - p.length);
  return names.reduce(masked, text);
}

function masked(text: string, name: string): string {
  const [lower, wanted] = [text.toLowerCase(), name.toLowerCase()];
  // Some letters have more units in lower case: places would not be those of the text.
  if (lower.length !== text.length || wanted.length !== name.length) return text;
  let [out, from] = ['', 0];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const [before, after] = [lower[at - 1] ?? ' ', lower[at + wanted.length] ?? ' '];
    if (at < from || /[\p{L}\p{N}]/u.test(before) || /[\p{L}\p{N}]/u.test(after)) continue;
    out += text.slice(from, at) + MASK;
    from = at + wanted.length;
  }
  return out + text.slice(from);
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** What the paths of runs have in common, names of hosts and whatever else differs as `*`. */
function nameOf(runs: readonly PairRun[]): string {
  const masked = [...new Set(runs.map(({ path, hosts }) => maskHosts(path, hosts)))];
  const [first = ''] = masked;
  if (masked.length === 1) return first;
  const cut = masked.reduce((common, path) => sharedStart(common, path), first);
  const folder = folderOf(cut);
  const start = cut.slice(folder.length).replace(/[\s._\-*]+$/, '');
  return `${folder}${start}${MASK}`;
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const held = found.get(key);
    if (held) held.push(item);
    else found.set(key, [item]);
  }
  return found;
}
