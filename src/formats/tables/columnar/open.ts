import { describeColumns } from '../columns';
import { fingerprint } from '../fingerprint';
import { JSON_NUMBERS } from '../json';
import { HEAD_ROWS, type RawRow, type Sniffed } from '../types';
import { openArrow } from './arrow';
import { Damage } from './damage';
import { openParquet } from './parquet';
import type { ColumnarFile, NextText } from './types';

/** Largest file that is read: it is held in memory, for what describes it may stand at its end. */
export const COLUMNAR_LIMIT = 256 * 1024 ** 2;

/** What a file stored column by column is, as people name it. */
export type ColumnarKind = 'Parquet' | 'Arrow';

/** Bytes that tell the kind: marks, and what must follow them in a file that is no text. */
export const KIND_BYTES = 12;

/**
 * The kind of a file by its first bytes. A stream of Arrow has no name in it: a mark, then the length of its description,
 * which is a multiple of 8.
 */
export function columnarKind(head: Uint8Array): ColumnarKind | null {
  if (head.length < KIND_BYTES) return null;
  const first = String.fromCharCode(...head.subarray(0, 8));
  if (first.startsWith('PAR1') && (head[4] ?? 32) < 32 && head[4] !== 10 && head[4] !== 13 && head[4] !== 9)
    return 'Parquet';
  if (first === 'ARROW1\0\0') return 'Arrow';
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const length = view.getInt32(4, true);
  const root = view.getUint32(8, true);
  const stream = view.getUint32(0, true) === 0xffffffff && length > 0 && length % 8 === 0;
  return stream && root >= 4 && root < length ? 'Arrow' : null;
}

/** Opens a file that is held as a whole. Throws a `Damage` where its description cannot be read. */
export function openColumnar(bytes: Uint8Array): ColumnarFile {
  return columnarKind(bytes) === 'Parquet' ? openParquet(bytes) : openArrow(bytes);
}

/** The table in a file, or why there is none, as a sentence. */
export type SniffedColumnar = { table: Sniffed } | { table: null; why: string };

/** Rows that are looked at. */
const ROWS = 400;

/**
 * Finds out what table a Parquet or Arrow file holds: its columns and first rows. Columns that cannot be read are named
 * and left out. Never throws because of what the file holds.
 */
export function sniffColumnar(bytes: Uint8Array): SniffedColumnar {
  let file: ColumnarFile;
  try {
    file = openColumnar(bytes);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    const kind = columnarKind(bytes) ?? 'Arrow';
    const why = error.message === '' ? 'it is cut' : error.message;
    return {
      table: null,
      why: `This is ${kind === 'Arrow' ? 'an Arrow' : 'a Parquet'} file that cannot be read: ${why}.`,
    };
  }
  const sample = firstRows(file);
  const left = sample.unread.map(({ name, why }) => `“${name}” (${why})`).join(', ');
  const says = `${file.says}${left === '' ? '' : `; not read: ${left}`}`;
  const table = describeColumns(sample.names, sample.rows, JSON_NUMBERS);
  const none = (why: string): SniffedColumnar => ({
    table: null,
    why: `This is a table, ${says}, but it ${why}.`,
  });
  if (file.rows === 0) return none('has no rows');
  if (!table.some(({ kind }) => kind === 'number')) return none('has no column of numbers that can be read');
  return {
    table: {
      layout: file.layout,
      says,
      form: null,
      dialect: null,
      numbers: JSON_NUMBERS,
      columns: table,
      rows: file.rows,
      whole: sample.rows.length === file.rows,
      fingerprint: fingerprint(sample.names),
      head: sample.rows.slice(0, HEAD_ROWS),
    },
  };
}

interface Sample {
  names: string[];
  rows: RawRow[];
  unread: { name: string; why: string }[];
}

/** The first texts of a column; throws a `Damage` where they cannot be read. */
function firstTexts({ stretches }: ColumnarFile, column: number): string[] {
  const stretch = stretches.find(({ rows }) => rows > 0);
  if (!stretch) return [];
  const next: NextText = stretch.column(column);
  return Array.from({ length: Math.min(ROWS, stretch.rows) }, () => next());
}

/** Why the first values of a column cannot be read, as the end of a sentence, so that it is no column of the table. */
export function faultOf(file: ColumnarFile, column: number): string | null {
  try {
    firstTexts(file, column);
    return null;
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    return error.message;
  }
}

/** The first rows of the columns that can be read. */
function firstRows(file: ColumnarFile): Sample {
  const { columns, stretches } = file;
  const count = Math.min(ROWS, stretches.find(({ rows }) => rows > 0)?.rows ?? 0);
  const rows: { line: number; cells: string[] }[] = Array.from({ length: count }, (_, i) => ({
    line: i + 1,
    cells: [],
  }));
  const names: string[] = [];
  const unread: Sample['unread'] = [];
  columns.forEach(({ name, unread: why }, column) => {
    if (why !== null) {
      unread.push({ name, why });
      return;
    }
    try {
      firstTexts(file, column).forEach((cell, row) => rows[row]?.cells.push(cell));
      names.push(name);
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      unread.push({ name, why: error.message });
    }
  });
  return { names, rows, unread };
}
