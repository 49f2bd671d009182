import { Inflate } from 'fflate';
import { Decompress } from 'fzstd';
import { Damage, must } from './damage';

/** How stretches of bytes are packed. */
export type Codec = 'none' | 'snappy' | 'gzip' | 'zstd' | 'lz4' | 'lz4 frame';

const BROKEN = 'its packed bytes are damaged';

/** Unpacks bytes that must give exactly `length` bytes. Never makes more than that. */
export function unpackBytes(codec: Codec, packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(codec === 'none' ? 0 : length);
  switch (codec) {
    case 'none':
      must(packed.length === length, BROKEN);
      return packed;
    case 'snappy':
      snappy(packed, out);
      return out;
    case 'lz4':
      must(lz4Block(packed, 0, packed.length, out, 0) === length, BROKEN);
      return out;
    case 'lz4 frame':
      lz4Frame(packed, out);
      return out;
    case 'gzip':
      inflate(packed, out);
      return out;
    case 'zstd':
      zstd(packed, out);
      return out;
  }
}

/** RFC 1952, one member; the header's optional fields are passed over. Streamed, so that `out` bounds the work. */
function inflate(packed: Uint8Array, out: Uint8Array): void {
  must(packed[0] === 31 && packed[1] === 139 && packed[2] === 8, BROKEN);
  const flags = packed[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (packed[at] ?? 0) + ((packed[at + 1] ?? 0) << 8);
  for (const field of [8, 16])
    if (flags & field) {
      at = packed.indexOf(0, at) + 1;
      must(at > 0, BROKEN);
    }
  if (flags & 2) at += 2;
  let used = 0;
  const inflater = new Inflate((piece) => {
    must(used + piece.length <= out.length, BROKEN);
    out.set(piece, used);
    used += piece.length;
  });
  try {
    for (; at < packed.length; at += 16384)
      inflater.push(packed.subarray(at, at + 16384), at + 16384 >= packed.length);
  } catch (error) {
    if (error instanceof Damage) throw error;
    throw new Damage(BROKEN);
  }
  must(used === out.length, BROKEN);
}

/** Largest window of Zstandard in bytes: the decoder moves all of it at every block. */
const WINDOW = 16 * 1024 ** 2;

/** RFC 8878, one frame. Streamed, for only so the decoder tells how much it has made. */
function zstd(packed: Uint8Array, out: Uint8Array): void {
  must(packed.length >= 9 && little(packed, 0, 4) === 0xfd2fb528, BROKEN);
  const flags = packed[4] ?? 0;
  const single = (flags & 32) !== 0;
  const descriptor = packed[5] ?? 0;
  const window = 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8);
  const sizeBytes = flags >> 6 === 0 ? (single ? 1 : 0) : 1 << (flags >> 6);
  const sizeAt = (single ? 5 : 6) + ((1 << (flags & 3)) >> 1);
  const stated = little(packed, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  must(sizeBytes === 0 || stated === out.length, BROKEN);
  must((single ? stated : window) <= WINDOW, 'it is packed with a window of more than 16 MiB');
  let used = 0;
  const stream = new Decompress((piece) => {
    must(used + piece.length <= out.length, BROKEN);
    out.set(piece, used);
    used += piece.length;
  });
  try {
    stream.push(packed, true);
  } catch (error) {
    if (error instanceof Damage) throw error;
    throw new Damage(BROKEN);
  }
  must(used === out.length, BROKEN);
}

/** Snappy, https://github.com/google/snappy/blob/main/format_description.txt */
function snappy(packed: Uint8Array, out: Uint8Array): void {
  const end = packed.length;
  let at = 0;
  let stated = 0;
  for (let i = 0; ; i++) {
    must(i < 5 && at < end, BROKEN);
    const byte = packed[at++] ?? 0;
    stated += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) break;
  }
  must(stated === out.length, BROKEN);
  let to = 0;
  while (at < end) {
    const tag = packed[at++] ?? 0;
    let length = (tag >> 2) + 1;
    if ((tag & 3) === 0) {
      if (length > 60) {
        const bytes = length - 60;
        length = 1 + little(packed, at, bytes);
        at += bytes;
      }
      must(at + length <= end && to + length <= out.length, BROKEN);
      out.set(packed.subarray(at, at + length), to);
      at += length;
      to += length;
      continue;
    }
    let back: number;
    if ((tag & 3) === 1) {
      length = ((tag >> 2) & 7) + 4;
      back = ((tag >> 5) << 8) + (packed[at++] ?? 0);
    } else {
      const bytes = (tag & 3) === 2 ? 2 : 4;
      back = little(packed, at, bytes);
      at += bytes;
    }
    must(at <= end, BROKEN);
    to = copyBack(out, to, back, length);
  }
  must(to === out.length, BROKEN);
}

/** A block of LZ4, https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md; returns where the output ends. */
function lz4Block(packed: Uint8Array, from: number, end: number, out: Uint8Array, begin: number): number {
  let at = from;
  let to = begin;
  const more = (length: number): number => {
    let sum = length;
    if (length !== 15) return sum;
    for (;;) {
      must(at < end, BROKEN);
      const byte = packed[at++] ?? 0;
      sum += byte;
      if (byte !== 255) return sum;
    }
  };
  while (at < end) {
    const token = packed[at++] ?? 0;
    const literals = more(token >> 4);
    must(at + literals <= end && to + literals <= out.length, BROKEN);
    out.set(packed.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at === end) break;
    must(at + 2 <= end, BROKEN);
    const back = little(packed, at, 2);
    at += 2;
    to = copyBack(out, to, back, more(token & 15) + 4);
  }
  return to;
}

/** Frames of LZ4, https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md. Its checksums are not looked at. */
function lz4Frame(packed: Uint8Array, out: Uint8Array): void {
  must(packed.length >= 7 && little(packed, 0, 4) === 0x184d2204, BROKEN);
  const flags = packed[4] ?? 0;
  must(flags >> 6 === 1, BROKEN);
  let at = 7 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0);
  let to = 0;
  for (;;) {
    must(at + 4 <= packed.length, BROKEN);
    const size = little(packed, at, 4);
    at += 4;
    if (size === 0) break;
    const length = size % 2 ** 31;
    must(at + length <= packed.length, BROKEN);
    if (size >= 2 ** 31) {
      must(to + length <= out.length, BROKEN);
      out.set(packed.subarray(at, at + length), to);
      to += length;
    } else to = lz4Block(packed, at, at + length, out, to);
    at += length + (flags & 16 ? 4 : 0);
  }
  must(to === out.length, BROKEN);
}

/** Repeats `length` bytes from `back` bytes before, which may overlap what is written. */
function copyBack(out: Uint8Array, to: number, back: number, length: number): number {
  must(back > 0 && back <= to && to + length <= out.length, BROKEN);
  if (back >= length) out.copyWithin(to, to - back, to - back + length);
  else for (let i = 0; i < length; i++) out[to + i] = out[to + i - back] ?? 0;
  return to + length;
}

function little(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = length - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 (IEEE 802.3) as a signed number, as Parquet keeps it. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc;
}
