import type { MatrixClient } from '../../matrix/client';
import type { Cell } from '../../matrix/statistics';
import { receiverOf } from '../../pairs/grid';
import { pairsChosen, withinShifts, type ChosenRanks, type ChosenShifts } from '../pairs/chosen';
import type { Arranged } from './arrange';
import type { Position } from './positions';

/** The chosen box in what is shown: its rows and columns by their places, and each shown matrix limited to it. */
export interface Part {
  rows: readonly number[];
  columns: readonly number[];
  /** For each shown matrix: one of the same shape in which the rest is missing, and one of the chosen rows and columns. */
  of: readonly { masked: number; alone: number }[];
  client: MatrixClient;
  /** Pairs that are chosen; null where they are too many to be counted, or cells hold several. */
  pairs: number | null;
}

/** What a part is asked of. */
export interface PartQuestion {
  client: MatrixClient;
  arranged: Arranged;
  rows: readonly number[];
  columns: readonly number[];
  /** Shifts that it is limited to; null for all, and where cells hold pairs of several shifts. */
  shifts: ChosenShifts | null;
}

/** Places of the rows, or columns, that hold a chosen rank. */
export const placesWith = (positions: readonly Position[], chosen: ReadonlySet<number>): number[] =>
  positions.flatMap(({ ranks }, at) => (ranks.some((rank) => chosen.has(rank)) ? [at] : []));

/** The chosen box as a question; null where nothing is chosen, or nothing of it is shown. */
export function partOf(
  client: MatrixClient,
  arranged: Arranged,
  chosen: ChosenRanks | null,
): PartQuestion | null {
  if (!chosen) return null;
  const rows = placesWith(arranged.rows, chosen.senders);
  const columns = placesWith(arranged.columns, chosen.receivers);
  if (rows.length === 0 || columns.length === 0) return null;
  return { client, arranged, rows, columns, shifts: together(arranged) ? null : chosen.shifts };
}

/** Whether cells hold several pairs, which are of several shifts. */
export const together = ({ rows, columns }: Pick<Arranged, 'rows' | 'columns'>): boolean =>
  [...rows, ...columns].some(({ ranks }) => ranks.length > 1);

/** Makes the matrices of a chosen box. Rejects with a sentence; what was made until then is dropped. */
export async function makePart(question: PartQuestion, signal: AbortSignal): Promise<Part> {
  const { client, arranged, rows, columns, shifts } = question;
  const { apart } = arranged;
  const of: { masked: number; alone: number }[] = [];
  const pick = (from: Int32Array, places: Int32Array) => places.map((at) => from[at] ?? -1);
  const all = (count: number, chosen: readonly number[]) => {
    const places = new Int32Array(count).fill(-1);
    for (const at of chosen) places[at] = at;
    return places;
  };
  const alone = { rows: Int32Array.from(rows), columns: Int32Array.from(columns) };
  const masked = { rows: all(arranged.rows.length, rows), columns: all(arranged.columns.length, columns) };
  const groups = apart && {
    rows: pick(apart.rows, alone.rows),
    columns: pick(apart.columns, alone.columns),
  };
  const made: number[] = [];
  const ranksAt = (positions: readonly Position[], places: Int32Array) =>
    Int32Array.from(places, (at) => positions[at]?.ranks[0] ?? -1);
  /** Without the pairs of other shifts. */
  const limited = async (matrix: number, { rows: down, columns: across }: typeof alone) => {
    made.push(matrix);
    if (!shifts) return matrix;
    const senders = ranksAt(arranged.rows, down);
    const receivers = ranksAt(arranged.columns, across);
    const own = await client.arrange(matrix, withinShifts(shifts, senders, receivers), null, signal);
    made.push(own);
    await client.drop(matrix);
    return own;
  };
  try {
    for (const { matrix } of arranged.shown) {
      const within = await client.choose({ of: matrix, ...masked }, apart, signal);
      const own = await client.choose({ of: matrix, ...alone }, groups, signal);
      of.push({ masked: await limited(within, masked), alone: await limited(own, alone) });
    }
  } catch (error) {
    await Promise.allSettled(made.map((matrix) => client.drop(matrix)));
    throw error;
  }
  const ranks = (positions: readonly Position[], places: readonly number[]) =>
    new Set(places.flatMap((at) => positions[at]?.ranks.slice(0, 1) ?? []));
  const [senders, receivers] = [ranks(arranged.rows, rows), ranks(arranged.columns, columns)];
  const pairs = shifts ? pairsChosen({ senders, receivers, shifts }) : rows.length * columns.length;
  return { rows, columns, of, client, pairs };
}

/** Forgets the matrices of a part. */
export function dropPart({ of, client }: Part): void {
  // A worker that has ended holds nothing any more.
  void Promise.allSettled(of.flatMap(({ masked, alone }) => [client.drop(masked), client.drop(alone)]));
}

/** Cells of a box that are marked one by one at most. */
const MOST_MARKED = 2000;

/** The cells of a box of shifts; null where they are more than can be marked. */
export function cellsWithin({ arranged, rows, columns, shifts }: PartQuestion): Cell[] | null {
  if (!shifts) return [];
  if (rows.length * shifts.chosen.size > MOST_MARKED) return null;
  const places = new Map(columns.map((at) => [arranged.columns[at]?.ranks[0] ?? -1, at]));
  return rows.flatMap((row) => {
    const sender = arranged.rows[row]?.ranks[0];
    if (sender === undefined) return [];
    return [...shifts.chosen].flatMap((phase) => {
      const column = places.get(receiverOf(shifts.test, shifts.schedule, sender, phase));
      return column === undefined ? [] : [{ row, column }];
    });
  });
}
