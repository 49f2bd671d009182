import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unpack, type Unpacked } from '../archives/unpack';
import { LIMITS, type ArchiveLimits } from '../archives/limits';
import { collect, type Collector } from './collect';
import type { FileReport } from '../formats/reader/report';

const encoder = new TextEncoder();

/** One header and body of a tar. */
export interface TarPart {
  path: string;
  content?: string | Uint8Array;
  /** Type flag; `0`, a file, unless given. */
  flag?: string;
  /** Folders for the prefix field of ustar. */
  prefix?: string;
  /** What the size field says, where it is not the truth. */
  size?: string;
}

/** Bytes joined. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A ustar header, written by the table of POSIX 1003.1. */
function tarHeader({ path, flag = '0', prefix = '', size }: TarPart, length: number): Uint8Array {
  const block = new Uint8Array(512);
  const put = (at: number, text: string) => block.set(encoder.encode(text), at);
  put(0, path);
  put(100, '0000644\0');
  put(124, size ?? `${length.toString(8).padStart(11, '0')}\0`);
  put(136, '00000000000\0');
  put(148, '        ');
  put(156, flag);
  put(257, 'ustar\x0000');
  put(345, prefix);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
}

/** A tar of these parts; `end` = false leaves out the two blocks of zeros. */
export function tar(parts: readonly TarPart[], end = true): Uint8Array {
  const blocks = parts.flatMap((part) => {
    const body = typeof part.content === 'string' ? encoder.encode(part.content) : part.content;
    const length = body?.length ?? 0;
    const padded = new Uint8Array(Math.ceil(length / 512) * 512);
    if (body) padded.set(body);
    return [tarHeader(part, length), padded];
  });
  return joined(...blocks, new Uint8Array(end ? 1024 : 0));
}

/** The text of pax records. */
export function pax(records: Readonly<Record<string, string>>): string {
  return Object.entries(records)
    .map(([key, value]) => {
      const rest = ` ${key}=${value}\n`;
      let length = encoder.encode(rest).length;
      while (`${length}`.length + encoder.encode(rest).length !== length)
        length = `${length}`.length + encoder.encode(rest).length;
      return `${length}${rest}`;
    })
    .join('');
}

/** What came out of an archive: texts of files by path, faults of files by path, and notes. */
export interface Opened {
  files: Record<string, string>;
  faults: Record<string, string>;
  notes: Extract<Unpacked, { type: 'note' }>[];
  packed: number[];
}

/** An archive in memory, given in pieces of `piece` bytes. */
export function inMemory(path: string, bytes: Uint8Array, piece = 1000) {
  return {
    path,
    size: bytes.length,
    slice: (start: number, end: number) => {
      let at = start;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= end) controller.close();
          else controller.enqueue(bytes.slice(at, (at = Math.min(end, at + piece))));
        },
      });
    },
  };
}

/** Opens an archive in memory and reads every file in it. */
export async function openAll(
  path: string,
  bytes: Uint8Array,
  limits?: ArchiveLimits,
  piece?: number,
): Promise<Opened> {
  const opened: Opened = { files: {}, faults: {}, notes: [], packed: [] };
  for await (const unpacked of unpack(
    inMemory(path, bytes, piece),
    (read) => opened.packed.push(read),
    limits,
  )) {
    if (unpacked.type === 'note') {
      opened.notes.push(unpacked);
      continue;
    }
    const { source } = unpacked;
    if (source.path in opened.files) throw new Error(`${source.path} came twice`);
    opened.files[source.path] = await new Response(source.stream()).text();
    const fault = source.fault?.();
    if (fault) opened.faults[source.path] = fault.message;
  }
  return opened;
}

/** Opens an archive in memory and reads its files by the formats. */
export async function readAll(
  path: string,
  bytes: Uint8Array,
): Promise<{ report: FileReport; found: Collector }[]> {
  const read = [];
  for await (const unpacked of unpack(inMemory(path, bytes)))
    if (unpacked.type === 'file') read.push(await collect(unpacked.source));
  return read;
}

/** A file of `src/archives/fixtures`. */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(import.meta.dirname, '../archives/fixtures', name)));
}

/** Bytes or text in one member of gzip. */
export function gz(bytes: string | Uint8Array): Uint8Array {
  return new Uint8Array(gzipSync(bytes));
}

/** A small OSU output of three sizes; `first` = what it prints for the first. */
export function latency(first: string): string {
  return `# OSU MPI Latency Test v7.5\n# Size          Latency (us)\n1                       ${first}\n2                       1.50\n4                       1.75\n`;
}

/** Text that hardly packs, so that a cut falls into it. */
export function noise(length: number, seed = 1): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  }).join('');
}

/** Everything that came out of an archive, to be compared as a whole. */
export async function outcome(path: string, bytes: Uint8Array, piece?: number) {
  const { files, notes, faults } = await openAll(path, bytes, LIMITS, piece);
  return { files, notes, faults };
}
