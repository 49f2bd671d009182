/** Where the nodes and cables of a fabric are drawn. Pure functions. */
import { nodeLevels } from '../../estimator/levels';
import { atOnce } from '../../model/turns';

/**
 * A fabric to draw. Nodes 0 … hosts − 1 are hosts, then switches. One entry per directed link; links 2k and 2k + 1 are
 * the two directions of a cable.
 */
export interface Net {
  readonly hosts: number;
  readonly switches: number;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly sourcePort: Uint16Array;
  readonly capacity: Float64Array;
  readonly alive: Uint8Array;
}

/** Nodes and cables in their places: x from 0 to 1, y from 0 (top) to 1. */
export interface Scene {
  readonly net: Net;
  /** 0 for hosts, 1 for switches with hosts, and so on away from them. */
  readonly level: Uint8Array;
  readonly levels: number;
  /** Whether cables join switches of one level: then nodes are spread over the plane and have no rows. */
  readonly flat: boolean;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Ends of each cable: x0, y0, x1, y1; the end nearer to the hosts first. */
  readonly cables: Float32Array;
  /** Node at the end nearer to the hosts, and at the other. */
  readonly lower: Uint32Array;
  readonly upper: Uint32Array;
  /** Switches of each level in the order that they are drawn in. */
  readonly rows: readonly (readonly number[])[];
}

/**
 * Places a fabric. Levels are rows, hosts at the foot below their switch. A fabric whose switches are joined within a level
 * goes on a grid of `grid` routers along each dimension (first one fastest), or else on a circle. `order` compares the
 * switches of a row; without it they stand by number.
 */
export const sceneOf = (net: Net, grid: readonly number[] | null, order?: NodeOrder): Scene =>
  atOnce(sceneSteps(net, grid, order));

/** Compares two nodes for sorting. */
export type NodeOrder = (one: number, other: number) => number;

/** The same as work to be done in turns: a large fabric takes longer than a frame. */
export function* sceneSteps(
  net: Net,
  grid: readonly number[] | null,
  order?: NodeOrder,
): Generator<void, Scene> {
  const { hosts, switches, source, target } = net;
  const level = nodeLevels(net);
  yield;
  const nodes = hosts + switches;
  const cables = source.length >> 1;
  const [lower, upper] = [new Uint32Array(cables), new Uint32Array(cables)];
  let flat = false;
  for (let k = 0; k < cables; k++) {
    const [a, b] = [source[2 * k] ?? 0, target[2 * k] ?? 0];
    const up = (level[a] ?? 0) <= (level[b] ?? 0);
    lower[k] = up ? a : b;
    upper[k] = up ? b : a;
    if (level[a] === level[b]) flat = true;
  }
  const rows: number[][] = [];
  for (let node = hosts; node < nodes; node++) {
    const of = flat ? 1 : (level[node] ?? 0);
    // A switch that no host reaches stands in a row of its own on top.
    (rows[of] ??= []).push(node);
  }
  const kept = rows.filter((row) => row.length > 0);
  if (order && !flat)
    for (const row of kept) {
      row.sort(order);
      yield;
    }
  const [x, y] = [new Float32Array(nodes), new Float32Array(nodes)];
  if (flat) spread(kept[0] ?? [], grid, x, y);
  else
    kept.forEach((row, i) =>
      row.forEach((node, place) => {
        x[node] = (place + 0.5) / row.length;
        y[node] = kept.length === 1 ? 0.35 : 0.06 + (0.76 * (kept.length - 1 - i)) / (kept.length - 1);
      }),
    );
  yield;
  placeHosts(net, lower, upper, flat, kept[0]?.length ?? 1, x, y);
  yield;
  return {
    ...{ net, level, levels: kept.length, flat, x, y, lower, upper, rows: kept },
    cables: yield* endsOf(net, lower, upper, flat, x, y, kept),
  };
}

/** Routers on a grid of panels (two dimensions each), or on a circle in their order. */
function spread(
  row: readonly number[],
  grid: readonly number[] | null,
  x: Float32Array,
  y: Float32Array,
): void {
  const product = grid?.reduce((a, b) => a * b, 1);
  if (!grid || product !== row.length || grid.length > 4) {
    row.forEach((node, i) => {
      const turn = (2 * Math.PI * i) / row.length - Math.PI / 2;
      x[node] = 0.5 + 0.42 * Math.cos(turn);
      y[node] = 0.5 + 0.42 * Math.sin(turn);
    });
    return;
  }
  const [a = 1, b = 1, c = 1, d = 1] = grid;
  // A gap of one router parts the panels of the third and fourth dimension.
  const [width, height] = [(a + 1) * c - 1, (b + 1) * d - 1];
  row.forEach((node, i) => {
    const [p, q, r, s] = [
      i % a,
      Math.floor(i / a) % b,
      Math.floor(i / (a * b)) % c,
      Math.floor(i / (a * b * c)),
    ];
    x[node] = (p + r * (a + 1) + 0.5) / width;
    y[node] = 0.04 + (0.9 * (q + s * (b + 1) + 0.5)) / height;
  });
}

function placeHosts(
  { hosts }: Net,
  lower: Uint32Array,
  upper: Uint32Array,
  flat: boolean,
  slots: number,
  x: Float32Array,
  y: Float32Array,
): void {
  const below = new Map<number, number[]>();
  lower.forEach((node, k) => {
    if (node >= hosts) return;
    const at = upper[k] ?? 0;
    const held = below.get(at);
    if (held) held.push(node);
    else below.set(at, [node]);
  });
  for (const [at, held] of below)
    held.forEach((host, i) => {
      const slot = ((i + 0.5) / held.length - 0.5) * (flat ? 0.5 / Math.sqrt(below.size) : 0.84 / slots);
      x[host] = (x[at] ?? 0) + slot;
      y[host] = flat ? (y[at] ?? 0) + 0.22 / Math.sqrt(below.size) : 0.97;
    });
}

/** Cables leave a switch side by side along its box, so that parallel ones are seen apart. */
function* endsOf(
  { hosts }: Net,
  lower: Uint32Array,
  upper: Uint32Array,
  flat: boolean,
  x: Float32Array,
  y: Float32Array,
  rows: readonly (readonly number[])[],
): Generator<void, Float32Array> {
  const ends = new Float32Array(4 * lower.length);
  lower.forEach((a, k) =>
    ends.set([x[a] ?? 0, y[a] ?? 0, x[upper[k] ?? 0] ?? 0, y[upper[k] ?? 0] ?? 0], 4 * k),
  );
  if (flat) return ends;
  const width = new Map(rows.flatMap((row) => row.map((node) => [node, boxWidth(row.length)] as const)));
  for (const [end, here, there] of [
    [0, lower, upper],
    [2, upper, lower],
  ] as const) {
    const of = new Map<number, number[]>();
    here.forEach((node, k) => {
      if (node < hosts || (lower[k] ?? 0) < hosts) return;
      const held = of.get(node);
      if (held) held.push(k);
      else of.set(node, [k]);
    });
    yield;
    for (const [node, held] of of) {
      held.sort((p, q) => (x[there[p] ?? 0] ?? 0) - (x[there[q] ?? 0] ?? 0) || p - q);
      const room = (width.get(node) ?? 0) * 0.8;
      held.forEach((k, i) => {
        const at = 4 * k + end;
        ends[at] = (ends[at] ?? 0) + ((i + 0.5) / held.length - 0.5) * room;
      });
      yield;
    }
  }
  return ends;
}

/** Width of the box of a switch in a row of so many. */
export const boxWidth = (count: number): number => Math.min(0.05, 0.62 / count);

/** Most cables that are drawn one by one. */
export const MOST_CABLES = 60_000;

/** What switches of a row are called in a fabric without names. */
export function kindName({ flat, levels }: Scene, row: number): string {
  if (flat) return 'router';
  if (row === 0) return 'leaf';
  return row === levels - 1 ? 'spine' : `level ${row + 1} switch`;
}

/** `12 leaves`, `6 spines`: the heading of a row. */
export function levelName(scene: Scene, row: number): string {
  const count = scene.rows[row]?.length ?? 0;
  const kind = kindName(scene, row);
  const many = kind === 'leaf' ? 'leaves' : kind.endsWith('switch') ? `${kind}es` : `${kind}s`;
  return `${count.toLocaleString('en')} ${count === 1 ? kind : many}`;
}
