import { describe, expect, it } from 'vitest';
import { byPhase, emptyGrid, placeRow, type Schedule } from '../pairs/grid';
import { ArrangedCells, type Arrangement } from './arranged';
import type { Cells } from './cells';
import { StoredCells } from './storedCells';

const N = 5;
const stored = () => {
  const cells = new StoredCells(N, N);
  for (let row = 0; row < N; row++)
    cells.keep(
      row,
      Float32Array.from({ length: N }, (_, column) => row * N + column),
    );
  return cells;
};
const all = (cells: Cells) =>
  Array.from({ length: cells.rows }, (_, row) => {
    const into = new Float32Array(cells.columns);
    cells.read(row, 0, cells.columns, into);
    return [...into];
  });
const rowsOf = (values: Float32Array) =>
  Array.from({ length: N }, (_, row) => [...values.subarray(row * N, (row + 1) * N)]);

describe('arranged cells', () => {
  it('are transposed, also in part', () => {
    const cells = new ArrangedCells(stored(), { how: 'transpose' });
    expect(all(cells)[1]).toEqual([1, 6, 11, 16, 21]);
    const part = new Float32Array(2);
    cells.read(1, 3, 5, part);
    expect([...part]).toEqual([16, 21]);
  });

  it.each(['half forward', 'half backward'] as const)('of shifts (%s) are those of a grid', (schedule) => {
    const layout = { layout: 'shift', ranks: 2 * N, schedule } as const;
    const grid = emptyGrid(layout);
    const shifts = all(stored());
    shifts.forEach((row, shift) => placeRow(grid, layout, shift, row));
    const pairs: Arrangement = { how: 'pairs', schedule };
    expect(all(new ArrangedCells(stored(), pairs))).toEqual(rowsOf(grid.values));
    const back = new ArrangedCells(new ArrangedCells(stored(), pairs), { how: 'phases', schedule });
    expect(all(back)).toEqual(shifts);
  });

  it('of senders by phase are those of a grid', () => {
    const schedule: Schedule = 'shift';
    const grid = emptyGrid({ layout: 'source', ranks: N, schedule });
    all(stored()).forEach((row, sender) =>
      placeRow(grid, { layout: 'source', ranks: N, schedule }, sender, row),
    );
    expect(all(new ArrangedCells(stored(), { how: 'phases', schedule }))).toEqual(
      rowsOf(byPhase(grid, schedule)?.values ?? new Float32Array()),
    );
  });

  it.each<Arrangement>([
    { how: 'transpose' },
    { how: 'pairs', schedule: 'half forward' },
    { how: 'pairs', schedule: 'half backward' },
    { how: 'phases', schedule: 'shift' },
    { how: 'phases', schedule: 'half backward' },
  ])('are the same read row by row, in any order, or one by one (%j)', (arrangement) => {
    const size = 150;
    const [rows, columns] = arrangement.how === 'pairs' ? [size, size] : [size, size + 7];
    const of = new StoredCells(rows, columns);
    for (let row = 0; row < rows; row++)
      of.keep(
        row,
        Float32Array.from({ length: columns }, (_, column) => row * 1000 + column),
      );
    const byRows = all(new ArrangedCells(of, arrangement));
    const alone = new ArrangedCells(of, arrangement);
    const one = new Float32Array(1);
    const read = (row: number, column: number) => {
      alone.read(row, column, column + 1, one);
      return one[0];
    };
    expect(byRows).toEqual(byRows.map((line, row) => line.map((_, column) => read(row, column))));
    const mixed = new ArrangedCells(of, arrangement);
    const order = byRows.map((_, i) => i).sort((p, q) => ((p * 37) % 101) - ((q * 37) % 101));
    for (const row of [...order, 0, 1, 64, 65, 64, 129, 130]) {
      const into = new Float32Array(mixed.columns);
      mixed.read(row, 0, mixed.columns, into);
      expect([...into]).toEqual(byRows[row]);
    }
  });

  it('of some phases miss the pairs of the others, and those of no rank', () => {
    const test = { ranks: N, receivers: N, firstReceiver: 0 };
    const phases = Uint8Array.of(0, 1, 0, 0, 0);
    const senders = Int32Array.of(4, 0, -1, 2, 3);
    const receivers = Int32Array.of(0, 1, 2, 3, 4);
    const cells = new ArrangedCells(stored(), {
      how: 'of phases',
      ...{ test, schedule: 'shift', phases, senders, receivers },
    });
    // Of shift 1: 4 to 0, 0 to 1, 2 to 3, 3 to 4.
    expect(all(cells)).toEqual([
      [0, NaN, NaN, NaN, NaN],
      [NaN, 6, NaN, NaN, NaN],
      [NaN, NaN, NaN, NaN, NaN],
      [NaN, NaN, NaN, 18, NaN],
      [NaN, NaN, NaN, NaN, 24],
    ]);
    const part = new Float32Array(2);
    cells.read(3, 3, 5, part);
    expect([...part]).toEqual([18, NaN]);
  });
});
