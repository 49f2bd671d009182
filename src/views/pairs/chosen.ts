import type { Arrangement, Phases } from '../../matrix/arranged';
import type { Box } from '../../matrix/grid';
import type { MatrixChoice, Groups } from '../../matrix/messages';
import { ranksOfB, type Alignment } from '../../pairs/align';
import { phaseOf, type Schedule } from '../../pairs/grid';
import { rangesOf, unpackRanks, type PackedRanks } from '../../pairs/ranges';
import type { View } from '../../share/view';
import { groupsOf, hostsApart } from '../../pairs/apart';
import type { HeldPairs } from '../../pairs/held';

/** The pairs that every view of pairs is limited to, by the ranks of one set. */
export interface ChosenRanks {
  senders: ReadonlySet<number>;
  receivers: ReadonlySet<number>;
  /** Some shifts of them; null for all. */
  shifts: ChosenShifts | null;
}

/** Shifts of A; `toA` gives the rank of A (-1 = none) for each rank of the set, null where it is A itself. */
export interface ChosenShifts extends Phases {
  chosen: ReadonlySet<number>;
  toA: Int32Array | null;
}

type Shape = Pick<HeldPairs, 'senders' | 'receivers' | 'firstReceiver'>;

/** What the view limits a set to; null where it shows all pairs. Shifts limit only a test that has some. */
export function chosenOf(
  chosen: View['chosen'],
  { senders, receivers, firstReceiver, set }: Shape & { set: Pick<HeldPairs['set'], 'ranks' | 'schedule'> },
): ChosenRanks | null {
  if (!chosen) return null;
  const [ofSenders, ofReceivers, ofShifts] = chosen;
  return {
    senders: unpackRanks(ofSenders, 0, senders),
    receivers: unpackRanks(ofReceivers, firstReceiver, receivers),
    shifts:
      ofShifts && set.schedule
        ? shiftsOf(ofShifts, { ranks: set.ranks, receivers, firstReceiver }, set.schedule)
        : null,
  };
}

function shiftsOf(packed: PackedRanks, test: Phases['test'], schedule: Schedule): ChosenShifts {
  const count = schedule === 'shift' ? test.ranks : test.receivers;
  const chosen = unpackRanks(packed, 0, count);
  const phases = Uint8Array.from({ length: count }, (_, phase) => Number(chosen.has(phase)));
  return { test, schedule, phases, chosen, toA: null };
}

/** The same by the ranks of B. */
export function chosenOfB(alignment: Alignment, chosen: ChosenRanks | null): ChosenRanks | null {
  if (!chosen) return null;
  const toA = new Int32Array(Math.max(0, ...alignment.toB.map((rank) => rank + 1))).fill(-1);
  alignment.toB.forEach((ofB, ofA) => {
    if (ofB >= 0) toA[ofB] = ofA;
  });
  return {
    senders: new Set(ranksOfB(alignment, [...chosen.senders])),
    receivers: new Set(ranksOfB(alignment, [...chosen.receivers])),
    shifts: chosen.shifts && { ...chosen.shifts, toA },
  };
}

/** A matrix without the pairs of other shifts; its rows and columns are given by their ranks, -1 for none. */
export function withinShifts(
  { test, schedule, phases, toA }: ChosenShifts,
  senders: ArrayLike<number>,
  receivers: ArrayLike<number>,
): Arrangement {
  const ofA = (ranks: ArrayLike<number>) =>
    Int32Array.from(ranks, (rank) => (toA && rank >= 0 ? (toA[rank] ?? -1) : rank));
  return { how: 'of phases', test, schedule, phases, senders: ofA(senders), receivers: ofA(receivers) };
}

/** Cells that are counted at once; of more the number is not told. */
const MOST_COUNTED = 1_000_000;

/** How many pairs are chosen among those that a set can have; null where they would have to be counted one by one. */
export function pairsChosen({ senders, receivers, shifts }: ChosenRanks): number | null {
  if (!shifts) return senders.size * receivers.size;
  const { test, schedule, chosen, toA } = shifts;
  const all = senders.size * chosen.size;
  if (receivers.size === test.receivers) return all;
  if (senders.size * receivers.size > MOST_COUNTED) return null;
  const ofA = (rank: number) => (toA ? (toA[rank] ?? -1) : rank);
  let count = 0;
  for (const sender of senders)
    for (const receiver of receivers)
      if (chosen.has(phaseOf(test, schedule, ofA(sender), ofA(receiver)) ?? -1)) count++;
  return count;
}

/** Rows and columns of a set by their places, -1 for ranks that are left out or not chosen. */
export function placesKept(
  { senders, receivers, firstReceiver }: Shape,
  excluded: readonly number[],
  chosen: ChosenRanks | null,
): Pick<MatrixChoice, 'rows' | 'columns'> {
  const out = new Set(excluded);
  const place = (rank: number, first: number, of: ReadonlySet<number> | undefined) =>
    out.has(rank) || of?.has(rank) === false ? -1 : rank - first;
  return {
    rows: Int32Array.from({ length: senders }, (_, at) => place(at, 0, chosen?.senders)),
    columns: Int32Array.from({ length: receivers }, (_, at) =>
      place(at + firstReceiver, firstReceiver, chosen?.receivers),
    ),
  };
}

/** Ranks that are both chosen senders and chosen receivers: those whose pairs are there in both directions. */
export function bothWays(chosen: ChosenRanks | null): ChosenRanks | null {
  if (!chosen) return null;
  const both = new Set([...chosen.senders].filter((rank) => chosen.receivers.has(rank)));
  return { senders: both, receivers: both, shifts: chosen.shifts };
}

/** Host, or rank, of the rows and columns of a set of a test: pairs of one are left apart. */
export const apartIn = ({ hostNumbers, senders, receivers, firstReceiver }: HeldPairs): Groups =>
  groupsOf(hostsApart(hostNumbers), senders, receivers, firstReceiver);

/** Makes a matrix of a set in which pairs that are not chosen are missing. Rejects with a sentence. */
export async function chosenMatrix(
  held: HeldPairs,
  chosen: ChosenRanks,
  signal?: AbortSignal,
): Promise<number> {
  const { client, pairs, set } = held;
  const groups = set.better === 'none' ? null : apartIn(held);
  const box = await client.choose({ of: pairs, ...placesKept(held, [], chosen) }, groups, signal);
  if (!chosen.shifts) return box;
  try {
    return await client.arrange(box, withinShiftsOf(held, chosen.shifts), null, signal);
  } finally {
    await client.drop(box);
  }
}

/** The same of all rows and columns of a set. */
export const withinShiftsOf = ({ senders, receivers, firstReceiver }: Shape, shifts: ChosenShifts) =>
  withinShifts(
    shifts,
    Array.from({ length: senders }, (_, at) => at),
    Array.from({ length: receivers }, (_, at) => at + firstReceiver),
  );

/** More outlines would hide the cells. */
const MOST_BOXES = 400;

/** The boxes that chosen rows and columns make, by their places; none where they are too scattered to be outlined. */
export function boxesOf(rows: readonly number[], columns: readonly number[]): Box[] {
  const [down, across] = [rangesOf(rows), rangesOf(columns)];
  if (down.length * across.length > MOST_BOXES) return [];
  return down.flatMap(([row0, row]) =>
    across.map(([column0, column]) => ({ row0, row1: row + 1, column0, column1: column + 1 })),
  );
}
