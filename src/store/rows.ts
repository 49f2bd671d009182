import {
  type Batch,
  batchType,
  Column,
  columnFromArray,
  tableFromColumns,
  tableToIPC,
  Type,
  type DataType,
} from '@uwdata/flechette';
import type { MeasurementBatch } from '../formats/format';
import { measurementRows, type TableRows, TextPieces } from './batches';
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

/** Rows gathered before they are handed on. Those of batches take a tenth of the memory, and each handing on its time. */
const FLUSH_ROWS = 65_536;
const FLUSH_BATCHED = 262_144;

/** Gathers rows for several tables and turns them into Arrow IPC streams for the engine. */
export class RowBuffers {
  private buffers = new Map<FilledTable, Buffer>();
  private batches: { firstSeries: number; batch: MeasurementBatch }[] = [];
  private texts = new TextPieces();
  private batched = 0;
  /** Rows gathered one by one since the last `take`. */
  rows = 0;

  /** Whether it is time to hand the rows on: some megabytes of Arrow. */
  get full(): boolean {
    return this.rows >= FLUSH_ROWS || this.batched >= FLUSH_BATCHED;
  }

  /** Whether nothing was gathered since the last `take`. */
  get empty(): boolean {
    return this.rows === 0 && this.batched === 0 && this.texts.length === 0;
  }

  /** Adds one row; cells in the order of the columns in `COLUMNS`. */
  add(table: FilledTable, ...cells: Cell[]): void {
    let buffer = this.buffers.get(table);
    if (!buffer) this.buffers.set(table, (buffer = new Buffer(Object.keys(COLUMNS[table]).length)));
    const { columns } = buffer;
    for (let i = 0; i < columns.length; i++) columns[i]?.push(cells[i] ?? null);
    this.rows++;
  }

  /** Adds many measurements; their series count from `firstSeries`. */
  addMeasurements(firstSeries: number, batch: MeasurementBatch): void {
    this.batches.push({ firstSeries, batch });
    this.batched += batch.length;
  }

  /** Adds kept lines as UTF-8. */
  addText(source: number, firstLine: number, utf8: Uint8Array): void {
    this.texts.add(source, firstLine, utf8);
  }

  /** Hands out all rows as IPC streams, one or two per table, and starts anew. */
  take(): TableRows[] {
    const out: TableRows[] = [];
    if (this.batches.length > 0) out.push(measurementRows(this.batches));
    if (this.texts.length > 0) out.push(this.texts.rows());
    this.batches = [];
    this.texts = new TextPieces();
    for (const [table, buffer] of this.buffers) {
      const types = Object.entries(COLUMNS[table]);
      const columns: [string, Column<unknown>][] = types.map(([name, type], i) => [
        name,
        columnOf(buffer.columns[i] ?? [], type),
      ]);
      const ipc = tableToIPC(tableFromColumns(columns), { format: 'stream' });
      if (!ipc) throw new Error(`no Arrow stream for ${table}`);
      out.push({ table, rows: buffer.length, ipc: ipc as Uint8Array<ArrayBuffer> });
    }
    this.buffers.clear();
    this.rows = 0;
    this.batched = 0;
    return out;
  }
}

function columnOf(cells: Cell[], type: DataType): Column<unknown> {
  return (
    (type.typeId === Type.Utf8 && plainTexts(cells as readonly (string | null)[], type)) ||
    columnFromArray<unknown>(cells, type)
  );
}

const encoder = new TextEncoder();

/**
 * A column of texts that are all ASCII, encoded in one go; null where one is not. Several times as fast as encoding
 * text by text, which takes most of the time of a large import.
 */
function plainTexts(texts: readonly (string | null)[], type: DataType): Column<unknown> | null {
  const values = encoder.encode(texts.join(''));
  const { length } = texts;
  const offsets = new Int32Array(length + 1);
  const validity = new Uint8Array((length + 7) >> 3);
  let nullCount = 0;
  let end = 0;
  for (let i = 0; i < length; i++) {
    const text = texts[i] ?? null;
    if (text === null) nullCount++;
    else {
      end += text.length;
      validity[i >> 3] = (validity[i >> 3] ?? 0) | (1 << (i & 7));
    }
    offsets[i + 1] = end;
  }
  if (end !== values.length) return null;
  const TextBatch = batchType(type) as new (parts: object) => Batch<unknown>;
  return new Column(
    [
      new TextBatch({
        type,
        length,
        nullCount,
        validity: nullCount > 0 ? validity : new Uint8Array(0),
        offsets,
        values,
      }),
    ],
    type,
  );
}
