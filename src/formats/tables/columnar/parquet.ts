import { crc32, unpackBytes } from './codecs';
import { DecodeBudget, guarded, must } from './damage';
import {
  aligned,
  deltaLengthPieces,
  deltaPieces,
  deltas,
  fixedPieces,
  flags,
  hybrid,
  joined,
  plainPieces,
  type ByteCursor,
} from './encodings';
import { readFooter, TYPE, type Chunk, type ParquetColumn } from './parquetFooter';
import { flagTexts, numberTexts, pieceTexts, type TextAt } from './texts';
import { ThriftReader, type ThriftStruct } from './thrift';
import type { ColumnarFile } from './types';

/** Kinds of pages, and encodings of their values. */
const PAGE = { data: 0, index: 1, dictionary: 2, data2: 3 } as const;
const ENCODING = {
  plain: 0,
  plainDictionary: 2,
  hybrid: 3,
  delta: 5,
  deltaLength: 6,
  deltaBytes: 7,
  dictionary: 8,
  split: 9,
} as const;

/** Longest header of a page, and largest page, in bytes. */
const HEADER_LIMIT = 1024 * 1024;
const PAGE_LIMIT = 256 * 1024 ** 2;

/** Opens a Parquet file that is held as a whole. Throws a `Damage` where its footer cannot be read. */
export function openParquet(bytes: Uint8Array): ColumnarFile {
  const budget = new DecodeBudget(bytes.length);
  const { columns, rows, groups } = guarded(() => readFooter(bytes, budget));
  return {
    layout: 'parquet',
    says: 'Parquet',
    columns,
    rows,
    cut: null,
    stretches: groups.map((group) => ({
      rows: group.rows,
      column: (at) => {
        const column = columns[at];
        must(column !== undefined, 'there is no such column');
        const pages = new Pages(bytes, group.chunk(column), column, group.rows, budget);
        return () => pages.next();
      },
    })),
  };
}

/** Reads a column of a row group page by page. */
class Pages {
  private at: number;
  /** Rows of the pages so far, and the row in hand within the page. */
  private begun = 0;
  private row = 0;
  private count = 0;
  /** 1 where a row of the page has a value; null where all have. */
  private defined: Int32Array | null = null;
  private value = 0;
  private texts: TextAt = () => '';
  private dictionary: { texts: TextAt; count: number } | null = null;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly chunk: Chunk,
    private readonly column: ParquetColumn,
    private readonly rows: number,
    private readonly budget: DecodeBudget,
  ) {
    this.at = chunk.from;
  }

  next(): string {
    while (this.row >= this.count) guarded(() => this.page());
    const there = this.defined === null || this.defined[this.row] === 1;
    this.row++;
    return there ? this.texts(this.value++) : '';
  }

  /** Reads the next page. */
  private page(): void {
    const { chunk, bytes } = this;
    must(this.at < chunk.to, 'its pages end before its rows do');
    const reader = new ThriftReader(bytes, this.at, Math.min(chunk.to, this.at + HEADER_LIMIT));
    const header = reader.struct();
    const size = header.need(2);
    const from = reader.at;
    const to = from + header.need(3);
    must(to >= from && to <= chunk.to && size >= 0 && size <= PAGE_LIMIT, 'the size of a page is not right');
    this.at = to;
    const body = bytes.subarray(from, to);
    const crc = header.whole(4);
    must(
      crc === undefined || crc === crc32(body),
      'a page does not have its checksum: its bytes are damaged',
    );
    this.budget.spend(size);
    const type = header.need(1);
    if (type === PAGE.index) return;
    const own = header.struct(type === PAGE.data2 ? 8 : type === PAGE.dictionary ? 7 : 5);
    must(own !== undefined, 'the header of a page is not whole');
    if (type === PAGE.dictionary) this.keepDictionary(own, unpackBytes(chunk.codec, body, size));
    else if (type === PAGE.data2) this.secondForm(own, body, size);
    else this.firstForm(own, unpackBytes(chunk.codec, body, size));
  }

  private keepDictionary(own: ThriftStruct, bytes: Uint8Array): void {
    must(this.dictionary === null, 'it has two dictionaries');
    const count = own.need(1);
    // Each value takes bytes, but for flags and texts that are empty.
    must(count >= 0 && count <= bytes.length * 8, 'its dictionary is damaged');
    const texts = this.plain({ bytes, at: 0 }, count);
    const made: (string | undefined)[] = [];
    this.dictionary = { texts: (at) => (made[at] ??= texts(at)), count };
  }

  /** A data page of version 1: levels and values are packed together. */
  private firstForm(own: ThriftStruct, bytes: Uint8Array): void {
    const count = this.begin(own.need(1));
    const place = { bytes, at: 0 };
    let there = count;
    if (this.column.nullable) {
      must(own.need(3) === ENCODING.hybrid, 'the encoding of its nulls is not known');
      must(bytes.length >= 4, 'a page ends too early');
      const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
      must(4 + length <= bytes.length, 'a page ends too early');
      there = this.levels({ bytes: bytes.subarray(0, 4 + length), at: 4 }, count);
      place.at = 4 + length;
    }
    this.texts = this.decode(own.need(2), place, there);
  }

  /** A data page of version 2: the levels stand before the packed values. */
  private secondForm(own: ThriftStruct, body: Uint8Array, size: number): void {
    const count = this.begin(own.need(1));
    const levels = own.need(5);
    must(own.need(6) === 0 && levels >= 0 && levels <= body.length && levels <= size, 'a page is damaged');
    const there = this.column.nullable
      ? this.levels({ bytes: body.subarray(0, levels), at: 0 }, count)
      : count;
    must(count - there === own.need(2), 'a page holds another number of nulls than it states');
    const codec = own.fields.get(7) === false ? 'none' : this.chunk.codec;
    // A page of nulls alone may have no packed bytes at all.
    const empty = levels === body.length && size === levels;
    const bytes = empty ? new Uint8Array() : unpackBytes(codec, body.subarray(levels), size - levels);
    this.texts = this.decode(own.need(4), { bytes, at: 0 }, there);
  }

  /** Begins a page of `count` rows. */
  private begin(count: number): number {
    must(count >= 0 && this.begun + count <= this.rows, 'its pages hold more rows than it states');
    this.begun += count;
    this.count = count;
    this.row = 0;
    this.value = 0;
    this.defined = null;
    return count;
  }

  /** Takes which rows have a value and returns how many. */
  private levels(place: ByteCursor, count: number): number {
    const defined = hybrid(place, 1, count);
    let there = 0;
    for (const level of defined) there += level;
    if (there < count) this.defined = defined;
    return there;
  }

  /** The texts of the values of a page. */
  private decode(encoding: number, place: ByteCursor, count: number): TextAt {
    const { type, meaning, width } = this.column;
    switch (encoding) {
      case ENCODING.plain:
        return this.plain(place, count);
      case ENCODING.plainDictionary:
      case ENCODING.dictionary:
        return this.fromDictionary(place, count);
      case ENCODING.hybrid: {
        must(type === TYPE.flag, 'a page has an encoding that does not fit');
        must(count === 0 || place.at + 4 <= place.bytes.length, 'a page ends too early');
        place.at += 4;
        return flagTexts(Uint8Array.from(hybrid(place, 1, count)));
      }
      case ENCODING.delta: {
        must(type === TYPE.int32 || type === TYPE.int64, 'a page has an encoding that does not fit');
        const values = deltas(place, count);
        return this.numbers(
          type === TYPE.int32 ? Int32Array.from(values, (value) => Number(BigInt.asIntN(32, value))) : values,
        );
      }
      case ENCODING.deltaLength:
        must(type === TYPE.bytes, 'a page has an encoding that does not fit');
        return pieceTexts(deltaLengthPieces(place, count), meaning);
      case ENCODING.deltaBytes:
        must(type === TYPE.bytes || type === TYPE.fixed, 'a page has an encoding that does not fit');
        return pieceTexts(deltaPieces(place, count, this.budget), meaning);
      case ENCODING.split: {
        const bytes = joined(
          place,
          count,
          type === TYPE.fixed ? width : type === TYPE.int32 || type === TYPE.float ? 4 : 8,
        );
        must(
          type !== TYPE.flag && type !== TYPE.int96 && type !== TYPE.bytes,
          'a page has an encoding that does not fit',
        );
        return this.plain({ bytes, at: 0 }, count);
      }
      default:
        must(false, 'a page has an encoding that is not known');
    }
  }

  private fromDictionary(place: ByteCursor, count: number): TextAt {
    const { dictionary } = this;
    must(dictionary !== null, 'its dictionary is missing');
    if (count === 0) return () => '';
    const width = place.bytes[place.at++];
    must(width !== undefined, 'a page ends too early');
    const indexes = hybrid(place, width, count);
    for (const index of indexes)
      must(index >= 0 && index < dictionary.count, 'a page points outside its dictionary');
    return (at) => dictionary.texts(indexes[at] ?? 0);
  }

  private plain(place: ByteCursor, count: number): TextAt {
    const { meaning, width } = this.column;
    switch (this.column.type) {
      case TYPE.flag:
        return flagTexts(flags(place, count));
      case TYPE.int32:
        return this.numbers(new Int32Array(aligned(place, count * 4)));
      case TYPE.int64:
        return this.numbers(new BigInt64Array(aligned(place, count * 8)));
      case TYPE.float:
        return numberTexts(new Float32Array(aligned(place, count * 4)), meaning);
      case TYPE.double:
        return numberTexts(new Float64Array(aligned(place, count * 8)), meaning);
      case TYPE.int96:
        return pieceTexts(fixedPieces(place, count, 12), meaning);
      case TYPE.fixed:
        return pieceTexts(fixedPieces(place, count, width), meaning);
      default:
        return pieceTexts(plainPieces(place, count), meaning);
    }
  }

  /** The texts of whole numbers, signed or not. */
  private numbers(values: Int32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>): TextAt {
    const { unsigned, meaning } = this.column;
    if (!unsigned) return numberTexts(values, meaning);
    return numberTexts(
      values instanceof Int32Array ? new Uint32Array(values.buffer) : new BigUint64Array(values.buffer),
      meaning,
    );
  }
}
