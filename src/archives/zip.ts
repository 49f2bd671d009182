import { createCRC32 } from 'hash-wasm';
import { ByteReader, ArchiveFault, type Bytes } from './bytes';
import { inflate } from './gzip';

/** Bytes of which any part can be read. */
export interface Sliceable {
  path: string;
  size: number;
  bytes(start: number, end: number): Bytes;
}

/** An entry of a zip: a file with its bytes, whose faults name it by `name`, or why it is not opened (a sentence). */
export type ZipEntry =
  | { type: 'file'; path: string; size: number | null; bytes: (name: string) => Bytes }
  | { type: 'refused'; path: string; why: string };

/** One entry as the directory, or the header before its bytes, describes it. */
interface Header {
  path: string;
  flags: number;
  method: number;
  /** As an unsigned number; null where only a descriptor behind the bytes tells. */
  crc: number | null;
  packed: number;
  size: number | null;
  /** Where its local header stands. */
  at: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const DESCRIPTOR = 0x08074b50;
const ENCRYPTED = 1;
const HAS_DESCRIPTOR = 8;
const IS_UTF8 = 0x800;
const FULL = 0xffffffff;
/** The end record has a comment of up to 65,535 bytes behind it. */
const END_REACH = 22 + 65_535 + 20;
/** Largest directory that is held, in bytes. */
const DIRECTORY_LIMIT = 64 * 1024 * 1024;

const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
};

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function part(zip: Sliceable, start: number, end: number): Promise<Uint8Array> {
  const reader = new ByteReader(zip.bytes(Math.max(0, start), Math.min(end, zip.size)));
  const bytes = await reader.take(Math.max(0, end - start));
  await reader.close();
  return bytes;
}

/** 64-bit numbers beyond 2⁵³ become that: larger than any file. */
const long = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

/** A name: UTF-8 where it can be, else byte by byte. */
function nameOf(bytes: Uint8Array, flags: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: (flags & IS_UTF8) === 0 }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** The numbers of the zip64 extra field, in its order; they stand there only for fields that are full. */
function zip64(extra: Uint8Array): number[] {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length;) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      const count = Math.floor(Math.min(length, extra.length - at - 4, 24) / 8);
      return Array.from({ length: count }, (_, i) => long(view, at + 4 + i * 8));
    }
    at += 4 + length;
  }
  return [];
}

/** Where the directory stands, from the end of the zip; null when there is none. */
async function findDirectory(zip: Sliceable): Promise<{ at: number; end: number } | null> {
  const from = Math.max(0, zip.size - END_REACH);
  const tail = await part(zip, from, zip.size);
  const view = viewOf(tail);
  for (let i = tail.length - 22; i >= 0; i--) {
    if (view.getUint32(i, true) !== END || i + 22 + view.getUint16(i + 20, true) > tail.length) continue;
    let size = view.getUint32(i + 12, true);
    let offset = view.getUint32(i + 16, true);
    let end = from + i;
    if (i >= 20 && view.getUint32(i - 20, true) === END64_LOCATOR) {
      const at = long(view, i - 20 + 8);
      const record = viewOf(await part(zip, at, at + 56));
      if (record.byteLength === 56 && record.getUint32(0, true) === END64) {
        size = long(record, 40);
        offset = long(record, 48);
        end = at;
      }
    }
    // Of a zip that is cut the end of a stored zip inside it may be found: its offsets do not fit.
    return offset + size === end ? { at: offset, end } : null;
  }
  return null;
}

/** The entries of the directory, null where it cannot be read. */
async function readDirectory(zip: Sliceable): Promise<Header[] | null> {
  const found = await findDirectory(zip);
  if (!found) return null;
  if (found.end - found.at > DIRECTORY_LIMIT)
    throw new ArchiveFault(zip.path, 'The directory of the zip is larger than 64 MiB: it was not read.');
  const bytes = await part(zip, found.at, found.end);
  const view = viewOf(bytes);
  const headers: Header[] = [];
  for (let at = 0; at + 46 <= bytes.length;) {
    if (view.getUint32(at, true) !== CENTRAL) return null;
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const nameEnd = at + 46 + (name ?? 0);
    const extraEnd = nameEnd + (extra ?? 0);
    const longs = zip64(bytes.subarray(nameEnd, extraEnd));
    const field = (offset: number) => {
      const value = view.getUint32(at + offset, true);
      return value === FULL ? (longs.shift() ?? value) : value;
    };
    const flags = view.getUint16(at + 8, true);
    const size = field(24);
    const packed = field(20);
    headers.push({
      path: nameOf(bytes.subarray(at + 46, nameEnd), flags),
      flags,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed,
      size,
      at: field(42),
    });
    at = extraEnd + (comment ?? 0);
  }
  return headers;
}

/** The local header at a place and where its bytes begin; null when there is none. */
async function localHeader(zip: Sliceable, at: number): Promise<{ header: Header; from: number } | null> {
  const fixed = await part(zip, at, at + 30);
  const view = viewOf(fixed);
  if (fixed.length < 30 || view.getUint32(0, true) !== LOCAL) return null;
  const name = view.getUint16(26, true);
  const extra = view.getUint16(28, true);
  const rest = await part(zip, at + 30, at + 30 + name + extra);
  if (rest.length < name + extra) return null;
  const flags = view.getUint16(6, true);
  const longs = zip64(rest.subarray(name));
  const field = (offset: number) => {
    const value = view.getUint32(offset, true);
    return value === FULL ? (longs.shift() ?? value) : value;
  };
  const late = (flags & HAS_DESCRIPTOR) !== 0;
  const size = field(22);
  const header = {
    path: nameOf(rest.subarray(0, name), flags),
    flags,
    method: view.getUint16(8, true),
    crc: late ? null : view.getUint32(14, true),
    packed: field(18),
    size: late ? null : size,
    at,
  };
  return { header, from: at + 30 + name + extra };
}

/** The names in the directory of a zip; of one that is cut the first name alone. */
export async function zipNames(zip: Sliceable): Promise<{ names: string[]; cut: boolean }> {
  const directory = await readDirectory(zip);
  if (directory) return { names: directory.map(({ path }) => path), cut: false };
  const first = await localHeader(zip, 0);
  return { names: first ? [first.header.path] : [], cut: true };
}

/**
 * The entries of a zip in the order of its directory: stored and deflated, with data descriptors, zip64. Where the
 * directory is missing, for the file is cut, entries are read one after the other up to the cut, and a `Fault` is
 * thrown. Sizes and checksums are checked: an entry that differs ends with a `Fault`.
 */
export async function* zipEntries(zip: Sliceable): AsyncGenerator<ZipEntry> {
  const directory = await readDirectory(zip);
  if (!directory) {
    yield* entriesOfCut(zip);
    return;
  }
  for (const header of directory)
    if (!header.path.endsWith('/'))
      yield entryOf(zip, header, async () => (await localHeader(zip, header.at))?.from);
}

function entryOf(zip: Sliceable, header: Header, from: () => Promise<number | undefined>): ZipEntry {
  const { path, flags, method, size } = header;
  if ((flags & ENCRYPTED) !== 0)
    return {
      type: 'refused',
      path,
      why: 'It is encrypted. Unpack the zip with its password and drop the files.',
    };
  if (method !== 0 && method !== 8) {
    const by = METHODS[method] ?? `method ${method}`;
    return {
      type: 'refused',
      path,
      why: `It is packed by ${by}, which is not opened here. Unpack the zip and drop the files.`,
    };
  }
  return { type: 'file', path, size, bytes: (name) => content(zip, header, from, name) };
}

async function* content(
  zip: Sliceable,
  header: Header,
  from: () => Promise<number | undefined>,
  path: string,
): Bytes {
  const { method, packed, size, crc } = header;
  const start = await from();
  const cut = () => new ArchiveFault(path, 'The entry is cut short: what stood before the cut was read.');
  if (start === undefined)
    throw new ArchiveFault(
      path,
      'The entry is not where the directory of the zip says: the zip is damaged.',
      true,
    );
  const sum = await createCRC32();
  sum.init();
  let given = 0;
  const raw = zip.bytes(start, Math.min(start + packed, zip.size));
  for await (const piece of method === 8 ? inflate(raw, path) : raw) {
    sum.update(piece);
    given += piece.length;
    yield piece;
  }
  if (start + packed > zip.size || (size !== null && given < size)) throw cut();
  if (crc !== null && sum.digest('hex') !== crc.toString(16).padStart(8, '0'))
    throw new ArchiveFault(path, 'The checksum does not match: the content is damaged.', true);
}

async function* entriesOfCut(zip: Sliceable): AsyncGenerator<ZipEntry> {
  for (let at = 0; ;) {
    const local = await localHeader(zip, at);
    if (!local) break;
    const { header, from } = local;
    const end = header.crc === null ? await findDescriptor(zip, from) : null;
    const known = end
      ? { ...header, ...end }
      : header.crc === null
        ? { ...header, packed: zip.size - from + 1 }
        : header;
    if (!known.path.endsWith('/')) yield entryOf(zip, known, () => Promise.resolve(from));
    at = end ? end.next : from + known.packed;
  }
  throw new ArchiveFault(
    zip.path,
    'The zip is cut short or damaged: its directory is missing. What stood before the cut was read.',
  );
}

/** The descriptor behind bytes of unknown length: known by its mark and by the length it states. */
async function findDescriptor(
  zip: Sliceable,
  from: number,
): Promise<{ crc: number; packed: number; size: number; next: number } | null> {
  const reader = new ByteReader(zip.bytes(from, zip.size));
  try {
    for (;;) {
      const ahead = await reader.peek(64 * 1024);
      const view = viewOf(ahead);
      for (let i = 0; i + 16 <= ahead.length; i++) {
        if (ahead[i] !== 0x50 || view.getUint32(i, true) !== DESCRIPTOR) continue;
        const packed = view.getUint32(i + 8, true);
        if (packed !== reader.position + i) continue;
        return {
          crc: view.getUint32(i + 4, true),
          packed,
          size: view.getUint32(i + 12, true),
          next: from + packed + 16,
        };
      }
      if (ahead.length < 16) return null;
      await reader.skipTo(reader.position + ahead.length - 15);
    }
  } finally {
    await reader.close();
  }
}
