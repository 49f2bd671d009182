import { looksBinary } from '../text/lines';
import { formOf, Utf8Pieces, type TextForm } from './encoding';
import { fingerprint } from './fingerprint';
import { sniffJson } from './json';
import { describeColumns, NUMERIC, unique, unnamed } from './columns';
import { cellText, numberStyle, parseSize } from './numbers';
import { RecordCutter } from './records';
import {
  COLUMN_LIMIT,
  HEAD_ROWS,
  type Delimiter,
  type Dialect,
  type LayoutChoice,
  type NumberStyle,
  type RawRow,
  type Sniffed,
  type TableSample,
} from './types';

/** Bytes of a sample that are looked at, and records: what a table is shows at once. */
const SNIFF_BYTES = 256 * 1024;
const SNIFF_RECORDS = 400;
/** Share of the records from the first row on that must have the same number of cells. */
const REGULAR = 0.8;

const DELIMITERS: readonly Delimiter[] = ['\t', ';', '|', ',', 'blanks'];
const COMMENTS = ['#', '%', '//'] as const;

/**
 * Finds the table in the head of a text file: delimited text, JSON or NDJSON. Null when there is none. Parquet and
 * Arrow are told by `sniffColumnar`. What a person chose of the layout holds. Never throws.
 */
export function sniff({ bytes, whole }: TableSample, choice: LayoutChoice = {}): Sniffed | null {
  if (looksBinary(bytes)) return null;
  const form = formOf(bytes);
  const pieces = new Utf8Pieces(form);
  const head = pieces.piece(bytes.subarray(0, SNIFF_BYTES));
  const all = whole && bytes.length <= SNIFF_BYTES;
  const first = head.find((byte) => byte > 32);
  if (first === 0x5b || first === 0x7b) {
    const found = sniffJson(new TextDecoder().decode(new Utf8Pieces(form).piece(bytes)), whole);
    if (found) return { ...found, form };
  }
  let best: Candidate | null = null;
  for (const delimiter of choice.delimiter ? [choice.delimiter] : DELIMITERS) {
    const found = candidate(delimiter, head, all, choice.begins);
    if (found && (best === null || found.score > best.score)) best = found;
  }
  return best === null ? null : described(best, form, all, choice.decimal);
}

/** A record of the sample with its text. */
interface Found extends RawRow {
  text: string;
}

/** A way to cut the sample that gives a table. */
interface Candidate {
  delimiter: Delimiter;
  score: number;
  header: RawRow | null;
  comment: Dialect['comment'];
  preamble: number;
  firstLine: number;
  rows: RawRow[];
  /** All records from the first row on, also those that are cut otherwise. */
  below: RawRow[];
  width: number;
}

function candidate(
  delimiter: Delimiter,
  head: Uint8Array,
  all: boolean,
  begins: LayoutChoice['begins'],
): Candidate | null {
  const records = cutAll(delimiter, head, all);
  const comment = COMMENTS.find((mark) => records.some(({ cells }) => cells[0]?.startsWith(mark))) ?? null;
  const isComment = ({ cells }: RawRow) => comment !== null && (cells[0]?.startsWith(comment) ?? false);
  const rows = records.filter((record) => !isComment(record));
  if (begins) return chosen(delimiter, comment, records, rows, begins);
  const width = usualWidth(rows);
  if (width < 2 || width > COLUMN_LIMIT) return null;
  const start = headerAt(
    rows,
    rows.findIndex((row, i) => row.cells.length === width && regular(rows, i, width)),
    width,
  );
  const first = rows[start];
  if (!first) return null;
  const fitting = rows.slice(start).filter(({ cells }) => cells.length === width);
  const marked = records.filter((record) => isComment(record) && record.line < first.line).at(-1);
  const before = rows[start - 1];
  let header: RawRow | null = null;
  let data = fitting;
  if (isHeader(first, fitting.slice(1))) {
    header = first;
    data = fitting.slice(1);
  } else if (marked && comment !== null) {
    header = headerOf(marked.text, delimiter, width, marked.line);
  }
  if (!header && before && delimiter === 'blanks')
    header = headerOf(before.text, delimiter, width, before.line);
  if (delimiter === 'blanks' && isProse(header, data, start)) return null;
  const numeric = numericShare(data, width);
  if (data.length === 0 || numeric.columns === 0 || (data.length < 2 && !header)) return null;
  return {
    delimiter,
    score: (fitting.length / (rows.length - start)) * (0.2 + numeric.share),
    header,
    comment,
    preamble: rows.filter(({ line }) => line < first.line && line !== header?.line).length,
    firstLine: data[0]?.line ?? first.line,
    rows: data,
    below: rows.filter(({ line }) => line >= (data[0]?.line ?? first.line)),
    width,
  };
}

/**
 * The record with the names of the columns, where titles stand above it that a spreadsheet filled up with empty cells:
 * the first above the numbers whose cells are all names. Else `start`.
 */
function headerAt(rows: readonly RawRow[], start: number, width: number): number {
  const named = ({ cells }: RawRow) =>
    cells.length === width && cells.every((cell) => cell !== '' && !isNumber(cell));
  for (let at = start; at >= 0 && at < rows.length; at++) {
    const row = rows[at];
    if (!row) break;
    if (named(row)) return at;
    if (row.cells.filter((cell) => cell !== '').length > 1 && row.cells.some(isNumber)) break;
  }
  return start;
}

const SIGN = /^(?:[=:>|]+|[-=]+>)$/;

/** Whether words parted by blanks are what a program says, not a table: `key = value`, or a line or two in much text. */
function isProse(header: RawRow | null, data: readonly RawRow[], before: number): boolean {
  if (header?.cells.some((cell) => SIGN.test(cell))) return true;
  const signs = data.filter(({ cells }) => cells.some((cell) => SIGN.test(cell)));
  return signs.length * 2 > data.length || (data.length <= 2 && before > 2 * data.length);
}

/** The table that begins where a person says. */
function chosen(
  delimiter: Delimiter,
  comment: Dialect['comment'],
  records: readonly Found[],
  rows: readonly Found[],
  begins: NonNullable<LayoutChoice['begins']>,
): Candidate | null {
  const first = records.find(({ line }) => line >= begins.line);
  if (!first) return null;
  const below = rows.filter(({ line }) => line >= begins.line && !(begins.header && line === first.line));
  const usual = usualWidth(below);
  let header: RawRow | null = null;
  if (begins.header)
    header = rows.includes(first)
      ? { line: first.line, cells: first.cells.map((cell) => cell.trim()) }
      : headerOf(first.text, delimiter, usual, first.line);
  const width = header?.cells.length ?? usual;
  const data = below.filter(({ cells }) => cells.length === width);
  const [row] = data;
  if (!row || width < 2 || width > COLUMN_LIMIT || (begins.header && !header)) return null;
  return {
    delimiter,
    score: (data.length / below.length) * (0.2 + numericShare(data, width).share),
    header,
    comment,
    preamble: rows.filter(({ line }) => line < begins.line).length,
    firstLine: row.line,
    rows: data,
    below: below.filter(({ line }) => line >= row.line),
    width,
  };
}

/** All records of the sample, as texts. */
function cutAll(delimiter: Delimiter, head: Uint8Array, all: boolean): Found[] {
  const records: Found[] = [];
  const dialect: Dialect = {
    delimiter,
    quote: delimiter === 'blanks' ? null : '"',
    comment: null,
    preamble: 0,
    headerLine: null,
    firstLine: 1,
  };
  const cutter = new RecordCutter(dialect, {
    row: ({ bytes, starts, ends, count, line, raw, from, to }) => {
      if (records.length >= SNIFF_RECORDS) return;
      const cells: string[] = [];
      for (let i = 0; i < Math.min(count, COLUMN_LIMIT); i++)
        cells.push(cellText(bytes, starts[i] ?? 0, ends[i] ?? 0));
      records.push({ line, cells, text: cellText(raw, from, to) });
    },
    other: () => undefined,
  });
  cutter.push(head);
  if (all) cutter.end();
  return records;
}

/** The most frequent number of cells; of two the larger one. */
function usualWidth(rows: readonly RawRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let width = 0;
  let most = 0;
  for (const [cells, count] of counts) {
    if (count > most || (count === most && cells > width)) [width, most] = [cells, count];
  }
  return width;
}

function regular(rows: readonly RawRow[], from: number, width: number): boolean {
  const rest = rows.slice(from);
  return rest.filter(({ cells }) => cells.length === width).length >= REGULAR * rest.length;
}

const NUMBERLIKE = /^[+-]?[\d.,' \u00a0\u202f]*\d[.,]?(?:[eE][+-]?\d+)?(?:\s?[kmgt]?i?b?)$/i;
const isNumber = (cell: string) => NUMBERLIKE.test(cell);

/** Share of cells that are numbers, and how many columns are mostly numbers. */
function numericShare(rows: readonly RawRow[], width: number): { share: number; columns: number } {
  let numbers = 0;
  let columns = 0;
  for (let i = 0; i < width; i++) {
    const filled = rows.map(({ cells }) => cells[i] ?? '').filter((cell) => cell !== '');
    const count = filled.filter(isNumber).length;
    numbers += count;
    if (filled.length > 0 && count >= NUMERIC * filled.length) columns++;
  }
  return { share: numbers / Math.max(1, rows.length * width), columns };
}

/** Whether a record names the columns: text above numbers, or message sizes that rise from column to column. */
function isHeader(first: RawRow, below: readonly RawRow[]): boolean {
  if (below.length === 0) return false;
  const named = first.cells.map((cell) => cell !== '' && !isNumber(cell));
  const column = (i: number) => below.map(({ cells }) => cells[i] ?? '').filter((cell) => cell !== '');
  const textAboveNumbers = named.some((text, i) => {
    const cells = column(i);
    return text && cells.length > 0 && cells.filter(isNumber).length >= NUMERIC * cells.length;
  });
  if (textAboveNumbers) return true;
  if (named[0] !== true) return false;
  const style: NumberStyle = { decimal: '.', thousands: null };
  const sizes = first.cells.slice(1).map((cell) => parseSize(cell, style, 1));
  const rising = sizes.every((size, i) => i === 0 || size > (sizes[i - 1] ?? Number.NaN));
  return sizes.length > 1 && rising && sizes.every((size) => Number.isFinite(size));
}

/** The header in a line that was cut otherwise: behind a comment mark, or with blanks inside its names. */
function headerOf(text: string, delimiter: Delimiter, width: number, line: number): RawRow | null {
  const trimmed = text.replace(/^[\s#%/]+/, '').trim();
  const ways =
    delimiter === 'blanks'
      ? [trimmed.split(/\s+/), trimmed.split(/\s+(?![([])/), trimmed.split(/\s{2,}|\t/)]
      : [trimmed.split(delimiter)];
  const cells = ways
    .map((way) => way.map((cell) => cell.trim()))
    .find((way) => way.length === width && way.every((cell) => cell !== '' && !isNumber(cell)));
  return cells ? { line, cells } : null;
}

const DELIMITER_NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'CSV (commas',
  ';': 'CSV (semicolons',
  '\t': 'TSV (tabs',
  '|': 'text (columns parted by bars',
  blanks: 'text (columns parted by blanks',
};

function described(
  found: Candidate,
  form: TextForm,
  whole: boolean,
  decimal: LayoutChoice['decimal'],
): Sniffed {
  const { delimiter, header, rows, width } = found;
  const written = numberStyle(
    rows.flatMap(({ cells }) => cells),
    delimiter === ';',
  );
  const { style } = written;
  const numbers: NumberStyle =
    decimal === undefined || decimal === style.decimal
      ? style
      : { decimal, thousands: style.thousands === decimal ? null : style.thousands };
  const marks =
    numbers.decimal === ',' ? ', decimal comma' : numbers.thousands === ',' ? ', commas part thousands' : '';
  const names = header ? unique(header.cells) : unnamed(width);
  return {
    layout: 'delimited',
    says: `${DELIMITER_NAMES[delimiter]}${marks}${form.encoding === 'windows-1252' ? ', letters of Windows-1252' : ''})`,
    form,
    dialect: {
      delimiter,
      quote: delimiter === 'blanks' ? null : '"',
      comment: found.comment,
      preamble: found.preamble,
      headerLine: header?.line ?? null,
      firstLine: found.firstLine,
    },
    numbers,
    columns: describeColumns(names, rows, numbers, written.unsure && decimal === undefined),
    rows: rows.length,
    whole: whole && rows.length < SNIFF_RECORDS,
    fingerprint: header ? fingerprint(names) : null,
    head: found.below.slice(0, HEAD_ROWS).map(({ line, cells }) => ({ line, cells })),
  };
}
