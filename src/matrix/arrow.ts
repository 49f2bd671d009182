import { tableFromIPC, type ExtractionOptions } from '@uwdata/flechette';

/** A row of a matrix as a table gives it: its place and its cells. */
export interface GivenRow {
  readonly row: number;
  readonly values: Float32Array;
}

const OPTIONS: ExtractionOptions = { useBigInt: false };

/**
 * Rows of a matrix out of an Arrow IPC stream or file with two columns: the number of the row, and the list of its
 * cells (float or double, null for a missing one). A null list is a row without cells. Throws a sentence when the
 * table has other columns.
 */
export function* rowsFromIpc(ipc: Uint8Array): Generator<GivenRow> {
  const table = tableFromIPC(ipc, OPTIONS);
  const [numbers, lists] = [table.getChildAt(0), table.getChildAt(1)];
  if (table.numCols !== 2) throw new Error(`Rows of a matrix come in two columns, not ${table.numCols}.`);
  for (let i = 0; i < table.numRows; i++) {
    const row: unknown = numbers.at(i);
    if (typeof row !== 'number') throw new Error(`Row ${i + 1} of the table has no number.`);
    yield { row, values: cellsOf(lists.at(i)) };
  }
}

function cellsOf(list: unknown): Float32Array {
  if (list === null || list === undefined) return new Float32Array(0);
  // A list without nulls is a view of the table's own memory.
  if (list instanceof Float32Array || list instanceof Float64Array) return Float32Array.from(list);
  if (!Array.isArray(list)) throw new Error('The cells of a row of a matrix come as a list of numbers.');
  return Float32Array.from(list, (v: unknown) => (typeof v === 'number' ? v : NaN));
}
