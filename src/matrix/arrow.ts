import { tableFromIPC, type Batch, type ExtractionOptions } from '@uwdata/flechette';

/** A row of a matrix as a table gives it: its place and its cells. */
export interface GivenRow {
  readonly row: number;
  readonly values: Float32Array;
}

const OPTIONS: ExtractionOptions = { useBigInt: false };

/**
 * Rows of a matrix, in ascending order, out of the parts of an Arrow IPC stream with two columns: the number of the row,
 * and the list of its cells (float or double, NaN or null for a missing one). A null list is a row without cells. The
 * cells stay where they are in the stream. Throws a sentence when the table has other columns.
 */
export function rowsFromIpc(parts: Uint8Array[]): GivenRow[] {
  const table = tableFromIPC(parts, OPTIONS);
  const [numbers, lists] = [table.getChildAt(0), table.getChildAt(1)];
  if (table.numCols !== 2) throw new Error(`Rows of a matrix come in two columns, not ${table.numCols}.`);
  const rows: GivenRow[] = [];
  let at = 0;
  for (const batch of lists.data as readonly Batch<unknown>[])
    for (let i = 0; i < batch.length; i++) {
      const row: unknown = numbers.at(at++);
      if (typeof row !== 'number') throw new Error(`Row ${at} of the table has no number.`);
      rows.push({ row, values: cellsOf(batch, i) });
    }
  return rows.sort((a, b) => a.row - b.row);
}

/**
 * The cells of one list, read from the memory of its batch: making an array of each list takes many times as long. Floats
 * are that memory itself, which the table gives away.
 */
function cellsOf(batch: Batch<unknown>, index: number): Float32Array {
  const [items] = batch.children;
  const offsets = batch.offsets as ArrayLike<number | bigint>;
  if (!items || (batch.nullCount > 0 && !batch.isValid(index))) return new Float32Array(0);
  const [from, to] = [Number(offsets[index]), Number(offsets[index + 1])];
  const values: unknown = items.values;
  if (!(values instanceof Float32Array || values instanceof Float64Array))
    throw new Error('The cells of a row of a matrix come as a list of numbers.');
  const part = values.subarray(from, to);
  const cells = part instanceof Float32Array ? part : Float32Array.from(part);
  const known = items.validity;
  if (items.nullCount > 0)
    for (let i = from; i < to; i++) if (((known[i >> 3] ?? 0) & (1 << (i & 7))) === 0) cells[i - from] = NaN;
  return cells;
}
