import { APART, type Cells } from './cells';
import { FIRST_LEVEL, lastLevel } from './grid';
import { addColumns, addTo, BLOCK, gather, type Blocks, type KeptBlocks, type Marginal } from './kernel';

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

/** One row of blocks that is being gathered. */
interface Gathered extends Blocks {
  /** Rows of the level below in it: of cells, or of blocks. */
  rows: number;
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
  apart = 0;
  readonly #columnSums: Marginal;
  readonly #gathered: readonly Gathered[];
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
    this.rowSums = marginal(rows);
    this.#columnSums = marginal(columns);
  }

  /** Rows so far. */
  get filled(): number {
    return this.#rows;
  }

  get columnSums(): Marginal {
    addColumns(this.#columnSums);
    return this.#columnSums;
  }

  /** Takes the next row of the cells that it is of, which is read with three others: finite values, NaN for missing and `APART` ones. */
  take(cells: Cells): void {
    if (this.#rows >= this.rows) throw new RangeError(`There are ${this.rows} rows, all given.`);
    this.#rows++;
    this.#settled = false;
    if (this.#rows % BLOCK > 0 && this.#rows < this.rows) return;
    this.#gather(cells);
    for (let i = 1; i < this.levels.length; i++) {
      const full = this.#gathered[i];
      const level = this.levels[i];
      if (!full || !level || full.rows < 2) break;
      store(full, level, Math.ceil(this.#rows / 2 ** level.level) - 1);
      const above = this.#gathered[i + 1];
      if (above) absorb(pairsOf(full), above);
      full.rows = 0;
    }
  }

  /** Puts the last rows, which fill a row of blocks or are the last of all, into blocks and sums. */
  #gather(cells: Cells): void {
    const [level] = this.levels;
    if (!level) return;
    const first = this.#rows - (this.#rows % BLOCK || BLOCK);
    const { kept, pairs, rows, apart } = gather(cells, first, this.#rows, this.#columnSums);
    keepBlocks(level, first / BLOCK, kept);
    const above = this.#gathered[1];
    if (above) absorb(pairs, above);
    this.apart += apart;
    addTo(this.rowSums, first, rows, this.#rows - first);
  }

  /** Writes what is known of blocks whose rows are not all there yet, so that a matrix is drawn while it is loaded. */
  settle(cells: Cells): void {
    if (this.#settled) return;
    this.#settled = true;
    let carried: Blocks | null = null;
    this.levels.forEach((level, i) => {
      const own = this.#gathered[i];
      if (!own) return;
      const at = Math.floor((this.#rows - 1) / 2 ** level.level);
      if (i === 0) {
        if (this.#rows % BLOCK === 0 || this.#rows === this.rows) return;
        const { kept, pairs } = gather(cells, at * BLOCK, this.#rows, null);
        keepBlocks(level, at, kept);
        carried = copyOf(pairs);
        return;
      }
      const sum = gathered(level.width);
      if (own.rows > 0) absorb(own, sum);
      if (carried) absorb(carried, sum);
      if (sum.rows > 0) store(sum, level, at);
      carried = sum.rows > 0 ? pairsOf(sum) : null;
    });
  }
}

function marginal(length: number): Marginal {
  return {
    sum: new Float64Array(length),
    min: new Float32Array(length).fill(NaN),
    max: new Float32Array(length).fill(NaN),
    count: new Uint32Array(length),
  };
}

function gathered(width: number): Gathered {
  return {
    max: new Float32Array(width),
    min: new Float32Array(width),
    sum: new Float64Array(width),
    count: new Uint32Array(width),
    apart: new Uint8Array(width),
    rows: 0,
  };
}

const copyOf = ({ max, min, sum, count, apart }: Blocks): Blocks => ({
  ...{ max: max.slice(), min: min.slice(), sum: sum.slice() },
  ...{ count: count.slice(), apart: apart.slice() },
});

/** Adds a row of blocks to another one of the same width. */
function absorb(from: Blocks, into: Gathered): void {
  const { max, min, sum, count, apart } = into;
  into.rows++;
  if (into.rows === 1) {
    max.set(from.max);
    min.set(from.min);
    sum.set(from.sum);
    count.set(from.count);
    apart.set(from.apart);
    return;
  }
  for (let i = 0; i < count.length; i++) {
    max[i] = Math.max(max[i] ?? 0, from.max[i] ?? 0);
    min[i] = Math.min(min[i] ?? 0, from.min[i] ?? 0);
    sum[i] = (sum[i] ?? 0) + (from.sum[i] ?? 0);
    count[i] = (count[i] ?? 0) + (from.count[i] ?? 0);
    apart[i] = (apart[i] ?? 0) | (from.apart[i] ?? 0);
  }
}

/** Each two blocks side by side. */
function pairsOf({ max, min, sum, count, apart }: Blocks): Blocks {
  const pairs = gathered(Math.ceil(count.length / 2));
  pairs.max.fill(-Infinity);
  pairs.min.fill(Infinity);
  for (let i = 0; i < count.length; i++) {
    const j = i >> 1;
    pairs.max[j] = Math.max(pairs.max[j] ?? 0, max[i] ?? 0);
    pairs.min[j] = Math.min(pairs.min[j] ?? 0, min[i] ?? 0);
    pairs.sum[j] = (pairs.sum[j] ?? 0) + (sum[i] ?? 0);
    pairs.count[j] = (pairs.count[j] ?? 0) + (count[i] ?? 0);
    pairs.apart[j] = (pairs.apart[j] ?? 0) | (apart[i] ?? 0);
  }
  return pairs;
}

/** Writes gathered blocks into a row of a level. */
function store({ max, min, sum, count, apart }: Blocks, level: Level, row: number): void {
  const start = row * level.width;
  for (let i = 0; i < level.width; i++) {
    const own = count[i] ?? 0;
    level.max[start + i] = own > 0 ? (max[i] ?? NaN) : NaN;
    level.min[start + i] = own > 0 ? (min[i] ?? NaN) : NaN;
    level.mean[start + i] = own > 0 ? (sum[i] ?? 0) / own : apart[i] === 1 ? APART : NaN;
    level.count[start + i] = own;
  }
}

function keepBlocks(level: Level, row: number, { max, min, mean, count }: KeptBlocks): void {
  const start = row * level.width;
  level.max.set(max, start);
  level.min.set(min, start);
  level.mean.set(mean, start);
  level.count.set(count, start);
}
