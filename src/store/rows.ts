import {
  type Batch,
  batchType,
  Column,
  columnFromArray,
  Type,
  type DataType,
  type ListType,
} from '@uwdata/flechette';
import type { MeasurementBatch, PlainBatch, TextBatch } from '../formats/format';
import { plainRows, streamOf, textRows, type SeriesBatch, type TableRows, TextPieces } from './batches';
import { columnsOf, type NewRow, type TableName } from './tables';

type Numbers = Float32Array | Int32Array | Uint16Array;
type Cell = string | number | Numbers | null;

/** Values of a list that weigh as much as a row. */
const LIST_WEIGHT = 16;

/** Rows of one table waiting to become Arrow, column by column. */
class Buffer<Table extends TableName> {
  private readonly names: readonly string[];
  private readonly columns: readonly Cell[][];

  constructor(private readonly table: Table) {
    this.names = columnsOf(table).map(([name]) => name);
    this.columns = this.names.map(() => []);
  }

  get length(): number {
    return this.columns[0]?.length ?? 0;
  }

  /** Returns how much the row weighs: a list counts as one more row for each 16 of its values. */
  add(row: NewRow<Table>): number {
    const cells = row as Readonly<Record<string, Cell>>;
    let weight = 1;
    for (let i = 0; i < this.names.length; i++) {
      const cell = cells[this.names[i] ?? ''] ?? null;
      this.columns[i]?.push(cell);
      if (cell !== null && typeof cell === 'object') weight += cell.length / LIST_WEIGHT;
    }
    return weight;
  }

  /** Takes out all rows but the first ones. */
  cutTo(length: number): void {
    for (const column of this.columns) column.length = length;
  }

  get rows(): TableRows {
    return streamOf(this.table, this.length, (_, type, i) => columnOf(this.columns[i] ?? [], type));
  }
}

/** Rows gathered before they are handed on: fewer cost time for each handing on, more make progress coarse. */
const FLUSH_ROWS = 65_536;

/** Gathers rows for several tables and turns them into Arrow IPC streams for the engine. */
export class RowBuffers {
  private buffers = new Map<TableName, Buffer<TableName>>();
  private printed: SeriesBatch<TextBatch>[] = [];
  private plain: SeriesBatch<PlainBatch>[] = [];
  private readonly texts = new TextPieces();
  private batched = 0;
  private taken = 0;
  /** Rows gathered one by one since the last `take`, by their weight. */
  rows = 0;

  /** Whether it is time to hand the rows on: some megabytes of Arrow. */
  get full(): boolean {
    return this.rows + this.batched >= FLUSH_ROWS;
  }

  /** Whether nothing was gathered since the last `take`. */
  get empty(): boolean {
    return this.rows === 0 && this.batched === 0 && this.texts.length === 0;
  }

  /** Adds one row. */
  add<Table extends TableName>(table: Table, row: NewRow<Table>): void {
    let buffer = this.buffers.get(table) as Buffer<Table> | undefined;
    if (!buffer) this.buffers.set(table, (buffer = new Buffer(table)));
    this.rows += buffer.add(row);
  }

  /** Adds many measurements; their series count from `firstSeries`. */
  addMeasurements(firstSeries: number, batch: MeasurementBatch): void {
    if ('decimals' in batch) this.plain.push({ firstSeries, batch });
    else this.printed.push({ firstSeries, batch });
    this.batched += batch.length;
  }

  /** Adds kept lines as UTF-8. */
  addText(source: number, firstLine: number, utf8: Uint8Array): void {
    this.texts.add(source, firstLine, utf8);
  }

  /** Hands out all rows as IPC streams, one or two per table, and starts anew. */
  take(): TableRows[] {
    const out: TableRows[] = [];
    if (this.plain.length > 0) out.push(plainRows(this.plain));
    for (const { batch } of this.plain) batch.giveBack?.();
    if (this.printed.length > 0) out.push(textRows(this.printed));
    if (this.texts.length > 0) out.push(this.texts.take());
    this.plain = [];
    this.printed = [];
    for (const buffer of this.buffers.values()) if (buffer.length > 0) out.push(buffer.rows);
    this.buffers.clear();
    this.rows = 0;
    this.batched = 0;
    this.taken++;
    return out;
  }

  /**
   * Remembers this place. The function returned takes out all rows added since; it returns false, and does nothing,
   * when rows were handed out meanwhile.
   */
  mark(): () => boolean {
    const { taken, rows, batched } = this;
    const [plain, printed, texts] = [this.plain.length, this.printed.length, this.texts.length];
    const lengths = new Map([...this.buffers].map(([table, { length }]) => [table, length]));
    return () => {
      if (taken !== this.taken) return false;
      for (const [table, buffer] of this.buffers) buffer.cutTo(lengths.get(table) ?? 0);
      this.plain.length = plain;
      this.printed.length = printed;
      this.texts.cutTo(texts);
      this.rows = rows;
      this.batched = batched;
      return true;
    };
  }
}

/** Rows of a table as an Arrow IPC stream. */
export function rowsOf<Table extends TableName>(
  table: Table,
  rows: readonly NewRow<Table>[],
): Uint8Array<ArrayBuffer> {
  const buffer = new Buffer(table);
  for (const row of rows) buffer.add(row);
  return buffer.rows.ipc;
}

function columnOf(cells: Cell[], type: DataType): Column<unknown> {
  if (cells.length === 0) return columnFromArray<unknown>(cells, type);
  if (type.typeId === Type.List) return lists(cells as readonly (Numbers | null)[], type);
  if (type.typeId === Type.Binary) return bytesOf(cells as readonly (Numbers | null)[], type);
  return (
    (type.typeId === Type.Utf8 && plainTexts(cells as readonly (string | null)[], type)) ||
    columnFromArray<unknown>(cells, type)
  );
}

/** A column of lists of whole numbers, copied array by array. */
function lists(cells: readonly (Numbers | null)[], type: ListType): Column<unknown> {
  const [child] = type.children;
  if (!child) throw new Error('a list type has one child');
  const total = cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
  const short = child.type.typeId === Type.Int && child.type.bitWidth === 16;
  const values = short ? new Uint16Array(total) : new Int32Array(total);
  const parts = joined(cells, values);
  const items = batch(child.type, { length: total, nullCount: 0, values });
  return new Column([batch(type, { ...parts, children: [items] })], type);
}

/** A column of the bytes of arrays of numbers, as they lie in memory. */
export function bytesOf(cells: readonly (Numbers | null)[], type: DataType): Column<unknown> {
  const own = cells.map((cell) => cell && new Uint8Array(cell.buffer, cell.byteOffset, cell.byteLength));
  const values = new Uint8Array(own.reduce((sum, cell) => sum + (cell?.length ?? 0), 0));
  return new Column([batch(type, { ...joined(own, values), values })], type);
}

/** Copies arrays one after the other into `values`; returns where each of them ends, and which of them are there. */
function joined(arrays: readonly (Numbers | Uint8Array | null)[], values: Numbers | Uint8Array) {
  const { length } = arrays;
  const offsets = new Int32Array(length + 1);
  const validity = new Uint8Array((length + 7) >> 3);
  let nullCount = 0;
  let end = 0;
  arrays.forEach((array, i) => {
    if (array) {
      values.set(array, end);
      end += array.length;
      mark(validity, i);
    } else nullCount++;
    offsets[i + 1] = end;
  });
  return { length, nullCount, validity, offsets };
}

function mark(bits: Uint8Array, at: number): void {
  bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
}

function batch(type: DataType, parts: Omit<ConstructorParameters<typeof Batch>[0], 'type'>): Batch<unknown> {
  const Kind = batchType(type) as new (parts: ConstructorParameters<typeof Batch>[0]) => Batch<unknown>;
  const validity = parts.nullCount > 0 ? parts.validity : new Uint8Array(0);
  return new Kind({ ...parts, type, ...(validity && { validity }) });
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
      mark(validity, i);
    }
    offsets[i + 1] = end;
  }
  if (end !== values.length) return null;
  return new Column([batch(type, { length, nullCount, validity, offsets, values })], type);
}
