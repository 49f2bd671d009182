import { boxWidth, type Scene } from './scene';
import type { Thing } from './camera';

/** Pixels of a scene: `px = (x − left) · kx`, `py = top + (y − y0) · ky`. */
export interface SceneFrame {
  readonly x0: number;
  readonly kx: number;
  readonly y0: number;
  readonly ky: number;
}

/** Pixels around a mark that still mean it. */
const REACH = 7;

/** The switch or cable at a pixel: a switch box first, else the nearest cable within reach; hosts mean their cable. */
export function thingAt(
  scene: Scene,
  place: SceneFrame,
  px: number,
  py: number,
  hostsShown: boolean,
): Thing | null {
  const { net, x, y, rows, cables, lower } = scene;
  const toX = (v: number) => (v - place.x0) * place.kx;
  const toY = (v: number) => (v - place.y0) * place.ky;
  for (const row of rows) {
    const half = scene.flat ? REACH : Math.max(3, (boxWidth(row.length) / 2) * place.kx);
    if (!scene.flat && Math.abs(toY(y[row[0] ?? 0] ?? 0) - py) > REACH + 2) continue;
    for (const node of row)
      if (Math.abs(toX(x[node] ?? 0) - px) <= half && Math.abs(toY(y[node] ?? 0) - py) <= REACH + 1)
        return { kind: 'switch', node };
  }
  let [best, nearest] = [REACH * REACH, -1];
  for (let k = 0; k < lower.length; k++) {
    if (!hostsShown && (lower[k] ?? 0) < net.hosts) continue;
    const [ax, ay] = [toX(cables[4 * k] ?? 0), toY(cables[4 * k + 1] ?? 0)];
    const [bx, by] = [toX(cables[4 * k + 2] ?? 0), toY(cables[4 * k + 3] ?? 0)];
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
    const distance = (ax + t * dx - px) ** 2 + (ay + t * dy - py) ** 2;
    if (distance < best) [best, nearest] = [distance, k];
  }
  return nearest < 0 ? null : { kind: 'cable', cable: nearest };
}

/** The cables of a node, in the order of the node's ports. */
export function cablesOf({ net, lower, upper }: Scene, node: number): number[] {
  const held: number[] = [];
  for (let k = 0; k < lower.length; k++) if (lower[k] === node || upper[k] === node) held.push(k);
  const port = (k: number) => net.sourcePort[2 * k + (net.source[2 * k] === node ? 0 : 1)] ?? 0;
  return held.sort((p, q) => port(p) - port(q));
}

/**
 * Where a key leads: Left and Right walk the switches of a level (or the cables of the switch, once one is chosen), Up and Down
 * change the level, `.` and `,` walk the cables of a switch.
 */
export function walkFrom(scene: Scene, from: Thing | null, key: string): Thing | null {
  const { rows, x, lower, upper } = scene;
  const first = rows[0]?.[0];
  if (first === undefined) return null;
  if (from === null) return { kind: 'switch', node: first };
  const node = from.kind === 'switch' ? from.node : (upper[from.cable] ?? 0);
  const at = rows.findIndex((row) => row.includes(node));
  const row = rows[at] ?? [];
  if (key === '.' || key === ',') {
    const holder = from.kind === 'switch' ? from.node : (holderOf(scene, from.cable) ?? node);
    const held = cablesOf(scene, holder);
    const now = from.kind === 'cable' ? held.indexOf(from.cable) : -1;
    const next = held[(now + (key === '.' ? 1 : now < 0 ? 0 : -1) + held.length) % held.length];
    return next === undefined ? from : { kind: 'cable', cable: next };
  }
  if (from.kind === 'cable' && (key === 'ArrowUp' || key === 'ArrowDown')) {
    const end = key === 'ArrowUp' ? upper[from.cable] : lower[from.cable];
    return end !== undefined && end >= scene.net.hosts ? { kind: 'switch', node: end } : from;
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = row[row.indexOf(node) + (key === 'ArrowRight' ? 1 : -1)];
    return next === undefined ? from : { kind: 'switch', node: next };
  }
  const other = rows[at + (key === 'ArrowUp' ? 1 : -1)];
  if (!other) return from;
  const near = other.reduce((best, each) =>
    Math.abs((x[each] ?? 0) - (x[node] ?? 0)) < Math.abs((x[best] ?? 0) - (x[node] ?? 0)) ? each : best,
  );
  return { kind: 'switch', node: near };
}

/** The switch whose cables are walked: the end nearer to the hosts, or the other one for the cable of a host. */
function holderOf({ net, lower, upper }: Scene, cable: number): number | undefined {
  const low = lower[cable] ?? 0;
  return low < net.hosts ? upper[cable] : low;
}
