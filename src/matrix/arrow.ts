import { tableFromIPC, Type, type Batch, type ExtractionOptions } from '@uwdata/flechette';

/** A row of a matrix as a table gives it: its place and its cells. */
export interface GivenRow {
  readonly row: number;
  readonly values: Float32Array;
}

const OPTIONS: ExtractionOptions = { useBigInt: false };
const FLOAT = Float32Array.BYTES_PER_ELEMENT;

/**
 * Rows of a matrix, in ascending order, out of the parts of an Arrow IPC stream with two columns: the number of the row,
 * and its cells, as the bytes of floats (`matrix_row` in store/tables.ts; NaN = missing) or as a list (float or double, NaN or
 * null for a missing one). Null is a row without cells. The cells stay where they are in the stream. Throws a sentence
 * when the table has other columns.
 */
export function rowsFromIpc(parts: Uint8Array[]): GivenRow[] {
  const table = tableFromIPC(parts, OPTIONS);
  const [numbers, cells] = [table.getChildAt(0), table.getChildAt(1)];
  if (table.numCols !== 2) throw new Error(`Rows of a matrix come in two columns, not ${table.numCols}.`);
  const rows: GivenRow[] = [];
  let at = 0;
  for (const batch of cells.data as readonly Batch<unknown>[])
    for (let i = 0; i < batch.length; i++) {
      const row: unknown = numbers.at(at++);
      if (typeof row !== 'number') throw new Error(`Row ${at} of the table has no number.`);
      rows.push({ row, values: cellsOf(batch, i) ?? new Float32Array(0) });
    }
  return rows.sort((a, b) => a.row - b.row);
}

/**
 * The cells of one row, read from the memory of its batch: making an array of each list takes many times as long. Floats
 * are that memory itself, which the table gives away. Null where the row is. Throws a sentence for other values.
 */
export function cellsOf(batch: Batch<unknown>, index: number): Float32Array | null {
  const offsets = batch.offsets as ArrayLike<number | bigint>;
  if (batch.nullCount > 0 && !batch.isValid(index)) return null;
  const [from, to] = [Number(offsets[index]), Number(offsets[index + 1])];
  return batch.type.typeId === Type.Binary
    ? floats((batch.values as Uint8Array).subarray(from, to))
    : listed(batch, from, to);
}

function floats(bytes: Uint8Array): Float32Array {
  if (bytes.length % FLOAT > 0)
    throw new Error(
      `The cells of a row of a matrix are ${bytes.length} bytes: those of floats are four each.`,
    );
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / FLOAT);
}

function listed(batch: Batch<unknown>, from: number, to: number): Float32Array {
  const [items] = batch.children;
  const values: unknown = items?.values;
  if (!items || !(values instanceof Float32Array || values instanceof Float64Array))
    throw new Error('The cells of a row of a matrix come as bytes or as a list of numbers.');
  const part = values.subarray(from, to);
  const cells = part instanceof Float32Array ? part : Float32Array.from(part);
  const known = items.validity;
  if (items.nullCount > 0)
    for (let i = from; i < to; i++) if (((known[i >> 3] ?? 0) & (1 << (i & 7))) === 0) cells[i - from] = NaN;
  return cells;
}
