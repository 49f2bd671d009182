import type { Theme } from '../matrix/theme';
import type { Thing } from './camera';
import { boxWidth, type Scene } from './scene';

/** What is pointed out on a drawing, beside the colours of its values. */
export interface FabricMarks {
  /** The chosen cable or switch. */
  readonly chosen: Thing | null;
  /** Cables of one path. */
  readonly path: readonly number[];
  /** Cables with a number or a word at their middle. */
  readonly labels: readonly { readonly cable: number; readonly text: string }[];
}

/** Where on the canvas a place of the scene is. */
export interface OnCanvas {
  readonly toX: (v: number) => number;
  readonly toY: (v: number) => number;
  readonly kx: number;
}

/** Paints the path, then the chosen part, then the labels, each with a rim that parts it from what is below. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  scene: Scene,
  theme: Theme,
  { chosen, path, labels }: FabricMarks,
  colourOf: (cable: number) => string,
  at: OnCanvas,
): void {
  strokeCables(
    context,
    scene,
    path,
    [
      [theme.panel, 3.2],
      [theme.ink, 1.6],
    ],
    at,
  );
  if (chosen) drawThing(context, scene, theme, chosen, colourOf, at);
  context.font = `600 11px ${theme.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { cable, text } of labels) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = scene.cables.subarray(4 * cable, 4 * cable + 4);
    const [x, y] = [(at.toX(x0) + at.toX(x1)) / 2, (at.toY(y0) + at.toY(y1)) / 2];
    const half = Math.max(8, context.measureText(text).width / 2 + 5);
    context.beginPath();
    context.roundRect(x - half, y - 8, 2 * half, 16, 8);
    context.fillStyle = theme.panel;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = theme.ink;
    context.stroke();
    context.fillStyle = theme.ink;
    context.fillText(text, x, y + 0.5);
  }
}

/** Outlines one cable, or a switch and its cables: each keeps the colour of its value between two lines. */
export function drawThing(
  context: CanvasRenderingContext2D,
  scene: Scene,
  theme: Theme,
  thing: Thing,
  colourOf: (cable: number) => string,
  at: OnCanvas,
): void {
  const one = thing.kind === 'cable';
  const own = one
    ? [thing.cable]
    : [...scene.lower.keys()].filter((k) => scene.lower[k] === thing.node || scene.upper[k] === thing.node);
  const rim: readonly Stroke[] = one
    ? [
        [theme.panel, 12],
        [theme.ink, 9],
        [theme.panel, 6],
      ]
    : [
        [theme.panel, 6],
        [theme.ink, 4.4],
        [theme.panel, 2.8],
      ];
  strokeCables(context, scene, own, rim, at);
  for (const cable of own) strokeCables(context, scene, [cable], [[colourOf(cable), one ? 4 : 1.8]], at);
  if (one) return;
  context.strokeStyle = theme.ink;
  const row = scene.rows.find((each) => each.includes(thing.node));
  const half = scene.flat ? 4 : Math.max(2, (boxWidth(row?.length ?? 1) * at.kx) / 2);
  context.lineWidth = 2.5;
  context.strokeRect(
    at.toX(scene.x[thing.node] ?? 0) - half - 2,
    at.toY(scene.y[thing.node] ?? 0) - 7,
    2 * half + 4,
    14,
  );
}

/** A colour and a width in pixels. */
type Stroke = readonly [colour: string, width: number];

/** Paints cables with one stroke above the other. */
function strokeCables(
  context: CanvasRenderingContext2D,
  { cables }: Scene,
  which: readonly number[],
  strokes: readonly Stroke[],
  { toX, toY }: OnCanvas,
): void {
  context.beginPath();
  for (const k of which) {
    context.moveTo(toX(cables[4 * k] ?? 0), toY(cables[4 * k + 1] ?? 0));
    context.lineTo(toX(cables[4 * k + 2] ?? 0), toY(cables[4 * k + 3] ?? 0));
  }
  for (const [colour, width] of strokes) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}
