import { Gunzip, Inflate } from 'fflate';
import { createCRC32 } from 'hash-wasm';
import { Fault, sliced, type Bytes } from './bytes';

/** Packed bytes handed to the decoder at once: they unpack to 16 MiB at most, for deflate packs 1032 : 1 at best. */
const SLICE = 16 * 1024;
/** Packed bytes remembered, to find the checksum before the member that follows. */
const RECENT = 64 * 1024;

/** Codes of fflate's errors (FlateErrorCode). */
const UNEXPECTED_EOF = 0;
const INVALID_HEADER = 6;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const CUT = 'The compressed data is cut short: what stood before the cut was read.';
const DAMAGED = 'The compressed data is damaged: what stood before the damage was read.';

/**
 * Unpacks gzip with any number of members (RFC 1952) and checks each member's CRC. What was unpacked before a cut or
 * damage is given first, then a `Fault` is thrown.
 */
export async function* gunzip(source: Bytes, path: string): Bytes {
  const crc = await createCRC32();
  crc.init();
  const out: Uint8Array[] = [];
  let read = 0;
  let recent = new Uint8Array(0);
  const check = (end: number) => {
    const at = recent.length - (read - end) - 8;
    const stored = at < 0 ? [] : [...recent.subarray(at, at + 4)].reverse();
    const hex = stored.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const differs = at < 0 || hex !== crc.digest('hex');
    crc.init();
    if (differs)
      throw new Fault(
        path,
        'The checksum is missing or does not match: the content is cut or damaged, and what was read of it may be wrong.',
        true,
      );
  };
  const decoder = new Gunzip((piece) => {
    if (piece.length === 0) return;
    crc.update(piece);
    out.push(piece);
  });
  decoder.onmember = check;
  /** Feeds the decoder; returns what is wrong. */
  const push = (bytes: Uint8Array, final: boolean): Fault | null => {
    try {
      decoder.push(bytes, final);
      if (final) check(read);
      return null;
    } catch (error) {
      if (error instanceof Fault) return error;
      if (codeOf(error) === UNEXPECTED_EOF) return new Fault(path, CUT);
      if (codeOf(error) !== INVALID_HEADER) return new Fault(path, DAMAGED, true);
      return new Fault(path, 'Bytes that are no gzip follow the compressed data: they were not read.');
    }
  };
  for await (const slice of sliced(source, SLICE)) {
    const kept = recent.subarray(-RECENT);
    recent = new Uint8Array(kept.length + slice.length);
    recent.set(kept);
    recent.set(slice, kept.length);
    read += slice.length;
    const fault = push(slice, false);
    yield* out.splice(0);
    if (fault) throw fault;
  }
  const fault = push(new Uint8Array(0), true);
  yield* out.splice(0);
  if (fault) throw fault;
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
    if (damaged) throw new Fault(path, DAMAGED, true);
  }
}
