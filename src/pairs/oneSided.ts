import type { Work } from '../model/turns';
import type { PairGrid } from './grid';

/** A pair of which one way carries more than the other; `there` is from sender to receiver, the larger one. */
export interface OneSidedPair {
  sender: number;
  receiver: number;
  there: number;
  back: number;
}

/** How far traffic from a to b differs from that from b to a. */
export interface Asymmetry {
  /** Σ|a_ij − a_ji| / Σ(a_ij + a_ji) over the pairs i < j: 0 = both ways alike, 1 = all goes one way. NaN of no traffic. */
  share: number;
  /** The pairs with the largest difference, largest first. */
  pairs: OneSidedPair[];
}

/** Reads a communication matrix; null where senders and receivers are other ranks. Pairs without a value in one of the ways do not count. */
export function* oneSided(grid: PairGrid, most: number): Work<Asymmetry | null> {
  const { senders, receivers, firstReceiver, values } = grid;
  if (firstReceiver !== 0 || senders !== receivers) return null;
  const pairs: OneSidedPair[] = [];
  let [apart, all] = [0, 0];
  for (let i = 0; i < senders; i++) {
    for (let j = i + 1; j < senders; j++) {
      const there = values[i * senders + j] ?? Number.NaN;
      const back = values[j * senders + i] ?? Number.NaN;
      const differ = Math.abs(there - back);
      if (differ !== differ) continue;
      apart += differ;
      all += there + back;
      const least = pairs.at(-1);
      if (differ === 0 || (pairs.length >= most && least && differ <= least.there - least.back)) continue;
      const pair =
        there > back
          ? { sender: i, receiver: j, there, back }
          : { sender: j, receiver: i, there: back, back: there };
      const before = pairs.findIndex((other) => other.there - other.back < differ);
      pairs.splice(before < 0 ? pairs.length : before, 0, pair);
      if (pairs.length > most) pairs.pop();
    }
    yield;
  }
  return { share: apart / all, pairs };
}
