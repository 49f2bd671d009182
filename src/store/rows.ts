import { columnFromArray, tableFromColumns, tableToIPC, type Column } from '@uwdata/flechette';
import { COLUMNS, type FilledTable } from './tables';

type Cell = string | number | null;

/** Rows of one table waiting to become Arrow, column by column. */
class Buffer {
  readonly columns: Cell[][];
  constructor(width: number) {
    this.columns = Array.from({ length: width }, () => []);
  }
  get length(): number {
    return this.columns[0]?.length ?? 0;
  }
}

/** Gathers rows for several tables and turns them into Arrow IPC streams for the engine. */
export class RowBuffers {
  private buffers = new Map<FilledTable, Buffer>();
  /** Rows gathered since the last `take`. */
  rows = 0;

  /** Adds one row; cells in the order of the columns in `COLUMNS`. */
  add(table: FilledTable, ...cells: Cell[]): void {
    let buffer = this.buffers.get(table);
    if (!buffer) this.buffers.set(table, (buffer = new Buffer(Object.keys(COLUMNS[table]).length)));
    const { columns } = buffer;
    for (let i = 0; i < columns.length; i++) columns[i]?.push(cells[i] ?? null);
    this.rows++;
  }

  /** Hands out all rows as one IPC stream per table and starts anew. */
  take(): { table: FilledTable; rows: number; ipc: Uint8Array<ArrayBuffer> }[] {
    const out = [];
    for (const [table, buffer] of this.buffers) {
      const types = Object.entries(COLUMNS[table]);
      const columns: [string, Column<unknown>][] = types.map(([name, type], i) => [
        name,
        columnFromArray<unknown>(buffer.columns[i] ?? [], type),
      ]);
      const ipc = tableToIPC(tableFromColumns(columns), { format: 'stream' });
      if (!ipc) throw new Error(`no Arrow stream for ${table}`);
      out.push({ table, rows: buffer.length, ipc: ipc as Uint8Array<ArrayBuffer> });
    }
    this.buffers.clear();
    this.rows = 0;
    return out;
  }
}
