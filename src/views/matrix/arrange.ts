import type { CellComparison } from '../../matrix/cells';
import type { MatrixChoice, Groups, MatrixSummary } from '../../matrix/messages';
import type { Overlap } from '../../matrix/statistics';
import { ranksOfB, type Alignment } from '../../pairs/align';
import type { View } from '../../share/view';
import { alignSets, compareSides } from '../../pairs/against';
import type { HeldPairs } from '../../pairs/held';
import { addsUp } from '../../pairs/quantities';
import { foldsHosts, type RankFold } from './folds';
import { apartGroups, byHostName, byLeaf, groupOfEach, match, matchByName, positionsOf } from './positions';
import type { Position, KeptPositions } from './positions';

/** How pair data is to be shown. */
export interface ArrangeRequest {
  frame: 'single' | 'side' | CellComparison;
  order: View['order'];
  fold: RankFold;
  excluded: readonly number[];
}

/** A matrix of the worker as it is shown. */
export interface ArrangedMatrix {
  matrix: number;
  summary: MatrixSummary;
}

/** Pair data as it is shown: one matrix, two of the same shape, or a comparison. */
export interface Arranged {
  /** A, or the comparison; then B side by side. */
  shown: readonly ArrangedMatrix[];
  rows: readonly Position[];
  columns: readonly Position[];
  square: boolean;
  overlap: Overlap | null;
  /** What is set against each other; null where nothing is. */
  sides: { a: MatrixChoice; b: MatrixChoice } | null;
  alignment: Alignment | null;
  /** What is left apart in it; null where nothing is. */
  apart: Groups | null;
  /** Whether a ratio is A over B, since less is better. */
  turned: boolean;
  /** A sentence where the order that was asked for cannot be had. */
  orderProblem: string | null;
  /** Matrices to drop when this is not shown any more. */
  owned: readonly number[];
}

/** A set with its ranks left out and put together. */
interface Layer extends KeptPositions {
  matrix: number;
}

/**
 * Makes the matrices to be shown of one or two sets: ranks left out, hosts put together, sides brought to one shape, rows
 * and columns in order. Rejects with a sentence; what was made until then is dropped.
 */
export async function arrange(a: HeldPairs, b: HeldPairs | null, wanted: ArrangeRequest): Promise<Arranged> {
  const owned: number[] = [];
  try {
    return await arrangeInto(owned, a, b, wanted);
  } catch (error) {
    await Promise.all(owned.map((matrix) => a.client.drop(matrix)));
    throw error;
  }
}

async function arrangeInto(
  owned: number[],
  a: HeldPairs,
  b: HeldPairs | null,
  { frame, order, fold, excluded }: ArrangeRequest,
): Promise<Arranged> {
  const { client } = a;
  const one = await layerOf(a, new Set(excluded), fold, owned);
  if (one.rows.length === 0 || one.columns.length === 0)
    throw new Error('All ranks are left out: take some in again.');
  const found = await orderOf(a, one, order, fold.leaves !== null, owned);
  const rowsA = reordered(one.rows, found.rows);
  const columnsA = reordered(one.columns, found.columns);
  const common = { square: one.square, orderProblem: found.problem, owned };
  const groups = (rows: readonly Position[], columns: readonly Position[]): Groups | null =>
    leavesApart(a, fold) ? groupsOf(rows, columns) : null;

  if (!b || frame === 'single') {
    const single = {
      ...common,
      rows: rowsA,
      columns: columnsA,
      overlap: null,
      sides: null,
      alignment: null,
      apart: groups(rowsA, columnsA),
      turned: false,
    };
    if (isWhole(a, one, fold) && !found.rows) {
      const { summary } = await client.ask({ type: 'summary', matrix: one.matrix });
      return { ...single, shown: [{ matrix: one.matrix, summary }] };
    }
    const matrix = await client.choose(
      { of: one.matrix, rows: placesOf(rowsA), columns: placesOf(columnsA) },
      groups(rowsA, columnsA),
    );
    owned.push(matrix);
    const { summary } = await client.ask({ type: 'summary', matrix });
    return { ...single, shown: [{ matrix, summary }] };
  }

  const alignment = alignSets(a, b, fold.fold !== 'rank');
  const other = await layerOf(b, new Set(ranksOfB(alignment, excluded)), fold, owned);
  const byName = fold.fold === 'leaf' && fold.leaves !== null;
  const together = (of: Position[], and: Position[]) =>
    byName ? matchByName(of, and) : match(of, and, alignment);
  const rows = together(rowsA, other.rows);
  const columns = together(columnsA, other.columns);
  const apart = groups(rows.positions, columns.positions);
  const sides = {
    a: { of: one.matrix, rows: rows.a, columns: columns.a },
    b: { of: other.matrix, rows: rows.b, columns: columns.b },
  };
  const result = { ...common, rows: rows.positions, columns: columns.positions, alignment, apart };
  if (frame !== 'side') {
    const told = await compareSides(client, frame, a.set.better, sides.a, sides.b, apart);
    owned.push(told.matrix);
    return { ...result, shown: [told], overlap: told.overlap, turned: told.turned, sides };
  }
  const shown: ArrangedMatrix[] = [];
  for (const side of [sides.a, sides.b]) {
    const matrix = await client.choose(side, apart);
    owned.push(matrix);
    shown.push({ matrix, summary: (await client.ask({ type: 'summary', matrix })).summary });
  }
  return { ...result, shown, overlap: null, turned: false, sides: null };
}

/** Whether a layer is shown as it is, with nothing left out: then nothing need be made for it. */
const isWhole = ({ senders, receivers }: HeldPairs, { rows, columns }: Layer, { fold }: RankFold): boolean =>
  fold !== 'rank' || (rows.length === senders && columns.length === receivers);

/** Whether pairs on one host stand apart: those of a test, and where cells are no groups of hosts. */
const leavesApart = ({ set }: HeldPairs, fold: RankFold): boolean =>
  set.better !== 'none' && !foldsHosts(fold);

async function layerOf(
  held: HeldPairs,
  excluded: ReadonlySet<number>,
  fold: RankFold,
  owned: number[],
): Promise<Layer> {
  const positions = positionsOf(held, excluded, fold);
  if (fold.fold === 'rank') return { ...positions, matrix: held.pairs };
  const { senders, receivers, firstReceiver } = held;
  const matrix = await held.client.fold(
    held.pairs,
    {
      rows: groupOfEach(positions.rows, senders, 0),
      columns: groupOfEach(positions.columns, receivers, firstReceiver),
      by: addsUp(held.set) ? 'sum' : 'mean',
      // What is on one host is no part of what a group gets of the network.
      apart: foldsHosts(fold) ? 'left out' : 'taken in',
    },
    leavesApart(held, fold) ? groupsOf(positions.rows, positions.columns) : null,
  );
  owned.push(matrix);
  return { ...positions, matrix };
}

/** Places of rows and of columns in their new order. */
interface Found {
  rows: Int32Array | null;
  columns: Int32Array | null;
  problem: string | null;
}

async function orderOf(
  { client }: HeldPairs,
  { matrix, rows, columns, square }: Layer,
  order: View['order'],
  hasLeaves: boolean,
  owned: number[],
): Promise<Found> {
  if (order === 'rank') return { rows: null, columns: null, problem: null };
  if (order === 'host') return { rows: byHostName(rows), columns: byHostName(columns), problem: null };
  if (order === 'leaf')
    return hasLeaves
      ? { rows: byLeaf(rows), columns: byLeaf(columns), problem: null }
      : {
          ...{ rows: null, columns: null },
          problem: 'The leaf switches of the hosts are not known: ranks stand in their order.',
        };
  if (!square)
    return {
      ...{ rows: null, columns: null },
      problem: 'Senders and receivers are other ranks here: they stand in the order of their ranks.',
    };
  const chosen = await client.choose({ of: matrix, rows: placesOf(rows), columns: placesOf(columns) });
  owned.push(chosen);
  try {
    const told = await client.ask({ type: 'order', matrix: chosen, by: order });
    return { rows: told.order, columns: told.order, problem: null };
  } catch (error) {
    return { rows: null, columns: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

const placesOf = (positions: readonly Position[]) => Int32Array.from(positions, ({ at }) => at);

function reordered(positions: readonly Position[], order: Int32Array | null): Position[] {
  return order ? Array.from(order, (i) => positions[i]).filter((p) => p !== undefined) : [...positions];
}

/** Rows and columns of one host, or of one rank, have the same number. */
function groupsOf(rows: readonly Position[], columns: readonly Position[]): Groups {
  const all = apartGroups([...rows, ...columns]);
  return { rows: all.slice(0, rows.length), columns: all.slice(rows.length) };
}
