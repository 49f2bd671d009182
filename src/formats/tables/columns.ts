import { isEither, parseNumber, parseSize } from './numbers';
import { EXAMPLE_LENGTH, EXAMPLES, type NumberStyle, type RawRow, type SniffedColumn } from './types';
import { splitName } from './units';

/** Share of the cells of a column that must be numbers for a column of numbers. */
export const NUMERIC = 0.6;

/** Names that are all different; an empty one becomes that of its place. */
export function unique(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((written, i) => {
    const name = written.replace(/\s+/g, ' ').trim().slice(0, 200).trim() || `column ${i + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Names for a table without a header. */
export function unnamed(width: number): string[] {
  return Array.from({ length: width }, (_, i) => `column ${i + 1}`);
}

/** Most different values that are counted of a column. */
const DISTINCT = 100;

/** What the columns of these rows are; `unsure` = nothing in the file tells how `1,024` is meant. */
export function describeColumns(
  names: readonly string[],
  rows: readonly RawRow[],
  style: NumberStyle,
  unsure = false,
): SniffedColumn[] {
  return names.map((name, i) => {
    const cells = rows.map(({ cells }) => cells[i] ?? '');
    const filled = cells.filter((cell) => cell !== '');
    const numbers = filled.filter(
      (cell) => !Number.isNaN(parseNumber(cell, style)) || !Number.isNaN(parseSize(cell, style, 1)),
    );
    const kind =
      filled.length === 0 ? 'empty' : numbers.length >= NUMERIC * filled.length ? 'number' : 'text';
    const distinct = new Set<string>();
    for (const cell of filled) if (distinct.size < DISTINCT) distinct.add(cell);
    return {
      name,
      ...splitName(name),
      kind,
      whole: kind === 'number' && numbers.every((cell) => !Number.isNaN(parseSize(cell, style, 1))),
      distinct: distinct.size,
      empty: cells.length - filled.length,
      unsure: unsure && numbers.some(isEither),
      examples: [...distinct].slice(0, EXAMPLES).map((cell) => cell.slice(0, EXAMPLE_LENGTH)),
    };
  });
}
