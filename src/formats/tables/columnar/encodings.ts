import { must, type DecodeBudget } from './damage';
import type { Pieces } from './texts';

/** Encodings of Parquet, https://github.com/apache/parquet-format/blob/master/Encodings.md; all work is bounded by `count`. */

const CUT = 'its values end too early';

/** A place in bytes. */
export interface ByteCursor {
  bytes: Uint8Array;
  at: number;
}

/** `bits` bits from a bit on, the lowest first; up to 32. */
function bitsAt(bytes: Uint8Array, bit: number, bits: number): number {
  let at = bit >>> 3;
  let shift = bit & 7;
  let value = 0;
  for (let got = 0; got < bits;) {
    const take = Math.min(8 - shift, bits - got);
    value += (((bytes[at] ?? 0) >> shift) & ((1 << take) - 1)) * 2 ** got;
    got += take;
    shift = 0;
    at++;
  }
  return value;
}

function varint(place: ByteCursor): number {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    must(place.at < place.bytes.length, CUT);
    const byte = place.bytes[place.at++] ?? 0;
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return value;
  }
  must(false, 'a number in a page has no end');
}

function bigZigzag(place: ByteCursor): bigint {
  let value = 0n;
  for (let i = 0n; i < 10n; i++) {
    must(place.at < place.bytes.length, CUT);
    const byte = place.bytes[place.at++] ?? 0;
    value |= BigInt(byte & 127) << (7n * i);
    if (byte < 128) return (value >> 1n) ^ -(value & 1n);
  }
  must(false, 'a number in a page has no end');
}

/** Runs of one value and packed values in turn, of `width` bits each. */
export function hybrid(place: ByteCursor, width: number, count: number): Int32Array {
  must(width <= 32, 'a width in a page is too large');
  const out = new Int32Array(count);
  const { bytes } = place;
  let seen = 0;
  while (seen < count) {
    const head = varint(place);
    if (head % 2 === 1) {
      const values = Math.min(((head - 1) / 2) * 8, count - seen);
      must(place.at + Math.ceil((values * width) / 8) <= bytes.length, CUT);
      for (let i = 0; i < values; i++) out[seen++] = bitsAt(bytes, place.at * 8 + i * width, width);
      place.at += ((head - 1) / 2) * width;
    } else {
      const end = Math.min(seen + head / 2, count);
      const wide = Math.ceil(width / 8);
      must(place.at + wide <= bytes.length, CUT);
      const value = bitsAt(bytes, place.at * 8, wide * 8);
      place.at += wide;
      out.fill(value, seen, end);
      seen = end;
    }
  }
  return out;
}

/** DELTA_BINARY_PACKED; the numbers wrap around at 64 bits. */
export function deltas(place: ByteCursor, count: number): BigInt64Array<ArrayBuffer> {
  const out = new BigInt64Array(count);
  const block = varint(place);
  const parts = varint(place);
  const total = varint(place);
  must(total === count, 'a page holds another number of values than it states');
  const each = block / parts;
  must(
    parts >= 1 && parts <= 512 && Number.isInteger(each) && each >= 8 && each <= 65536,
    'a page is damaged',
  );
  let value = bigZigzag(place);
  if (count > 0) out[0] = value;
  for (let seen = 1; seen < count;) {
    const least = bigZigzag(place);
    const widths = place.bytes.subarray(place.at, place.at + parts);
    must(widths.length === parts, CUT);
    place.at += parts;
    for (let part = 0; part < parts && seen < count; part++) {
      const width = widths[part] ?? 0;
      must(width <= 64, 'a width in a page is too large');
      const values = Math.min(each, count - seen);
      must(place.at + Math.ceil((values * width) / 8) <= place.bytes.length, CUT);
      for (let i = 0; i < values; i++) {
        const bit = place.at * 8 + i * width;
        const low = BigInt(bitsAt(place.bytes, bit, Math.min(width, 32)));
        const high = width > 32 ? BigInt(bitsAt(place.bytes, bit + 32, width - 32)) : 0n;
        value = BigInt.asIntN(64, value + least + low + (high << 32n));
        out[seen++] = value;
      }
      place.at += (each * width) / 8;
    }
  }
  return out;
}

/** Plain values of a length before each. */
export function plainPieces({ bytes, at }: ByteCursor, count: number): Pieces {
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let to = at;
  for (let i = 0; i < count; i++) {
    must(to + 4 <= bytes.length, CUT);
    const end = to + 4 + view.getUint32(to, true);
    must(end <= bytes.length, CUT);
    starts[i] = to + 4;
    ends[i] = to = end;
  }
  return { bytes, starts, ends };
}

/** Plain values of one length. */
export function fixedPieces({ bytes, at }: ByteCursor, count: number, width: number): Pieces {
  must(at + count * width <= bytes.length, CUT);
  const starts = Int32Array.from({ length: count }, (_, i) => at + i * width);
  return { bytes, starts, ends: starts.map((start) => start + width) };
}

/** DELTA_LENGTH_BYTE_ARRAY. */
export function deltaLengthPieces(place: ByteCursor, count: number): Pieces {
  const lengths = deltas(place, count);
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let to = place.at;
  lengths.forEach((length, i) => {
    starts[i] = to;
    to += Number(length);
    must(length >= 0n && to <= place.bytes.length, CUT);
    ends[i] = to;
  });
  place.at = to;
  return { bytes: place.bytes, starts, ends };
}

/** DELTA_BYTE_ARRAY: how much of the value before comes again, and what follows. */
export function deltaPieces(place: ByteCursor, count: number, budget: DecodeBudget): Pieces {
  const prefixes = deltas(place, count);
  const rest = deltaLengthPieces(place, count);
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let to = 0;
  prefixes.forEach((prefix, i) => {
    const before = (ends[i - 1] ?? 0) - (starts[i - 1] ?? 0);
    must(prefix >= 0n && prefix <= before, 'a page is damaged');
    starts[i] = to;
    to += Number(prefix) + (rest.ends[i] ?? 0) - (rest.starts[i] ?? 0);
    ends[i] = to;
    must(to < 2 ** 31, 'a page is too large');
  });
  budget.spend(to);
  const bytes = new Uint8Array(to);
  prefixes.forEach((prefix, i) => {
    const start = starts[i] ?? 0;
    const before = starts[i - 1] ?? 0;
    bytes.copyWithin(start, before, before + Number(prefix));
    bytes.set(rest.bytes.subarray(rest.starts[i] ?? 0, rest.ends[i] ?? 0), start + Number(prefix));
  });
  return { bytes, starts, ends };
}

/** BYTE_STREAM_SPLIT put together: all first bytes come first, then all second ones. */
export function joined({ bytes, at }: ByteCursor, count: number, width: number): Uint8Array {
  must(at + count * width <= bytes.length, CUT);
  const out = new Uint8Array(count * width);
  for (let byte = 0; byte < width; byte++)
    for (let i = 0; i < count; i++) out[i * width + byte] = bytes[at + byte * count + i] ?? 0;
  return out;
}

/** Flags, eight in a byte. */
export function flags({ bytes, at }: ByteCursor, count: number): Uint8Array {
  must(at + Math.ceil(count / 8) <= bytes.length, CUT);
  return Uint8Array.from({ length: count }, (_, i) => ((bytes[at + (i >> 3)] ?? 0) >> (i & 7)) & 1);
}

/** Bytes of numbers in a buffer of their own, so that they are aligned. */
export function aligned({ bytes, at }: ByteCursor, length: number): ArrayBuffer {
  must(at + length <= bytes.length, CUT);
  const own = new ArrayBuffer(length);
  new Uint8Array(own).set(bytes.subarray(at, at + length));
  return own;
}
