import { counted } from '../../model/units';
import type { Sink } from '../format';

/** What parts the cells of a line: one character, or any number of blanks and tabs. */
export type CellSeparator = ',' | ';' | '\t' | 'blanks';

/** What a scan of one line found. */
export interface Scan {
  /** Cells on the line. An empty piece after a last separator is no cell where all columns are filled. */
  cells: number;
  /** Empty cells. */
  empty: number;
  /** Cells that hold something that is no number, and how many of these are text (not `nan`, `inf`, `N/A` or `-`). */
  notNumbers: number;
  texts: number;
  /** The first cell with something that is no number; `column` counts from 0. */
  odd: { column: number; text: string } | null;
}

const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NO_VALUE = /^(?:[+-]?(?:nan|inf(?:inity)?)|n\/?a|null|--?)$/i;
/** Digits of a whole number that is exact in a double. */
const EXACT_DIGITS = 15;

/** Beyond this a number is none: in SI units it would not fit a 32-bit float. */
const TOO_LARGE = 1e28;

/** Whether a text is a plain decimal number, with or without an exponent, below 10^28. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text) && Math.abs(Number(text)) < TOO_LARGE;
}

/** Whether a text stands for no value: `nan`, `inf`, `N/A`, `-` or nothing. */
export function isNoValue(text: string): boolean {
  return text === '' || NO_VALUE.test(text);
}

/**
 * Reads the numbers of a line from the character `from` on into `values` (times `factor`, NaN where there is none)
 * without cutting it into texts: lines of rotate tests have up to 16,384 cells. Cells beyond `values` are counted only.
 */
export function scanCells(
  text: string,
  from: number,
  separator: CellSeparator,
  factor: number,
  values: Float32Array,
): Scan {
  const scan: Scan = { cells: 0, empty: 0, notNumbers: 0, texts: 0, odd: null };
  const blanks = separator === 'blanks';
  const code = blanks ? 32 : separator.charCodeAt(0);
  const end = text.length;
  const wanted = values.length;
  let at = from;
  values.fill(NaN);
  for (;;) {
    let char = at < end ? text.charCodeAt(at) : -1;
    while (char === 32 || (char === 9 && code !== 9)) char = ++at < end ? text.charCodeAt(at) : -1;
    if (at >= end && (blanks || scan.cells >= wanted)) return scan;
    const begin = at;
    const negative = char === 45;
    if (negative) char = ++at < end ? text.charCodeAt(at) : -1;
    let digits = 0;
    let number = 0;
    while (char >= 48 && char <= 57) {
      number = number * 10 + (char - 48);
      digits++;
      char = ++at < end ? text.charCodeAt(at) : -1;
    }
    let decimals = 0;
    if (char === 46) {
      char = ++at < end ? text.charCodeAt(at) : -1;
      while (char >= 48 && char <= 57) {
        number = number * 10 + (char - 48);
        decimals++;
        char = ++at < end ? text.charCodeAt(at) : -1;
      }
    }
    let value = decimals > 0 ? number / (POWERS[decimals] ?? NaN) : number;
    if (negative) value = -value;
    while (!blanks && (char === 32 || (char === 9 && code !== 9))) {
      char = ++at < end ? text.charCodeAt(at) : -1;
    }
    const closed = char === -1 || char === code || (blanks && char === 9);
    if (!closed || digits === 0 || digits + decimals > EXACT_DIGITS) {
      at = cellEnd(text, begin, separator);
      value = slowCell(text.slice(begin, at).trim(), scan);
    }
    if (scan.cells < wanted) values[scan.cells] = value * factor;
    scan.cells++;
    if (blanks) continue;
    if (at >= end) return scan;
    at++;
    if (at >= end && scan.cells >= wanted) return scan;
  }
}

function cellEnd(text: string, from: number, separator: CellSeparator): number {
  if (separator !== 'blanks') {
    const found = text.indexOf(separator, from);
    return found < 0 ? text.length : found;
  }
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 32 && text.charCodeAt(at) !== 9) at++;
  return at;
}

function slowCell(cell: string, scan: Scan): number {
  if (cell === '') {
    scan.empty++;
    return NaN;
  }
  if (isNumber(cell)) return Number(cell);
  scan.notNumbers++;
  if (!NO_VALUE.test(cell)) scan.texts++;
  scan.odd ??= { column: scan.cells, text: cell.slice(0, 40) };
  return NaN;
}

/**
 * Keeps a table from taking far more memory than its file: rows of few cells in a table of many columns are accepted up
 * to 4 million missing cells, and beyond that up to 64 for each one that is there.
 */
export class Fill {
  private missing = 0;
  private present = 0;

  /** Whether a row with so many cells may still be held. */
  allows(cells: number, columns: number): boolean {
    this.present += cells;
    this.missing += Math.max(0, columns - cells);
    return this.missing <= 4e6 + 64 * this.present;
  }
}

/** Why a number below zero is no value of a pair, where it can be none. */
export const belowZero = (printed: string): string => `“${printed}” is below zero: missing`;

/** How a table of cells is laid out. */
export interface RowLayout {
  separator: CellSeparator;
  /** Cells of a whole row, without its label. */
  columns: number;
  /** 1 where each row begins with a label. */
  labels: number;
  factor: number;
  /** Whether an empty cell is a fault (false: a pair that was not measured). */
  allFilled: boolean;
  /** Whether a number below zero is a value: no bandwidth, latency, byte or message is. */
  signed: boolean;
}

/** Reads rows of equal length, tells of cells that are missing, and remembers the first for the status of the run. */
export class RowReader {
  /** Why the table is not whole, as a sentence; null as long as it is. */
  fault: string | null = null;
  private readonly fill = new Fill();

  constructor(
    private readonly sink: Sink,
    readonly layout: RowLayout,
  ) {}

  /**
   * The cells of the row on line `line` from the character `from` on, null when the line is no row: more than half of
   * its cells are text. `open` = the file ends within or after it.
   */
  row(text: string, from: number, line: number, open: boolean): Float32Array | null {
    const { separator, columns, labels, factor, allFilled, signed } = this.layout;
    const values = new Float32Array(columns);
    const scan = scanCells(text, from, separator, factor, values);
    if (scan.cells === 0 || scan.texts * 2 > scan.cells) return null;
    if (!this.fill.allows(scan.cells, columns)) {
      this.tell(line, 'column 1', 'too much of this table is missing: the row is not read');
      return null;
    }
    if (scan.odd) {
      const others = scan.notNumbers > 1 ? ` (and ${scan.notNumbers - 1} more on this line)` : '';
      this.tell(
        line,
        `column ${scan.odd.column + 1 + labels}`,
        `“${scan.odd.text}” is not a number${others}: missing`,
      );
    }
    if (!signed) this.refuse(values, line);
    if (scan.cells !== columns) {
      const what = scan.cells < columns ? 'the rest is missing' : 'what follows is left out';
      this.tell(
        line,
        `column ${Math.min(scan.cells, columns) + 1 + labels}`,
        `the row has ${scan.cells} of ${columns} cells: ${what}`,
      );
    } else if (allFilled && scan.empty > 0) {
      const column = values.findIndex((value) => Number.isNaN(value));
      const what = `${counted(scan.empty, 'cell')} of the row ${scan.empty === 1 ? 'is' : 'are'} empty: missing`;
      this.tell(line, `column ${column + 1 + labels}`, what);
    }
    if (open && scan.cells <= columns && !endsWhole(text, separator)) {
      values[scan.cells - 1] = NaN;
      this.tell(
        line,
        `column ${scan.cells + labels}`,
        'the file ends within or after this number, which may be cut: missing',
      );
    }
    return values;
  }

  /** Takes numbers below zero out of a row. */
  private refuse(values: Float32Array, line: number): void {
    const { labels, factor } = this.layout;
    for (let column = 0; column < values.length; column++) {
      const value = values[column] ?? NaN;
      if (!(value < 0)) continue;
      values[column] = NaN;
      const printed = String(Number((value / factor).toPrecision(6)));
      this.tell(line, `column ${column + 1 + labels}`, belowZero(printed));
    }
  }

  /** Tells of a fault of the table and keeps the first. */
  tell(line: number, place: string, text: string): void {
    this.sink.problem(line, `${place[0]?.toUpperCase() ?? ''}${place.slice(1)}: ${text}.`);
    this.fault ??= `Cells are missing, the first on line ${line}, ${place}.`;
  }
}

/** Whether the last number of a line is provably whole: it has the same number of decimals, not none, as the one before. */
function endsWhole(text: string, separator: CellSeparator): boolean {
  const cells = lastTwo(text, separator);
  const decimals = cells.map((cell) => /^-?\d+\.(\d+)$/.exec(cell)?.[1]?.length ?? 0);
  return decimals[0] !== undefined && decimals[0] > 0 && decimals[0] === decimals[1];
}

function lastTwo(text: string, separator: CellSeparator): string[] {
  const tail = text.slice(-200);
  const cells = separator === 'blanks' ? tail.split(/[ \t]+/) : tail.split(separator);
  return cells.slice(-2).map((cell) => cell.trim());
}
