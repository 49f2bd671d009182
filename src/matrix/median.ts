import type { Work } from '../model/turns';
import type { Cells } from './cells';
import { StoredCells } from './storedCells';

/**
 * The median of the same cell of several matrices, of those that have a value (of an even number the mean of the middle
 * two); missing where none has. All matrices have one shape.
 */
export function* medianOf(all: readonly Cells[]): Work<StoredCells> {
  const [first] = all;
  if (!first) throw new RangeError('There is no matrix to make a median of.');
  const { rows, columns } = first;
  const other = all.find((cells) => cells.rows !== rows || cells.columns !== columns);
  if (other) throw new RangeError(`${rows} × ${columns} cells beside ${other.rows} × ${other.columns}.`);
  const out = new StoredCells(rows, columns);
  const lines = all.map(() => new Float32Array(columns));
  const sorted = new Float32Array(all.length);
  for (let row = 0; row < rows; row++) {
    lines.forEach((line, i) => all[i]?.read(row, 0, columns, line));
    const values = new Float32Array(columns);
    for (let column = 0; column < columns; column++) {
      let known = 0;
      for (const line of lines) {
        const value = line[column] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        let place = known++;
        for (; place > 0 && (sorted[place - 1] ?? 0) > value; place--) sorted[place] = sorted[place - 1] ?? 0;
        sorted[place] = value;
      }
      const [low, high] = [sorted[(known - 1) >> 1] ?? 0, sorted[known >> 1] ?? 0];
      values[column] = known === 0 ? Number.NaN : (low + high) / 2;
    }
    out.keep(row, values);
    yield;
  }
  return out;
}
