import type { ArrowColumn, Storage } from './arrowSchema';
import { unpackBytes, type Codec } from './codecs';
import { must, type DecodeBudget } from './damage';
import { aligned, fixedPieces, flags } from './encodings';
import type { FlatTable } from './flatbuffer';
import { flagTexts, numberTexts, pieceTexts, type Numbers, type Pieces, type TextAt } from './texts';

const SHORT = 'a buffer is shorter than its rows need';
const DAMAGED = 'the description of a batch is damaged';
/** Largest buffer when unpacked, in bytes. */
const BUFFER_LIMIT = 1024 ** 3;

/** A column of one batch: which rows have a value, and the texts of the values by row. */
export interface BatchColumn {
  rows: number;
  has: (row: number) => boolean;
  texts: TextAt;
}

/** One record batch (or one of a dictionary): where the buffers of its columns are. */
export class ArrowBatch {
  readonly rows: number;
  private readonly nodes: number[];
  private readonly regions: number[];
  private readonly variadic: number[];
  private readonly codec: Codec | null;

  /** `columns` = those of the schema, or the one of a dictionary. */
  constructor(
    header: FlatTable,
    private readonly body: Uint8Array,
    private readonly columns: readonly ArrowColumn[],
    private readonly budget: DecodeBudget,
  ) {
    this.rows = budget.rows(header.long(0));
    this.nodes = header.longs(1, 2);
    this.regions = header.longs(2, 2);
    this.variadic = header.longs(4, 1);
    const compression = header.table(3);
    must(!compression || (compression.byte(0) <= 1 && compression.byte(1) === 0), 'its packing is not known');
    this.codec = compression ? (compression.byte(0) === 0 ? 'lz4 frame' : 'zstd') : null;
  }

  /** The values of a column; `indexes` = how its places in a dictionary are stored, where it has one. */
  column(at: number, indexes: Storage | null = null): BatchColumn {
    const before = this.columns.slice(0, at);
    const column = this.columns[at];
    must(column !== undefined, DAMAGED);
    const sum = (of: 'nodes' | 'buffers' | 'views') => before.reduce((all, one) => all + one[of], 0);
    const extra = this.variadic.slice(0, sum('views')).reduce((all, count) => all + count, 0);
    must(extra >= 0, DAMAGED);
    const rows = this.nodes[2 * sum('nodes')] ?? -1;
    must(rows === this.rows, 'the columns of a batch differ in length');
    const storage = indexes ?? column.storage;
    if (storage === 'nulls') return { rows, has: () => false, texts: () => '' };
    const first = sum('buffers') + extra;
    const nulls = this.nodes[2 * sum('nodes') + 1] ?? 0;
    const validity = nulls === 0 ? null : this.buffer(first);
    must(validity === null || validity.length * 8 >= rows, SHORT);
    const has = (row: number): boolean =>
      validity === null || ((validity[row >> 3] ?? 0) >> (row & 7)) % 2 === 1;
    const views = this.variadic[sum('views')] ?? 0;
    return { rows, has, texts: this.texts(column, storage, first + 1, views) };
  }

  private texts(column: ArrowColumn, storage: Storage, at: number, views: number): TextAt {
    const { rows } = this;
    const { meaning, width } = column;
    const place = { bytes: this.buffer(at), at: 0 };
    if (storage === 'flags') return flagTexts(flags(place, rows));
    if (storage === 'fixed') return pieceTexts(fixedPieces(place, rows, width), meaning);
    if (storage === 'pieces') return pieceTexts(this.pieces(place.bytes, 4, this.buffer(at + 1)), meaning);
    if (storage === 'long pieces')
      return pieceTexts(this.pieces(place.bytes, 8, this.buffer(at + 1)), meaning);
    if (storage === 'views') {
      must(views >= 0 && at + views < this.regions.length, DAMAGED);
      const data = Array.from({ length: views }, (_, i) => this.buffer(at + 1 + i));
      return (row) => viewText(place.bytes, data, row, rows);
    }
    const [bytes, make] = NUMBERS[storage] ?? [];
    must(bytes !== undefined && make !== undefined, DAMAGED);
    return numberTexts(make(aligned(place, rows * bytes)), meaning);
  }

  /** Values between offsets of `width` bytes. */
  private pieces(offsets: Uint8Array, width: number, bytes: Uint8Array): Pieces {
    const { rows } = this;
    const starts = new Int32Array(rows);
    const ends = new Int32Array(rows);
    if (rows === 0) return { bytes, starts, ends };
    must(offsets.length >= (rows + 1) * width, SHORT);
    const view = new DataView(offsets.buffer, offsets.byteOffset, offsets.byteLength);
    const offset = (i: number): number =>
      width === 4 ? view.getInt32(4 * i, true) : Number(view.getBigInt64(8 * i, true));
    let from = offset(0);
    must(from >= 0, 'an offset in a buffer is not right');
    for (let i = 0; i < rows; i++) {
      const to = offset(i + 1);
      must(to >= from && to <= bytes.length, 'an offset in a buffer is not right');
      starts[i] = from;
      ends[i] = from = to;
    }
    return { bytes, starts, ends };
  }

  /** A buffer, unpacked where it is packed. */
  private buffer(at: number): Uint8Array {
    const from = this.regions[2 * at] ?? -1;
    const length = this.regions[2 * at + 1] ?? -1;
    must(from >= 0 && length >= 0 && from + length <= this.body.length, 'a buffer stands outside its batch');
    const bytes = this.body.subarray(from, from + length);
    if (this.codec === null || length === 0) return bytes;
    must(length >= 8, SHORT);
    const size = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0, true));
    if (size === -1) return bytes.subarray(8);
    must(size >= 0 && size <= BUFFER_LIMIT, 'the size of a buffer is not right');
    this.budget.spend(size);
    return unpackBytes(this.codec, bytes.subarray(8), size);
  }
}

/** Bytes of a number, and how many of them become numbers. */
const NUMBERS: Partial<Record<Storage, readonly [number, (bytes: ArrayBuffer) => Numbers]>> = {
  int8: [1, (bytes) => new Int8Array(bytes)],
  uint8: [1, (bytes) => new Uint8Array(bytes)],
  int16: [2, (bytes) => new Int16Array(bytes)],
  uint16: [2, (bytes) => new Uint16Array(bytes)],
  int32: [4, (bytes) => new Int32Array(bytes)],
  uint32: [4, (bytes) => new Uint32Array(bytes)],
  int64: [8, (bytes) => new BigInt64Array(bytes)],
  uint64: [8, (bytes) => new BigUint64Array(bytes)],
  float32: [4, (bytes) => new Float32Array(bytes)],
  float64: [8, (bytes) => new Float64Array(bytes)],
};

/** Text that stands in its view of 16 bytes where it is short, else in one of the buffers of data. */
function viewText(views: Uint8Array, data: readonly Uint8Array[], row: number, rows: number): string {
  must(views.length >= rows * 16, SHORT);
  const view = new DataView(views.buffer, views.byteOffset + row * 16, 16);
  const length = view.getInt32(0, true);
  must(length >= 0, DAMAGED);
  const inside = length <= 12;
  const bytes = inside ? views : data[view.getInt32(8, true)];
  const from = inside ? row * 16 + 4 : view.getInt32(12, true);
  must(
    bytes !== undefined && from >= 0 && from + length <= bytes.length,
    'an offset in a buffer is not right',
  );
  const one = { bytes, starts: Int32Array.of(from), ends: Int32Array.of(from + length) };
  return pieceTexts(one, { kind: 'text' })(0);
}
