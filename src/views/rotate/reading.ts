/** What is asked and read of tests in shifts. */
import type { Alignment } from '../../pairs/align';
import type { CellComparison } from '../../matrix/cells';
import type { Frame, View } from '../../share/view';
import type { Overlap } from '../../matrix/statistics';
import type { Persistence } from '../../pairs/persistence';
import type { TestFindings } from '../../pairs/analyse';
import type { ChosenRanks } from '../pairs/chosen';
import type { HeldPairs } from '../../pairs/held';
import type { RankPair, ShiftPositions } from './positions';

/** How much the two directions of a pair differ. */
export interface Directions {
  /** Of half of the pairs the faster direction is at most this many times the slower one; of all but one in twenty, at most `most`. */
  half: number;
  most: number;
  /** The most different ones: `pair` is the slower direction, `times` how many times faster the other one is. */
  pairs: { pair: RankPair; times: number }[];
}

/** A repeat of a test: the same quantity on the same ranks. */
export interface Repeat {
  held: HeldPairs;
  findings: TestFindings;
  /** The values of the slowest pairs of the set in sight, NaN = missing. */
  values: readonly number[];
}

/** What is read from one side. */
export interface SideReading {
  name: string;
  /** Sets of the side; `repeats` has those that are read, the one in sight first unless that is their median. */
  sets: number;
  held: HeldPairs;
  positions: ShiftPositions;
  /** The matrix of the pairs that are read; null where there are too many ranks. */
  matrix: number | null;
  /** Null where there are too many ranks to rank pairs. */
  findings: TestFindings | null;
  excluded: readonly number[];
  /** What lists and strips are limited to; null for all pairs. */
  chosen: ChosenRanks | null;
  repeats: readonly Repeat[];
  persistence: Persistence | null;
  directions: Directions | null;
}

/** Two matrices of the same pairs, to be drawn side by side; null where there is none. */
export interface PositionMatrices {
  id: 'a' | 'b' | 'compared';
  /** Of `A`, of `B`, or of both. */
  heading: string;
  pairs: number | null;
  phases: number | null;
  positions: ShiftPositions;
  held: HeldPairs;
}

/** A comparison and what of it changed most. */
export interface Compared {
  kind: CellComparison;
  alignment: Alignment;
  overlap: Overlap;
  /** Whether a ratio is A over B. */
  turned: boolean;
  /** Pairs of A by how much B is slower or faster there; positions of A. Empty where only positions are compared. */
  slower: readonly ChangedPair[];
  faster: readonly ChangedPair[];
}

/** A pair of A with its ratio or difference, and what it has on both sides. */
export interface ChangedPair {
  pair: RankPair;
  value: number;
  a: number;
  b: number;
}

/** All that the view shows for one state of its choices. */
export interface RotateReading {
  a: SideReading;
  b: SideReading | null;
  /** How B's ranks are brought to A's; null without B. */
  alignment: Alignment | null;
  drawn: readonly PositionMatrices[];
  compared: Compared | null;
  /** Ends of the colours, shared by A and B; null where there is no value. */
  limits: readonly [number, number] | null;
  /** Matrices that were made for this reading. */
  made: readonly number[];
}

/** What is asked to be read. */
export interface RotateRequest {
  a: HeldPairs;
  b: HeldPairs | null;
  names: { a: string; b: string };
  frame: Frame;
  excluded: readonly number[];
  chosen: View['chosen'];
  /** Brings the other sets of a side, in order. */
  repeats: { a: () => Promise<HeldPairs[]>; b: () => Promise<HeldPairs[]> };
  sets: { a: number; b: number };
}
