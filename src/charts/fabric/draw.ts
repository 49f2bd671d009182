import { piecewise, interpolateLab, rgb } from 'd3';
import { loadScale } from '../colours';
import type { Theme } from '../matrix/theme';
import type { Sight, Thing } from './camera';
import type { SceneFrame } from './find';
import { drawMarks, drawThing, type FabricMarks, type OnCanvas } from './marks';
import { boxWidth, levelName, type Scene } from './scene';
import { STEPS, type RankedCables } from './values';

/** All that a picture of a fabric is made from. */
export interface FabricPicture {
  readonly scene: Scene;
  readonly ranked: RankedCables;
  /** Colour of each step. */
  readonly colours: readonly string[];
  /** Whether both ends of the scale are thick (differences), or only the upper one (loads). */
  readonly change: boolean;
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
  readonly nodeName: (node: number) => string;
  readonly marks: FabricMarks | null;
}

/** Pixels kept free around the drawing. */
const EDGE = 10;

/** Where things are for what is in sight. */
export function placeOf({ x0, x1, y0, y1 }: Sight, width: number, height: number): SceneFrame {
  const [kx, ky] = [(width - 2 * EDGE) / (x1 - x0), (height - 2 * EDGE) / (y1 - y0)];
  return { x0: x0 - EDGE / kx, kx, y0: y0 - EDGE / ky, ky };
}

/** Whether the cables of single hosts can be told apart. */
export function hostsShown({ net, flat }: Scene, { kx }: SceneFrame): boolean {
  return flat || kx / Math.max(1, net.hosts) >= 2.5;
}

/** Colours of the steps: those of heatmaps; of differences with a middle that is seen as a line on the page. */
export function stepColours(theme: Theme, change: boolean): string[] {
  const dark = luma(theme.panel) < 128;
  const scale: (t: number) => string = change
    ? piecewise(
        interpolateLab,
        dark ? ['#58a6ff', theme.hatch, '#f2a24b'] : ['#1a5a9e', theme.hatch, '#b65a00'],
      )
    : loadScale(theme.panel);
  return Array.from({ length: STEPS }, (_, i) => scale(i / (STEPS - 1)));
}

function luma(colour: string): number {
  const { r, g, b } = rgb(colour);
  return 0.3 * r + 0.6 * g + 0.1 * b;
}

/** Thickness of a step in pixels. */
function thickness(step: number, change: boolean, crowded: boolean): number {
  const t = step / (STEPS - 1);
  const part = change ? Math.abs(2 * t - 1) : t;
  return (crowded ? 0.5 : 0.8) + (crowded ? 1.3 : 2.2) * part;
}

/** Lines of one stroke: between two of them other work may run. */
const STROKE = 250;

/** Paints cables and switches, yielding now and then. */
export function* drawFabric(
  context: CanvasRenderingContext2D,
  picture: FabricPicture,
  sight: Sight,
): Generator<void, void> {
  const { scene, ranked, colours, theme, width, height, change } = picture;
  const place = placeOf(sight, width, height);
  const toX = (v: number) => (v - place.x0) * place.kx;
  const toY = (v: number) => (v - place.y0) * place.ky;
  const { cables } = scene;
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, width, height);
  const crowded = ranked.inner.order.length * (sight.x1 - sight.x0) > 2500;
  const line = (k: number) => {
    const [ax, bx] = [toX(cables[4 * k] ?? 0), toX(cables[4 * k + 2] ?? 0)];
    if ((ax < 0 && bx < 0) || (ax > width && bx > width)) return;
    context.moveTo(ax, toY(cables[4 * k + 1] ?? 0));
    context.lineTo(bx, toY(cables[4 * k + 3] ?? 0));
  };
  const strokes = function* ({ order, first }: RankedCables['inner']): Generator<void, void> {
    // Of a difference, the steps of no change are in the middle and are drawn first.
    const steps = Array.from({ length: STEPS }, (_, i) => i);
    if (change) steps.sort((a, b) => Math.abs(a - STEPS / 2 + 0.5) - Math.abs(b - STEPS / 2 + 0.5));
    for (const step of steps) {
      const [from, to] = [first[step] ?? 0, first[step + 1] ?? 0];
      if (from === to) continue;
      context.strokeStyle = colours[step] ?? theme.ink;
      context.lineWidth = thickness(step, change, crowded);
      for (let i = from; i < to; i += STROKE) {
        context.beginPath();
        for (let j = i; j < Math.min(to, i + STROKE); j++) line(order[j] ?? 0);
        context.stroke();
        // A pixel that is read makes the browser paint what it has put off.
        context.getImageData(0, 0, 1, 1);
        yield;
      }
    }
  };
  if (hostsShown(scene, place)) yield* strokes(ranked.hosts);
  else hostBands(context, picture, toX, toY);
  yield* strokes(ranked.inner);
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  context.setLineDash([3, 4]);
  context.beginPath();
  ranked.dead.forEach(line);
  context.stroke();
  context.setLineDash([]);
  switches(context, picture, toX, toY, place.kx);
  if (picture.marks) drawMarks(context, scene, theme, picture.marks, colourOf(picture), onCanvas(place));
}

/** Where hosts cannot be told apart, a bar below each switch has the colour of the hottest of its hosts' cables. */
function hostBands(
  context: CanvasRenderingContext2D,
  { scene, ranked, colours, theme, width }: FabricPicture,
  toX: (v: number) => number,
  toY: (v: number) => number,
): void {
  const hottest = new Map<number, number>();
  for (const k of ranked.hosts.order) {
    const at = scene.upper[k] ?? 0;
    hottest.set(at, Math.max(hottest.get(at) ?? 0, ranked.step[k] ?? 0));
  }
  const half = 0.42 / (scene.rows[0]?.length ?? 1);
  for (const [node, step] of hottest) {
    const [x, y] = [scene.x[node] ?? 0, scene.y[node] ?? 0];
    const [left, right] = [toX(x - half), toX(x + half)];
    if (right < 0 || left > width) continue;
    context.fillStyle = colours[step] ?? theme.ink;
    context.fillRect(
      left,
      toY(y) + 8,
      Math.max(1, right - left),
      Math.max(4, (toY(0.97) - toY(y) - 8) * 0.6),
    );
  }
}

function switches(
  context: CanvasRenderingContext2D,
  { scene, theme, nodeName, width }: FabricPicture,
  toX: (v: number) => number,
  toY: (v: number) => number,
  kx: number,
): void {
  context.font = `11px ${theme.font}`;
  context.textBaseline = 'middle';
  scene.rows.forEach((row, index) => {
    const half = scene.flat ? 4 : Math.max(1.5, (boxWidth(row.length) * kx) / 2);
    const named = !scene.flat && 2 * half > 46;
    for (const node of row) {
      const [x, y] = [toX(scene.x[node] ?? 0), toY(scene.y[node] ?? 0)];
      if (x + half < 0 || x - half > width) continue;
      context.fillStyle = theme.panel;
      context.fillRect(x - half - 1, y - 6, 2 * half + 2, 12);
      context.fillStyle = theme.strip;
      context.fillRect(x - half, y - 5, 2 * half, 10);
      if (!named) continue;
      context.fillStyle = theme.panel;
      context.textAlign = 'center';
      context.fillText(nodeName(node), x, y + 0.5, 2 * half - 4);
    }
    if (scene.flat) return;
    const y = toY(scene.y[row[0] ?? 0] ?? 0) - 14;
    const text = levelName(scene, index);
    context.textAlign = 'left';
    context.strokeStyle = theme.panel;
    context.lineWidth = 4;
    context.strokeText(text, 4, y);
    context.fillStyle = theme.muted;
    context.fillText(text, 4, y);
  });
}

/** Paints what is pointed at, above the drawing. */
export function drawPointed(
  context: CanvasRenderingContext2D,
  picture: FabricPicture,
  sight: Sight,
  thing: Thing | null,
): void {
  const { scene, theme, width, height } = picture;
  context.clearRect(0, 0, width, height);
  if (thing)
    drawThing(context, scene, theme, thing, colourOf(picture), onCanvas(placeOf(sight, width, height)));
}

/** The colour of a cable by its number; a cut one has none of its own. */
const colourOf =
  ({ scene, ranked, colours, theme }: FabricPicture) =>
  (cable: number): string =>
    (scene.net.alive[2 * cable] === 0 ? null : colours[ranked.step[cable] ?? 0]) ?? theme.muted;

const onCanvas = (place: SceneFrame): OnCanvas => ({
  toX: (v) => (v - place.x0) * place.kx,
  toY: (v) => (v - place.y0) * place.ky,
  kx: place.kx,
});
