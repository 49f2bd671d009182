import type { Box } from '../../../matrix/grid';
import { rangesOf } from '../../../pairs/ranges';

/** Boxes that hold these cells (row, column) and no others: stretches of rows that follow each other in columns alike. */
export function boxesAround(cells: Iterable<readonly [number, number]>): Box[] {
  const rows = new Map<number, Set<number>>();
  for (const [row, column] of cells) {
    const held = rows.get(column);
    if (held) held.add(row);
    else rows.set(column, new Set([row]));
  }
  const boxes: Box[] = [];
  let [key, current]: [string, Box[]] = ['', []];
  for (const [column, held] of [...rows].sort(([p], [q]) => p - q)) {
    const ranges = rangesOf([...held]);
    const next = { column0: column, column1: column + 1 };
    if (key === ranges.join(' ') && current[0]?.column1 === column)
      current = current.map((box) => ({ ...box, column1: column + 1 }));
    else {
      boxes.push(...current);
      [key, current] = [
        ranges.join(' '),
        ranges.map(([first, last]) => ({ row0: first, row1: last + 1, ...next })),
      ];
    }
  }
  return [...boxes, ...current];
}
