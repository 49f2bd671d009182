import type { MatrixClient } from '../../matrix/client';
import type { MatrixChoice, Groups } from '../../matrix/messages';
import type { Cell, Overlap } from '../../matrix/statistics';
import { receiverOf } from '../../pairs/grid';
import { pairsChosen, withinShifts, type ChosenRanks, type ChosenShifts } from '../pairs/chosen';
import type { Arranged } from './arrange';
import type { Position } from './positions';

/** The chosen box in what is shown: its rows and columns by their places, and each shown matrix limited to it. */
export interface BoxSelection {
  rows: readonly number[];
  columns: readonly number[];
  /** For each shown matrix: one of the same shape in which the rest is missing, and one of the chosen rows and columns. */
  of: readonly { masked: number; alone: number }[];
  client: MatrixClient;
  /** Pairs that are chosen; null where they are too many to be counted, or cells hold several. */
  pairs: number | null;
  /** Of a comparison: how many of its cells both sides have, and one alone. */
  overlap: Overlap | null;
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
export async function makePart(question: PartQuestion, signal: AbortSignal): Promise<BoxSelection> {
  const { client, arranged, rows, columns, shifts } = question;
  const { apart, sides } = arranged;
  const alone = { rows: Int32Array.from(rows), columns: Int32Array.from(columns) };
  const masked = { rows: only(rows, arranged.rows.length), columns: only(columns, arranged.columns.length) };
  const groups = apart && picked(apart, alone);
  const made: number[] = [];
  const keep = async (making: Promise<number>) => {
    const matrix = await making;
    made.push(matrix);
    return matrix;
  };
  /** What stands at `places` of what is shown, read from `choice`, without the pairs of other shifts. */
  const boxOf = async (choice: MatrixChoice, places: Places, left: Groups | null) => {
    const box = await keep(client.choose(choice, left, signal));
    if (!shifts) return box;
    const senders = ranksAt(arranged.rows, places.rows);
    const receivers = ranksAt(arranged.columns, places.columns);
    const within = await keep(client.arrange(box, withinShifts(shifts, senders, receivers), null, signal));
    await client.drop(box);
    return within;
  };
  /** How many cells of the box both sides have, and one alone. */
  const overlapOf = async ({ a, b }: NonNullable<Arranged['sides']>) => {
    const all = { rows: upTo(rows.length), columns: upTo(columns.length) };
    const of = { a: await boxOf({ of: a.of, ...picked(a, alone) }, alone, null), b: -1 };
    of.b = await boxOf({ of: b.of, ...picked(b, alone) }, alone, null);
    const told = await client.compare('difference', { of: of.a, ...all }, { of: of.b, ...all }, null, signal);
    await Promise.all([of.a, of.b, told.matrix].map((matrix) => client.drop(matrix)));
    return told.overlap;
  };
  try {
    const of: BoxSelection['of'][number][] = [];
    for (const { matrix } of arranged.shown)
      of.push({
        masked: await boxOf({ of: matrix, ...masked }, masked, apart),
        alone: await boxOf({ of: matrix, ...alone }, alone, groups),
      });
    const overlap = sides && (await overlapOf(sides));
    return { rows, columns, of, client, pairs: pairsIn(question), overlap };
  } catch (error) {
    await Promise.allSettled(made.map((matrix) => client.drop(matrix)));
    throw error;
  }
}

type Places = Pick<MatrixChoice, 'rows' | 'columns'>;

const upTo = (count: number) => Int32Array.from({ length: count }, (_, i) => i);

/** The given places of `count`, -1 for the others. */
function only(places: readonly number[], count: number): Int32Array {
  const all = new Int32Array(count).fill(-1);
  for (const at of places) all[at] = at;
  return all;
}

/** What stands at some places. */
function picked({ rows, columns }: Places, at: Places): Places {
  const pick = (from: Int32Array, places: Int32Array) => places.map((place) => from[place] ?? -1);
  return { rows: pick(rows, at.rows), columns: pick(columns, at.columns) };
}

const ranksAt = (positions: readonly Position[], places: ArrayLike<number>): Int32Array =>
  Int32Array.from(places, (at) => positions[at]?.ranks[0] ?? -1);

/** Pairs of a box that are chosen; null where they are too many to be counted. */
function pairsIn({ arranged, rows, columns, shifts }: PartQuestion): number | null {
  if (!shifts) return rows.length * columns.length;
  const senders = new Set(ranksAt(arranged.rows, rows));
  return pairsChosen({ senders, receivers: new Set(ranksAt(arranged.columns, columns)), shifts });
}

/** Forgets the matrices of a part. */
export function dropPart({ of, client }: BoxSelection): void {
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
