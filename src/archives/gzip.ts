import { Gunzip, Inflate } from 'fflate';
import { createCRC32, type IHasher } from 'hash-wasm';
import { ArchiveFault, sliced, type Bytes } from './bytes';

/** Packed bytes handed to the decoder at once: they unpack to 16 MiB at most, for deflate packs 1032 : 1 at best. */
const SLICE = 16 * 1024;
/** Packed bytes remembered, to find the checksum before the member that follows. */
const RECENT = 64 * 1024;

/** Bytes behind the deflated data of a member: CRC and length (modulo 2^32), little-endian. */
const TRAILER = 8;

/** Codes of fflate's errors (FlateErrorCode). */
const UNEXPECTED_EOF = 0;
const INVALID_HEADER = 6;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const CUT = 'The compressed data is cut short: what stood before the cut was read.';
const WRONG_CHECKSUM =
  'The checksum is missing or does not match: the content is cut or damaged, and what was read of it may be wrong.';
const FOREIGN = 'Bytes that are no gzip follow the compressed data: they were not read.';
const DAMAGED = 'The compressed data is damaged: what stood before the damage was read.';

/**
 * Unpacks gzip with any number of members (RFC 1952) and checks each member's CRC. Zeros behind the last member are
 * padding, as tapes and block devices leave it. What was unpacked before a cut or damage is given first, then a `Fault`
 * is thrown.
 */
export async function* gunzip(source: Bytes, path: string): Bytes {
  const crc = await createCRC32();
  crc.init();
  const out: Uint8Array[] = [];
  let read = 0;
  /** Where the member in hand begins, and how many bytes came out of it. */
  let began = 0;
  let length = 0;
  let recent = new Uint8Array(0);
  const check = (end: number) => {
    const at = recent.length - (read - end) - TRAILER;
    if (at < 0 || word(recent, at) !== checksum(crc)) throw new ArchiveFault(path, WRONG_CHECKSUM, true);
    crc.init();
    began = end;
    length = 0;
  };
  const decoder = new Gunzip((piece) => {
    if (piece.length === 0) return;
    crc.update(piece);
    length += piece.length;
    out.push(piece);
  });
  decoder.onmember = check;
  /** Where in `recent` the member in hand ends, −1 where it does not. */
  const ended = () => memberEnd(recent, began - (read - recent.length), checksum(crc), length);
  /** Feeds the decoder; returns what is wrong, or `FOREIGN` where no member begins behind the last one. */
  const push = (bytes: Uint8Array, final: boolean): ArchiveFault | typeof FOREIGN | null => {
    try {
      decoder.push(bytes, final);
      if (final) check(read);
      return null;
    } catch (error) {
      if (error instanceof ArchiveFault) return error;
      if (codeOf(error) === UNEXPECTED_EOF) return new ArchiveFault(path, CUT);
      if (codeOf(error) !== INVALID_HEADER) return new ArchiveFault(path, DAMAGED, true);
      return FOREIGN;
    }
  };
  const slices = sliced(source, SLICE);
  for await (const slice of slices) {
    const kept = recent.subarray(-RECENT);
    recent = new Uint8Array(kept.length + slice.length);
    recent.set(kept);
    recent.set(slice, kept.length);
    read += slice.length;
    const fault = push(slice, false);
    yield* out.splice(0);
    if (fault === null) continue;
    if (fault !== FOREIGN) throw fault;
    const end = ended();
    if (end < 0) throw new ArchiveFault(path, WRONG_CHECKSUM, true);
    let padding = isZero(recent.subarray(end));
    for await (const more of slices) padding &&= isZero(more);
    if (!padding) throw new ArchiveFault(path, FOREIGN);
    return;
  }
  const fault = push(new Uint8Array(0), true);
  yield* out.splice(0);
  if (fault === null) return;
  // The decoder takes up to three bytes for the beginning of a member.
  const end = ended();
  if (end < 0) throw fault === FOREIGN ? new ArchiveFault(path, FOREIGN) : fault;
  if (!isZero(recent.subarray(end))) throw new ArchiveFault(path, FOREIGN);
}

function word(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

/** The CRC so far. */
function checksum(crc: IHasher): number {
  const state = crc.save();
  const sum = Number.parseInt(crc.digest('hex'), 16);
  crc.load(state);
  return sum;
}

/** Where the member with this CRC and length ends that begins at `from`, −1 where it does not. */
function memberEnd(bytes: Uint8Array, from: number, crc: number, length: number): number {
  for (let end = Math.max(0, from) + TRAILER; end <= bytes.length; end++)
    if (word(bytes, end - TRAILER) === crc && word(bytes, end - 4) === length % 2 ** 32) return end;
  return -1;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/**
 * Unpacks raw deflate (RFC 1951). Ends at the end of the source; whether that was the end of the data the caller
 * tells by size and checksum. Throws a `Fault` at damage.
 */
export async function* inflate(source: Bytes, path: string): Bytes {
  const out: Uint8Array[] = [];
  const decoder = new Inflate((piece) => void (piece.length > 0 && out.push(piece)));
  for await (const slice of sliced(source, SLICE)) {
    let damaged = false;
    try {
      decoder.push(slice);
    } catch {
      damaged = true;
    }
    yield* out.splice(0);
    if (damaged) throw new ArchiveFault(path, DAMAGED, true);
  }
}
