import type { Work } from '../model/turns';
import type { SlowRank } from './suspects';
import type { PairGrid } from './grid';

/** Pairs of a bandwidth test between which no data passed. */
export interface DeadPairs {
  /** How many there are in all. */
  count: number;
  /** Ranks that got nothing in more than half of their pairs, as sender, receiver or both; most dead first. */
  ranks: DeadRank[];
  /** The first of the dead pairs that are not of such a rank, in order of sender and receiver. */
  pairs: { sender: number; receiver: number }[];
  /** How many of those there are. */
  others: number;
}

export interface DeadRank extends Pick<SlowRank, 'rank' | 'as'> {
  /** Its pairs of 0 in that role, or both, and all of them. */
  dead: number;
  of: number;
}

/** Most of the pairs of a rank are dead: it is a suspect by itself. */
const MOSTLY = 0.5;

/**
 * The dead pairs of a grid of bandwidths: those of exactly 0. `most` = how many pairs to name. Of a symmetric test, in
 * which a value is of both ways, each counts once.
 */
export function* deadPairs(grid: PairGrid, most: number, symmetric: boolean): Work<DeadPairs> {
  const { senders, receivers, firstReceiver, values } = grid;
  const bySender = { dead: new Uint32Array(senders), of: new Uint32Array(senders) };
  const byReceiver = { dead: new Uint32Array(receivers), of: new Uint32Array(receivers) };
  const add = (counts: Uint32Array, at: number) => (counts[at] = (counts[at] ?? 0) + 1);
  let count = 0;
  for (let sender = 0; sender < senders; sender++) {
    for (let at = 0; at < receivers; at++) {
      const value = values[sender * receivers + at] ?? Number.NaN;
      if (value !== value) continue;
      add(bySender.of, sender);
      add(byReceiver.of, at);
      if (value !== 0) continue;
      if (!symmetric || sender < at + firstReceiver) count++;
      add(bySender.dead, sender);
      add(byReceiver.dead, at);
    }
    yield;
  }
  if (count === 0) return { count, ranks: [], pairs: [], others: 0 };
  const isDead = ({ dead, of }: typeof bySender, at: number) => (dead[at] ?? 0) > MOSTLY * (of[at] ?? 0);
  const ranks: DeadRank[] = [];
  for (let rank = 0; rank < Math.max(senders, firstReceiver + receivers); rank++) {
    const at = rank - firstReceiver;
    const sends = rank < senders && isDead(bySender, rank);
    const receives = at >= 0 && at < receivers && isDead(byReceiver, at);
    if (!sends && !receives) continue;
    const sum = (key: 'dead' | 'of') =>
      (sends ? (bySender[key][rank] ?? 0) : 0) + (receives ? (byReceiver[key][at] ?? 0) : 0);
    const as = sends && receives ? 'both' : sends ? 'sender' : 'receiver';
    ranks.push({ rank, as, dead: sum('dead'), of: sum('of') });
  }
  const pairs: DeadPairs['pairs'] = [];
  let others = 0;
  for (let sender = 0; sender < senders; sender++) {
    if (isDead(bySender, sender)) continue;
    for (let at = 0; at < receivers; at++) {
      if (values[sender * receivers + at] !== 0 || isDead(byReceiver, at)) continue;
      if (symmetric && at + firstReceiver < sender) continue;
      others++;
      if (pairs.length < most) pairs.push({ sender, receiver: at + firstReceiver });
    }
    yield;
  }
  ranks.sort((p, q) => q.dead / q.of - p.dead / p.of || p.rank - q.rank);
  return { count, ranks, pairs, others };
}
