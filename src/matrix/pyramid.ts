import { APART } from './cells';
import { Band, BLOCK, marginal, type Gathered, type Marginal } from './gather';
import { FIRST_LEVEL, lastLevel } from './grid';

/**
 * Blocks of 2^level × 2^level cells, row by row. A block without values has count 0; its mean is then `APART` when
 * it has cells left apart, else it holds nothing but missing cells.
 */
export interface Level {
  readonly level: number;
  readonly width: number;
  readonly height: number;
  readonly max: Float32Array;
  readonly min: Float32Array;
  readonly mean: Float32Array;
  /** Cells with a value. */
  readonly count: Uint32Array;
}

/**
 * Max, min, mean and number of values per block, built while rows arrive. The first level has blocks of 4 × 4: all
 * levels together take (1/16 + 1/64 + …) × 16 bytes = 4/3 bytes per cell, a third of the cells themselves (for
 * 16,384² cells 341 MiB beside 1 GiB). Sums are gathered in double precision on their way up, so a mean is rounded
 * once. Nothing is stored per block for the share below a threshold: see `below.ts`.
 */
export class Pyramid {
  readonly levels: readonly Level[];
  /** Of rows, of columns, and the number of cells left apart: they may lack the last three rows while more are to come. */
  readonly rowSums: Marginal;
  readonly columnSums: Marginal;
  apart = 0;
  readonly #gathered: readonly Gathered[];
  /** The last rows of cells, until they fill a row of blocks. */
  readonly #band: Band;
  #rows = 0;
  #settled = true;

  constructor(
    readonly rows: number,
    readonly columns: number,
  ) {
    const levels: Level[] = [];
    for (let level = FIRST_LEVEL; level <= lastLevel(rows, columns); level++) {
      const width = Math.ceil(columns / 2 ** level);
      const height = Math.ceil(rows / 2 ** level);
      levels.push({
        level,
        width,
        height,
        max: new Float32Array(width * height),
        min: new Float32Array(width * height),
        mean: new Float32Array(width * height),
        count: new Uint32Array(width * height),
      });
    }
    this.levels = levels;
    this.#gathered = levels.map((level) => gathered(level.width));
    this.#band = new Band(columns);
    this.rowSums = marginal(rows);
    this.columnSums = marginal(columns);
  }

  /** Rows so far. */
  get filled(): number {
    return this.#rows;
  }

  /** Takes the next row: finite values, NaN for missing and `APART` cells. */
  push(row: Float32Array): void {
    const base = this.#gathered[0];
    if (!base || this.#rows >= this.rows) throw new RangeError(`There are ${this.rows} rows, all given.`);
    this.#band.cells.set(row, (this.#rows % BLOCK) * this.columns);
    this.#rows++;
    this.#settled = false;
    const pending = this.#rows % BLOCK || BLOCK;
    if (pending < BLOCK && this.#rows < this.rows) return;
    this.#band.cells.fill(NaN, pending * this.columns);
    this.apart += this.#band.into(base, this.#rows - pending, pending, this.rowSums, this.columnSums);
    base.rows = pending;
    for (let i = 0; i < this.levels.length; i++) {
      const full = this.#gathered[i];
      const level = this.levels[i];
      if (!full || !level || full.rows < (i === 0 ? BLOCK : 2)) break;
      store(full, level, (this.#rows >> level.level) - 1);
      const above = this.#gathered[i + 1];
      if (above) absorb(full, above);
      clear(full);
    }
  }

  /** Writes what is known of blocks whose rows are not all there yet, so that a matrix is drawn while it is loaded. */
  settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    let carried: Gathered | null = null;
    this.levels.forEach((level, i) => {
      const own = this.#gathered[i];
      if (!own) return;
      const sum = gathered(level.width);
      merge(own, sum);
      const pending = this.#rows % BLOCK;
      if (i === 0 && own.rows === 0 && pending > 0) {
        this.#band.cells.fill(NaN, pending * this.columns);
        this.#band.into(sum, 0, 0, null, null);
        sum.rows = pending;
      }
      if (carried) absorb(carried, sum);
      if (sum.rows > 0) store(sum, level, Math.floor((this.#rows - 1) / 2 ** level.level));
      carried = sum.rows > 0 ? sum : null;
    });
  }
}

function gathered(width: number): Gathered {
  const row = {
    max: new Float32Array(width),
    min: new Float32Array(width),
    sum: new Float64Array(width),
    count: new Uint32Array(width),
    apart: new Uint8Array(width),
    rows: 0,
  };
  clear(row);
  return row;
}

function clear(row: Gathered): void {
  row.max.fill(-Infinity);
  row.min.fill(Infinity);
  row.sum.fill(0);
  row.count.fill(0);
  row.apart.fill(0);
  row.rows = 0;
}

function add(from: Gathered, i: number, into: Gathered, j: number): void {
  into.max[j] = Math.max(into.max[j] ?? 0, from.max[i] ?? 0);
  into.min[j] = Math.min(into.min[j] ?? 0, from.min[i] ?? 0);
  into.sum[j] = (into.sum[j] ?? 0) + (from.sum[i] ?? 0);
  into.count[j] = (into.count[j] ?? 0) + (from.count[i] ?? 0);
  into.apart[j] = (into.apart[j] ?? 0) | (from.apart[i] ?? 0);
}

/** Adds a row of blocks to the row of blocks twice as large. */
function absorb(from: Gathered, into: Gathered): void {
  for (let i = 0; i < from.count.length; i++) add(from, i, into, i >> 1);
  into.rows++;
}

/** Adds a row of blocks to another one of the same level. */
function merge(from: Gathered, into: Gathered): void {
  for (let i = 0; i < from.count.length; i++) add(from, i, into, i);
  into.rows += from.rows;
}

function store(row: Gathered, level: Level, at: number): void {
  const start = at * level.width;
  for (let i = 0; i < level.width; i++) {
    const count = row.count[i] ?? 0;
    const none = row.apart[i] === 1 ? APART : NaN;
    level.max[start + i] = count > 0 ? (row.max[i] ?? NaN) : NaN;
    level.min[start + i] = count > 0 ? (row.min[i] ?? NaN) : NaN;
    level.mean[start + i] = count > 0 ? (row.sum[i] ?? 0) / count : none;
    level.count[start + i] = count;
  }
}
