import { isEncrypted } from '../model/encrypted';
import { isTarHead } from './tar';

/** How bytes are packed. */
export type PackingKind = 'gzip' | 'bzip2' | 'xz' | 'zip' | 'tar';

/** Bytes at the start that tell the kind. */
export const HEAD_BYTES = 512;

const begins = (head: Uint8Array, ...magic: number[]) => magic.every((byte, i) => head[i] === byte);

/** The kind of an archive by its first `HEAD_BYTES` bytes, null for anything else; names say nothing. */
export function kindOf(head: Uint8Array): PackingKind | null {
  if (begins(head, 0x1f, 0x8b, 8)) return 'gzip';
  if (begins(head, 0x42, 0x5a, 0x68) && isBzip2Block(head.subarray(4, 10))) return 'bzip2';
  if (begins(head, 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)) return 'xz';
  if (begins(head, 0x50, 0x4b, 3, 4) || begins(head, 0x50, 0x4b, 5, 6)) return 'zip';
  return isTarHead(head) ? 'tar' : null;
}

/** A block of bzip2 begins with the digits of π, its end with those of √π. */
function isBzip2Block(head: Uint8Array): boolean {
  return begins(head, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59) || begins(head, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90);
}

/** A sentence for bytes packed in a way that is not opened here, with what to do; null for all others. */
export function notOpened(head: Uint8Array): string | null {
  if (isEncrypted(head)) return 'An encrypted work of Fabriscope: take it out of the archive and drop it.';
  if (begins(head, 0x28, 0xb5, 0x2f, 0xfd)) return said('Zstandard', 'zstd -d');
  if (begins(head, 0x04, 0x22, 0x4d, 0x18)) return said('LZ4', 'lz4 -d');
  if (begins(head, 0x1f, 0x9d)) return said('compress', 'uncompress');
  if (begins(head, 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return said('7-Zip', '7z x');
  if (begins(head, 0x52, 0x61, 0x72, 0x21, 0x1a, 7)) return said('RAR', 'unrar x');
  return null;
}

const said = (by: string, command: string) =>
  `Packed by ${by}, which is not opened here. Decompress it first: ${command} FILE`;
