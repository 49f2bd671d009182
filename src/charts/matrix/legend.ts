import { ticks as linearTicks } from 'd3';
import { fitText } from '../layout';
import { logTicks, powers, ratioAxis } from '../ticks';
import { TEXT, type MatrixDrawing } from './drawing';
import { hatch } from './hatch';
import { colourAt, isDiverging } from './palette';

const LEGEND_TICKS = 6;
/** Least distance of the values of the legend, in pixels. */
const LEGEND_ROOM = 16;

function legendTicks({ kind, palette, limits, binary, layout }: MatrixDrawing): readonly number[] {
  if (!limits) return [];
  const most = Math.max(2, Math.min(LEGEND_TICKS, Math.floor(layout.legend.height / LEGEND_ROOM)));
  if (kind === 'linear') return linearTicks(limits[0], limits[1], most - 1);
  if (isDiverging(palette)) return ratioTicks(limits, layout.legend.height);
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

/** Draws the scale of colours, and below it what has no place on it. */
export function drawLegend(context: CanvasRenderingContext2D, drawing: MatrixDrawing): void {
  const { layout, theme, palette, limits, kind, summary, format } = drawing;
  const { x, y, width, height } = layout.legend;
  context.textAlign = 'left';
  context.fillStyle = theme.muted;
  const room = layout.width - x;
  context.fillText(fitText(drawing.legend, room, TEXT), x, y - 13);
  if (limits) {
    const colours = context.createLinearGradient(0, y + height, 0, y);
    for (let i = 0; i <= 32; i++) colours.addColorStop(i / 32, colourAt(palette, i / 32, theme.panel));
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
      context.fillStyle = colourAt(palette, 1, theme.panel);
      wedge(y - 1, -5);
    }
    if (drawing.open && summary && summary.min < low && !(kind === 'log' && summary.min <= 0)) {
      context.fillStyle = colourAt(palette, 0, theme.panel);
      wedge(y + height + 1, 5);
    }
  }
  drawKeys(context, drawing, x, y + height + 22);
}

/** What has no place on the scale. */
function drawKeys(
  context: CanvasRenderingContext2D,
  { theme, kind, palette, summary, apart }: MatrixDrawing,
  x: number,
  top: number,
): void {
  const keys: [string, CanvasPattern | string][] = [];
  if (kind === 'log' && !isDiverging(palette) && summary && summary.min <= 0) keys.push(['0', theme.zero]);
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
