import {
  type Batch,
  batchType,
  Column,
  tableFromColumns,
  tableToIPC,
  type DataType,
} from '@uwdata/flechette';
import type { MeasurementBatch } from '../formats/format';
import { COLUMNS, type FilledTable } from './tables';

/** Rows of one table as an Arrow IPC stream. */
export interface TableRows {
  table: FilledTable;
  rows: number;
  ipc: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

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

function ipcOf(
  table: FilledTable,
  rows: number,
  parts: Readonly<Record<string, readonly Parts[]>>,
): TableRows {
  const columns = Object.entries<DataType>(COLUMNS[table]).map(([name, type]): [string, Column<unknown>] => [
    name,
    new Column(
      (parts[name] ?? []).map((one) => batchOf(type, one)),
      type,
    ),
  ]);
  const ipc = tableToIPC(tableFromColumns(columns), { format: 'stream' });
  if (!ipc) throw new Error(`no Arrow stream for ${table}`);
  return { table, rows, ipc: ipc as Uint8Array<ArrayBuffer> };
}

/** The rows of `measurement` that batches hold, their series counted from those given with each. */
export function measurementRows(
  batches: readonly { firstSeries: number; batch: MeasurementBatch }[],
): TableRows {
  const rows = batches.reduce((sum, { batch }) => sum + batch.length, 0);
  return ipcOf('measurement', rows, {
    series: batches.map(({ firstSeries, batch: { length, series } }) => ({
      length,
      values: firstSeries === 0 ? series : series.map((one) => one + firstSeries),
    })),
    message_bytes: batches.map(({ batch: { length, bytes } }) => wholeNumbers(length, bytes)),
    statistic: batches.map(({ batch }) => statistics(batch)),
    value: batches.map(({ batch: { length, value } }) => ({ length, values: value })),
    printed: batches.map(({ batch: { length, printed, printedEnds } }) => {
      const offsets = new Int32Array(length + 1);
      offsets.set(printedEnds, 1);
      return { length, values: printed, offsets };
    }),
    line: batches.map(({ batch: { length, line } }) => ({ length, values: line })),
  });
}

/** 64-bit integers from doubles, NaN = NULL. Written as two halves: a BigInt for each would take most of the time. */
function wholeNumbers(length: number, numbers: Float64Array): Parts {
  const values = new BigInt64Array(length);
  const halves = new Int32Array(values.buffer);
  const validity = new Uint8Array((length + 7) >> 3).fill(255);
  let nullCount = 0;
  for (let i = 0; i < length; i++) {
    const number = numbers[i] ?? Number.NaN;
    if (Number.isNaN(number)) {
      validity[i >> 3] = (validity[i >> 3] ?? 0) & ~(1 << (i & 7));
      nullCount++;
    } else {
      halves[2 * i] = number;
      if (number >= 2 ** 31) {
        halves[2 * i] = number % 2 ** 32;
        halves[2 * i + 1] = number / 2 ** 32;
      }
    }
  }
  return nullCount > 0 ? { length, values, validity, nullCount } : { length, values };
}

function statistics({ length, statistic, statistics: names }: MeasurementBatch): Parts {
  const texts = names.map((name) => encoder.encode(name));
  const longest = Math.max(0, ...texts.map((text) => text.length));
  const values = new Uint8Array(length * longest);
  const offsets = new Int32Array(length + 1);
  const [only] = texts;
  if (only && texts.length === 1) {
    values.set(only);
    for (let filled = longest; filled > 0 && filled < values.length; filled *= 2)
      values.copyWithin(filled, 0, Math.min(filled, values.length - filled));
    for (let i = 1; i <= length; i++) offsets[i] = i * longest;
    return { length, values, offsets };
  }
  let used = 0;
  for (let i = 0; i < length; i++) {
    const text = texts[statistic[i] ?? 0];
    if (text) for (let at = 0; at < text.length; at++) values[used++] = text[at] ?? 0;
    offsets[i + 1] = used;
  }
  return { length, values: values.subarray(0, used), offsets };
}

/** Pieces of kept text on their way into `source_text`. */
export class TextPieces {
  private readonly sources: number[] = [];
  private readonly lines: number[] = [];
  private readonly pieces: Uint8Array[] = [];
  private bytes = 0;

  get length(): number {
    return this.pieces.length;
  }

  add(source: number, firstLine: number, utf8: Uint8Array): void {
    this.sources.push(source);
    this.lines.push(firstLine);
    this.pieces.push(utf8);
    this.bytes += utf8.length;
  }

  /** All pieces as rows of `source_text`. */
  rows(): TableRows {
    const { length } = this;
    const values = new Uint8Array(this.bytes);
    const offsets = new Int32Array(length + 1);
    let used = 0;
    this.pieces.forEach((piece, i) => {
      values.set(piece, used);
      used += piece.length;
      offsets[i + 1] = used;
    });
    return ipcOf('source_text', length, {
      source: [{ length, values: Int32Array.from(this.sources) }],
      first_line: [{ length, values: Int32Array.from(this.lines) }],
      text: [{ length, values, offsets }],
    });
  }
}
