import { ArchiveFault, type ByteReader, type Bytes } from './bytes';

const BLOCK = 512;
/** Longest record of names and attributes that is held, in bytes. */
const META_LIMIT = 1024 * 1024;

/** An entry of a tar: a file with its bytes, or why an entry is none. */
export type TarEntry =
  | { type: 'file'; path: string; size: number; bytes: Bytes }
  | { type: 'skipped'; path: string; what: string };

/** What entries that are no files are called, by type flag. */
const OTHERS: Readonly<Record<string, string>> = {
  '1': 'link',
  '2': 'link',
  '3': 'device',
  '4': 'device',
  '6': 'pipe',
  S: 'sparse file',
};

/** True when the first 512 bytes are those of a tar: a header with a right checksum, or zeros as of an empty tar. */
export function isTarHead(head: Uint8Array): boolean {
  const block = head.subarray(0, BLOCK);
  return block.length === BLOCK && (isZero(block) || (block[0] !== 0 && hasChecksum(block)));
}

function isZero(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** The checksum counts its own field as blanks; old writers took bytes as signed. */
function hasChecksum(block: Uint8Array): boolean {
  const stored = octal(block.subarray(148, 156));
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < BLOCK; i++) {
    const byte = i >= 148 && i < 156 ? 32 : (block[i] ?? 0);
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  return stored !== null && (stored === unsigned || stored === signed);
}

function octal(field: Uint8Array): number | null {
  const digits = text(field).trim();
  return /^[0-7]+$/.test(digits) ? parseInt(digits, 8) : null;
}

/** A size: octal digits, or base 256 where the first bit is set (GNU). */
function number(field: Uint8Array): number | null {
  if (((field[0] ?? 0) & 0x80) === 0) return text(field).trim() === '' ? 0 : octal(field);
  const value = field.reduce((sum, byte, i) => sum * 256 + (i === 0 ? byte & 0x7f : byte), 0);
  return Number.isSafeInteger(value) ? value : null;
}

const utf8 = new TextDecoder();

/** The text of a field up to its first NUL. */
function text(field: Uint8Array): string {
  const end = field.indexOf(0);
  return utf8.decode(end < 0 ? field : field.subarray(0, end));
}

/** Records `length key=value\n` of a pax header (POSIX 1003.1, pax interchange format); those cut or odd are left out. */
function paxRecords(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(32, at);
    const length = blank < 0 ? NaN : Number(utf8.decode(bytes.subarray(at, blank)));
    if (!Number.isInteger(length) || length <= blank - at || at + length > bytes.length) break;
    const record = utf8.decode(bytes.subarray(blank + 1, at + length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

/** What headers before an entry say of it. */
interface Said {
  path: string | null;
  pax: Map<string, string>;
}

/**
 * The entries of a tar (v7, ustar, pax, GNU) in their order. An entry's bytes must be taken before the next entry is
 * asked for; what is left of them is passed over. Throws a `Fault` where the tar is cut or damaged.
 */
export async function* tarEntries(reader: ByteReader, path: string): AsyncGenerator<TarEntry> {
  const cut = () => new ArchiveFault(path, 'The archive is cut short: what stood before the cut was read.');
  const globals = new Map<string, string>();
  let said: Said = { path: null, pax: new Map() };
  for (;;) {
    const at = reader.position;
    const block = await reader.take(BLOCK);
    if (block.length === 0)
      throw new ArchiveFault(path, 'The archive ends without the end mark of a tar: it may be cut short.');
    if (block.length < BLOCK) throw cut();
    if (isZero(block)) break;
    const size = number(block.subarray(124, 136));
    if (!hasChecksum(block) || size === null)
      throw new ArchiveFault(
        path,
        `The archive is damaged at byte ${at.toLocaleString('en')}: what stands from there on was not read.`,
      );
    const flag = String.fromCharCode(block[156] ?? 0);
    const after = (length: number) => reader.position + Math.ceil(length / BLOCK) * BLOCK;
    if ('xgLK'.includes(flag)) {
      if (size > META_LIMIT)
        throw new ArchiveFault(
          path,
          'The archive has a name or attributes of over 1 MiB: the rest was not read.',
        );
      const end = after(size);
      const meta = await reader.take(size);
      if (meta.length < size) throw cut();
      if (flag === 'L') said.path = text(meta);
      if (flag === 'x') said.pax = paxRecords(meta);
      if (flag === 'g') for (const [key, value] of paxRecords(meta)) globals.set(key, value);
      if (!(await reader.skipTo(end))) throw cut();
      continue;
    }
    const attribute = (key: string) => said.pax.get(key) ?? globals.get(key);
    const name = attribute('path') ?? said.path ?? ustarName(block);
    const paxSize = Number(attribute('size') ?? size);
    const length = '123456'.includes(flag) ? 0 : paxSize;
    if (!Number.isSafeInteger(length) || length < 0)
      throw new ArchiveFault(
        path,
        `The size of ${name} in the archive cannot be read: the rest was not read.`,
      );
    const sparse = flag === 'S' || [...said.pax.keys()].some((key) => key.startsWith('GNU.sparse'));
    said = { path: null, pax: new Map() };
    if (flag === 'S') await skipSparseMap(reader, block);
    const from = reader.position;
    const end = after(length);
    // A file with a slash at its end is a folder of v7 times.
    if (flag === '5' || ('0\0'.includes(flag) && name.endsWith('/'))) {
      // Folders show in the paths of their files.
    } else if (sparse || !'07\0'.includes(flag)) {
      yield { type: 'skipped', path: name, what: sparse ? 'sparse file' : (OTHERS[flag] ?? 'special entry') };
    } else {
      yield { type: 'file', path: name, size: length, bytes: body(reader, length, cut) };
    }
    if (!(await reader.skipTo(from + length))) throw cut();
    if (!(await reader.skipTo(end))) throw cut();
  }
  // To the end, so that what is around the tar can check its sum.
  while (await reader.next());
}

async function* body(reader: ByteReader, length: number, cut: () => ArchiveFault): Bytes {
  const end = reader.position + length;
  yield* reader.rest(length);
  if (reader.position < end) throw cut();
}

/** The name of a header; ustar has its folders in a field of their own, where GNU has times. */
function ustarName(block: Uint8Array): string {
  const name = text(block.subarray(0, 100));
  const prefix = utf8.decode(block.subarray(257, 263)) === 'ustar\0' ? text(block.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** The map of an old GNU sparse file goes on in blocks of its own. */
async function skipSparseMap(reader: ByteReader, header: Uint8Array): Promise<void> {
  let more = header[482] === 1;
  while (more) more = (await reader.take(BLOCK))[504] === 1;
}
