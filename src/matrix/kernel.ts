/**
 * What is done with every cell, by the wasm module of `crate` (a few cells at a time, and without branches: a processor
 * cannot guess which of a few values is the least, and waits longer for a wrong guess than for all the rest).
 */
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

/** What four rows of cells come to. The arrays hold until the next call; columns and rows without values are like blocks. */
interface Gathered {
  readonly blocks: Blocks;
  readonly kept: KeptBlocks;
  /** Each two blocks side by side. */
  readonly pairs: Blocks;
  readonly columns: Marginal;
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
  /** What `gather` of the module is called with. */
  readonly pointers: Pointers;
  readonly counts: Uint32Array;
  readonly out: Float32Array;
}

let exports: Exports | null = null;
let room: Room | null = null;

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
    gathered: { blocks: own, kept, pairs, columns, rows },
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
  return { wasm, at: room };
}

/** Cells of one row as the functions below take them: whole blocks, the last one filled with NaN. */
export const strideOf = (columns: number): number => Math.ceil(columns / BLOCK) * BLOCK;

/** Puts four rows of cells, `strideOf` each, into blocks, and sums up their columns and rows. */
export function gather(band: Float32Array): Gathered {
  const { wasm, at } = roomFor(band.length / BLOCK / BLOCK);
  at.cells.set(band);
  return { ...at.gathered, apart: wasm.gather(...at.pointers) };
}

/** Counts the values of four rows of cells, `strideOf` each, and those under `low`, and gives those from there to `high`. */
export function between(band: Float32Array, low: number, high: number, positive: boolean): Between {
  const { wasm, at } = roomFor(band.length / BLOCK / BLOCK);
  at.cells.set(band);
  const { cells, out, counts, width } = at;
  const found = wasm.between(
    cells.byteOffset,
    width * BLOCK,
    positive ? 1 : 0,
    low,
    high,
    out.byteOffset,
    counts.byteOffset,
  );
  return { values: counts[0] ?? 0, under: counts[1] ?? 0, inside: out.subarray(0, found) };
}
