import {
  binary,
  columnFromArray,
  float64,
  int32,
  list,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  Type,
  uint16,
  uint8,
  utf8,
  type Column,
  type DataType,
} from '@uwdata/flechette';
import * as v from 'valibot';
import { ContainerError, packContainer } from '../../store/container';
import type { OpenContainer } from '../../store/messages';
import { parseStudy } from '../../store/study';
import { SCHEMA_VERSION, type TableName } from '../../store/tables';
import { fromBase64, toBase64 } from './base64';

/**
 * A work as JSON, table by table and column by column: half the size of a container once both are packed, for the
 * frames of Arrow and of zip weigh more than the rows of a small work. Tables without rows are left out.
 */
const Lean = v.object({
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  study: v.unknown(),
  tables: v.record(
    v.pipe(v.string(), v.regex(/^[a-z_]+$/)),
    v.pipe(v.array(v.tuple([v.pipe(v.string(), v.maxLength(64)), v.string(), v.array(v.unknown())]))),
  ),
});
type LeanTable = v.InferOutput<typeof Lean>['tables'][string];

/** How the values of an Arrow type stand in JSON. `read` gives undefined for what is no such value. */
interface Code {
  type: DataType;
  write: (value: unknown) => unknown;
  read: (value: unknown) => unknown;
}

const whole = (least: number, most: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
const INT32 = whole(-(2 ** 31), 2 ** 31 - 1);
const UINT16 = whole(0, 2 ** 16 - 1);
const NOT_FINITE = ['NaN', 'Infinity', '-Infinity'];

const listOf = (type: DataType, read: (value: unknown) => unknown): Code => ({
  type: list(type),
  write: (value) => Array.from(value as Iterable<unknown>),
  read: (value) =>
    Array.isArray(value) && value.every((each) => read(each) !== undefined) ? value : undefined,
});

const CODES: Readonly<Record<string, Code>> = {
  i: { type: int32(), write: (value) => value, read: INT32 },
  u: { type: uint8(), write: (value) => value, read: whole(0, 255) },
  d: {
    type: float64(),
    write: (value) => (Number.isFinite(value) ? value : String(value)),
    read: (value) => {
      if (typeof value === 'number') return value;
      return typeof value === 'string' && NOT_FINITE.includes(value) ? Number(value) : undefined;
    },
  },
  t: {
    type: utf8(),
    write: (value) => value,
    read: (value) => (typeof value === 'string' ? value : undefined),
  },
  b: {
    type: binary(),
    write: (value) => toBase64(value as Uint8Array),
    read: (value) => (typeof value === 'string' ? (fromBase64(value) ?? undefined) : undefined),
  },
  li: listOf(int32(), INT32),
  lu: listOf(uint16(), UINT16),
};

/** The letters of an Arrow type. Whole numbers of 64 bits are below 2^53 and stand as others do. */
function codeOf(type: DataType): string {
  if (type.typeId === Type.Int) return type.bitWidth === 64 ? 'd' : type.bitWidth === 8 ? 'u' : 'i';
  if (type.typeId === Type.Float) return 'd';
  if (type.typeId === Type.Utf8) return 't';
  if (type.typeId === Type.Binary) return 'b';
  if (type.typeId !== Type.List)
    throw new Error(`a column of the Arrow type ${type.typeId} has no lean form`);
  const child = type.children[0]?.type;
  return child?.typeId === Type.Int && child.bitWidth === 16 ? 'lu' : 'li';
}

/** The lean form of an opened container, as JSON in UTF-8. */
export function toLean({ tables, study }: OpenContainer): Uint8Array<ArrayBuffer> {
  const lean: v.InferOutput<typeof Lean> = { schema: SCHEMA_VERSION, study, tables: {} };
  for (const { table, ipc } of tables) {
    const held = tableFromIPC(ipc, { useBigInt: false });
    if (held.numRows === 0) continue;
    lean.tables[table] = held.schema.fields.map((field, i): LeanTable[number] => {
      const code = codeOf(field.type);
      const write = CODES[code]?.write;
      const values = Array.from<unknown>(held.getChildAt(i));
      return [field.name, code, values.map((value) => (value === null ? null : write?.(value)))];
    });
  }
  return new TextEncoder().encode(JSON.stringify(lean));
}

/**
 * The container of a lean form, not packed: it is opened, and checked, as one that came as a file. Throws a
 * `ContainerError` with a sentence.
 */
export function fromLean(json: Uint8Array): Uint8Array<ArrayBuffer> {
  const { schema, study, tables } = parsed(json);
  if (schema > SCHEMA_VERSION)
    throw new ContainerError(
      `The data in the link was written by a newer Fabriscope (tables version ${schema}; this one knows ${SCHEMA_VERSION}). Open it with that version.`,
    );
  const checked = parseStudy(study);
  if (!checked) throw damaged('its study');
  const streams = Object.entries(tables).map(([table, columns]) => ({
    // The opener leaves out names that are none.
    table: table as TableName,
    ipc: streamOf(table, columns),
  }));
  return packContainer(streams, checked, 0, schema);
}

const damaged = (what: string) =>
  new ContainerError(`The data in the link is damaged: ${what} is not as it should be.`);

function parsed(json: Uint8Array): v.InferOutput<typeof Lean> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch {
    throw damaged('its text');
  }
  const result = v.safeParse(Lean, value);
  if (!result.success) throw damaged('its outline');
  return result.output;
}

function streamOf(table: string, columns: LeanTable): Uint8Array {
  const rows = columns[0]?.[2].length;
  const made = columns.map(([name, code, values]): [string, Column<unknown>] => {
    const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
    if (!known || values.length !== rows) throw damaged(`the table "${table}"`);
    const read = values.map((value) => {
      const is = value === null ? null : known.read(value);
      if (is === undefined) throw damaged(`the column "${name}" of the table "${table}"`);
      return is;
    });
    return [name, columnFromArray<unknown>(read, known.type)];
  });
  const ipc = made.length > 0 && tableToIPC(tableFromColumns(made), { format: 'stream' });
  if (!ipc) throw damaged(`the table "${table}"`);
  return ipc;
}
