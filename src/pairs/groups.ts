import type { Work } from '../model/turns';
import type { PairGrid } from './grid';
import { quantileOf } from './median';
import { chanceOf, partition } from './partition';

/** Ranks that are fast among each other. */
export interface RankGroup {
  /** In order of rank. */
  ranks: number[];
  /** Hosts, or ranks where no host is known. */
  members: number;
  /** Median of the pairs inside, and what all but one in twenty lie between. */
  inside: number;
  low: number;
  high: number;
}

/** Groups of hosts that are fast inside and slow between each other. */
export interface HostGroups {
  /** Largest first. */
  groups: RankGroup[];
  /** What nine of ten pairs between different groups lie between, and their median. */
  between: { low: number; high: number; median: number };
  /** Ranks that are in no group. */
  apart: number[];
}

/** Groups are looked for among so many hosts. */
export const MOST_GROUPED = 1024;
const FEWEST_HOSTS = 6;
/** Share of the pairs inside groups that must be fast, and of those between them that must be slow. */
const CLEAN = 0.95;
/** Pairs between groups get at most this part of what the pairs of each group get. */
const APART = 0.75;
/** Hosts that may be in no group. */
const MOST_SINGLE = 0.1;
/** Chance, over all partitions, from which on groups are believed. */
const CHANCE = 0.001;

/**
 * Finds two or more groups of at least three hosts that are clean: nearly all pairs inside are fast, nearly all between are slow. Null
 * where there are none. A level to part fast from slow is tried at the wide gaps between values; for each the hosts are put together with those
 * that they are fast with. Pairs fast by chance do not make groups: the number of partitions times the chance of so many
 * fast pairs inside (hypergeometric) must be small. `hosts` = host of each rank, ranks of one host are one; null = each its own.
 */
export function* hostGroups(grid: PairGrid, hosts: Int32Array | null): Work<HostGroups | null> {
  const nodes = nodesOf(grid, hosts);
  const { count } = nodes;
  if (count < FEWEST_HOSTS || count > MOST_GROUPED) return null;
  const logs = yield* folded(grid, nodes);
  const sorted: number[] = [];
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const log = logs[i * count + j] ?? Number.NaN;
      if (log === log) sorted.push(log);
    }
  sorted.sort((p, q) => p - q);
  yield;
  const levels = splitLevels(sorted);
  let best: { of: Int32Array; chance: number; found: HostGroups } | null = null;
  for (const level of levels) {
    const of = yield* partition(logs, count, level);
    const tally = tallyOf(logs, count, of, level);
    yield;
    if (!isClean(tally, of)) continue;
    const chance = chanceOf(tally, tally.sizes, count) + Math.log(levels.length);
    if (chance > Math.log(CHANCE) || (best && chance >= best.chance)) continue;
    best = { of, chance, found: described(tally, of, nodes) };
  }
  return best?.found ?? null;
}

/** Which node, a host or a rank of no known host, each rank is. */
interface Nodes {
  count: number;
  /** By rank, -1 = it has no pairs. */
  of: Int32Array;
}

function nodesOf({ senders, receivers, firstReceiver }: PairGrid, hosts: Int32Array | null): Nodes {
  const ranks = Math.max(senders, firstReceiver + receivers);
  const known = new Map<string, number>();
  const of = new Int32Array(ranks).fill(-1);
  for (let rank = 0; rank < ranks; rank++) {
    if (rank >= senders && rank < firstReceiver) continue;
    const host = hosts?.[rank] ?? -1;
    const key = host >= 0 ? `host ${host}` : `rank ${rank}`;
    const node = known.get(key) ?? known.size;
    known.set(key, node);
    of[rank] = node;
  }
  return { count: known.size, of };
}

/** Mean logarithm of all pairs of two nodes, both ways; NaN without one above zero. */
function* folded(grid: PairGrid, { count, of }: Nodes): Work<Float64Array> {
  const { senders, receivers, firstReceiver, values } = grid;
  const sums = new Float64Array(count * count);
  const pairs = new Uint32Array(count * count);
  for (let sender = 0; sender < senders; sender++) {
    const from = of[sender] ?? -1;
    for (let at = 0; at < receivers; at++) {
      const value = values[sender * receivers + at] ?? Number.NaN;
      const to = of[at + firstReceiver] ?? -1;
      if (!(value > 0) || from === to || from < 0 || to < 0) continue;
      const log = Math.log(value);
      for (const cell of [from * count + to, to * count + from]) {
        sums[cell] = (sums[cell] ?? 0) + log;
        pairs[cell] = (pairs[cell] ?? 0) + 1;
      }
    }
    yield;
  }
  return sums.map((sum, cell) => sum / (pairs[cell] ?? 0));
}

/** Gaps that are tried beside the best splits. */
const GAPS = 4;

/** Levels that may part fast pairs from slow ones: the split of least variance, of all and of each part, and the widest gaps. */
function splitLevels(sorted: readonly number[]): number[] {
  const n = sorted.length;
  const middle = (at: number) => ((sorted[at - 1] ?? 0) + (sorted[at] ?? 0)) / 2;
  const all = bestSplit(sorted, 0, n);
  const splits = [all, bestSplit(sorted, 0, all), bestSplit(sorted, all, n)];
  const gaps = Array.from({ length: Math.max(0, n - 1) }, (_, i) => i + 1)
    .sort((p, q) => (sorted[q] ?? 0) - (sorted[q - 1] ?? 0) - ((sorted[p] ?? 0) - (sorted[p - 1] ?? 0)))
    .slice(0, GAPS);
  return [...new Set([...splits, ...gaps])].filter((at) => at > 0 && at < n).map(middle);
}

/** Where sorted values of a stretch are split so that both parts vary least (N. Otsu, IEEE Transactions SMC 9(1), 1979). */
function bestSplit(sorted: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i++) total += sorted[i] ?? 0;
  let [sum, best, at] = [0, -1, from];
  for (let i = from + 1; i < to; i++) {
    sum += sorted[i - 1] ?? 0;
    const [low, high] = [i - from, to - i];
    const score = low * high * (sum / low - (total - sum) / high) ** 2;
    if (score > best) [best, at] = [score, i];
  }
  return at;
}

/** What lies inside and between the groups of a partition. */
interface Tally {
  sizes: number[];
  /** Logarithms of the pairs of each group, and of those between groups, sorted. */
  inside: number[][];
  between: number[];
  /** Pairs of all nodes, fast ones of them; the same of those inside groups. */
  pairs: number;
  fast: number;
  insidePairs: number;
  insideFast: number;
}

function tallyOf(logs: Float64Array, count: number, of: Int32Array, level: number): Tally {
  const groups = Math.max(-1, ...of) + 1;
  const tally: Tally = {
    ...{ sizes: new Array<number>(groups).fill(0), inside: [], between: [] },
    ...{ pairs: 0, fast: 0, insidePairs: 0, insideFast: 0 },
  };
  tally.inside = Array.from({ length: groups }, () => []);
  for (const group of of) if (group >= 0) tally.sizes[group] = (tally.sizes[group] ?? 0) + 1;
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const log = logs[i * count + j] ?? Number.NaN;
      if (log !== log) continue;
      const fast = log >= level ? 1 : 0;
      tally.pairs++;
      tally.fast += fast;
      const [p, q] = [of[i] ?? -1, of[j] ?? -1];
      if (p < 0 || q < 0) continue;
      if (p !== q) tally.between.push(log);
      else {
        tally.inside[p]?.push(log);
        tally.insidePairs++;
        tally.insideFast += fast;
      }
    }
  for (const list of [...tally.inside, tally.between]) list.sort((x, y) => x - y);
  return tally;
}

function isClean(
  { sizes, inside, between, pairs, fast, insidePairs, insideFast }: Tally,
  of: Int32Array,
): boolean {
  const single = of.filter((group) => group < 0).length;
  if (sizes.length < 2 || single > Math.max(1, MOST_SINGLE * of.length)) return false;
  if (between.length === 0 || inside.some((list) => list.length === 0)) return false;
  if (insideFast < CLEAN * insidePairs || fast - insideFast > (1 - CLEAN) * (pairs - insidePairs))
    return false;
  const slow = quantileOf(between, 0.5);
  return inside.every((list) => slow - quantileOf(list, 0.5) <= Math.log(APART));
}

function described({ sizes, inside, between }: Tally, of: Int32Array, nodes: Nodes): HostGroups {
  const at = (list: readonly number[], share: number) => Math.exp(quantileOf(list, share));
  const ranksOf = (group: number) =>
    Array.from(nodes.of.keys()).filter((rank) => (of[nodes.of[rank] ?? -1] ?? -2) === group);
  const groups = inside.map((list, group) => ({
    ranks: ranksOf(group),
    members: sizes[group] ?? 0,
    inside: at(list, 0.5),
    low: at(list, 0.025),
    high: at(list, 0.975),
  }));
  return {
    groups: groups.sort((p, q) => q.members - p.members || (p.ranks[0] ?? 0) - (q.ranks[0] ?? 0)),
    between: { low: at(between, 0.05), high: at(between, 0.95), median: at(between, 0.5) },
    apart: ranksOf(-1),
  };
}

/**
 * The grid with what pairs get for being inside a group or between two taken out: all levels are made that of `level`.
 */
export function* levelled(grid: PairGrid, { groups, between }: HostGroups, level: number): Work<PairGrid> {
  const { senders, receivers, firstReceiver, values } = grid;
  const of = new Int32Array(Math.max(senders, firstReceiver + receivers)).fill(-1);
  groups.forEach(({ ranks }, group) => ranks.forEach((rank) => (of[rank] = group)));
  const inside = groups.map((group) => level / group.inside);
  const outside = level / between.median;
  const out = new Float32Array(values.length);
  for (let sender = 0; sender < senders; sender++) {
    const group = of[sender] ?? -1;
    for (let at = 0; at < receivers; at++) {
      const place = sender * receivers + at;
      const same = group >= 0 && group === of[at + firstReceiver];
      out[place] = (values[place] ?? Number.NaN) * (same ? (inside[group] ?? 1) : outside);
    }
    yield;
  }
  return { ...grid, values: out };
}
