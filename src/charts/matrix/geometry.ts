import type { Box, CellRange } from '../../matrix/grid';

/** The whole of a matrix. */
export const wholeView = (rows: number, columns: number): CellRange => ({
  x0: 0,
  x1: columns,
  y0: 0,
  y1: rows,
});

/** A box in pixels of the chart. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the parts of a chart stand, in whole CSS pixels. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly plot: Rect;
  /** The strips of columns (above) and rows (right). */
  readonly above: Rect;
  readonly beside: Rect;
  /** The bar of the legend. */
  readonly legend: Rect;
}

const TITLE = 18;
const STRIP = 40;
const GAP = 4;
const LEGEND = { gap: 20, bar: 12, label: 76 };
const FOOT = 38;
/** Beyond this a matrix fills the width instead of having square cells. */
const FLAT = 3;
const LEAST = 120;

/**
 * Places the parts in `width` pixels. Cells are square while neither side of the matrix is `FLAT` times the other; `labels`
 * is the room that the names of rows need.
 */
export function layout(
  width: number,
  rows: number,
  columns: number,
  labels: number,
  maxHeight: number,
): ChartLayout {
  const left = Math.ceil(labels) + 8;
  const right = GAP + STRIP + LEGEND.gap + LEGEND.bar + LEGEND.label;
  const room = Math.max(LEAST, Math.floor(width - left - right));
  const square = columns / rows <= FLAT && rows / columns <= FLAT;
  const cell = Math.min(room / columns, maxHeight / rows);
  const plotWidth = square
    ? Math.max(1, Math.round(cell * columns))
    : columns > rows
      ? room
      : Math.min(room, 480);
  const plotHeight = square
    ? Math.max(1, Math.round(cell * rows))
    : Math.round(
        columns > rows ? Math.min(maxHeight, Math.max(LEAST, Math.min(rows * 24, room / FLAT))) : maxHeight,
      );
  const top = TITLE + STRIP + GAP;
  const plot = { x: left, y: top, width: plotWidth, height: plotHeight };
  const legend = left + plotWidth + GAP + STRIP + LEGEND.gap;
  return {
    // No wider than what is drawn: an empty part of a canvas costs as much as a full one.
    width: legend + LEGEND.bar + LEGEND.label,
    height: top + plotHeight + FOOT,
    plot,
    above: { x: left, y: TITLE, width: plotWidth, height: STRIP },
    beside: { x: left + plotWidth + GAP, y: top, width: STRIP, height: plotHeight },
    legend: {
      x: legend,
      y: top + 18,
      width: LEGEND.bar,
      height: Math.max(40, Math.min(220, plotHeight - 90)),
    },
  };
}

/** Cells are never drawn larger than this, in pixels. */
const LARGEST_CELL = 64;

/** One axis of a zoom: `factor` times as many cells, the one at `at` staying where it is, within [0, count]. */
function zoomAxis(
  from: number,
  to: number,
  count: number,
  pixels: number,
  factor: number,
  at: number,
): [number, number] {
  const least = Math.min(count, Math.max(1, pixels / LARGEST_CELL));
  const span = Math.max(least, Math.min(count, (to - from) * factor));
  const share = (at - from) / (to - from);
  return slid(at - share * span, span, count);
}

function slid(from: number, span: number, count: number): [number, number] {
  const start = Math.max(0, Math.min(count - span, from));
  return [start, start + span];
}

/** The view with `factor` times as many cells along both axes around the cell place (x, y). */
export function zoomed(
  view: CellRange,
  rows: number,
  columns: number,
  plot: Rect,
  factor: number,
  x: number,
  y: number,
): CellRange {
  const [x0, x1] = zoomAxis(view.x0, view.x1, columns, plot.width, factor, x);
  const [y0, y1] = zoomAxis(view.y0, view.y1, rows, plot.height, factor, y);
  return { x0, x1, y0, y1 };
}

/** The view moved by cells, within the matrix. */
export function moved(view: CellRange, rows: number, columns: number, dx: number, dy: number): CellRange {
  const [x0, x1] = slid(view.x0 + dx, view.x1 - view.x0, columns);
  const [y0, y1] = slid(view.y0 + dy, view.y1 - view.y0, rows);
  return { x0, x1, y0, y1 };
}

/** The view moved as little as shows a cell. */
export function withCell(
  view: CellRange,
  rows: number,
  columns: number,
  row: number,
  column: number,
): CellRange {
  const by = (from: number, to: number, at: number) =>
    at < from ? at - from : at + 1 > to ? Math.min(at + 1 - to, at - from) : 0;
  return moved(view, rows, columns, by(view.x0, view.x1, column), by(view.y0, view.y1, row));
}

/** The place in cells of a pixel of the plot, and back. */
export const cellX = (view: CellRange, plot: Rect, x: number): number =>
  view.x0 + ((x - plot.x) / plot.width) * (view.x1 - view.x0);
export const cellY = (view: CellRange, plot: Rect, y: number): number =>
  view.y0 + ((y - plot.y) / plot.height) * (view.y1 - view.y0);
export const pixelX = (view: CellRange, plot: Rect, x: number): number =>
  plot.x + ((x - view.x0) / (view.x1 - view.x0)) * plot.width;
export const pixelY = (view: CellRange, plot: Rect, y: number): number =>
  plot.y + ((y - view.y0) / (view.y1 - view.y0)) * plot.height;

/** The whole cells in sight. */
export function cellsInSight({ x0, x1, y0, y1 }: CellRange): Box {
  return { row0: Math.floor(y0), row1: Math.ceil(y1), column0: Math.floor(x0), column1: Math.ceil(x1) };
}

/** The rows or columns to name between `from` and `to` on `pixels`, every 1, 2, 5, 10 … so that names `room` wide do not touch. */
export function ticksBetween(from: number, to: number, pixels: number, room: number): number[] {
  const each = pixels / (to - from);
  let step = 1;
  for (let k = 0; step * each < room; k++) step = [1, 2, 5][k % 3]! * 10 ** Math.floor(k / 3);
  const out: number[] = [];
  for (let i = Math.ceil(Math.max(0, from - 0.5 + 1e-9) / step) * step; i + 0.5 <= to; i += step) out.push(i);
  return out;
}
