/** Which cells a pixel shows. Shared by the worker that paints and the chart that reads out what is under the pointer. */

/** A part of a matrix in cells, not whole ones: [x0, x1) columns and [y0, y1) rows. */
export interface CellRange {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** Whole cells: [row0, row1) × [column0, column1). */
export interface Box {
  readonly row0: number;
  readonly row1: number;
  readonly column0: number;
  readonly column1: number;
}

/** The first stored level of a pyramid has blocks of 2² × 2² cells; between it and the cells nothing is stored. */
export const FIRST_LEVEL = 2;

/** The last level, whose one block is the whole matrix; at least the first. */
export function lastLevel(rows: number, columns: number): number {
  return Math.max(FIRST_LEVEL, Math.ceil(Math.log2(Math.max(rows, columns, 1))));
}

/** The coarsest level whose blocks are no larger than `cells` (cells per pixel): 0, the cells, or a stored one. */
export function levelFor(cells: number, last: number): number {
  const level = Math.min(last, Math.floor(Math.log2(Math.max(1, cells)) + 1e-9));
  return level < FIRST_LEVEL ? 0 : level;
}

/** One axis of a picture. */
export interface Ruler {
  /** Pixels of the picture. */
  readonly count: number;
  /** Where its first pixel starts and its last one ends, in cells. */
  readonly from: number;
  readonly to: number;
}

/**
 * The pixels along one axis for cells [from, to) on a screen with `pixels`: a pixel per screen pixel, or, where cells
 * are larger, a pixel per cell that is at least partly in sight, to be drawn enlarged.
 */
export function ruler(from: number, to: number, cells: number, pixels: number): Ruler {
  const [first, last] = [Math.max(0, from), Math.min(cells, to)];
  if (last <= first || pixels < 1) return { count: 0, from: first, to: first };
  const whole = { from: Math.floor(first + 1e-9), to: Math.ceil(last - 1e-9) };
  if (whole.to - whole.from <= pixels) return { ...whole, count: whole.to - whole.from };
  return { from: first, to: last, count: Math.max(1, Math.floor(pixels)) };
}

/** Cells per pixel of a ruler. */
export const cellsPerPixel = (r: Ruler): number => (r.count > 0 ? (r.to - r.from) / r.count : 1);

/**
 * The blocks of each pixel: pixel i has blocks [edges[i], edges[i + 1]). Where blocks are no larger than pixels each
 * pixel has at least one and each block stands in exactly one, so that no cell is left out of the picture.
 */
export function edges(r: Ruler, cells: number, level: number): Int32Array {
  const size = 2 ** level;
  const out = new Int32Array(r.count + 1);
  const step = cellsPerPixel(r);
  for (let i = 0; i < r.count; i++) out[i] = Math.floor((r.from + i * step + 1e-6) / size);
  out[r.count] = Math.min(Math.ceil(cells / size), Math.ceil((r.to - 1e-6) / size));
  return out;
}

/** Level and rulers of a picture. */
export interface Grid {
  readonly x: Ruler;
  readonly y: Ruler;
  readonly level: number;
}

/** How a view of `rows` × `columns` cells is painted on `width` × `height` pixels. */
export function gridOf(view: CellRange, rows: number, columns: number, width: number, height: number): Grid {
  const x = ruler(view.x0, view.x1, columns, width);
  const y = ruler(view.y0, view.y1, rows, height);
  return { x, y, level: levelFor(Math.min(cellsPerPixel(x), cellsPerPixel(y)), lastLevel(rows, columns)) };
}

/** The cells that the pixel over a place (in cells) shows; null outside the matrix. */
export function cellsAt(grid: Grid, rows: number, columns: number, x: number, y: number): Box | null {
  if (x < 0 || y < 0 || x >= columns || y >= rows || grid.x.count === 0 || grid.y.count === 0) return null;
  const along = (r: Ruler, cells: number, at: number): [number, number] => {
    const e = edges(r, cells, grid.level);
    const i = Math.max(0, Math.min(r.count - 1, Math.floor((at - r.from) / cellsPerPixel(r) + 1e-9)));
    const size = 2 ** grid.level;
    return [(e[i] ?? 0) * size, Math.min(cells, (e[i + 1] ?? 0) * size)];
  };
  const [row0, row1] = along(grid.y, rows, y);
  const [column0, column1] = along(grid.x, columns, x);
  return { row0, row1, column0, column1 };
}
