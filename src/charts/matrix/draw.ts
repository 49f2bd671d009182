import { ticks as linearTicks } from 'd3';
import type { Box, View } from '../../matrix/grid';
import type { Summary } from '../../matrix/messages';
import type { Marginal } from '../../matrix/kernel';
import type { Cell } from '../../matrix/statistics';
import { fitText, textWidth } from '../layout';
import { logTicks, powers, ratioAxis } from '../ticks';
import { pixelX, pixelY, ticksBetween, type Layout, type Rect } from './geometry';
import { colourAt } from './palette';
import type { Theme } from './theme';
import type { Boundary, MarginalKind, MatrixAxis, PaletteName } from './types';

/** A picture of some cells. */
export interface Shown {
  readonly image: ImageBitmap;
  readonly cells: View;
}

/** All that a chart is drawn from. */
export interface Drawing {
  readonly layout: Layout;
  readonly theme: Theme;
  readonly rows: MatrixAxis;
  readonly columns: MatrixAxis;
  readonly kind: 'linear' | 'log';
  readonly palette: PaletteName;
  readonly binary: boolean;
  readonly limits: readonly [number, number] | null;
  /** Whether values can lie beyond the limits: shares cannot. */
  readonly open: boolean;
  /** Above the legend, and how its values read. */
  readonly legend: string;
  readonly format: (value: number) => string;
  readonly summary: Summary | null;
  readonly marginals: { readonly rows: Marginal; readonly columns: Marginal } | null;
  /** See `marginalDomain`. */
  readonly marginalDomain: readonly [number, number] | null;
  readonly marginal: MarginalKind;
  readonly marginalFormat: (value: number) => string;
  readonly apart: string;
  readonly pinned: Cell | null;
  readonly selection: readonly Box[];
  readonly marked: readonly Cell[];
}

/** What changes while the pointer moves. */
export interface Moment {
  readonly view: View;
  /** The picture of the view or, while it is awaited, of another one; and one of the whole matrix. */
  readonly picture: Shown | null;
  readonly overview: Shown | null;
  /** The cells under the cursor. */
  readonly under: Box | null;
  readonly byKey: boolean;
  /** A box that is being drawn, in cells. */
  readonly brush: View | null;
}

const TEXT = 12;
const SMALL = 11;
/** Lines between groups nearer than this are left out, in pixels. */
const DENSE = 5;

/** Draws all but the marks on a canvas of `ratio` device pixels per pixel. */
export function drawMatrix(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
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
  drawing: Drawing,
  moment: Moment,
  ratio: number,
): void {
  begin(context, drawing, ratio);
  drawMarks(context, drawing, moment);
}

function begin(
  context: CanvasRenderingContext2D,
  { layout, theme }: Drawing,
  ratio: number,
  clear = true,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (clear) context.clearRect(0, 0, layout.width, layout.height);
  context.font = `${TEXT}px ${theme.font}`;
  context.textBaseline = 'middle';
}

const hatches = new WeakMap<Theme, Map<number, CanvasPattern | string>>();

/** The pattern of missing cells; made once per theme and size. */
function hatch(context: CanvasRenderingContext2D, theme: Theme, ratio: number): CanvasPattern | string {
  const made = hatches.get(theme) ?? new Map<number, CanvasPattern | string>();
  hatches.set(theme, made);
  const pattern = made.get(ratio) ?? makeHatch(context, theme, ratio);
  made.set(ratio, pattern);
  return pattern;
}

function makeHatch(context: CanvasRenderingContext2D, theme: Theme, ratio: number): CanvasPattern | string {
  const size = Math.round(6 * ratio);
  const tile = document.createElement('canvas');
  tile.width = tile.height = size;
  const on = tile.getContext('2d');
  if (!on) return theme.panel;
  on.fillStyle = theme.panel;
  on.fillRect(0, 0, size, size);
  on.strokeStyle = theme.hatch;
  on.lineWidth = ratio;
  on.beginPath();
  for (const shift of [-size, 0, size]) {
    on.moveTo(shift - 1, size + 1);
    on.lineTo(shift + size + 1, -1);
  }
  on.stroke();
  return context.createPattern(tile, 'repeat') ?? theme.panel;
}

/** The cells themselves, in device pixels so that they are crisp. What no picture covers shows the hatch of missing cells. */
function drawCells(context: CanvasRenderingContext2D, drawing: Drawing, moment: Moment, ratio: number): void {
  const { plot } = drawing.layout;
  const device = deviceRect(plot, ratio);
  const { view } = moment;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.save();
  context.beginPath();
  context.rect(device.x, device.y, device.width, device.height);
  context.clip();
  context.imageSmoothingEnabled = false;
  const missing = hatch(context, drawing.theme, ratio);
  const place = ({ cells }: Shown): Rect => {
    const x = Math.round(pixelX(view, device, cells.x0));
    const y = Math.round(pixelY(view, device, cells.y0));
    return {
      x,
      y,
      width: Math.round(pixelX(view, device, cells.x1)) - x,
      height: Math.round(pixelY(view, device, cells.y1)) - y,
    };
  };
  const put = (shown: Shown) => {
    const at = place(shown);
    context.fillStyle = missing;
    context.fillRect(at.x, at.y, at.width, at.height);
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

const covers = (cells: View, view: View): boolean =>
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
  { layout: { plot }, theme, rows, columns }: Drawing,
  view: View,
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
  { layout: { plot }, theme, rows, columns }: Drawing,
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

/** A statistic of row or column `i`; NaN without values. */
export function marginalOf(marginal: Marginal, kind: MarginalKind, i: number): number {
  const n = marginal.count[i] ?? 0;
  if (n === 0) return NaN;
  if (kind === 'sum') return marginal.sum[i] ?? NaN;
  if (kind === 'mean') return (marginal.sum[i] ?? NaN) / n;
  return marginal[kind][i] ?? NaN;
}

/** Least extent of a strip of ratios around what they are: less is noise of rounding. */
const LEAST_SPAN = 0.01;

/**
 * Least and largest statistic of all rows and columns. From 0 where none is below it: the strips are bars, whose length
 * is what is read. Of ratios at least ±1 % around no change; they are drawn as dots, as all that has no 0 at its base.
 */
export function marginalDomain(
  marginals: { rows: Marginal; columns: Marginal },
  kind: MarginalKind,
  ratios: boolean,
): readonly [number, number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const side of [marginals.rows, marginals.columns])
    for (let i = 0; i < side.count.length; i++) {
      const v = marginalOf(side, kind, i);
      if (v < low) low = v;
      if (v > high) high = v;
    }
  if (!(low <= high)) return null;
  if (ratios) return [Math.min(low, 1 - LEAST_SPAN), Math.max(high, 1 + LEAST_SPAN)];
  if (low >= 0 && high > 0) return [0, high];
  return low < high ? [low, high] : [low - Math.abs(low) / 2 - 1e-30, high + Math.abs(high) / 2 + 1e-30];
}

/** For each of `pixels` pixels the least and the largest statistic of its rows; NaN where it has none. */
export function stripRanges(
  marginal: Marginal,
  kind: MarginalKind,
  from: number,
  to: number,
  pixels: number,
): { low: Float64Array; high: Float64Array } {
  const low = new Float64Array(pixels).fill(NaN);
  const high = new Float64Array(pixels).fill(NaN);
  const step = (to - from) / pixels;
  for (let p = 0; p < pixels; p++) {
    const first = Math.floor(from + p * step);
    const end = Math.max(first + 1, Math.floor(from + (p + 1) * step));
    for (let i = first; i < end; i++) {
      const v = marginalOf(marginal, kind, i);
      if (!(v >= (low[p] ?? NaN))) low[p] = Number.isNaN(v) ? (low[p] ?? NaN) : v;
      if (!(v <= (high[p] ?? NaN))) high[p] = Number.isNaN(v) ? (high[p] ?? NaN) : v;
    }
  }
  return { low, high };
}

function drawStrips(context: CanvasRenderingContext2D, drawing: Drawing, view: View): void {
  const { layout, theme, marginals, marginal, marginalDomain: domain, marginalFormat } = drawing;
  const { above, beside } = layout;
  if (!marginals || !domain) return;
  const [low, high] = domain;
  const share = (v: number) => (v - low) / (high - low);
  context.fillStyle = theme.strip;
  const columns = stripRanges(marginals.columns, marginal, view.x0, view.x1, above.width);
  const rows = stripRanges(marginals.rows, marginal, view.y0, view.y1, beside.height);
  // Pale from the base to the least value of the pixel, firm from there to the largest.
  const bars = (from: Float64Array | null, to: Float64Array, alpha: number, least: number) => {
    context.globalAlpha = alpha;
    context.beginPath();
    const across = to === columns.low || to === columns.high;
    for (let p = 0; p < to.length; p++) {
      const [a, b] = [from ? share(from[p] ?? NaN) : 0, share(to[p] ?? NaN)];
      if (Number.isNaN(b)) continue;
      const length = Math.max(least, (b - a) * (across ? above.height : beside.width));
      const start = b * (across ? above.height : beside.width) - length;
      if (across) context.rect(above.x + p, above.y + above.height - start - length, 1, length);
      else context.rect(beside.x + start, beside.y + p, length, 1);
    }
    context.fill();
  };
  if (low === 0) bars(null, columns.low, 0.3, 0);
  bars(columns.low, columns.high, 1, 1.5);
  if (low === 0) bars(null, rows.low, 0.3, 0);
  bars(rows.low, rows.high, 1, 1.5);
  context.globalAlpha = 1;
  context.fillStyle = theme.muted;
  context.font = `${SMALL}px ${theme.font}`;
  context.textAlign = 'left';
  const x = beside.x + 2;
  context.fillText(`${marginalFormat(high)} ${marginal} of each`, x, above.y + 5);
  context.fillText(marginalFormat(low), x, above.y + above.height - 5);
  context.font = `${TEXT}px ${theme.font}`;
}

const LEGEND_TICKS = 6;
/** Least distance of the values of the legend, in pixels. */
const LEGEND_ROOM = 16;

function legendTicks({ kind, palette, limits, binary, layout }: Drawing): readonly number[] {
  if (!limits) return [];
  const most = Math.max(2, Math.min(LEGEND_TICKS, Math.floor(layout.legend.height / LEGEND_ROOM)));
  if (kind === 'linear') return linearTicks(limits[0], limits[1], most - 1);
  if (palette === 'diverging') return ratioTicks(limits, layout.legend.height);
  if (!binary) return logTicks(limits, most);
  const candidates = [2, 4, 16, 256, 65536].map((base) => powers(base, limits));
  return candidates.find((list) => list.length <= most) ?? [];
}

/** Both limits of a scale of ratios, and what of its ticks has room between them. */
export function ratioTicks([low, high]: readonly [number, number], height: number): readonly number[] {
  if (!(high > low)) return [low];
  const far = (a: number, b: number) =>
    Math.abs(Math.log(a / b) / Math.log(high / low)) * height >= LEGEND_ROOM;
  const between = ratioAxis([low, high], [low, high]).ticks.filter(
    (tick) => far(tick, low) && far(tick, high),
  );
  return [low, ...between, high];
}

function drawLegend(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { layout, theme, palette, limits, kind, summary, format } = drawing;
  const { x, y, width, height } = layout.legend;
  context.textAlign = 'left';
  context.fillStyle = theme.muted;
  const room = layout.width - x;
  context.fillText(fitText(drawing.legend, room, TEXT), x, y - 13);
  if (limits) {
    const colours = context.createLinearGradient(0, y + height, 0, y);
    for (let i = 0; i <= 32; i++) colours.addColorStop(i / 32, colourAt(palette, i / 32));
    context.fillStyle = colours;
    context.fillRect(x, y, width, height);
    const [low, high] = limits;
    const share = (v: number) =>
      kind === 'log' ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low);
    context.fillStyle = theme.muted;
    for (const tick of legendTicks(drawing)) {
      const at = y + height - share(tick) * height;
      context.fillRect(x + width, Math.round(at), 4, 1);
      context.fillText(format(tick), x + width + 8, at);
    }
    // Values beyond the limits have the colour of the nearer one.
    const wedge = (at: number, by: number) => {
      context.beginPath();
      context.moveTo(x, at);
      context.lineTo(x + width, at);
      context.lineTo(x + width / 2, at + by);
      context.fill();
    };
    if (drawing.open && summary && summary.max > high) {
      context.fillStyle = colourAt(palette, 1);
      wedge(y - 1, -5);
    }
    if (drawing.open && summary && summary.min < low && !(kind === 'log' && summary.min <= 0)) {
      context.fillStyle = colourAt(palette, 0);
      wedge(y + height + 1, 5);
    }
  }
  drawKeys(context, drawing, x, y + height + 22);
}

/** What has no place on the scale. */
function drawKeys(
  context: CanvasRenderingContext2D,
  { theme, kind, palette, summary, apart }: Drawing,
  x: number,
  top: number,
): void {
  const keys: [string, CanvasPattern | string][] = [];
  if (kind === 'log' && palette !== 'diverging' && summary && summary.min <= 0) keys.push(['0', theme.zero]);
  if (summary && summary.missing > 0) keys.push(['missing', hatch(context, theme, 1)]);
  if (summary && summary.apart > 0) keys.push([apart, theme.apart]);
  keys.forEach(([label, fill], i) => {
    const y = top + i * 19;
    context.fillStyle = fill;
    context.fillRect(x, y - 6, 12, 12);
    context.strokeStyle = theme.hairline;
    context.strokeRect(x + 0.5, y - 5.5, 11, 11);
    context.fillStyle = theme.muted;
    context.fillText(fitText(label, 76, TEXT), x + 20, y);
  });
}

/** The pixels of some cells, at least `least` wide and high, within the plot. */
function boxOn(view: View, plot: Rect, box: Box, least: number): Rect {
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

const meets = (box: Box, view: View): boolean =>
  box.column1 > view.x0 && box.column0 < view.x1 && box.row1 > view.y0 && box.row0 < view.y1;

/** Crosshair, selection and pin. Two strokes, so that an outline is seen on cells of any colour. */
function drawMarks(
  context: CanvasRenderingContext2D,
  { layout: { plot }, theme, pinned, selection, marked }: Drawing,
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
  for (const cell of marked) outline(cellBox(cell), 3, theme.accent, 1);
  const areas = brush
    ? [{ row0: brush.y0, row1: brush.y1, column0: brush.x0, column1: brush.x1 }]
    : selection;
  for (const box of areas) {
    if (meets(box, view)) {
      const r = boxOn(view, plot, box, 1);
      context.fillStyle = theme.brush;
      context.fillRect(r.x, r.y, r.width, r.height);
    }
    outline(box, 3, theme.accent, 1);
  }
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

/** One cell as a box. */
export const cellBox = ({ row, column }: Cell): Box => ({
  row0: row,
  row1: row + 1,
  column0: column,
  column1: column + 1,
});
