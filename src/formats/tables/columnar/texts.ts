/** The text of the value at a place. */
export type TextAt = (at: number) => string;

/** What stored numbers and bytes stand for. `perSecond` = units in a second. */
export type LogicalType =
  | { kind: 'plain' }
  | { kind: 'decimal'; scale: number; littleEndian: boolean }
  | { kind: 'days' }
  | { kind: 'timestamp'; perSecond: number; utc: boolean }
  | { kind: 'seconds'; perSecond: number }
  | { kind: 'time'; perSecond: number }
  | { kind: 'julian' }
  | { kind: 'half' }
  | { kind: 'text' };

/** Values of different lengths, or of one length, in one stretch of bytes. */
export interface Pieces {
  bytes: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
}

/** Numbers as they are stored; flags are bytes. */
export type Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** Longest text of a cell in bytes: what names something is shorter, and no number is longer. */
const CELL_LIMIT = 400;

const decoder = new TextDecoder();

/** The texts of stored numbers. */
export function numberTexts(values: Numbers, meaning: LogicalType): TextAt {
  if (meaning.kind === 'half') return (at) => floatText(halfFloat(Number(values[at] ?? 0)));
  if (values instanceof Float32Array) return (at) => singleText(values[at] ?? Number.NaN);
  if (values instanceof Float64Array) return (at) => floatText(values[at] ?? Number.NaN);
  const whole = (at: number): bigint => BigInt(values[at] ?? 0);
  switch (meaning.kind) {
    case 'decimal':
      return (at) => decimalText(whole(at), meaning.scale);
    case 'days':
      return (at) => dayText(whole(at));
    case 'timestamp':
      return (at) => timestampText(whole(at), meaning.perSecond, meaning.utc);
    case 'seconds':
      return (at) => decimalText(whole(at), Math.log10(meaning.perSecond));
    case 'time':
      return (at) => timestampText(whole(at), meaning.perSecond, false).slice(11);
    case 'plain':
    case 'text':
    case 'julian':
      return (at) => String(values[at] ?? '');
  }
}

/** The texts of flags. */
export function flagTexts(values: Uint8Array): TextAt {
  return (at) => (values[at] === 1 ? 'true' : 'false');
}

/** The texts of values in bytes. Text that is longer than a cell of results is cut. */
export function pieceTexts({ bytes, starts, ends }: Pieces, meaning: LogicalType): TextAt {
  const piece = (at: number): Uint8Array => bytes.subarray(starts[at] ?? 0, ends[at] ?? 0);
  switch (meaning.kind) {
    case 'decimal':
      return (at) => decimalText(signedWhole(piece(at), meaning.littleEndian), meaning.scale);
    case 'half':
      return (at) => {
        const [low = 0, high = 0] = piece(at);
        return floatText(halfFloat(low + high * 256));
      };
    case 'julian':
      return (at) => julianText(piece(at));
    case 'plain':
    case 'text':
    case 'days':
    case 'timestamp':
    case 'seconds':
    case 'time':
      return (at) => decoder.decode(piece(at).subarray(0, CELL_LIMIT));
  }
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return String(value);
}

/** The shortest decimal number that is this one when rounded to 32 bits: 0.1, not 0.10000000149011612. */
function singleText(value: number): string {
  for (let digits = 6; digits <= 8; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return floatText(short);
  }
  return floatText(Number.isFinite(value) ? Number(value.toPrecision(9)) : value);
}

/** IEEE 754 binary16. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15);
}

/** A two's complement number. */
function signedWhole(bytes: Uint8Array, littleEndian: boolean): bigint {
  let value = 0n;
  for (let i = 0; i < bytes.length; i++)
    value = value * 256n + BigInt(bytes[littleEndian ? bytes.length - 1 - i : i] ?? 0);
  return BigInt.asIntN(bytes.length * 8, value);
}

/** value × 10^−scale with all its digits. */
function decimalText(value: bigint, scale: number): string {
  if (scale <= 0) return String(value * 10n ** BigInt(-scale));
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Days since 1970-01-01 as ISO 8601; as the number itself where no calendar has the day. */
function dayText(days: bigint): string {
  const date = new Date(Number(days) * 86_400_000);
  return Number.isNaN(date.getTime()) ? String(days) : date.toISOString().slice(0, -14);
}

/** Units since 1970-01-01 as ISO 8601 with the decimals that are not zero. */
function timestampText(value: bigint, perSecond: number, utc: boolean): string {
  const per = BigInt(perSecond);
  const rest = ((value % per) + per) % per;
  const date = new Date(Number((value - rest) / per) * 1000);
  if (Number.isNaN(date.getTime())) return String(value);
  const decimals =
    perSecond === 1 ? '' : String(rest).padStart(Math.log10(perSecond), '0').replace(/0+$/, '');
  return `${date.toISOString().slice(0, -5)}${decimals === '' ? '' : `.${decimals}`}${utc ? 'Z' : ''}`;
}

/** Parquet's INT96: nanoseconds of the day, then the Julian day. */
function julianText(bytes: Uint8Array): string {
  if (bytes.length !== 12) return '';
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12);
  const days = BigInt(view.getInt32(8, true)) - 2_440_588n;
  return timestampText(days * 86_400_000_000_000n + view.getBigInt64(0, true), 1e9, false);
}
