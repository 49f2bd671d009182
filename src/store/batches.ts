import {
  type Batch,
  batchType,
  Column,
  columnFromArray,
  dictionary,
  tableFromColumns,
  tableToIPC,
  int32,
  utf8,
  type DataType,
} from '@uwdata/flechette';
import type { PlainBatch, TextBatch } from '../formats/format';
import { ARROW_TYPES, columnsOf, type ColumnName, type TableName } from './tables';

/** Rows of one table as an Arrow IPC stream. */
export interface TableRows {
  table: TableName;
  rows: number;
  ipc: Uint8Array<ArrayBuffer>;
}

/** Bytes that are made ready for kept text at first. */
const FIRST_TEXT = 2 ** 20;

/** What an Arrow column is made from: values, and for texts where they end. Nothing is copied. */
interface Parts {
  length: number;
  values: Int32Array | Float64Array | BigInt64Array | Uint8Array;
  offsets?: Int32Array;
  validity?: Uint8Array;
  nullCount?: number;
}

function batchOf(type: DataType, { nullCount = 0, validity, ...parts }: Parts): Batch<unknown> {
  const OfType = batchType(type) as new (parts: object) => Batch<unknown>;
  return new OfType({ type, nullCount, validity: validity ?? new Uint8Array(0), ...parts });
}

/** The rows of a table as a stream; `columnOf` makes a column. */
export function streamOf(
  table: TableName,
  rows: number,
  columnOf: (name: string, type: DataType, index: number) => Column<unknown>,
): TableRows {
  const columns = columnsOf(table).map(([name, { type }], i): [string, Column<unknown>] => [
    name,
    columnOf(name, ARROW_TYPES[type], i),
  ]);
  const ipc = tableToIPC(tableFromColumns(columns), { format: 'stream' });
  if (!ipc) throw new Error(`no Arrow stream for ${table}`);
  return { table, rows, ipc: ipc as Uint8Array<ArrayBuffer> };
}

/** The rows of a table; a column is given by its parts, or whole. */
function ipcOf<Table extends TableName>(
  table: Table,
  rows: number,
  given: Readonly<Record<ColumnName<Table>, readonly Parts[] | Column<unknown>>>,
): TableRows {
  return streamOf(table, rows, (name, type) => {
    const column = given[name as ColumnName<Table>];
    if (column instanceof Column) return column;
    const parts: readonly Parts[] = column;
    return new Column(
      parts.map((one) => batchOf(type, one)),
      type,
    );
  });
}

/** A batch whose series count from `firstSeries` in the tables. */
export interface SeriesBatch<Batch extends PlainBatch | TextBatch> {
  firstSeries: number;
  batch: Batch;
}

/** The rows of `measurement_text` that batches hold. */
export function textRows(batches: readonly SeriesBatch<TextBatch>[]): TableRows {
  return ipcOf('measurement_text', rowsOf(batches), {
    ...numbers(batches),
    statistic: statistics(batches.map(({ batch }) => batch)),
    printed: batches.map(({ batch: { length, printed, printedEnds } }) => {
      const offsets = new Int32Array(length + 1);
      offsets.set(printedEnds, 1);
      return { length, values: printed, offsets };
    }),
  });
}

/** The rows of `measurement_plain` that batches hold. */
export function plainRows(batches: readonly SeriesBatch<PlainBatch>[]): TableRows {
  return ipcOf('measurement_plain', rowsOf(batches), {
    ...numbers(batches),
    statistic: batches.map(({ batch: { length, statistic } }) => ({ length, values: statistic })),
    decimals: batches.map(({ batch: { length, decimals } }) => ({ length, values: decimals })),
  });
}

function rowsOf(batches: readonly SeriesBatch<PlainBatch | TextBatch>[]): number {
  return batches.reduce((sum, { batch }) => sum + batch.length, 0);
}

/** The columns that both tables of numbers have. */
function numbers(batches: readonly SeriesBatch<PlainBatch | TextBatch>[]) {
  return {
    series: batches.map(({ firstSeries, batch: { length, series } }) => ({
      length,
      values: counted(series, firstSeries),
    })),
    message_bytes: batches.map(({ batch: { length, bytes } }) => wholeNumbers(length, bytes)),
    value: batches.map(({ batch: { length, value } }) => ({ length, values: value })),
    line: batches.map(({ batch: { length, line } }) => ({ length, values: line })),
  };
}

/** Series counted from `first`, in place. */
function counted(series: Int32Array, first: number): Int32Array {
  if (first > 0) for (let i = 0; i < series.length; i++) series[i] = (series[i] ?? 0) + first;
  return series;
}

/**
 * 64-bit integers from doubles, in place, NaN = NULL. Written as two halves: a BigInt for each would take most of the
 * time.
 */
function wholeNumbers(length: number, numbers: Float64Array): Parts {
  const values = new BigInt64Array(numbers.buffer, numbers.byteOffset, length);
  const halves = new Int32Array(numbers.buffer, numbers.byteOffset, 2 * length);
  const validity = new Uint8Array((length + 7) >> 3).fill(255);
  let nullCount = 0;
  for (let i = 0; i < length; i++) {
    const number = numbers[i] ?? Number.NaN;
    if (Number.isNaN(number)) {
      validity[i >> 3] = (validity[i >> 3] ?? 0) & ~(1 << (i & 7));
      nullCount++;
    } else {
      const large = number >= 2 ** 31;
      halves[2 * i] = large ? number % 2 ** 32 : number;
      halves[2 * i + 1] = large ? number / 2 ** 32 : 0;
    }
  }
  return nullCount > 0 ? { length, values, validity, nullCount } : { length, values };
}

/**
 * The statistics as places in one list of names: a few words stand in millions of rows, and the engine takes them so in
 * a fifth of the time of the words themselves.
 */
function statistics(batches: readonly TextBatch[]): Column<unknown> {
  const names: string[] = [];
  const places = new Map<string, number>();
  const text = utf8();
  const type = dictionary(text, int32());
  const OfPlaces = batchType(type) as new (
    parts: object,
  ) => Batch<unknown> & { setDictionary(words: Column<unknown>): void };
  const parts = batches.map(({ length, statistic, statistics: own }) => {
    const place = own.map((name) => {
      const known = places.get(name) ?? names.push(name) - 1;
      places.set(name, known);
      return known;
    });
    const values = new Int32Array(statistic);
    if (place.some((one, i) => one !== i))
      for (let i = 0; i < length; i++) values[i] = place[values[i] ?? 0] ?? 0;
    return new OfPlaces({ type, length, nullCount: 0, validity: new Uint8Array(0), values });
  });
  const words = columnFromArray(names, text);
  for (const part of parts) part.setDictionary(words);
  return new Column(parts, type);
}

/** Gathers kept text on its way into `source_text`. */
export class TextPieces {
  private readonly sources: number[] = [];
  private readonly lines: number[] = [];
  private readonly ends: number[] = [];
  private text = new Uint8Array(0);

  get length(): number {
    return this.ends.length;
  }

  private get used(): number {
    return this.ends[this.ends.length - 1] ?? 0;
  }

  /** Takes a copy of a piece. */
  add(source: number, firstLine: number, utf8: Uint8Array): void {
    const { used } = this;
    const end = used + utf8.length;
    if (end > this.text.length) {
      const larger = new Uint8Array(Math.max(FIRST_TEXT, end, 2 * this.text.length));
      larger.set(this.text.subarray(0, used));
      this.text = larger;
    }
    this.text.set(utf8, used);
    this.sources.push(source);
    this.lines.push(firstLine);
    this.ends.push(end);
  }

  /** Takes out all pieces but the first ones. */
  cutTo(length: number): void {
    this.sources.length = length;
    this.lines.length = length;
    this.ends.length = length;
  }

  /** Hands out all pieces as rows of `source_text`, and starts anew in the same memory. */
  take(): TableRows {
    const { length } = this;
    const offsets = new Int32Array(length + 1);
    offsets.set(this.ends, 1);
    const rows = ipcOf('source_text', length, {
      source: [{ length, values: Int32Array.from(this.sources) }],
      first_line: [{ length, values: Int32Array.from(this.lines) }],
      text: [{ length, values: this.text.subarray(0, this.used), offsets }],
    });
    this.cutTo(0);
    return rows;
  }
}
