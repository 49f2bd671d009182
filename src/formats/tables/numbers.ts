import type { NumberStyle } from './types';

/** Reads the number in `bytes` from `start` to `end`, where no digit follows; NaN where it is none. */
export type NumberParser = (bytes: Uint8Array, start: number, end: number) => number;

const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const decoder = new TextDecoder();

/** The text of a cell without blanks around it. */
export function cellText(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end)).trim();
}

/** What may stand for "no number", beside an empty cell. None of it is ever a zero. */
const NOTHING = /^(?:|-+|–|—|n\/?a|#n\/a|none|null|nil|missing)$/i;

/** Whether a text that is no number says that there is none, rather than something odd. */
export function saysNothing(text: string): boolean {
  return NOTHING.test(text);
}

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const GROUPED: Readonly<Record<string, RegExp>> = {
  ',': /^[+-]?\d{1,3}(?:,\d{3})+(?![\d,])/,
  '.': /^[+-]?\d{1,3}(?:\.\d{3})+(?![\d.])/,
  ' ': /^[+-]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d \u00a0\u202f])/,
  "'": /^[+-]?\d{1,3}(?:['’]\d{3})+(?![\d'’])/,
};

/** A number as a style writes it; NaN for anything else, also for `inf`, `nan` and numbers too large to hold. */
export function parseNumber(text: string, { decimal, thousands }: NumberStyle): number {
  let plain = text.trim();
  const grouped = thousands === null ? null : GROUPED[thousands]?.exec(plain);
  if (grouped) plain = grouped[0].replace(/[^\d+-]/g, '') + plain.slice(grouped[0].length);
  if (decimal === ',') {
    if (plain.includes('.')) return Number.NaN;
    plain = plain.replace(',', '.');
  }
  if (!PLAIN.test(plain)) return Number.NaN;
  const value = Number(plain);
  return Number.isFinite(value) ? value : Number.NaN;
}

/**
 * The same on bytes, quick and exact: up to 15 digits are gathered as a whole number and scaled once by a power of ten
 * that a double holds exactly (Clinger 1990), so that the result is the nearest double; all else goes by the text.
 */
export function numberParser(style: NumberStyle): NumberParser {
  const mark = style.decimal.charCodeAt(0);
  return (bytes, start, end) => {
    let at = start;
    let to = end;
    while (at < to && isBlank(bytes[at] ?? 0)) at++;
    while (to > at && isBlank(bytes[to - 1] ?? 0)) to--;
    const sign = bytes[at] ?? 0;
    const from = at;
    if (sign === 45 || sign === 43) at++;
    let number = 0;
    let digits = 0;
    let scale = 0;
    let digit = (bytes[at] ?? 0) - 48;
    while (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
      digits++;
      at++;
      digit = (bytes[at] ?? 0) - 48;
    }
    if (at < to && bytes[at] === mark) {
      const point = ++at;
      digit = (bytes[at] ?? 0) - 48;
      while (digit >= 0 && digit <= 9) {
        number = number * 10 + digit;
        at++;
        digit = (bytes[at] ?? 0) - 48;
      }
      scale = at - point;
      digits += scale;
    }
    if (at === to && digits > 0 && digits <= 15) {
      if (scale > 0) number /= POWERS[scale] ?? 1;
      return sign === 45 ? -number : number;
    }
    return from === to ? Number.NaN : parseNumber(cellText(bytes, from, to), style);
  };
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

const SIZE = /^(.*?\d)\s*(?:([kmgt])?(i)?(?:b|bytes?)?)$/i;
const STEPS: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };

/**
 * A message size in bytes: a plain number times `factor`, or one with its own unit (`4K`, `1MiB`, `64 kB`, `8 bytes`),
 * in powers of 1024 as benchmarks mean them. NaN where it is no whole number of bytes.
 */
export function parseSize(text: string, style: NumberStyle, factor: number): number {
  const match = SIZE.exec(text.trim());
  if (!match?.[1]) return Number.NaN;
  const [whole, digits, step] = match;
  const own = whole.length > digits.length;
  const bytes = parseNumber(digits, style) * (own ? (STEPS[step?.toLowerCase() ?? ''] ?? 1) : factor);
  return isSize(bytes) ? bytes : Number.NaN;
}

/** The same on bytes. */
export function sizeParser(style: NumberStyle, factor: number): NumberParser {
  const parse = numberParser(style);
  return (bytes, start, end) => {
    const last = bytes[end - 1] ?? 0;
    if (last < 48 || last > 57) return parseSize(cellText(bytes, start, end), style, factor);
    const size = parse(bytes, start, end) * factor;
    return isSize(size) ? size : Number.NaN;
  };
}

/** Whether a number can be a count of bytes. */
export function isSize(bytes: number): boolean {
  return Number.isSafeInteger(bytes) && bytes >= 0;
}

/** A comma before three digits, which may part thousands (`1,024`) or be the decimal one (`1,024` µs). */
const EITHER = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/** Whether a number can be read in two ways, as far as it alone tells. */
export function isEither(cell: string): boolean {
  return EITHER.test(cell.trim());
}

/** How numbers are written, and whether their commas may just as well mean something else. */
export interface WrittenNumbers {
  style: NumberStyle;
  unsure: boolean;
}

/**
 * How the numbers among these cells are written. A comma is a decimal one where it cannot part thousands (`2,5`,
 * `0,125`), where nothing else tells and `commaDecimal` says that it is usual (semicolons between the cells), and where
 * other numbers have four digits or more in a row, so that thousands are not parted here.
 */
export function numberStyle(cells: readonly string[], commaDecimal: boolean): WrittenNumbers {
  let decimalComma = 0;
  let decimalPoint = 0;
  let commaGroups = 0;
  let pointGroups = 0;
  let blankGroups = 0;
  let quoteGroups = 0;
  let either = 0;
  let eitherPoint = 0;
  let ungrouped = 0;
  for (const written of cells) {
    const cell = written.trim();
    if (/^[+-]?[1-9]\d{3,}(?:[.,]\d+)?$/.test(cell)) ungrouped++;
    if (/^[+-]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/.test(cell)) blankGroups++;
    else if (/^[+-]?\d{1,3}(?:['’]\d{3})+(?:[.,]\d+)?$/.test(cell)) quoteGroups++;
    else if (/^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+|,\d{3})$/.test(cell)) commaGroups++;
    else if (/^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+|\.\d{3})$/.test(cell)) pointGroups++;
    else if (EITHER.test(cell)) either++;
    else if (/^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(cell)) eitherPoint++;
    else if (/^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/.test(cell)) decimalComma++;
    else if (/^[+-]?\d*\.\d+(?:[eE][+-]?\d+)?$/.test(cell)) decimalPoint++;
  }
  const point = decimalPoint + commaGroups;
  const usual = commaDecimal || (ungrouped > 0 && eitherPoint === 0);
  const comma = decimalComma + pointGroups > point || (either > 0 && point === 0 && usual);
  const decimal = comma ? ',' : '.';
  const written = (thousands: NumberStyle['thousands']): WrittenNumbers => ({
    style: { decimal, thousands },
    // Nothing but commas before three digits tells how such a number is meant.
    unsure: either > 0 && point === 0 && decimalComma + pointGroups + blankGroups + quoteGroups === 0,
  });
  if (blankGroups > 0) return written(' ');
  if (quoteGroups > 0) return written("'");
  if (comma) return written(pointGroups + eitherPoint > 0 ? '.' : null);
  return written(commaGroups + either > 0 ? ',' : null);
}
