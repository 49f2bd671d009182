import { SLOW_RANK_PART, type TestFindings } from '../../pairs/analyse';
import type { PhaseFigures, RankTotals } from '../../pairs/shifts';
import type { PairSet } from '../../queries/pairs';
import { partOf } from '../pairs/suspectWords';
import { inPhases, type RankPair, type ShiftPositions } from './positions';

/** A slow pair: how far and, over the repeats, how often. */
export interface RankedPair extends RankPair {
  phase: number;
  value: number;
  /** What it gets of the peak level: 1 = as much, less is slower, also of times. */
  part: number;
  /** In how many of the repeats that have it it is slow; null without repeats. */
  again: { slow: number; of: number } | null;
}

/** A rank, by the slower of what it gets as sender and as receiver. */
export interface RankedNode {
  rank: number;
  part: number;
  sender: RankTotals | null;
  receiver: RankTotals | null;
  /** Share of its pairs that is slow. */
  slowShare: number;
}

/** A shift, by what its pairs get on average. */
export interface RankedPhase extends PhaseFigures {
  part: number;
}

/** Whether a value counts as slow in a test. */
export function isSlow(value: number, { threshold }: TestFindings, better: PairSet['better']): boolean {
  return better === 'lower' ? value > threshold : value < threshold;
}

/** The slowest pairs of a test. `values` has the value of each of them in each repeat, NaN = missing. */
export function rankPairs(
  findings: TestFindings,
  positions: ShiftPositions,
  better: PairSet['better'],
  repeats: readonly { findings: TestFindings; values: readonly number[] }[],
): RankedPair[] {
  return findings.slowest.map((pair, at) => {
    const known = repeats.filter(({ values }) => !Number.isNaN(values[at] ?? Number.NaN));
    const slow = known.filter(({ values, findings: of }) => isSlow(values[at] ?? Number.NaN, of, better));
    return {
      ...pair,
      phase: inPhases(positions, pair).row,
      part: partOf(pair.value, findings.reference, better),
      again: repeats.length > 1 ? { slow: slow.length, of: known.length } : null,
    };
  });
}

/** All ranks, slowest first: by the mean of their pairs as sender or as receiver, whichever is slower. */
export function rankNodes(
  { senders, receivers, reference }: TestFindings,
  better: PairSet['better'],
): RankedNode[] {
  const nodes = new Map<number, RankedNode>();
  const of = (rank: number): RankedNode => {
    const held = nodes.get(rank) ?? { rank, part: Infinity, sender: null, receiver: null, slowShare: 0 };
    nodes.set(rank, held);
    return held;
  };
  for (const sender of senders) of(sender.rank).sender = sender;
  for (const receiver of receivers) of(receiver.rank).receiver = receiver;
  for (const node of nodes.values()) {
    const sides = [node.sender, node.receiver].filter((side) => side !== null);
    const pairs = sides.reduce((sum, side) => sum + side.pairs, 0);
    node.part = Math.min(...sides.map((side) => partOf(side.mean, reference, better)));
    node.slowShare = sides.reduce((sum, side) => sum + side.belowShare * side.pairs, 0) / pairs;
  }
  return [...nodes.values()].sort((p, q) => p.part - q.part || p.rank - q.rank);
}

/** Rows of a list in which nothing is slow. */
const SLOWEST = 10;

/** Of what is ranked, slowest first: all that is slow; where nothing is, the ten slowest. A mean is slow as a rank is. */
export function slowOf<T extends { part: number }>(
  ranked: readonly T[],
): { slow: boolean; rows: readonly T[] } {
  const rows = ranked.filter(({ part }) => part < SLOW_RANK_PART);
  return rows.length > 0 ? { slow: true, rows } : { slow: false, rows: ranked.slice(0, SLOWEST) };
}

/** All shifts with a pair, slowest first. */
export function rankPhases({ phases, reference }: TestFindings, better: PairSet['better']): RankedPhase[] {
  return phases
    .filter(({ pairs }) => pairs > 0)
    .map((phase) => ({ ...phase, part: partOf(phase.mean, reference, better) }))
    .sort((p, q) => p.part - q.part || p.phase - q.phase);
}
