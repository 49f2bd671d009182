import type { PairGrid } from '../pairs/grid';
import { orderByBandwidth, orderByMean, orderBySimilarity } from '../pairs/orders';
import { APART, type Cells } from './cells';
import type { Work } from '../model/turns';

/** Orders of ranks that are found from the cells. */
export type FoundOrder = 'mean' | 'similarity' | 'bandwidth';

/** Most ranks of a matrix that is read as pair data: 256 MiB of cells beside the matrix itself. */
export const MOST_READ_RANKS = 8192;
/** Most ranks that are put in an order that is found from the cells. */
const MOST_ORDERED: Readonly<Record<FoundOrder, number>> = { mean: 8192, similarity: 2048, bandwidth: 8192 };

/** The cells as a grid of senders and receivers, cells left apart missing. Throws a sentence for a larger one. */
export function* gridOf(cells: Cells, ranks: number, firstReceiver: number): Work<PairGrid> {
  const { rows, columns } = cells;
  if (Math.max(rows, columns) > MOST_READ_RANKS)
    throw new Error(
      `Pairs of up to ${MOST_READ_RANKS.toLocaleString('en')} ranks are ranked and explained; this matrix has ${Math.max(rows, columns).toLocaleString('en')}. Its picture, histogram and figures are whole.`,
    );
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const into = values.subarray(row * columns, (row + 1) * columns);
    cells.read(row, 0, columns, into);
    for (let i = 0; i < columns; i++) if (into[i] === APART) into[i] = NaN;
    yield;
  }
  return { ranks, senders: rows, receivers: columns, firstReceiver, values };
}

/** An order of the ranks of a square matrix. Throws a sentence where it would take too long. */
export function* orderOf(cells: Cells, by: FoundOrder): Work<Int32Array> {
  const most = MOST_ORDERED[by];
  if (cells.rows !== cells.columns || cells.rows > most)
    throw new Error(
      `Only square matrices of up to ${most.toLocaleString('en')} ranks are ordered by ${by === 'bandwidth' ? 'partners' : by}.`,
    );
  const grid = yield* gridOf(cells, cells.rows, 0);
  return by === 'mean'
    ? orderByMean(grid)
    : by === 'similarity'
      ? orderBySimilarity(grid)
      : orderByBandwidth(grid);
}
