import type { Cells } from './cells';
import { StoredCells } from './storedCells';
import type { Work } from '../model/turns';

/** Rows and columns put together: the group of each by number, below 0 for one that is left out. */
export interface Folding {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  /** A cell of groups is the sum of its cells, or their mean. Missing ones count for nothing. */
  readonly by: 'sum' | 'mean';
  /** Whether cells that are left apart count as well. */
  readonly apart: 'taken in' | 'left out';
}

/** Puts rows and columns of a matrix together; a cell of groups without any value is missing. Groups are numbered from 0. */
export function* folded(cells: Cells, { rows, columns, by }: Folding): Work<StoredCells> {
  if (rows.length !== cells.rows || columns.length !== cells.columns)
    throw new RangeError(
      `Groups of ${rows.length} × ${columns.length} for ${cells.rows} × ${cells.columns} cells.`,
    );
  const width = columns.reduce((most, group) => Math.max(most, group + 1), 0);
  const members: number[][] = [];
  rows.forEach((group, row) => {
    if (group >= 0) (members[group] ??= []).push(row);
  });
  const out = new StoredCells(members.length, width);
  const line = new Float32Array(cells.columns);
  for (let group = 0; group < members.length; group++) {
    const sums = new Float64Array(width);
    const counts = new Uint32Array(width);
    for (const row of members[group] ?? []) {
      cells.read(row, 0, cells.columns, line);
      for (let column = 0; column < line.length; column++) {
        const [to, value] = [columns[column] ?? -1, line[column] ?? Number.NaN];
        if (to < 0 || !Number.isFinite(value)) continue;
        sums[to] = (sums[to] ?? 0) + value;
        counts[to] = (counts[to] ?? 0) + 1;
      }
      yield;
    }
    const values = sums.map((sum, i) => {
      const count = counts[i] ?? 0;
      return count === 0 ? Number.NaN : by === 'sum' ? sum : sum / count;
    });
    out.keep(group, Float32Array.from(values));
  }
  return out;
}
