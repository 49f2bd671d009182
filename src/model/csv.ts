import { csvFormatRows } from 'd3';

/** What a spreadsheet may run as a formula, also in its full-width forms; a plain number with a sign is none. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r]/;
const NUMBER = /^\s*[+-]?(?:\d[\d\s.,]*(?:e[+-]?\d+)?|inf(?:inity)?|nan)(?:\s?[\p{L}%µ/^\d]{1,12})?\s*$/iu;

/**
 * A cell that a spreadsheet does not run: text that begins like a formula gets an apostrophe before it, as OWASP's page on
 * CSV injection advises. Numbers (with a unit or not) stay as they are.
 */
export function harmless(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Rows as comma-separated values whose cells are `harmless`. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return csvFormatRows(rows.map((row) => row.map(harmless)));
}
