import type { CellRange } from '../../matrix/grid';
import { fitText, textWidth } from '../layout';
import { TEXT, type MatrixDrawing, type Moment, type CellImage } from './drawing';
import { pixelX, pixelY, ticksBetween, type Rect } from './geometry';
import { hatch } from './hatch';
import { drawLegend } from './legend';
import { drawMarks } from './marks';
import { drawStrips } from './strips';
import type { Boundary, MatrixAxis } from './types';

/** Lines between groups nearer than this are left out, in pixels. */
const DENSE = 5;

/** Draws all but the marks on a canvas of `ratio` device pixels per pixel. */
export function drawMatrix(
  context: CanvasRenderingContext2D,
  drawing: MatrixDrawing,
  moment: Moment,
  ratio: number,
): void {
  begin(context, drawing, ratio);
  drawCells(context, drawing, moment, ratio);
  begin(context, drawing, ratio, false);
  drawBoundaries(context, drawing, moment.view);
  drawAxes(context, drawing, moment);
  drawStrips(context, drawing, moment.view);
  drawLegend(context, drawing);
}

/** Draws crosshair, selection and pin on a canvas that lies above, so that the cells stay as they are while the pointer moves. */
export function drawAbove(
  context: CanvasRenderingContext2D,
  drawing: MatrixDrawing,
  moment: Moment,
  ratio: number,
): void {
  begin(context, drawing, ratio);
  drawMarks(context, drawing, moment);
}

function begin(
  context: CanvasRenderingContext2D,
  { layout, theme }: MatrixDrawing,
  ratio: number,
  clear = true,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (clear) context.clearRect(0, 0, layout.width, layout.height);
  context.font = `${TEXT}px ${theme.font}`;
  context.textBaseline = 'middle';
}

/** The cells themselves, in device pixels so that they are crisp. What no picture covers shows the hatch of missing cells. */
function drawCells(
  context: CanvasRenderingContext2D,
  drawing: MatrixDrawing,
  moment: Moment,
  ratio: number,
): void {
  const { plot } = drawing.layout;
  const device = deviceRect(plot, ratio);
  const { view } = moment;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.save();
  context.beginPath();
  context.rect(device.x, device.y, device.width, device.height);
  context.clip();
  context.imageSmoothingEnabled = false;
  const place = ({ cells }: CellImage): Rect => {
    const x = Math.round(pixelX(view, device, cells.x0));
    const y = Math.round(pixelY(view, device, cells.y0));
    return {
      x,
      y,
      width: Math.round(pixelX(view, device, cells.x1)) - x,
      height: Math.round(pixelY(view, device, cells.y1)) - y,
    };
  };
  const put = (shown: CellImage) => {
    const at = place(shown);
    if (shown.gaps) {
      context.fillStyle = hatch(context, drawing.theme, ratio);
      context.fillRect(at.x, at.y, at.width, at.height);
    }
    context.drawImage(shown.image, at.x, at.y, at.width, at.height);
  };
  const { picture, overview } = moment;
  if (overview && !(picture && covers(picture.cells, view))) put(overview);
  if (picture) put(picture);
  context.restore();
}

/** A box in device pixels. */
export function deviceRect({ x, y, width, height }: Rect, ratio: number): Rect {
  const [left, top] = [Math.round(x * ratio), Math.round(y * ratio)];
  return {
    x: left,
    y: top,
    width: Math.round((x + width) * ratio) - left,
    height: Math.round((y + height) * ratio) - top,
  };
}

const covers = (cells: CellRange, view: CellRange): boolean =>
  cells.x0 <= view.x0 + 1e-6 &&
  cells.x1 >= view.x1 - 1e-6 &&
  cells.y0 <= view.y0 + 1e-6 &&
  cells.y1 >= view.y1 - 1e-6;

/** The boundaries to draw between two places: all, or the strong ones where all would be too dense, or none. */
export function visibleBoundaries(
  axis: MatrixAxis,
  from: number,
  to: number,
  pixels: number,
): readonly Boundary[] {
  const inside = (axis.boundaries ?? []).filter(({ at }) => at > from && at < to);
  const fits = (list: readonly unknown[]) => pixels / (list.length + 1) >= DENSE;
  const strong = inside.filter((b) => b.strong);
  return fits(inside) ? inside : fits(strong) ? strong : [];
}

function drawBoundaries(
  context: CanvasRenderingContext2D,
  { layout: { plot }, theme, rows, columns }: MatrixDrawing,
  view: CellRange,
): void {
  context.fillStyle = theme.line;
  // Of lines that are all weak none needs to stand back.
  const firm = (list: readonly Boundary[], { strong }: Boundary) =>
    strong || !list.some((b) => b.strong) ? 0.75 : 0.3;
  const across = visibleBoundaries(columns, view.x0, view.x1, plot.width);
  for (const boundary of across) {
    context.globalAlpha = firm(across, boundary);
    context.fillRect(Math.round(pixelX(view, plot, boundary.at)), plot.y, 1, plot.height);
  }
  const down = visibleBoundaries(rows, view.y0, view.y1, plot.height);
  for (const boundary of down) {
    context.globalAlpha = firm(down, boundary);
    context.fillRect(plot.x, Math.round(pixelY(view, plot, boundary.at)), plot.width, 1);
  }
  context.globalAlpha = 1;
}

/** Room for the widest name among those that may be shown, from some of them. */
export function namesWidth(axis: MatrixAxis): number {
  const step = Math.max(1, Math.floor(axis.count / 64));
  let most = 0;
  for (let i = 0; i < axis.count; i += step) most = Math.max(most, textWidth(axis.name(i), TEXT));
  return Math.min(128, Math.max(most, textWidth(axis.name(axis.count - 1), TEXT)));
}

function drawAxes(
  context: CanvasRenderingContext2D,
  { layout: { plot }, theme, rows, columns }: MatrixDrawing,
  moment: Moment,
): void {
  const { view } = moment;
  context.fillStyle = theme.muted;
  context.strokeStyle = theme.hairline;
  context.lineWidth = 1;
  context.strokeRect(plot.x - 0.5, plot.y - 0.5, plot.width + 1, plot.height + 1);
  context.textAlign = 'right';
  for (const i of ticksBetween(view.y0, view.y1, plot.height, 16)) {
    const y = pixelY(view, plot, i + 0.5);
    context.fillText(fitText(rows.name(i), plot.x - 8, TEXT), plot.x - 7, y);
    context.fillRect(plot.x - 5, Math.round(y), 4, 1);
  }
  context.textAlign = 'center';
  const room = Math.min(140, namesWidth(columns) + 14);
  const bottom = plot.y + plot.height;
  for (const i of ticksBetween(view.x0, view.x1, plot.width, room)) {
    const x = pixelX(view, plot, i + 0.5);
    context.fillText(fitText(columns.name(i), room - 8, TEXT), x, bottom + 13);
    context.fillRect(Math.round(x), bottom + 1, 1, 4);
  }
  context.fillText(columns.label, plot.x + plot.width / 2, bottom + 29);
  context.textAlign = 'left';
  context.fillText(rows.label, 0, 8);
}
