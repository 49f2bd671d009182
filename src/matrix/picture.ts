import type { Below } from './below';
import { APART, type Cells } from './cells';
import { edges, FIRST_LEVEL, gridOf, type Grid, type CellRange } from './grid';
import type { Pyramid } from './pyramid';

/** What a pixel that covers many cells shows. `size` is the value farthest from 0; `below` is the share of its values under a threshold, 0 to 1. */
export type Aggregate = 'max' | 'min' | 'size' | 'mean' | { readonly below: number };

/** Where a value lies between `limits`, which are below 1 apart only by mistake; on `log` both are above 0. */
export interface ColourScale {
  readonly kind: 'linear' | 'log';
  readonly limits: readonly [low: number, high: number];
}

/** Colours as RGBA bytes in memory order, packed in 32 bits. */
export interface Palette {
  /** From the low limit to the high one. */
  readonly ramp: Uint32Array;
  /** A value that is 0 or less on a logarithmic scale. */
  readonly zero: number;
  /** Cells left apart. */
  readonly apart: number;
}

/** RGBA bytes, row by row; missing cells are transparent. */
export interface Picture {
  readonly grid: Grid;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Whether any pixel has no cell with a value. */
  readonly gaps: boolean;
}

/** The value of each pixel of one row of pixels, and how many cells it is made of. */
interface Line {
  readonly value: Float64Array;
  readonly count: Float64Array;
  readonly apart: Uint8Array;
}

/** The rows of one level of blocks, or of the cells. `add` puts blocks [x[i], x[i + 1]) of a row into pixel i. */
type AddRow = (row: number, x: Int32Array, line: Line) => void;

/** Paints a view of a matrix on at most `width` × `height` pixels. `below` must be given when it is the aggregate. */
export function paint(
  cells: Cells,
  pyramid: Pyramid,
  view: CellRange,
  width: number,
  height: number,
  aggregate: Aggregate,
  scale: ColourScale,
  palette: Palette,
  below: Below | null,
): Picture {
  const grid = gridOf(view, cells.rows, cells.columns, width, height);
  const [w, h] = [grid.x.count, grid.y.count];
  const pixels = new Uint8ClampedArray(w * h * 4);
  const colours = new Uint32Array(pixels.buffer);
  const x = edges(grid.x, cells.columns, grid.level);
  const y = edges(grid.y, cells.rows, grid.level);
  const add =
    grid.level === 0 ? addCells(cells, aggregate) : addBlocks(pyramid, grid.level, aggregate, below);
  const line: Line = { value: new Float64Array(w), count: new Float64Array(w), apart: new Uint8Array(w) };
  const colour = colourOf(scale, palette);
  let gaps = false;
  const averages = aggregate === 'mean' || typeof aggregate === 'object';
  for (let j = 0; j < h; j++) {
    line.value.fill(start(aggregate));
    line.count.fill(0);
    line.apart.fill(0);
    for (let row = y[j] ?? 0; row < (y[j + 1] ?? 0); row++) add(row, x, line);
    for (let i = 0; i < w; i++) {
      const n = line.count[i] ?? 0;
      const value = line.value[i] ?? 0;
      if (n > 0) colours[j * w + i] = colour(averages ? value / n : value);
      else if (line.apart[i]) colours[j * w + i] = palette.apart;
      else gaps = true;
    }
  }
  return { grid, width: w, height: h, pixels, gaps };
}

function start(aggregate: Aggregate): number {
  return aggregate === 'max' ? -Infinity : aggregate === 'min' ? Infinity : 0;
}

/** The one of two values that is farther from 0: the first where both are as far. */
const farther = (one: number, other: number) => (Math.abs(other) > Math.abs(one) ? other : one);

function addCells(cells: Cells, aggregate: Aggregate): AddRow {
  const kept = new Float32Array(cells.columns);
  const kind = typeof aggregate === 'object' ? 'below' : aggregate;
  const threshold = typeof aggregate === 'object' ? aggregate.below : 0;
  return (row, x, { value, count, apart }) => {
    const from = x[0] ?? 0;
    cells.read(row, from, x[x.length - 1] ?? 0, kept);
    for (let i = 0; i < value.length; i++) {
      const end = (x[i + 1] ?? 0) - from;
      let gathered = value[i] ?? 0;
      let n = 0;
      for (let c = (x[i] ?? 0) - from; c < end; c++) {
        const v = kept[c] ?? NaN;
        if (v !== v) continue;
        if (v === APART) {
          apart[i] = 1;
          continue;
        }
        n++;
        if (kind === 'max') gathered = v > gathered ? v : gathered;
        else if (kind === 'min') gathered = v < gathered ? v : gathered;
        else if (kind === 'size') gathered = farther(gathered, v);
        else if (kind === 'mean') gathered += v;
        else if (v < threshold) gathered++;
      }
      value[i] = gathered;
      count[i] = (count[i] ?? 0) + n;
    }
  };
}

function addBlocks(pyramid: Pyramid, at: number, aggregate: Aggregate, below: Below | null): AddRow {
  const level = pyramid.levels[at - FIRST_LEVEL];
  if (!level) throw new RangeError(`There is no level ${at}.`);
  const { max, min, mean, count: counts, width } = level;
  const counted = below?.levels[at - FIRST_LEVEL];
  const kind = typeof aggregate === 'object' ? 'below' : aggregate;
  return (row, x, { value, count, apart }) => {
    for (let i = 0; i < value.length; i++) {
      const end = row * width + (x[i + 1] ?? 0);
      let gathered = value[i] ?? 0;
      let all = 0;
      for (let b = row * width + (x[i] ?? 0); b < end; b++) {
        const n = counts[b] ?? 0;
        if (n === 0) {
          if (mean[b] === APART) apart[i] = 1;
          continue;
        }
        all += n;
        if (kind === 'max') gathered = Math.max(gathered, max[b] ?? 0);
        else if (kind === 'min') gathered = Math.min(gathered, min[b] ?? 0);
        else if (kind === 'size') gathered = farther(gathered, farther(max[b] ?? 0, min[b] ?? 0));
        else if (kind === 'mean') gathered += (mean[b] ?? 0) * n;
        else gathered += counted?.[b] ?? 0;
      }
      value[i] = gathered;
      count[i] = (count[i] ?? 0) + all;
    }
  };
}

/** The colour of a value, held at the ends of the scale. */
export function colourOf(
  { kind, limits: [low, high] }: ColourScale,
  { ramp, zero }: Palette,
): (v: number) => number {
  const last = ramp.length - 1;
  const index = (t: number) => ramp[t > 0 ? (t < 1 ? Math.round(t * last) : last) : 0] ?? 0;
  if (kind === 'linear') {
    const span = high > low ? high - low : 1;
    return (v) => index((v - low) / span);
  }
  const from = Math.log(low);
  const span = high > low ? Math.log(high) - from : 1;
  return (v) => (v > 0 ? index((Math.log(v) - from) / span) : zero);
}
