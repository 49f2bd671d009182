import { unique } from '../columns';
import { COLUMN_LIMIT } from '../types';
import { must } from './damage';
import type { FlatTable } from './flatbuffer';
import type { LogicalType } from './texts';

/** How the values of a column lie in its buffers. */
export type Storage =
  | 'nulls'
  | 'flags'
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'fixed'
  | 'pieces'
  | 'long pieces'
  | 'views'
  | 'other';

/** A column as the schema describes it. */
export interface ArrowColumn {
  name: string;
  /** Why it cannot be read, or null. */
  unread: string | null;
  storage: Storage;
  meaning: LogicalType;
  /** Bytes of a value of fixed length. */
  width: number;
  /** Where its values are places in a dictionary: its id, and how the places are stored. */
  dictionary: { id: number; indexes: Storage } | null;
  /** Nodes and buffers of it and what it holds in a record batch; `views` of them have buffers more. */
  nodes: number;
  buffers: number;
  views: number;
}

const DAMAGED = 'its description is damaged';
/** Most fields, those inside others included, and deepest nesting. */
const FIELDS = 20_000;
const DEPTH = 32;

/** The columns of a schema, https://github.com/apache/arrow/blob/main/format/Schema.fbs */
export function arrowColumns(schema: FlatTable): ArrowColumn[] {
  must(schema.short(0) === 0, 'it is written in big-endian order');
  const fields = schema.tables(1);
  must(fields.length <= COLUMN_LIMIT, `it has more than ${COLUMN_LIMIT} columns`);
  const names = unique(fields.map((field) => field.text(0)));
  const count = { fields: 0 };
  return fields.map((field, i) => columnOf(field, names[i] ?? '', count, 0));
}

type Kind = Pick<ArrowColumn, 'unread' | 'storage' | 'meaning' | 'width'>;

function columnOf(field: FlatTable, name: string, count: { fields: number }, depth: number): ArrowColumn {
  must(++count.fields <= FIELDS && depth < DEPTH, 'its description is nested too deep');
  const type = field.byte(2);
  const kind = kindOf(type, field.table(3));
  const encoding = field.table(4);
  const column = {
    name,
    ...kind,
    dictionary: null,
    nodes: 1,
    buffers: buffersOf(type, field.table(3)),
    views: 0,
  };
  if (encoding) {
    const index = encoding.table(1);
    const indexes = index ? intStorage(index) : 'int32';
    const other = indexes === 'other' ? 'its dictionary is not right' : kind.unread;
    return { ...column, unread: other, buffers: 2, dictionary: { id: encoding.long(0), indexes } };
  }
  const children = field.tables(5).map((child) => columnOf(child, '', count, depth + 1));
  const sum = (of: 'nodes' | 'buffers' | 'views') => children.reduce((all, child) => all + child[of], 0);
  return {
    ...column,
    nodes: 1 + sum('nodes'),
    buffers: column.buffers + sum('buffers'),
    views: (kind.storage === 'views' ? 1 : 0) + sum('views'),
  };
}

/** Buffers of a type itself: validity, offsets, values. */
function buffersOf(type: number, of: FlatTable | null): number {
  // Null; run ends.
  if (type === 1 || type === 22) return 0;
  // Structs; lists of fixed size.
  if (type === 13 || type === 16) return 1;
  // Unions have no validity: type ids, and offsets where they are dense.
  if (type === 14) return of?.short(0) === 1 ? 2 : 1;
  // Text and bytes; views of lists.
  if (type === 4 || type === 5 || type === 19 || type === 20 || type === 25 || type === 26) return 3;
  return 2;
}

const PER_SECOND = [1, 1e3, 1e6, 1e9];
const PLAIN: LogicalType = { kind: 'plain' };

function kindOf(type: number, of: FlatTable | null): Kind {
  const read = (storage: Storage, meaning: LogicalType = PLAIN, width = 0): Kind =>
    storage === 'other' ? unread('its type is not known') : { unread: null, storage, meaning, width };
  const unread = (why: string): Kind => ({ unread: why, storage: 'other', meaning: PLAIN, width: 0 });
  const perSecond = (otherwise: number): number => PER_SECOND[of?.short(0, otherwise) ?? otherwise] ?? 1;
  switch (type) {
    case 1:
      return read('nulls');
    case 2:
      return read(of ? intStorage(of) : 'other');
    case 3: {
      const precision = of?.short(0) ?? 0;
      if (precision === 0) return read('uint16', { kind: 'half' });
      return read(precision === 1 ? 'float32' : 'float64');
    }
    case 5:
      return read('pieces', { kind: 'text' });
    case 6:
      return read('flags');
    case 7:
      return decimal(of?.int(1) ?? 0, of?.int(2, 128) ?? 128);
    case 8:
      return of?.short(0, 1) === 0
        ? read('int32', { kind: 'days' })
        : read('int64', { kind: 'timestamp', perSecond: 1e3, utc: false });
    case 9:
      return read(of?.int(1, 32) === 64 ? 'int64' : 'int32', { kind: 'time', perSecond: perSecond(1) });
    case 10:
      return read('int64', {
        kind: 'timestamp',
        perSecond: perSecond(0),
        utc: of !== null && of.text(1) !== '',
      });
    case 18:
      return read('int64', { kind: 'seconds', perSecond: perSecond(1) });
    case 20:
      return read('long pieces', { kind: 'text' });
    case 24:
      return read('views', { kind: 'text' });
    case 4:
    case 15:
    case 19:
      return unread('it holds binary values');
    case 23:
      return { ...unread('it holds binary values'), storage: 'views' };
    case 11:
      return unread('it holds intervals');
    case 12:
    case 16:
    case 21:
    case 25:
    case 26:
      return unread('it holds lists');
    case 13:
      return unread('it holds columns of its own');
    case 14:
      return unread('it holds values of several types');
    case 17:
      return unread('it holds maps');
    case 22:
      return unread('it is written in runs');
    default:
      must(type > 0 && type <= 26, DAMAGED);
      return unread('its type is not known');
  }
}

function decimal(scale: number, bits: number): Kind {
  const right = Math.abs(scale) <= 100 && [32, 64, 128, 256].includes(bits);
  return {
    unread: right ? null : 'its scale or its width is not right',
    storage: 'fixed',
    meaning: { kind: 'decimal', scale, littleEndian: true },
    width: bits / 8,
  };
}

function intStorage(int: FlatTable): Storage {
  const signed = int.flag(1);
  switch (int.int(0)) {
    case 8:
      return signed ? 'int8' : 'uint8';
    case 16:
      return signed ? 'int16' : 'uint16';
    case 32:
      return signed ? 'int32' : 'uint32';
    case 64:
      return signed ? 'int64' : 'uint64';
    default:
      return 'other';
  }
}
