/** A fabric too large to draw as matrices: each cell the cables between two switches of neighbouring levels. Pure functions. */
import type { Scene } from './scene';
import { cableValue } from './values';

/** Where each cable between two levels is folded to. */
export interface CableFold {
  /** Row of the scene of the lower and of the upper switches; the same for a fabric without levels. */
  readonly lower: number;
  readonly upper: number;
  /** Columns are the lower switches. Rows are the upper ones, or the neighbours of each lower one in their order. */
  readonly rowsAre: 'switches' | 'neighbours';
  readonly rows: number;
  readonly columns: number;
  /** Switches of one row and of one column of the matrix: more than 1 where a level has more than `MOST_SIDE`. */
  readonly perRow: number;
  readonly perColumn: number;
  /** Cables and their cells, row by row; of a fabric without levels directed links. */
  readonly links: Uint32Array;
  readonly cells: Uint32Array;
}

/** Most rows or columns of a matrix. */
export const MOST_SIDE = 4096;
/** Least part of the cells that must have a cable for rows to be switches: else nearly all would be empty. */
const DENSE = 0.4;
/** Links after which other work may run. */
const STRETCH = 20_000;

/** The matrices of a fabric, as work to be done in turns: pairs of levels from the hosts upwards, hosts' own cables left out. */
export function* foldSteps(scene: Scene): Generator<void, CableFold[]> {
  const { net, flat, lower, upper, rows } = scene;
  const rowOf = new Uint32Array(net.hosts + net.switches);
  const place = new Uint32Array(net.hosts + net.switches);
  rows.forEach((row, at) =>
    row.forEach((node, i) => {
      rowOf[node] = at;
      place[node] = i;
    }),
  );
  yield;
  const groups = new Map<number, number[]>();
  for (let k = 0; k < lower.length; k++) {
    if (k % STRETCH === 0) yield;
    const [a, b] = [lower[k] ?? 0, upper[k] ?? 0];
    if (a < net.hosts) continue;
    const key = (rowOf[a] ?? 0) * 256 + (rowOf[b] ?? 0);
    const held = groups.get(key) ?? [];
    if (held.length === 0) groups.set(key, held);
    if (flat) held.push(2 * k, 2 * k + 1);
    else held.push(k);
  }
  const folds: CableFold[] = [];
  for (const [key, links] of [...groups].sort(([a], [b]) => a - b)) {
    const [low, high] = [Math.floor(key / 256), key % 256];
    const ends = (link: number): [number, number] =>
      flat ? [net.source[link] ?? 0, net.target[link] ?? 0] : [lower[link] ?? 0, upper[link] ?? 0];
    folds.push(yield* foldOf(links, ends, place, low, high, rows[low]?.length ?? 0, rows[high]?.length ?? 0));
  }
  return folds;
}

function* foldOf(
  links: readonly number[],
  ends: (link: number) => [number, number],
  place: Uint32Array,
  lower: number,
  upper: number,
  below: number,
  above: number,
): Generator<void, CableFold> {
  const neighbours = Array.from({ length: below }, () => new Set<number>());
  for (const [i, link] of links.entries()) {
    if (i % STRETCH === 0) yield;
    const [a, b] = ends(link);
    neighbours[place[a] ?? 0]?.add(place[b] ?? 0);
  }
  const joined = neighbours.reduce((sum, { size }) => sum + size, 0);
  const dense = joined >= DENSE * below * above;
  const orders = dense
    ? null
    : neighbours.map((held) => new Map([...held].sort((p, q) => p - q).map((at, i) => [at, i] as const)));
  const across = dense ? above : neighbours.reduce((most, { size }) => Math.max(most, size), 0);
  const [perRow, perColumn] = [Math.ceil(across / MOST_SIDE), Math.ceil(below / MOST_SIDE)];
  const columns = Math.ceil(below / perColumn);
  const cells = new Uint32Array(links.length);
  for (const [i, link] of links.entries()) {
    if (i % STRETCH === 0) yield;
    const [a, b] = ends(link);
    const [from, to] = [place[a] ?? 0, place[b] ?? 0];
    const row = orders?.[from]?.get(to) ?? to;
    cells[i] = Math.floor(row / perRow) * columns + Math.floor(from / perColumn);
  }
  return {
    ...{ lower, upper, perRow, perColumn, columns, cells },
    rowsAre: dense ? 'switches' : 'neighbours',
    rows: Math.ceil(across / perRow),
    links: Uint32Array.from(links),
  };
}

/**
 * The cells of a matrix, row by row: the largest value by size of the cables of each, both directions of a cable counted
 * (of a fabric without levels one). NaN where there is no cable, or all are cut.
 */
export function foldedValues(
  { links, cells, rows, columns }: CableFold,
  { net, flat }: Scene,
  values: Float64Array,
): Float32Array<ArrayBuffer> {
  const folded = new Float32Array(rows * columns).fill(Number.NaN);
  for (let i = 0; i < links.length; i++) {
    const link = links[i] ?? 0;
    if (net.alive[flat ? link : 2 * link] === 0) continue;
    const value = flat ? (values[link] ?? Number.NaN) : cableValue(values, link);
    if (Number.isNaN(value)) continue;
    const at = cells[i] ?? 0;
    const held = folded[at] ?? Number.NaN;
    if (!(Math.abs(held) >= Math.abs(value))) folded[at] = value;
  }
  return folded;
}

/** The cables of a cell by number. */
export function cablesIn(
  { links, cells, columns }: CableFold,
  flat: boolean,
  row: number,
  column: number,
): number[] {
  const at = row * columns + column;
  const found = new Set<number>();
  cells.forEach((cell, i) => {
    if (cell === at) found.add(flat ? (links[i] ?? 0) >> 1 : (links[i] ?? 0));
  });
  return [...found];
}
