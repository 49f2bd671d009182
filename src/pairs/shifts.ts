import type { Work } from '../model/turns';
import { phaseOf, type PairGrid, type Schedule } from './grid';

/** What the pairs of one phase (shift) got together. A phase of which no pair has a value has 0 pairs and no figures (NaN). */
export interface PhaseFigures {
  phase: number;
  pairs: number;
  /** Pairs of the phase without a value. */
  missing: number;
  mean: number;
  slowest: number;
  fastest: number;
  /** Sum over all pairs: what the phase moved per second; null where pairs are missing. */
  aggregate: number | null;
  /** Pairs × the slowest pair: what a task that waits for its slowest pair sees; null where pairs are missing. */
  apparent: number | null;
  /** Share of its pairs below the threshold. */
  belowShare: number;
}

/** What one rank got as sender or as receiver over all phases. */
export interface RankTotals {
  rank: number;
  pairs: number;
  mean: number;
  slowest: number;
  /** Share of its pairs below the threshold. */
  belowShare: number;
}

/**
 * Which cells count: pairs between ranks of one host are left out, and so are ranks that the user excludes. Null = all:
 * to ask for each of millions takes longer than all else.
 */
export type CellFilter = ((sender: number, receiver: number) => boolean) | null;

/** Calls `each` for every cell that has a value and counts. */
export function* eachPair(
  { senders, receivers, firstReceiver, values }: PairGrid,
  counts: CellFilter,
  each: (value: number, sender: number, receiver: number) => void,
): Work<void> {
  for (let sender = 0; sender < senders; sender++) {
    for (let at = 0; at < receivers; at++) {
      const value = values[sender * receivers + at] ?? Number.NaN;
      const receiver = at + firstReceiver;
      if (!Number.isNaN(value) && (!counts || counts(sender, receiver))) each(value, sender, receiver);
    }
    yield;
  }
}

/**
 * The figures of each phase that has pairs or should have some, in order; none where the test has no phases. All values
 * of the grid count; `expected` says of which pairs without a value one is missing.
 */
export function* phaseFigures(
  grid: PairGrid,
  schedule: Schedule | null,
  threshold: number,
  expected: (sender: number, receiver: number) => boolean,
): Work<PhaseFigures[]> {
  if (schedule === null) return [];
  const { senders, receivers, firstReceiver, values } = grid;
  const found = new Map<number, Tally>();
  for (let sender = 0; sender < senders; sender++) {
    for (let at = 0; at < receivers; at++) {
      const receiver = at + firstReceiver;
      const value = values[sender * receivers + at] ?? Number.NaN;
      const none = value !== value;
      if (none && !expected(sender, receiver)) continue;
      const phase = phaseOf(grid, schedule, sender, receiver) ?? 0;
      let held = found.get(phase);
      if (!held) {
        held = { pairs: 0, missing: 0, sum: 0, below: 0, slowest: Infinity, fastest: -Infinity };
        found.set(phase, held);
      }
      if (none) {
        held.missing++;
        continue;
      }
      held.pairs++;
      if (value < threshold) held.below++;
      held.sum += value;
      if (value < held.slowest) held.slowest = value;
      if (value > held.fastest) held.fastest = value;
    }
    yield;
  }
  return [...found].map(([phase, held]) => figuresOf(phase, held)).sort((p, q) => p.phase - q.phase);
}

interface Tally extends Pick<PhaseFigures, 'pairs' | 'missing' | 'slowest' | 'fastest'> {
  sum: number;
  below: number;
}

function figuresOf(phase: number, { pairs, missing, sum, below, slowest, fastest }: Tally): PhaseFigures {
  const whole = missing === 0;
  const of = (value: number) => (pairs > 0 ? value : Number.NaN);
  return {
    ...{ phase, pairs, missing },
    mean: of(sum / pairs),
    slowest: of(slowest),
    fastest: of(fastest),
    aggregate: whole ? sum : null,
    apparent: whole ? pairs * slowest : null,
    belowShare: of(below / pairs),
  };
}

/** The figures of each rank as sender or receiver that has pairs, in order of rank. */
export function* rankFigures(
  grid: PairGrid,
  as: 'sender' | 'receiver',
  threshold: number,
  counts: CellFilter,
): Work<RankTotals[]> {
  const length = as === 'sender' ? grid.senders : grid.receivers;
  const first = as === 'sender' ? 0 : grid.firstReceiver;
  const pairs = new Uint32Array(length);
  const below = new Uint32Array(length);
  const sums = new Float64Array(length);
  const slowest = new Float64Array(length).fill(Infinity);
  yield* eachPair(grid, counts, (value, sender, receiver) => {
    const at = as === 'sender' ? sender : receiver - first;
    pairs[at] = (pairs[at] ?? 0) + 1;
    sums[at] = (sums[at] ?? 0) + value;
    if (value < (slowest[at] ?? 0)) slowest[at] = value;
    if (value < threshold) below[at] = (below[at] ?? 0) + 1;
  });
  return Array.from(pairs, (count, at) => ({
    rank: first + at,
    pairs: count,
    mean: (sums[at] ?? 0) / count,
    slowest: slowest[at] ?? Infinity,
    belowShare: (below[at] ?? 0) / count,
  })).filter((figures) => figures.pairs > 0);
}

/** A pair that is slow. */
export interface SlowPair {
  sender: number;
  receiver: number;
  value: number;
}

/** The slowest pairs, slowest first, at most `most` of them. */
export function* slowestPairs(grid: PairGrid, most: number, counts: CellFilter): Work<SlowPair[]> {
  const held: SlowPair[] = [];
  yield* eachPair(grid, counts, (value, sender, receiver) => {
    const last = held.at(-1);
    if (held.length >= most && last && value >= last.value) return;
    let at = held.length;
    while (at > 0 && (held[at - 1]?.value ?? -Infinity) > value) at--;
    held.splice(at, 0, { sender, receiver, value });
    if (held.length > most) held.pop();
  });
  return held;
}
