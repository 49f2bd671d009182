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

/** Which cells count: pairs between ranks of one host are left out, and so are ranks that the user excludes. */
export type Counts = (sender: number, receiver: number) => boolean;

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
      if (!Number.isNaN(value) && counts(sender, receiver)) each(value, sender, receiver);
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
  const found = new Map<number, RankFigures & { sum: number; below: number }>();
  yield* eachPair(grid, counts, (value, sender, receiver) => {
    const rank = as === 'sender' ? sender : receiver;
    let held = found.get(rank);
    if (!held) {
      held = { rank, pairs: 0, mean: 0, slowest: Infinity, belowShare: 0, sum: 0, below: 0 };
      found.set(rank, held);
    }
    held.pairs++;
    held.sum += value;
    held.slowest = Math.min(held.slowest, value);
    if (value < threshold) held.below++;
  });
  return [...found.values()]
    .sort((p, q) => p.rank - q.rank)
    .map(({ sum, below, ...figures }) => ({
      ...figures,
      mean: sum / figures.pairs,
      belowShare: below / figures.pairs,
    }));
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
