import type { Box, CellRange } from '../../matrix/grid';
import type { Cell } from '../../matrix/statistics';
import type { MatrixDrawing, Moment } from './drawing';
import { pixelX, pixelY, type Rect } from './geometry';

/** How far the cells outside a selection go towards the panel. */
const DIMMED = 0.45;

/** The pixels of some cells, at least `least` wide and high, within the plot. */
function boxOn(view: CellRange, plot: Rect, box: Box, least: number): Rect {
  const along = (a: number, b: number, from: number, length: number): [number, number] => {
    const spare = Math.max(0, least - (b - a)) / 2;
    return [Math.max(from - 1, Math.round(a - spare)), Math.min(from + length + 1, Math.round(b + spare))];
  };
  const [x0, x1] = along(
    pixelX(view, plot, box.column0),
    pixelX(view, plot, box.column1),
    plot.x,
    plot.width,
  );
  const [y0, y1] = along(pixelY(view, plot, box.row0), pixelY(view, plot, box.row1), plot.y, plot.height);
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}

const meets = (box: Box, view: CellRange): boolean =>
  box.column1 > view.x0 && box.column0 < view.x1 && box.row1 > view.y0 && box.row0 < view.y1;

/** Crosshair, selection and pin. Two strokes, so that an outline is seen on cells of any colour. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  { layout: { plot }, theme, pinned, selection, marked }: MatrixDrawing,
  moment: Moment,
): void {
  const { view, under, byKey, brush } = moment;
  const outline = (box: Box, least: number, colour: string, width: number) => {
    if (!meets(box, view)) return;
    const r = boxOn(view, plot, box, least);
    for (const [stroke, wide] of [
      [theme.panel, width + 2],
      [colour, width],
    ] as const) {
      context.strokeStyle = stroke;
      context.lineWidth = wide;
      context.strokeRect(r.x - 0.5, r.y - 0.5, r.width + 1, r.height + 1);
    }
  };
  const areas = brush
    ? [{ row0: brush.y0, row1: brush.y1, column0: brush.x0, column1: brush.x1 }]
    : selection;
  if (areas.length > 0) {
    const boxes = areas.filter((box) => meets(box, view)).map((box) => boxOn(view, plot, box, 1));
    dimOutside(context, plot, boxes, theme.panel);
  }
  for (const cell of marked) outline(cellBox(cell), 3, theme.accent, 1);
  for (const box of areas) outline(box, 3, theme.accent, 1);
  if (pinned) outline(cellBox(pinned), 7, theme.ink, 1.5);
  if (!under || !meets(under, view)) return;
  const r = boxOn(view, plot, under, 1);
  context.fillStyle = theme.ink;
  context.globalAlpha = 0.55;
  const [x, y] = [Math.round(r.x + r.width / 2), Math.round(r.y + r.height / 2)];
  context.fillRect(plot.x, y, Math.max(0, r.x - 3 - plot.x), 1);
  context.fillRect(r.x + r.width + 3, y, Math.max(0, plot.x + plot.width - r.x - r.width - 3), 1);
  context.fillRect(x, plot.y, 1, Math.max(0, r.y - 3 - plot.y));
  context.fillRect(x, r.y + r.height + 3, 1, Math.max(0, plot.y + plot.height - r.y - r.height - 3));
  context.globalAlpha = 1;
  outline(under, 4, byKey ? theme.focus : theme.ink, byKey ? 2 : 1);
}

/** Dims the plot outside some boxes: what is chosen keeps the colours of the scale. */
function dimOutside(
  context: CanvasRenderingContext2D,
  plot: Rect,
  boxes: readonly Rect[],
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(plot.x, plot.y, plot.width, plot.height);
  context.clip();
  for (const { x, y, width, height } of boxes) context.rect(x, y, width, height);
  context.globalAlpha = DIMMED;
  context.fillStyle = colour;
  context.fill('evenodd');
  context.restore();
}

/** One cell as a box. */
const cellBox = ({ row, column }: Cell): Box => ({
  row0: row,
  row1: row + 1,
  column0: column,
  column1: column + 1,
});
