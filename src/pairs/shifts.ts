import type { Work } from '../model/turns';
import { phaseOf, type PairGrid, type Schedule } from './grid';

/** What the pairs of one phase (shift) got together. */
export interface PhaseFigures {
  phase: number;
  pairs: number;
  mean: number;
  slowest: number;
  fastest: number;
  /** Sum over all pairs: what the phase moved per second. */
  aggregate: number;
  /** Pairs × the slowest pair: what a task that waits for its slowest pair sees. */
  apparent: number;
  /** Share of its pairs below the threshold. */
  belowShare: number;
}

/** What one rank got as sender or as receiver over all phases. */
export interface RankFigures {
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
export type Counts = ((sender: number, receiver: number) => boolean) | null;

/** Calls `each` for every cell that has a value and counts. */
export function* eachPair(
  { senders, receivers, firstReceiver, values }: PairGrid,
  counts: Counts,
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

/** The figures of each phase that has pairs, in order; none where the test has no phases. */
export function* phaseFigures(
  grid: PairGrid,
  schedule: Schedule | null,
  threshold: number,
  counts: Counts,
): Work<PhaseFigures[]> {
  if (schedule === null) return [];
  const found = new Map<number, PhaseFigures>();
  yield* eachPair(grid, counts, (value, sender, receiver) => {
    const phase = phaseOf(grid, schedule, sender, receiver) ?? 0;
    let held = found.get(phase);
    if (!held) {
      const none = { pairs: 0, mean: 0, aggregate: 0, apparent: 0, belowShare: 0 };
      held = { phase, slowest: Infinity, fastest: -Infinity, ...none };
      found.set(phase, held);
    }
    held.pairs++;
    if (value < threshold) held.belowShare++;
    held.aggregate += value;
    held.slowest = Math.min(held.slowest, value);
    held.fastest = Math.max(held.fastest, value);
  });
  for (const held of found.values()) {
    held.mean = held.aggregate / held.pairs;
    held.apparent = held.pairs * held.slowest;
    held.belowShare /= held.pairs;
  }
  return [...found.values()].sort((p, q) => p.phase - q.phase);
}

/** The figures of each rank as sender or receiver that has pairs, in order of rank. */
export function* rankFigures(
  grid: PairGrid,
  as: 'sender' | 'receiver',
  threshold: number,
  counts: Counts,
): Work<RankFigures[]> {
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
export function* slowestPairs(grid: PairGrid, most: number, counts: Counts): Work<SlowPair[]> {
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
