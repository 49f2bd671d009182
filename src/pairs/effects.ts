import type { PairGrid } from './grid';
import type { Work } from '../model/turns';
import { median, medianOf } from './median';
import type { CellFilter } from './shifts';

/** What a test of pairs says of its hosts and of its paths. */
export interface Effects {
  /** Median of all pairs. */
  typical: number;
  /** Per sender and per receiver: how much of the typical value its pairs get (1 = as much), NaN without pairs. */
  sender: Float64Array;
  receiver: Float64Array;
}

const ROUNDS = 2;
/** Columns that are looked at together: a line of a processor's cache has 16 cells. */
const COLUMNS = 16;

/**
 * Splits what pairs get into a part of the sender and a part of the receiver: median polish of the logarithms (J. W.
 * Tukey, Exploratory Data Analysis, 1977), so that a few slow paths do not make their hosts look slow.
 */
export function* effects(grid: PairGrid, counts: CellFilter): Work<Effects> {
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
