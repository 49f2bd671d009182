import { APART } from './cells';
import { FIRST_LEVEL } from './grid';

/** Rows of cells, and columns, that one block of the first level is made of. */
export const BLOCK = 2 ** FIRST_LEVEL;

/** Sum, mean, least and largest value and number of values of each row or column. Without values: NaN, count 0. */
export interface Marginal {
  readonly sum: Float64Array<ArrayBuffer>;
  readonly min: Float32Array<ArrayBuffer>;
  readonly max: Float32Array<ArrayBuffer>;
  readonly count: Uint32Array<ArrayBuffer>;
}

/** One row of blocks that is being gathered; without values a block has sum and count 0, max −∞ and min ∞. */
export interface Gathered {
  readonly max: Float32Array<ArrayBuffer>;
  readonly min: Float32Array<ArrayBuffer>;
  readonly sum: Float64Array<ArrayBuffer>;
  readonly count: Uint32Array<ArrayBuffer>;
  readonly apart: Uint8Array<ArrayBuffer>;
  /** Rows of the level below in it: of cells, or of blocks. */
  rows: number;
}

/** Bits of +∞: as whole numbers, floats that are neither negative nor −0 stand in the order of their values below it. */
const INFINITE = 0x7f800000;

/** Four rows of cells on their way into blocks and into the sums of rows and columns. */
export class Band {
  /** The rows one after the other; those that are not there are NaN. */
  readonly cells: Float32Array<ArrayBuffer>;
  readonly #bits: Int32Array<ArrayBuffer>;
  readonly #rows = marginal(BLOCK);
  #apart = 0;

  constructor(readonly columns: number) {
    this.cells = new Float32Array(BLOCK * columns);
    this.#bits = new Int32Array(this.cells.buffer);
  }

  /**
   * Puts the rows into blocks of the first level, and into the sums of rows (from `first` on, `count` of them) and
   * columns where these are given. Returns how many cells are left apart.
   *
   * Nearly all cells are finite and not negative. Their bits are compared as whole numbers without branches: a
   * processor cannot guess which of a few values is the least, and waits longer for a wrong guess than for all the rest.
   */
  into(
    blocks: Gathered,
    first: number,
    count: number,
    rows: Marginal | null,
    columns: Marginal | null,
  ): number {
    const { columns: n, cells } = this;
    const bits = this.#bits;
    const own = this.#rows;
    clearMarginal(own);
    this.#apart = 0;
    const width = blocks.count.length;
    const [blockMin, blockMax] = [bitsOf(blocks.min), bitsOf(blocks.max)];
    const [columnMin, columnMax] = [columns && bitsOf(columns.min), columns && bitsOf(columns.max)];
    const [n2, n3] = [2 * n, 3 * n];
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    let low0 = INFINITE;
    let low1 = INFINITE;
    let low2 = INFINITE;
    let low3 = INFINITE;
    let high0 = -1;
    let high1 = -1;
    let high2 = -1;
    let high3 = -1;
    let plain = 0;
    for (let b = 0; b < width; b++) {
      const end = Math.min(n, (b + 1) * BLOCK);
      let sum = 0;
      let values = 0;
      let low = INFINITE;
      let high = -1;
      let odd = false;
      for (let c = b * BLOCK; c < end; c++) {
        const a0 = bits[c] ?? 0;
        const a1 = bits[c + n] ?? 0;
        const a2 = bits[c + n2] ?? 0;
        const a3 = bits[c + n3] ?? 0;
        // d & (d >> 31) is the smaller of d and 0.
        let d = (a1 - a0) | 0;
        const less = (a0 + (d & (d >> 31))) | 0;
        const more = (a1 - (d & (d >> 31))) | 0;
        d = (a3 - a2) | 0;
        const less2 = (a2 + (d & (d >> 31))) | 0;
        const more2 = (a3 - (d & (d >> 31))) | 0;
        d = (less2 - less) | 0;
        const least = (less + (d & (d >> 31))) | 0;
        d = (more - more2) | 0;
        const most = (more - (d & (d >> 31))) | 0;
        if ((a0 | a1 | a2 | a3) < 0 || most >= INFINITE) {
          odd = true;
          continue;
        }
        const v0 = cells[c] ?? 0;
        const v1 = cells[c + n] ?? 0;
        const v2 = cells[c + n2] ?? 0;
        const v3 = cells[c + n3] ?? 0;
        const all = v0 + v1 + (v2 + v3);
        sum0 += v0;
        sum1 += v1;
        sum2 += v2;
        sum3 += v3;
        if (a0 < low0) low0 = a0;
        if (a1 < low1) low1 = a1;
        if (a2 < low2) low2 = a2;
        if (a3 < low3) low3 = a3;
        if (a0 > high0) high0 = a0;
        if (a1 > high1) high1 = a1;
        if (a2 > high2) high2 = a2;
        if (a3 > high3) high3 = a3;
        sum += all;
        values += BLOCK;
        d = (least - low) | 0;
        low = (low + (d & (d >> 31))) | 0;
        d = (high - most) | 0;
        high = (high - (d & (d >> 31))) | 0;
        if (!columns || !columnMin || !columnMax) continue;
        const before = columns.count[c] ?? 0;
        columns.sum[c] = (columns.sum[c] ?? 0) + all;
        columns.count[c] = before + BLOCK;
        if (before === 0 || least < (columnMin[c] ?? 0)) columnMin[c] = least;
        if (before === 0 || most > (columnMax[c] ?? 0)) columnMax[c] = most;
      }
      plain += values;
      blocks.sum[b] = sum;
      blocks.count[b] = values;
      blocks.apart[b] = 0;
      if (values > 0) {
        blockMin[b] = low;
        blockMax[b] = high;
      } else {
        blocks.min[b] = Infinity;
        blocks.max[b] = -Infinity;
      }
      if (odd) this.#oddColumns(blocks, b, end, columns);
    }
    const float = new Float32Array(1);
    const word = bitsOf(float);
    const valueOf = (bit: number) => {
      word[0] = bit;
      return float[0] ?? 0;
    };
    if (plain > 0)
      [
        [sum0, low0, high0] as const,
        [sum1, low1, high1] as const,
        [sum2, low2, high2] as const,
        [sum3, low3, high3] as const,
      ].forEach(([sum, low, high], i) => add(own, i, sum, plain / BLOCK, valueOf(low), valueOf(high)));
    for (let i = 0; rows && i < count; i++) copy(own, i, rows, first + i);
    return this.#apart;
  }

  /** Adds the columns of a block that have a missing cell, one left apart or one below 0. */
  #oddColumns(blocks: Gathered, b: number, end: number, columns: Marginal | null): void {
    const { columns: n, cells } = this;
    const bits = this.#bits;
    for (let c = b * BLOCK; c < end; c++) {
      let plain = true;
      for (let i = 0; i < BLOCK; i++) {
        const bit = bits[c + i * n] ?? 0;
        if (bit < 0 || bit >= INFINITE) plain = false;
      }
      if (plain) continue;
      for (let i = 0; i < BLOCK; i++) {
        const v = cells[c + i * n] ?? NaN;
        if (v === APART) {
          blocks.apart[b] = 1;
          this.#apart++;
        } else if (v === v) {
          blocks.sum[b] = (blocks.sum[b] ?? 0) + v;
          blocks.count[b] = (blocks.count[b] ?? 0) + 1;
          blocks.min[b] = Math.min(blocks.min[b] ?? 0, v);
          blocks.max[b] = Math.max(blocks.max[b] ?? 0, v);
          add(this.#rows, i, v, 1, v, v);
          if (columns) add(columns, c, v, 1, v, v);
        }
      }
    }
  }
}

const bitsOf = (floats: Float32Array<ArrayBuffer>): Int32Array<ArrayBuffer> =>
  new Int32Array(floats.buffer, floats.byteOffset, floats.length);

/** An empty marginal. */
export function marginal(length: number): Marginal {
  return {
    sum: new Float64Array(length),
    min: new Float32Array(length).fill(NaN),
    max: new Float32Array(length).fill(NaN),
    count: new Uint32Array(length),
  };
}

function clearMarginal({ sum, min, max, count }: Marginal): void {
  sum.fill(0);
  min.fill(NaN);
  max.fill(NaN);
  count.fill(0);
}

/** Adds `count` values, their sum and their ends to one entry. */
function add(to: Marginal, i: number, sum: number, count: number, low: number, high: number): void {
  to.sum[i] = (to.sum[i] ?? 0) + sum;
  to.count[i] = (to.count[i] ?? 0) + count;
  if (!(low >= (to.min[i] ?? 0))) to.min[i] = low;
  if (!(high <= (to.max[i] ?? 0))) to.max[i] = high;
}

function copy(from: Marginal, i: number, to: Marginal, j: number): void {
  for (const key of ['sum', 'min', 'max', 'count'] as const) to[key][j] = from[key][i] ?? 0;
}
