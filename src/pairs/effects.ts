import type { PairGrid } from './grid';
import type { Work } from '../model/turns';
import { median, medianOf } from './median';
import type { Counts } from './shifts';

/** What a test of pairs says of its hosts and of its paths. */
export interface Effects {
  /** Median of all pairs. */
  typical: number;
  /** Per sender and per receiver: how much of the typical value its pairs get (1 = as much), NaN without pairs. */
  sender: Float64Array;
  receiver: Float64Array;
}

/** A rank whose pairs are slow, whoever the partner is. */
export interface SlowRank {
  rank: number;
  as: 'sender' | 'receiver' | 'both';
  /** Share of the typical value, the worse of the two where it is slow as both. */
  part: number;
}

/** A pair that is slow although neither of its ranks is. */
export interface SlowPath {
  sender: number;
  receiver: number;
  value: number;
  /** Share of what its ranks would give. */
  part: number;
}

const ROUNDS = 2;
/** Columns that are looked at together: a line of a processor's cache has 16 cells. */
const COLUMNS = 16;

/**
 * Splits what pairs get into a part of the sender and a part of the receiver: median polish of the logarithms (J. W.
 * Tukey, Exploratory Data Analysis, 1977), so that a few slow paths do not make their hosts look slow.
 */
export function* effects(grid: PairGrid, counts: Counts): Work<Effects> {
  const { senders, receivers, firstReceiver, values } = grid;
  const logs = new Float32Array(senders * receivers);
  const known = new Float32Array(senders * receivers);
  let there = 0;
  for (let sender = 0; sender < senders; sender++) {
    for (let at = 0; at < receivers; at++) {
      const value = values[sender * receivers + at] ?? Number.NaN;
      const log = value > 0 && (!counts || counts(sender, at + firstReceiver)) ? Math.log(value) : Number.NaN;
      logs[sender * receivers + at] = log;
      if (!Number.isNaN(log)) known[there++] = log;
    }
    yield;
  }
  const typical = yield* median(known.subarray(0, there));
  const bySender = new Float64Array(senders);
  const byReceiver = new Float64Array(receivers);
  const line = new Float32Array(receivers);
  const columns = new Float32Array(COLUMNS * senders);
  for (let round = 0; round < ROUNDS; round++) {
    for (let sender = 0; sender < senders; sender++) {
      const row = logs.subarray(sender * receivers, (sender + 1) * receivers);
      bySender[sender] = medianOf(line.subarray(0, without(row, byReceiver, typical, line)));
      yield;
    }
    // Some columns at once: cells of one column lie far apart, and each brings its neighbours along.
    for (let first = 0; first < receivers; first += COLUMNS) {
      const end = Math.min(receivers, first + COLUMNS);
      turn(logs, receivers, first, end, columns);
      for (let at = first; at < end; at++) {
        const column = columns.subarray((at - first) * senders, (at - first + 1) * senders);
        byReceiver[at] = medianOf(column.subarray(0, without(column, bySender, typical, column)));
        yield;
      }
    }
  }
  return { typical: Math.exp(typical), sender: bySender.map(Math.exp), receiver: byReceiver.map(Math.exp) };
}

/** Writes what is left of logarithms without the typical one and the effects to the start of `into`, NaN left out; returns how many. */
function without(logs: Float32Array, effects: Float64Array, typical: number, into: Float32Array): number {
  let count = 0;
  for (let i = 0; i < logs.length; i++) {
    const rest = (logs[i] ?? Number.NaN) - typical - (effects[i] ?? 0);
    if (rest === rest) into[count++] = rest;
  }
  return count;
}

/** Writes the columns [from, to) of a matrix one after the other. */
function turn(cells: Float32Array, width: number, from: number, to: number, into: Float32Array): void {
  const height = cells.length / width;
  for (let row = 0; row < height; row++)
    for (let column = from; column < to; column++)
      into[(column - from) * height + row] = cells[row * width + column] ?? Number.NaN;
}

/** Ranks that get less than `part` of the typical value as sender, receiver or both, slowest first. */
export function slowRanks({ sender, receiver }: Effects, firstReceiver: number, part: number): SlowRank[] {
  const found = new Map<number, SlowRank>();
  sender.forEach((share, rank) => {
    if (share < part) found.set(rank, { rank, as: 'sender', part: share });
  });
  receiver.forEach((share, at) => {
    const rank = at + firstReceiver;
    if (!(share < part)) return;
    const held = found.get(rank);
    found.set(
      rank,
      held ? { rank, as: 'both', part: Math.min(held.part, share) } : { rank, as: 'receiver', part: share },
    );
  });
  return [...found.values()].sort((p, q) => p.part - q.part || p.rank - q.rank);
}

/** Pairs that get less than `part` of what their ranks would give, slowest first, at most `most`. */
export function* slowPaths(
  grid: PairGrid,
  of: Effects,
  part: number,
  most: number,
  counts: Counts,
): Work<SlowPath[]> {
  const { senders, receivers, firstReceiver, values } = grid;
  const found: SlowPath[] = [];
  for (let sender = 0; sender < senders; sender++) {
    for (let at = 0; at < receivers; at++) {
      const value = values[sender * receivers + at] ?? Number.NaN;
      const receiver = at + firstReceiver;
      if (!(value > 0) || (counts && !counts(sender, receiver))) continue;
      const share = value / (of.typical * (of.sender[sender] ?? 1) * (of.receiver[at] ?? 1));
      if (!(share < part)) continue;
      let place = found.length;
      while (place > 0 && (found[place - 1]?.part ?? 0) > share) place--;
      if (place >= most) continue;
      found.splice(place, 0, { sender, receiver, value, part: share });
      if (found.length > most) found.pop();
    }
    yield;
  }
  return found;
}
