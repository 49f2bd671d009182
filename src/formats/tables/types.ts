import type { TextForm } from './encoding';
import type { Better, Unit } from '../../model/vocabulary';

/** What is found out about a table before anyone said what its columns are. */

/** How a table is written down. */
export type TableLayout = 'delimited' | 'json' | 'ndjson' | 'parquet' | 'arrow';

/** What parts the cells of a line; `blanks` = any run of blanks and tabs (columns in line). */
export type Delimiter = ',' | ';' | '\t' | '|' | 'blanks';

/** What stands between groups of three digits (`1,024`, `1.024`, `1 024`, `1'024`). */
export type Thousands = ',' | '.' | ' ' | "'";

/** How numbers are written. The two marks are never the same. */
export interface NumberStyle {
  decimal: '.' | ',';
  thousands: Thousands | null;
}

/** How the text of a delimited table is to be cut. Lines of a comment, the preamble and blank lines are no rows. */
export interface Dialect {
  delimiter: Delimiter;
  /** Quotes after RFC 4180: `""` inside is one quote, line ends inside belong to the cell. */
  quote: '"' | null;
  /** Lines that begin so are passed over, but for a header line found behind one. */
  comment: '#' | '%' | '//' | null;
  /** Lines before the header (or the first row) that are neither comments nor blank. */
  preamble: number;
  /** Line of the header (1 = first), null for a table without one. */
  headerLine: number | null;
  /** First line after the header that may hold a row. */
  firstLine: number;
}

/** What the cells of a column are, as far as the sample shows. Sizes such as `4K` or `1MiB` count as numbers. */
export type ColumnKind = 'number' | 'text' | 'empty';

/** One column as it was found. */
export interface SniffedColumn {
  /** The name of the header, made unique (`time`, `time (2)`); `column 3` where there is none. */
  name: string;
  /** The unit that the name holds: `us` of `latency_us`, `MB/s` of `bw (MB/s)`, `B` of `size [B]`; else null. */
  unit: string | null;
  /** The name without the unit: `latency`, `bw`, `size`. */
  plain: string;
  kind: ColumnKind;
  /** Whether all numbers of the sample are whole, sizes like `4K` included. */
  whole: boolean;
  /** Different values in the sample (counted to 100). */
  distinct: number;
  /** Cells without text in the sample. */
  empty: number;
  /** Whether a comma among its numbers may part thousands or be the decimal one, and nothing in the file tells which. */
  unsure: boolean;
  /** The first different cells, as written, at most `EXAMPLES`. */
  examples: readonly string[];
}

/** Examples kept of a column, and the longest piece of one, in characters. */
export const EXAMPLES = 5;
export const EXAMPLE_LENGTH = 60;

/** Most columns of a table. */
export const COLUMN_LIMIT = 2000;

/** A table as it was found. Plain data: it can be sent from a worker. */
export interface Sniffed {
  layout: TableLayout;
  /** For people: `CSV (semicolons, decimal comma)`, `JSON, a list of objects`, `Parquet`. */
  says: string;
  /** How the bytes of the text are to be taken, null for layouts that are no text. */
  form: TextForm | null;
  /** Null for layouts that need no cutting. */
  dialect: Dialect | null;
  numbers: NumberStyle;
  columns: readonly SniffedColumn[];
  /** Rows in the sample, or in the whole file where that is known (`whole`). */
  rows: number;
  whole: boolean;
  /** Name under which a mapping of this header is remembered; null without a header. */
  fingerprint: string | null;
  /** The first rows as written, at most `HEAD_ROWS`: what a preview is made from. */
  head: readonly RawRow[];
}

/** One row as written, its cells without quotes. */
export interface RawRow {
  /** Line of the file on which it begins (1 = first); for Parquet and Arrow the row, from 1. */
  line: number;
  cells: readonly string[];
}

/** Rows kept for a preview. */
export const HEAD_ROWS = 50;

/** What a person said of how a delimited table is written, where it was found wrongly. What is left out is found. */
export interface LayoutChoice {
  delimiter?: Delimiter | undefined;
  decimal?: NumberStyle['decimal'] | undefined;
  /** Line on which the table begins (1 = first), and whether that line names the columns. */
  begins?: { line: number; header: boolean } | undefined;
}

/** The head of a file for sniffing. */
export interface TableSample {
  path: string;
  /** The first bytes: 1 MiB is plenty. Parquet, Arrow and JSON that is no NDJSON are sniffed as a whole file. */
  bytes: Uint8Array;
  /** True when `bytes` is the whole file. */
  whole: boolean;
}

/** One number of a row as it will be stored. */
export interface TableValue {
  /** Position of the run among those of the preview. */
  run: number;
  conditions: Readonly<Record<string, string>>;
  benchmark: string;
  metric: string;
  statistic: string;
  better: Better;
  params: Readonly<Record<string, string>>;
  /** Message size in bytes, null without one. */
  bytes: number | null;
  /** In `unit`: seconds, bytes per second … */
  value: number;
  unit: Unit;
  /** As the file has it. */
  printed: string;
  printedUnit: string;
}

/** One row of the table as it will be read. */
export interface PreviewRow {
  /** Line of the file; for Parquet and Arrow the row, from 1. */
  line: number;
  cells: readonly string[];
  readings: readonly TableValue[];
  /** What is wrong with the row, as whole sentences. */
  problems: readonly string[];
}
