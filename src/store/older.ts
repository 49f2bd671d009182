import { binary, Column, tableFromColumns, tableFromIPC, tableToIPC } from '@uwdata/flechette';
import { cellsOf } from '../matrix/arrow';
import { bytesOf } from './rows';

/**
 * Rows of matrices as works of version 5 and before have them, the cells as lists in a column `values` (NaN or null =
 * missing), as they are now. Throws when the bytes are no such Arrow stream.
 */
export function withCells(ipc: Uint8Array): Uint8Array {
  const table = tableFromIPC(ipc, { useBigInt: false });
  const columns = table.names.map((name, i): [string, Column<unknown>] => {
    const column = table.getChildAt<unknown>(i);
    if (name !== 'values') return [name, column];
    const batches = column.data.flatMap(
      (batch) =>
        bytesOf(
          Array.from({ length: batch.length }, (_, row) => cellsOf(batch, row)),
          binary(),
        ).data,
    );
    return ['cells', new Column(batches, binary())];
  });
  const out = tableToIPC(tableFromColumns(columns), { format: 'stream' });
  if (!out) throw new Error('no Arrow stream for matrix_row');
  return out;
}
