import { harmless } from '../model/csv';
import { APART, type Cells } from './cells';
import type { Box } from './grid';
import type { Work } from '../model/turns';

/** Names of all rows and columns. */
export interface Names {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** A field of comma-separated values, quoted where it must be (RFC 4180). */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A float32 by the fewest digits that read back as the same float32. */
export function digits(value: number): string {
  for (let n = 6; n < 9; n++) {
    const text = String(Number(value.toPrecision(n)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(Number(value.toPrecision(9)));
}

/**
 * The cells of a box as text: a heading of column names, then a row per row, its name first. Missing cells and
 * those left apart are empty. `names` are those of the box.
 */
export function* toText(cells: Cells, box: Box, names: Names, separator: ',' | '\t'): Work<string[]> {
  const clean = (text: string) =>
    separator === ',' ? field(harmless(text)) : harmless(text.replace(/[\t\r\n]+/g, ' '));
  const row = new Float32Array(box.column1 - box.column0);
  const out = [['', ...names.columns].map(clean).join(separator) + '\n'];
  for (let r = box.row0; r < box.row1; r++) {
    cells.read(r, box.column0, box.column1, row);
    const texts = Array.from(row, (v) => (Number.isNaN(v) || v === APART ? '' : digits(v)));
    out.push([clean(names.rows[r - box.row0] ?? ''), ...texts].join(separator) + '\n');
    yield;
  }
  return out;
}
