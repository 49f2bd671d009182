/**
 * What is done with every cell, by the wasm module of `crate` (a few cells at a time, and without branches: a processor
 * cannot guess which of a few values is the least, and waits longer for a wrong guess than for all the rest).
 */
import type { Cells } from './cells';
import { FIRST_LEVEL } from './grid';
import dataUrl from './matrix.wasm?url&inline';

/** Rows of cells, and columns, that one block of the first level is made of. */
export const BLOCK = 2 ** FIRST_LEVEL;

/** Sum, least and largest value and number of values of each row or column. Without values: NaN, count 0. */
export interface Marginal {
  readonly sum: Float64Array;
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly count: Uint32Array;
}

/** One row of blocks; without values a block has sum and count 0, max −∞ and min ∞. `apart`: 1 where it has cells left apart. */
export interface Blocks extends Marginal {
  readonly apart: Uint8Array;
}

/** Blocks as a level of the pyramid keeps them. */
export interface KeptBlocks {
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly mean: Float32Array;
  readonly count: Uint32Array;
}

/** What four rows of cells come to. The arrays hold until the next call; rows without values are like blocks. */
interface Gathered {
  readonly blocks: Blocks;
  readonly kept: KeptBlocks;
  /** Each two blocks side by side. */
  readonly pairs: Blocks;
  readonly rows: Marginal;
  /** Cells left apart. */
  readonly apart: number;
}

/** Values of four rows of cells around two limits. The array holds until the next call. */
interface Between {
  readonly values: number;
  readonly under: number;
  /** Those from the lower limit to the upper one. */
  readonly inside: Float32Array;
}

/** Cells, width, blocks, apart, columns, rows, kept, pairs, apart of pairs. */
type Pointers = [number, number, number, number, number, number, number, number, number];

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global<'i32'>;
  gather(...pointers: Pointers): number;
  infinite(cells: number, vectors: number): number;
  between(
    cells: number,
    vectors: number,
    positive: number,
    low: number,
    high: number,
    out: number,
    counts: number,
  ): number;
}

/** The module's memory laid out for rows of so many blocks. */
interface Room {
  readonly width: number;
  readonly cells: Float32Array;
  readonly gathered: Omit<Gathered, 'apart'>;
  /** Sums of the columns of `summed`; without values sum and count 0, max −∞ and min ∞. */
  readonly columns: Marginal;
  /** What `gather` of the module is called with. */
  readonly pointers: Pointers;
  readonly counts: Uint32Array;
  readonly out: Float32Array;
}

let exports: Exports | null = null;
let room: Room | null = null;
/** What the sums of columns in the module's memory are still to be added to. */
let summed: Marginal | null = null;

function start(): Exports {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Exports;
}

/** Most bytes that rows of `width` blocks take: twice their cells, 20 for each sum, 12 for each block kept, and the gaps. */
const bytesFor = (width: number): number => 2 * 64 * width + 20 * 6 * width + 12 * width + 4096;

/** Lays the memory out; larger rows make it grow. */
function roomFor(width: number): { wasm: Exports; at: Room } {
  const wasm = (exports ??= start());
  if (room?.width === width) return { wasm, at: room };
  if (summed) addColumns(summed);
  let end = wasm.__heap_base.value;
  const missing = end + bytesFor(width) - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / 65536));
  const { buffer } = wasm.memory;
  const place = (bytes: number): number => {
    const from = Math.ceil(end / 16) * 16;
    end = from + bytes;
    return from;
  };
  const floats = (length: number) => new Float32Array(buffer, place(4 * length), length);
  const marginal = (length: number): Marginal => ({
    sum: new Float64Array(buffer, place(8 * length), length),
    min: floats(length),
    max: floats(length),
    count: new Uint32Array(buffer, place(4 * length), length),
  });
  const blocks = (length: number): Blocks => ({
    ...marginal(length),
    apart: new Uint8Array(buffer, place(length), length),
  });
  /** Where a struct is that says where these arrays are. */
  const struct = (...arrays: { readonly byteOffset: number }[]): number => {
    const at = place(4 * arrays.length);
    new Uint32Array(buffer, at, arrays.length).set(arrays.map(({ byteOffset }) => byteOffset));
    return at;
  };
  const sums = ({ sum, min, max, count }: Marginal) => struct(sum, min, max, count);
  const cells = floats(BLOCK * BLOCK * width);
  const [own, pairs] = [blocks(width), blocks(Math.ceil(width / 2))];
  const [columns, rows] = [marginal(width * BLOCK), marginal(BLOCK)];
  const kept = { min: floats(width), max: floats(width), mean: floats(width), count: own.count };
  room = {
    width,
    cells,
    gathered: { blocks: own, kept, pairs, rows },
    columns,
    pointers: [
      cells.byteOffset,
      width,
      sums(own),
      own.apart.byteOffset,
      sums(columns),
      sums(rows),
      struct(kept.min, kept.max, kept.mean),
      sums(pairs),
      pairs.apart.byteOffset,
    ],
    counts: new Uint32Array(buffer, place(8), 2),
    out: floats(BLOCK * BLOCK * width),
  };
  clear(columns);
  return { wasm, at: room };
}

function clear({ sum, min, max, count }: Marginal): void {
  sum.fill(0);
  min.fill(Infinity);
  max.fill(-Infinity);
  count.fill(0);
}

/** The rows of cells from `first` to before `end`, four at most, in the module's memory: whole blocks, what is not there NaN. */
function load(cells: Cells, first: number, end: number): { wasm: Exports; at: Room } {
  const { columns } = cells;
  const { wasm, at } = roomFor(Math.ceil(columns / BLOCK));
  const stride = at.width * BLOCK;
  for (let row = first; row < end; row++) {
    const start = (row - first) * stride;
    cells.read(row, 0, columns, at.cells.subarray(start, start + columns));
    at.cells.fill(NaN, start + columns, start + stride);
  }
  at.cells.fill(NaN, (end - first) * stride);
  return { wasm, at };
}

/**
 * Puts rows of cells, from `first` to before `end`, four at most, into blocks, and sums them up. Their columns are added
 * to `columns`, some time before `addColumns`; null = nowhere.
 */
export function gather(cells: Cells, first: number, end: number, columns: Marginal | null): Gathered {
  const { wasm, at } = load(cells, first, end);
  if (summed && summed !== columns) addColumns(summed);
  summed = columns;
  const apart = wasm.gather(...at.pointers);
  if (!columns) clear(at.columns);
  return { ...at.gathered, apart };
}

/** Adds what `gather` has summed up for these columns, if anything is left to add. */
export function addColumns(columns: Marginal): void {
  if (summed !== columns || !room) return;
  addTo(columns, 0, room.columns, columns.count.length);
  clear(room.columns);
  summed = null;
}

/** Adds the first `length` entries that have values to those of another marginal from `start` on. */
export function addTo(to: Marginal, start: number, from: Marginal, length: number): void {
  const { sum, min, max, count } = to;
  const { sum: sums, min: lows, max: highs, count: counts } = from;
  for (let i = 0; i < length; i++) {
    const own = counts[i] ?? 0;
    if (own === 0) continue;
    const at = start + i;
    const low = lows[i] ?? 0;
    const high = highs[i] ?? 0;
    sum[at] = (sum[at] ?? 0) + (sums[i] ?? 0);
    count[at] = (count[at] ?? 0) + own;
    // NaN, no value yet, is neither.
    if (!(low >= (min[at] ?? 0))) min[at] = low;
    if (!(high <= (max[at] ?? 0))) max[at] = high;
  }
}

/**
 * For each span counts the values of rows of cells, from `first` to before `end`, four at most, and those under `low`, and
 * gives those from there to `high`.
 */
export function between<Span extends { readonly low: number; readonly high: number }>(
  cells: Cells,
  first: number,
  end: number,
  positive: boolean,
  spans: readonly Span[],
  take: (told: Between, span: Span) => void,
): void {
  const { wasm, at } = load(cells, first, end);
  for (const span of spans) {
    const { low, high } = span;
    const found = wasm.between(
      at.cells.byteOffset,
      at.width * BLOCK,
      positive ? 1 : 0,
      low,
      high,
      at.out.byteOffset,
      at.counts.byteOffset,
    );
    const [values = 0, under = 0] = at.counts;
    take({ values, under, inside: at.out.subarray(0, found) }, span);
  }
}

/** Whether a cell of a row is infinite. */
export function hasInfinite(row: Float32Array): boolean {
  const { wasm, at } = roomFor(Math.ceil(row.length / BLOCK));
  at.cells.set(row);
  at.cells.fill(NaN, row.length, at.width * BLOCK);
  return wasm.infinite(at.cells.byteOffset, at.width) !== 0;
}
