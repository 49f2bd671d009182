import type { MatrixClient } from '../../matrix/client';
import type { ChosenRanks } from '../pairs/chosen';
import type { Arranged } from './arrange';
import type { Position } from './positions';

/** The chosen box in what is shown: its rows and columns by their places, and each shown matrix limited to it. */
export interface Part {
  rows: readonly number[];
  columns: readonly number[];
  /** For each shown matrix: one of the same shape in which the rest is missing, and one of the chosen rows and columns. */
  of: readonly { masked: number; alone: number }[];
  client: MatrixClient;
}

/** What a part is asked of. */
export interface PartQuestion {
  client: MatrixClient;
  arranged: Arranged;
  rows: readonly number[];
  columns: readonly number[];
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
  return rows.length > 0 && columns.length > 0 ? { client, arranged, rows, columns } : null;
}

/** Makes the matrices of a chosen box. Rejects with a sentence; what was made until then is dropped. */
export async function makePart(question: PartQuestion, signal: AbortSignal): Promise<Part> {
  const { client, arranged, rows, columns } = question;
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
  try {
    for (const { matrix } of arranged.shown) {
      const within = await client.choose({ of: matrix, ...masked }, apart, signal);
      made.push(within);
      const own = await client.choose({ of: matrix, ...alone }, groups, signal);
      made.push(own);
      of.push({ masked: within, alone: own });
    }
  } catch (error) {
    await Promise.allSettled(made.map((matrix) => client.drop(matrix)));
    throw error;
  }
  return { rows, columns, of, client };
}

/** Forgets the matrices of a part. */
export function dropPart({ of, client }: Part): void {
  // A worker that has ended holds nothing any more.
  void Promise.allSettled(of.flatMap(({ masked, alone }) => [client.drop(masked), client.drop(alone)]));
}
