import type { Box } from '../../matrix/grid';
import type { Choice, Groups } from '../../matrix/messages';
import { ranksOfB, type Alignment } from '../../pairs/align';
import { rangesOf, ranksIn } from '../../pairs/ranges';
import type { View } from '../../share/view';
import { groupsOf, hostsApart } from './apart';
import type { HeldPairs } from './held';

/** The senders and receivers that every view of pairs is limited to, by the ranks of one set. */
export interface ChosenRanks {
  senders: ReadonlySet<number>;
  receivers: ReadonlySet<number>;
}

type Shape = Pick<HeldPairs, 'senders' | 'receivers' | 'firstReceiver'>;

/** What the view limits a set to; null where it shows all pairs. */
export function chosenOf(chosen: View['chosen'], { senders, receivers, firstReceiver }: Shape) {
  if (!chosen) return null;
  return {
    senders: ranksIn(chosen[0], 0, senders),
    receivers: ranksIn(chosen[1], firstReceiver, receivers),
  } satisfies ChosenRanks;
}

/** The same by the ranks of B. */
export function chosenOfB(alignment: Alignment, chosen: ChosenRanks | null): ChosenRanks | null {
  return (
    chosen && {
      senders: new Set(ranksOfB(alignment, [...chosen.senders])),
      receivers: new Set(ranksOfB(alignment, [...chosen.receivers])),
    }
  );
}

/** Rows and columns of a set by their places, -1 for ranks that are left out or not chosen. */
export function placesKept(
  { senders, receivers, firstReceiver }: Shape,
  excluded: readonly number[],
  chosen: ChosenRanks | null,
): Pick<Choice, 'rows' | 'columns'> {
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
  return { senders: both, receivers: both };
}

/** Host, or rank, of the rows and columns of a set of a test: pairs of one are left apart. */
export const apartIn = ({ hostNumbers, senders, receivers, firstReceiver }: HeldPairs): Groups =>
  groupsOf(hostsApart(hostNumbers), senders, receivers, firstReceiver);

/** Makes a matrix of a set in which pairs that are not chosen are missing. Rejects with a sentence. */
export function chosenMatrix(held: HeldPairs, chosen: ChosenRanks, signal?: AbortSignal): Promise<number> {
  const groups = held.set.better === 'none' ? null : apartIn(held);
  return held.client.choose({ of: held.pairs, ...placesKept(held, [], chosen) }, groups, signal);
}

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
