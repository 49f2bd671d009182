import { unique } from '../columns';
import { COLUMN_LIMIT } from '../types';
import type { Codec } from './codecs';
import { must, type DecodeBudget } from './damage';
import type { LogicalType } from './texts';
import { ThriftReader, type ThriftStruct } from './thrift';

/** Physical types of Parquet, https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift */
export const TYPE = {
  flag: 0,
  int32: 1,
  int64: 2,
  int96: 3,
  float: 4,
  double: 5,
  bytes: 6,
  fixed: 7,
} as const;

/** A column as the footer describes it. */
export interface ParquetColumn {
  name: string;
  /** Why it cannot be read, or null. */
  unread: string | null;
  /** Place among the columns of a row group; of one that holds others the first of them. */
  leaf: number;
  type: number;
  /** Bytes of a value of fixed length. */
  width: number;
  nullable: boolean;
  unsigned: boolean;
  meaning: LogicalType;
}

/** Where the pages of a column of a row group are. */
export interface Chunk {
  codec: Codec;
  from: number;
  to: number;
}

/** A row group: its rows, and the pages of a column by its leaf. */
export interface RowGroup {
  rows: number;
  chunk(column: ParquetColumn): Chunk;
}

/** What the footer says. */
export interface Footer {
  columns: readonly ParquetColumn[];
  rows: number;
  groups: readonly RowGroup[];
}

const decoder = new TextDecoder();
const DAMAGED = 'its description is damaged';

/** Reads the footer of a Parquet file. Throws a `Damage` where it is not there or not right. */
export function readFooter(bytes: Uint8Array, budget: DecodeBudget): Footer {
  const end = bytes.length;
  const magic = decoder.decode(bytes.subarray(end - 4));
  must(magic !== 'PARE', 'its description is encrypted: write it without encryption');
  must(
    end >= 12 && magic === 'PAR1',
    'its end, which describes it, is missing: it is cut, or was not written to its end',
  );
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(end - 8, true);
  must(length <= end - 12, DAMAGED);
  const begin = end - 8 - length;
  const meta = new ThriftReader(bytes, begin, end - 8).struct();
  const columns = columnsOf(meta.structs(2));
  const rows = budget.rows(meta.need(3));
  const groups = meta.structs(4).map((group) => rowGroup(group, begin, budget));
  must(
    groups.reduce((sum, group) => sum + group.rows, 0) === rows,
    'its numbers of rows contradict each other',
  );
  return { columns, rows, groups };
}

/** The columns of the schema, which lists a tree from its root, parents before children. */
function columnsOf(elements: readonly ThriftStruct[]): ParquetColumn[] {
  const [root, ...rest] = elements;
  must(root !== undefined, DAMAGED);
  const columns: ParquetColumn[] = [];
  let at = 0;
  let leaf = 0;
  const top = root.whole(5) ?? 0;
  must(top >= 0 && top <= rest.length, DAMAGED);
  must(top <= COLUMN_LIMIT, `it has more than ${COLUMN_LIMIT} columns`);
  for (let i = 0; i < top; i++) {
    const element = rest[at++];
    must(element !== undefined, DAMAGED);
    columns.push(columnOf(element, leaf));
    let children = element.whole(5) ?? 0;
    if (children === 0) leaf++;
    while (children > 0) {
      const child = rest[at++];
      must(child !== undefined, DAMAGED);
      const inner = child.whole(5) ?? 0;
      must(inner >= 0, DAMAGED);
      if (inner === 0) leaf++;
      children += inner - 1;
    }
  }
  const names = unique(columns.map(({ name }) => name));
  return columns.map((column, i) => ({ ...column, name: names[i] ?? column.name }));
}

const REPEATED = 2;
/** Logical types and what is said of those that are not read. */
const ODD: Readonly<Record<number, string>> = {
  13: 'binary JSON',
  14: 'UUIDs',
  16: 'variants',
  17: 'geometries',
  18: 'geographies',
};

function columnOf(element: ThriftStruct, leaf: number): ParquetColumn {
  const type = element.whole(1) ?? -1;
  const converted = element.whole(6) ?? -1;
  const logical = element.struct(10);
  const kind = logical ? ([...logical.fields.keys()][0] ?? -1) : -1;
  const column: ParquetColumn = {
    name: decoder.decode((element.bytes(4) ?? new Uint8Array()).subarray(0, 1000)),
    unread: null,
    leaf,
    type,
    width: element.whole(2) ?? 0,
    nullable: element.whole(3) !== 0,
    unsigned: (converted >= 11 && converted <= 14) || logical?.struct(10)?.fields.get(2) === false,
    meaning: { kind: 'plain' },
  };
  const unread = (what: string): ParquetColumn => ({ ...column, unread: what });
  if ((element.whole(5) ?? 0) > 0)
    return unread(
      `it holds ${converted === 3 || kind === 3 ? 'lists' : converted === 1 || converted === 2 || kind === 2 ? 'maps' : 'columns of its own'}`,
    );
  if (element.whole(3) === REPEATED) return unread('it holds lists');
  if (type < 0 || type > 7) return unread('its type is not known');
  const odd = ODD[kind];
  if (odd !== undefined || converted === 20) return unread(`it holds ${odd ?? 'binary JSON'}`);
  if (converted === 21) return unread('it holds intervals');
  if (type === TYPE.fixed && (column.width < 1 || column.width > 1024))
    return unread('its width is not right');
  const meaning = meaningOf(element, type, converted, kind);
  if (meaning.kind === 'decimal') {
    if (Math.abs(meaning.scale) > 100) return unread('its scale is not right');
    if (type === TYPE.fixed && column.width > 32) return unread('its numbers are too wide');
  } else if (type === TYPE.fixed && meaning.kind !== 'half') return unread('it holds binary values');
  return { ...column, meaning };
}

const UNITS: Readonly<Record<number, number>> = { 1: 1e3, 2: 1e6, 3: 1e9 };

function meaningOf(element: ThriftStruct, type: number, converted: number, kind: number): LogicalType {
  const logical = element.struct(10)?.struct(kind);
  const perSecond = UNITS[[...(logical?.struct(2)?.fields.keys() ?? [])][0] ?? -1];
  const number = type === TYPE.int32 || type === TYPE.int64;
  if (kind === 5 || converted === 5)
    return { kind: 'decimal', scale: logical?.whole(1) ?? element.whole(7) ?? 0, littleEndian: false };
  if (type === TYPE.int96) return { kind: 'julian' };
  if (type === TYPE.int32 && (kind === 6 || converted === 6)) return { kind: 'days' };
  if (type === TYPE.int64 && kind === 8 && perSecond !== undefined)
    return { kind: 'timestamp', perSecond, utc: logical?.fields.get(1) === true };
  if (type === TYPE.int64 && (converted === 9 || converted === 10))
    return { kind: 'timestamp', perSecond: converted === 9 ? 1e3 : 1e6, utc: true };
  if (number && kind === 7 && perSecond !== undefined) return { kind: 'time', perSecond };
  if (number && (converted === 7 || converted === 8))
    return { kind: 'time', perSecond: converted === 7 ? 1e3 : 1e6 };
  if (type === TYPE.fixed && kind === 15 && element.whole(2) === 2) return { kind: 'half' };
  return { kind: type === TYPE.bytes ? 'text' : 'plain' };
}

const CODECS: Readonly<Record<number, Codec>> = { 0: 'none', 1: 'snappy', 2: 'gzip', 6: 'zstd', 7: 'lz4' };
const OTHER_CODECS: Readonly<Record<number, string>> = { 3: 'LZO', 4: 'Brotli', 5: 'the old form of LZ4' };

function rowGroup(group: ThriftStruct, footer: number, budget: DecodeBudget): RowGroup {
  const rows = budget.rows(group.need(3));
  const chunks = group.structs(1);
  return {
    rows,
    chunk({ leaf, type }) {
      const chunk = chunks[leaf];
      must(chunk !== undefined, DAMAGED);
      must(chunk.bytes(1) === undefined, 'it stands in another file');
      const meta = chunk.struct(3);
      must(meta !== undefined && chunk.fields.get(8) === undefined, 'it is encrypted');
      must(meta.need(1) === type && meta.need(5) === rows, 'its description contradicts itself');
      const packed = meta.need(4);
      const codec = CODECS[packed];
      must(
        codec !== undefined,
        `it is packed with ${OTHER_CODECS[packed] ?? 'a codec that is not known'}: write it with zstd, snappy, gzip or lz4_raw`,
      );
      const dictionary = meta.whole(11) ?? 0;
      const data = meta.need(9);
      const from = dictionary > 0 ? Math.min(dictionary, data) : data;
      const to = from + meta.need(7);
      must(from >= 4 && to >= from && to <= footer, 'its place in the file is not right');
      return { codec, from, to };
    },
  };
}
