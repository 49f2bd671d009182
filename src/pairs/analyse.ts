import { deadPairs, type DeadPairs } from './dead';
import { effects } from './effects';
import { phaseOf, type PairGrid, type Schedule } from './grid';
import { hostGroups, levelled, type HostGroups } from './groups';
import type { Work } from '../model/turns';
import { median } from './median';
import { oneSided, type Asymmetry } from './oneSided';
import { peakLevel } from './peak';
import {
  eachPair,
  phaseFigures,
  rankFigures,
  slowestPairs,
  type PhaseFigures,
  type RankTotals,
  type SlowPair,
} from './shifts';
import { distanceProfile, stencils, type Stencil } from './stencil';
import { suspects, type Suspects } from './suspects';

/** How pair data is to be read. */
export interface PairReading {
  schedule: Schedule | null;
  /** Whether more is better, less is better, or neither (traffic). */
  better: 'higher' | 'lower' | 'none';
  /** Host of each rank by number, below 0 = not known: pairs on one host are left out. Null = no host is known. */
  hosts: Int32Array | null;
  /** Ranks left out everywhere. */
  excluded: readonly number[];
  /** The pairs that are read at all, where the grid has only some: of others it is not said that they are missing. Null = all. */
  chosen: ChosenPairs | null;
  /** How many pairs and paths to name. */
  most: number;
  /** Whether each pair was measured once for both ways: it is counted and listed once. */
  symmetric: boolean;
  /** What a pair can get as is known from elsewhere (line rate, the other side of a comparison); null = it is read from the test. */
  possible: number | null;
}

/** Some senders and receivers, and some phases of them: those marked by 1 among the phases of `test`, by its ranks. */
export interface ChosenPairs {
  senders: ReadonlySet<number>;
  receivers: ReadonlySet<number>;
  shifts: {
    test: Pick<PairGrid, 'ranks' | 'receivers' | 'firstReceiver'>;
    schedule: Schedule;
    phases: Uint8Array;
    /** The rank in `test` of each rank, -1 = none; null where they are the same. */
    toA: Int32Array | null;
  } | null;
}

/** What can be read from a test of pairs. Values are in the unit of the grid. */
export interface TestFindings extends Suspects {
  kind: 'test';
  pairs: number;
  /** Pairs on one host and pairs of excluded ranks, which are left out. */
  sameHost: number;
  excluded: number;
  median: number;
  mean: number;
  /** What is possible: what the test's upper level gets, or what is known from elsewhere where that is better. */
  reference: number;
  referenceFrom: 'test' | 'elsewhere';
  /** Groups of hosts that are fast inside and slow between each other; null = there are none. */
  groups: HostGroups | null;
  /** Below (or, for times, above) this value a pair counts as slow. */
  threshold: number;
  slow: number;
  phases: PhaseFigures[];
  /** Phases of which no pair is missing. */
  wholePhases: number;
  /**
   * Sum of all pairs of a phase, mean over whole phases; pairs × slowest pair of a phase, mean and least over whole
   * phases. Null for times and where no phase is whole.
   */
  aggregate: { mean: number } | null;
  apparent: { mean: number; least: number } | null;
  senders: RankTotals[];
  receivers: RankTotals[];
  slowest: SlowPair[];
  /** Pairs between which no data passed; null for times, of which 0 is no such thing. */
  dead: DeadPairs | null;
}

/** What can be read from a communication matrix. */
export interface TrafficFindings {
  kind: 'traffic';
  pairs: number;
  total: number;
  stencils: Stencil[];
  /** Total over each distance between ranks. */
  profile: Float64Array;
  largest: SlowPair[];
  /** Traffic there against traffic back; null where senders and receivers are other ranks. */
  oneSided: Asymmetry | null;
}

/** Part of what is possible below which a pair counts as slow, and of what others get below which a rank does. */
export const SLOW_PART = 0.75;
export const SLOW_RANK_PART = 0.8;

/** Values that are looked at between two yields. */
const STEPS = 4096;

/**
 * Reads a grid: slow pairs, phases, ranks and paths of a test; stencil and distances of traffic. Times are read as
 * their inverse, so that slow is small in both; what is given back is in the unit of the grid.
 * A work of many short steps, so that other questions are answered in between.
 */
export function* analyse(grid: PairGrid, asked: PairReading): Work<TestFindings | TrafficFindings> {
  return asked.better === 'none' ? yield* readTraffic(grid, asked) : yield* readTest(grid, asked);
}

function* readTraffic(grid: PairGrid, { excluded, most }: PairReading): Work<TrafficFindings> {
  const out = new Set(excluded);
  let [pairs, total] = [0, 0];
  const negative = yield* mapped(grid, () => Number.NaN);
  const kept = yield* mapped(grid, () => Number.NaN);
  yield* eachPair(
    grid,
    (sender, receiver) => !out.has(sender) && !out.has(receiver),
    (value, sender, receiver) => {
      const place = sender * grid.receivers + receiver - grid.firstReceiver;
      kept.values[place] = value;
      if (!(value > 0)) return;
      negative.values[place] = -value;
      pairs++;
      total += value;
    },
  );
  return {
    kind: 'traffic',
    pairs,
    total,
    stencils: yield* stencils(kept),
    profile: yield* distanceProfile(kept),
    oneSided: yield* oneSided(kept, most),
    largest: (yield* slowestPairs(negative, most, null)).map((pair) => ({
      ...pair,
      value: -pair.value,
    })),
  };
}

function* readTest(given: PairGrid, asked: PairReading): Work<TestFindings> {
  const { schedule, better, hosts, excluded, chosen, most, symmetric } = asked;
  const times = better === 'lower';
  const back = (value: number) => (times ? 1 / value : value);
  const { grid, values, sameHost, left } = yield* counted(given, asked);
  const pairs = values.length;
  const middle = yield* median(values);
  const peak = yield* peakLevel(values);
  const elsewhere = asked.possible === null ? Number.NaN : back(asked.possible);
  const reference = elsewhere > peak ? elsewhere : peak;
  const threshold = SLOW_PART * reference;
  const out = new Set(excluded);
  const expected = (sender: number, receiver: number) => {
    const host = hosts?.[sender] ?? -1;
    const together = sender === receiver || (host >= 0 && host === hosts?.[receiver]);
    if (together || out.has(sender) || out.has(receiver)) return false;
    return chosen === null || isChosen(chosen, sender, receiver);
  };
  const phases = yield* phaseFigures(grid, schedule, threshold, expected);
  const wholePhases = phases.filter(({ missing }) => missing === 0).length;
  const known = (pick: (phase: PhaseFigures) => number | null) =>
    times ? [] : phases.map(pick).filter((value) => value !== null);
  const [aggregates, apparents] = [known((p) => p.aggregate), known((p) => p.apparent)];
  const groups = yield* hostGroups(grid, hosts);
  const level = groups ? yield* levelled(grid, groups, peak) : grid;
  const of = yield* effects(level, null);
  const limits = { rankPart: SLOW_RANK_PART, pathPart: SLOW_PART, most, symmetric };
  const found = yield* suspects(level, of, limits);
  const valueOf = ({ sender, receiver }: { sender: number; receiver: number }) =>
    grid.values[sender * grid.receivers + receiver - grid.firstReceiver] ?? Number.NaN;
  const once = symmetric ? (sender: number, receiver: number) => sender < receiver : null;
  const ranksBack = (ranks: readonly RankTotals[]) =>
    ranks.map((r) => ({ ...r, mean: back(r.mean), slowest: back(r.slowest) }));
  let [sum, slow] = [0, 0];
  for (let start = 0; start < pairs; start += STEPS) {
    const end = Math.min(pairs, start + STEPS);
    for (let i = start; i < end; i++) {
      const value = values[i] ?? Number.NaN;
      sum += times ? 1 / value : value;
      if (value < threshold) slow++;
    }
    yield;
  }
  return {
    kind: 'test',
    pairs,
    sameHost,
    excluded: left,
    median: back(middle),
    mean: sum / pairs,
    reference: back(reference),
    referenceFrom: reference > peak ? 'elsewhere' : 'test',
    groups: groups && groupsBack(groups, back),
    threshold: back(threshold),
    slow,
    phases: times
      ? phases.map((p) => ({ ...p, mean: back(p.mean), slowest: back(p.slowest), fastest: back(p.fastest) }))
      : phases,
    wholePhases,
    aggregate: aggregates.length === 0 ? null : { mean: meanOf(aggregates) },
    apparent:
      apparents.length === 0
        ? null
        : { mean: meanOf(apparents), least: apparents.reduce((p, q) => Math.min(p, q)) },
    senders: ranksBack(yield* rankFigures(grid, 'sender', threshold, null)),
    receivers: ranksBack(yield* rankFigures(grid, 'receiver', threshold, null)),
    slowest: (yield* slowestPairs(grid, most, once)).map((pair) => ({ ...pair, value: back(pair.value) })),
    dead: times ? null : yield* deadPairs(grid, most, symmetric),
    ...found,
    slowPaths: found.slowPaths.map((path) => ({ ...path, value: back(valueOf(path)) })),
  };
}

/** Groups in the unit of the grid: where times were turned, what was low is high. */
function groupsBack({ groups, between, apart }: HostGroups, back: (value: number) => number): HostGroups {
  const ends = (low: number, high: number) => {
    const [p, q] = [back(low), back(high)];
    return { low: Math.min(p, q), high: Math.max(p, q) };
  };
  return {
    groups: groups.map((group) => ({ ...group, inside: back(group.inside), ...ends(group.low, group.high) })),
    between: { median: back(between.median), ...ends(between.low, between.high) },
    apart,
  };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function isChosen({ senders, receivers, shifts }: ChosenPairs, sender: number, receiver: number): boolean {
  if (!senders.has(sender) || !receivers.has(receiver)) return false;
  if (!shifts) return true;
  const { test, schedule, phases, toA } = shifts;
  const [from, to] = toA ? [toA[sender] ?? -1, toA[receiver] ?? -1] : [sender, receiver];
  return from >= 0 && to >= 0 && phases[phaseOf(test, schedule, from, to) ?? -1] === 1;
}

/**
 * The grid with only the pairs that count, times as their inverse; the values of these pairs; and how many are left out.
 * Pairs on one host are `sameHost`, also where their ranks are excluded. Of a symmetric test each pair counts once.
 */
function* counted(
  grid: PairGrid,
  { better, hosts, excluded, symmetric }: PairReading,
): Work<{ grid: PairGrid; values: Float32Array; sameHost: number; left: number }> {
  const { senders, receivers, firstReceiver } = grid;
  const times = better === 'lower';
  const kept = new Float32Array(grid.values.length).fill(Number.NaN);
  const values = new Float32Array(grid.values.length);
  const out = new Uint8Array(firstReceiver + Math.max(senders, receivers));
  for (const rank of excluded) out[rank] = 1;
  let [pairs, sameHost, left] = [0, 0, 0];
  for (let sender = 0; sender < senders; sender++) {
    const host = hosts?.[sender] ?? -1;
    const start = sender * receivers;
    const senderOut = out[sender] === 1;
    for (let at = 0; at < receivers; at++) {
      const value = grid.values[start + at] ?? Number.NaN;
      if (value !== value) continue;
      const receiver = at + firstReceiver;
      const again = symmetric && receiver < sender;
      if (sender === receiver || (host >= 0 && hosts !== null && host === hosts[receiver]))
        sameHost += again ? 0 : 1;
      else if (senderOut || out[receiver] === 1) left += again ? 0 : 1;
      else {
        kept[start + at] = times ? 1 / value : value;
        if (!again) values[pairs++] = kept[start + at] ?? Number.NaN;
      }
    }
    yield;
  }
  return { grid: { ...grid, values: kept }, values: values.subarray(0, pairs), sameHost, left };
}

/** A grid of the same shape with other values. */
function* mapped(grid: PairGrid, to: (value: number) => number): Work<PairGrid> {
  const values = new Float32Array(grid.values.length);
  for (let start = 0; start < values.length; start += STEPS) {
    const end = Math.min(values.length, start + STEPS);
    for (let i = start; i < end; i++) values[i] = to(grid.values[i] ?? Number.NaN);
    yield;
  }
  return { ...grid, values };
}
