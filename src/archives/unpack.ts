import type { ByteSource } from '../formats/reader/report';
import { isEncrypted } from '../model/encrypted';
import { ByteReader, ArchiveFault, piecesOf, type Bytes } from './bytes';
import { bunzip2 } from './bzip2';
import { gunzip } from './gzip';
import { HEAD_BYTES, kindOf, notOpened, type PackingKind } from './kinds';
import { ArchiveBudget, bytesText, LIMITS, type ArchiveLimits } from './limits';
import { cleanPath, innerName, isLitter } from './names';
import { tarEntries } from './tar';
import { unxz } from './xz';
import { zipEntries, zipNames, type Sliceable } from './zip';

/** A file that may be an archive: a `Blob` of the browser, a file of the disk. */
export interface Packed {
  path: string;
  size: number;
  /** The bytes from `start` up to `end`. */
  slice(start: number, end: number): ReadableStream<Uint8Array>;
}

/**
 * What an archive gives: a file in it, whose stream may be read once and only before the next is asked for; or a
 * sentence about the archive or an entry. `bad` = something could not be read, or not to its end.
 */
export type Unpacked =
  { type: 'file'; source: ByteSource } | { type: 'note'; path: string; text: string; bad: boolean };

/** The file that makes a zip an Excel workbook. */
const WORKBOOK = /^xl\/workbook\.(?:xml|bin)$/;
const EXCEL =
  'An Excel workbook, which is not opened here: save the sheet with the results as CSV and drop that.';

/** How many paths a sentence names. */
const NAMED = 5;

/** The kind of a file as an archive, null when it is none; a sentence when it is one that is not opened here. */
export async function archiveKind(file: Packed): Promise<PackingKind | 'encrypted' | { why: string } | null> {
  const reader = new ByteReader(piecesOf(file.slice(0, HEAD_BYTES)));
  const head = await reader.take(HEAD_BYTES);
  if (isEncrypted(head)) return 'encrypted';
  const why = notOpened(head);
  return why === null ? kindOf(head) : { why };
}

/**
 * Opens an archive and gives the files in it, archives in archives opened too, in bounded memory (a zip inside
 * another archive is held up to `limits.held`). `packed` is told the packed bytes read so far. What is wrong with an
 * archive becomes a note; only an error of reading the file itself is thrown.
 */
export async function* unpack(
  file: Packed,
  packed: (bytes: number) => void = () => undefined,
  limits: ArchiveLimits = LIMITS,
): AsyncGenerator<Unpacked> {
  let read = 0;
  const bytes = async function* (start: number, end: number): Bytes {
    for await (const piece of piecesOf(file.slice(start, end))) {
      // A zip whose entries share bytes reads them more than once.
      read = Math.min(file.size, read + piece.length);
      packed(read);
      yield piece;
    }
  };
  const job = new Unpacking(limits, new ArchiveBudget(file.path, limits, () => read));
  yield* job.open({ path: file.path, size: file.size, bytes: () => bytes(0, file.size), slice: bytes }, 0);
}

/** Bytes somewhere in an archive. `slice` where any part can be read. */
interface Layer {
  path: string;
  size: number | null;
  bytes(): Bytes;
  slice?: (start: number, end: number) => Bytes;
}

class Unpacking {
  constructor(
    private readonly limits: ArchiveLimits,
    private readonly budget: ArchiveBudget,
  ) {}

  /** A layer: the files in it where it is an archive, else itself. `depth` = archives around it. */
  async *open(layer: Layer, depth: number): AsyncGenerator<Unpacked> {
    const { path } = layer;
    const reader = new ByteReader(layer.bytes());
    try {
      const head = await reader.peek(HEAD_BYTES);
      const kind = kindOf(head);
      const why = notOpened(head);
      if (why !== null) {
        yield { type: 'note', path, text: why, bad: true };
      } else if (kind === null) {
        yield { type: 'file', source: fileIn(layer, reader) };
      } else if (depth >= this.limits.depth) {
        const text = `This archive lies in ${depth} others: it was not opened. Unpack the outer ones and drop it.`;
        yield { type: 'note', path, text, bad: true };
      } else {
        yield* this.archive(kind, layer, reader, depth + 1);
      }
    } finally {
      await reader.close();
    }
  }

  private async *archive(
    kind: PackingKind,
    layer: Layer,
    reader: ByteReader,
    depth: number,
  ): AsyncGenerator<Unpacked> {
    const { path } = layer;
    try {
      switch (kind) {
        case 'zip':
          yield* this.zip(await this.sliceable(layer, reader), depth);
          break;
        case 'tar':
          yield* this.tar(path, reader, depth);
          break;
        case 'gzip':
        case 'bzip2':
        case 'xz':
          yield* this.packed(path, this.budget.counted(decoder(kind, reader, path)), depth);
          break;
      }
    } catch (error) {
      // A fault of an archive around this one is told there.
      if (!(error instanceof ArchiveFault) || error.path !== path) throw error;
      yield { type: 'note', path, text: error.message, bad: true };
    }
  }

  /** What a compressed file holds: a tar, with nothing in the path between, or one file. */
  private async *packed(path: string, bytes: Bytes, depth: number): AsyncGenerator<Unpacked> {
    const reader = new ByteReader(bytes);
    try {
      const head = await reader.peek(HEAD_BYTES);
      if (reader.fault && head.length === 0) throw reader.fault;
      if (kindOf(head) === 'tar') {
        yield* this.tar(path, reader, depth);
      } else {
        const inner = `${path}/${innerName(path)}`;
        yield* this.open({ path: inner, size: null, bytes: () => reader.rest() }, depth);
      }
      // What was not read, for nobody wanted it, is no fault.
      if (reader.fault) throw reader.fault;
    } finally {
      await reader.close();
    }
  }

  private async *tar(path: string, reader: ByteReader, depth: number): AsyncGenerator<Unpacked> {
    const skipped = new Map<string, string[]>();
    let fault: ArchiveFault | null = null;
    let entries = 0;
    try {
      for await (const entry of tarEntries(reader, path)) {
        this.budget.entry();
        entries++;
        const inner = cleanPath(entry.path);
        if (isLitter(inner)) continue;
        if (entry.type === 'skipped') skipped.set(entry.what, [...(skipped.get(entry.what) ?? []), inner]);
        else yield* this.entry(path, inner, entry.size, () => entry.bytes, depth);
      }
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      fault = error;
    }
    for (const [what, paths] of skipped)
      yield { type: 'note', path, text: skippedText(what, paths), bad: false };
    if (fault) throw fault;
    if (entries === 0) yield { type: 'note', path, text: EMPTY, bad: false };
  }

  private async *zip(zip: Sliceable, depth: number): AsyncGenerator<Unpacked> {
    const { path } = zip;
    let entries = 0;
    const { names } = await zipNames(zip);
    if (names.some((name) => WORKBOOK.test(name))) {
      yield { type: 'note', path, text: EXCEL, bad: true };
      return;
    }
    for await (const entry of zipEntries(zip)) {
      this.budget.entry();
      entries++;
      const inner = cleanPath(entry.path);
      if (isLitter(inner)) continue;
      if (entry.type === 'refused')
        yield { type: 'note', path: `${path}/${inner}`, text: entry.why, bad: true };
      else
        yield* this.entry(path, inner, entry.size, (name) => this.budget.counted(entry.bytes(name)), depth);
    }
    if (entries === 0) yield { type: 'note', path, text: EMPTY, bad: false };
  }

  private async *entry(
    archive: string,
    inner: string,
    size: number | null,
    bytes: (name: string) => Bytes,
    depth: number,
  ): AsyncGenerator<Unpacked> {
    const path = `${archive}/${inner}`;
    const limit = this.limits.path;
    if (path.length > limit) {
      const text = `The path of this entry has ${path.length.toLocaleString('en')} characters, more than ${limit.toLocaleString('en')}: it was not read. Unpack the archive and drop the file.`;
      yield { type: 'note', path: `${path.slice(0, SHOWN)}…`, text, bad: true };
    } else {
      yield* this.open({ path, size, bytes: () => bytes(path) }, depth);
    }
  }

  /** A zip is read from its end: one inside another archive is held. */
  private async sliceable({ path, size, slice }: Layer, reader: ByteReader): Promise<Sliceable> {
    if (slice && size !== null) return { path, size, bytes: slice };
    const { held } = this.limits;
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const piece = await reader.next().catch(() => null);
      if (!piece) break;
      length += piece.length;
      if (length > held)
        throw new ArchiveFault(
          path,
          `A zip of over ${bytesText(held)} inside another archive is not opened. Unpack the outer one and drop it.`,
        );
      pieces.push(piece);
    }
    const blob = new Blob(pieces.map((piece) => piece.slice()));
    return { path, size: length, bytes: (start, end) => piecesOf(blob.slice(start, end).stream()) };
  }
}

/** A file, given to be read; where its bytes end too early or are wrong the source says so. */
function fileIn({ path, size }: Layer, reader: ByteReader): ByteSource {
  let fault: ArchiveFault | null = null;
  const stream = () =>
    new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const piece = await reader.next();
            if (piece) controller.enqueue(piece);
            else controller.close();
          } catch (error) {
            if (!(error instanceof ArchiveFault)) throw error;
            fault = error;
            controller.close();
          }
        },
      },
      { highWaterMark: 0 },
    );
  return { path, size, stream, fault: () => fault };
}

const EMPTY = 'The archive is empty: it holds no file, or zero bytes only.';
/** Characters of an overlong path that are shown. */
const SHOWN = 120;

function skippedText(what: string, paths: readonly string[]): string {
  const named = paths.slice(0, NAMED).join(', ');
  const many = what.endsWith('y') ? `${what.slice(0, -1)}ies` : `${what}s`;
  const more = paths.length > NAMED ? ` and ${(paths.length - NAMED).toLocaleString('en')} more` : '';
  return paths.length === 1
    ? `A ${what} was skipped, for it holds no text of its own: ${named}.`
    : `${paths.length.toLocaleString('en')} ${many} were skipped, for they hold no text of their own: ${named}${more}.`;
}

function decoder(kind: 'gzip' | 'bzip2' | 'xz', reader: ByteReader, path: string): Bytes {
  switch (kind) {
    case 'gzip':
      return gunzip(reader.rest(), path);
    case 'bzip2':
      return bunzip2(reader, path);
    case 'xz':
      return unxz(reader, path);
  }
}
