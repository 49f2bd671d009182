import { createSHA256 } from 'hash-wasm';
import { nextTurn } from '../model/turns';
import { HeldBytes } from '../tables/columnar/held';
import { COLUMNAR_LIMIT, columnarKind, sniffColumnar } from '../tables/columnar/open';
import { mappedFormat } from '../tables/format';
import type { Mapping, MappingFor } from '../tables/mapping';
import { sniff } from '../tables/sniff';
import type { LayoutChoice, Sniffed } from '../tables/types';
import { askForColumns } from '../tables/report';
import { binaryName, hasBinaryMagic } from './binaryNames';
import { CountingSink } from './counting';
import {
  type BytesReader,
  DOCUMENT_LIMIT,
  type DocumentFormat,
  type Format,
  type LineClass,
  type LineReader,
  type Sample,
} from './format';
import {
  allLabelled,
  encodingOf,
  LINE_LIMIT,
  LineSplitter,
  looksBinary,
  MAGIC_BYTES,
  READ_LENGTH,
  withoutEscapes,
  withoutPrefix,
} from './lines';
import { KEPT_LENGTH, LINE_NOT_KEPT, looksLikeEnvironment, shownText } from './privacy';
import { whatItIs } from './named';
import { FORMATS, notRecognised, recognise } from './registry';
import { type ByteSource, type FileReport, type FileSink, NOTES_KEPT, type SourceFault } from './report';
import { Trace } from './trace';

/** Bytes looked at to recognise a format. */
const SAMPLE_BYTES = 1024 * 1024;
/** Bytes handled between two looks at the clock and the abort signal. */
const SLICE_BYTES = 256 * 1024;
/** Longest time, in ms, without a turn of the event loop. */
const TURN_MS = 20;

/** How a file is read. */
export interface ReadOptions {
  /** Ends the reading: `readSource` rejects with the signal's reason (an `AbortError` unless given another). */
  signal?: AbortSignal;
  /** Told the bytes read so far, for progress; the reading waits for what it returns, so rows can be taken away. */
  onBytes?: (read: number) => void | Promise<void>;
  /** The formats to try; all of them unless said otherwise. */
  formats?: readonly Format[];
  /** What the columns of a table are that no format knows, where that is known. */
  mappingFor?: MappingFor;
}

/**
 * Reads one file: recognises its format from the first 1 MiB, hands its rows and the lines around them to `sink` and
 * returns the report. The file is streamed; only document formats are held as a whole, up to `DOCUMENT_LIMIT`.
 * Never rejects because of what a file holds. Rejects with the error of the stream when the file cannot be read, and
 * with the signal's reason when aborted; what went to the sink before must then be thrown away.
 */
export async function readSource(
  source: ByteSource,
  sink: FileSink,
  options: ReadOptions = {},
): Promise<FileReport> {
  const formats = options.formats ?? FORMATS;
  let read = 0;
  const pause = async () => {
    await options.onBytes?.(read);
    await nextTurn();
    options.signal?.throwIfAborted();
  };
  const job = new FileJob(source, sink, formats, options.mappingFor ?? (() => null), pause);
  const hash = source.sha256 ? null : (await createSHA256()).init();
  let digest: Promise<string> | null = null;
  const reader = source.stream().getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  options.signal?.addEventListener('abort', cancel);
  let turn = performance.now();
  let whole = true;
  try {
    reading: for (;;) {
      options.signal?.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      for (let from = 0; from < value.length; from += SLICE_BYTES) {
        const slice = value.subarray(from, from + SLICE_BYTES);
        hash?.update(slice);
        read += slice.length;
        if (!job.bytes(slice)) {
          whole = false;
          break reading;
        }
        if (digest === null && read > SAMPLE_BYTES) digest = ownDigest(source);
        if (performance.now() - turn > TURN_MS) {
          await pause();
          turn = performance.now();
        }
      }
    }
    options.signal?.throwIfAborted();
  } catch (error) {
    cancel();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', cancel);
  }
  if (!whole) await reader.cancel();
  await job.end(read);
  const fault = whole ? (source.fault?.() ?? null) : null;
  if (fault) job.damaged(fault);
  await options.onBytes?.(read);
  if (whole) job.report.sha256 = hash ? hash.digest('hex') : await (digest ?? source.sha256?.() ?? '');
  return job.report;
}

/** Asks for the digest that a source gives itself; should the reading fail first, nobody waits for it. */
function ownDigest(source: ByteSource): Promise<string> | null {
  const digest = source.sha256?.() ?? null;
  digest?.catch(() => undefined);
  return digest;
}

/** The reading of one file, fed with bytes. */
class FileJob {
  readonly report: FileReport;
  private readonly counting: CountingSink;
  private readonly trace: Trace;
  private decoder: TextDecoder | null = null;
  private splitter: LineSplitter | null = null;
  private head: Uint8Array[] = [];
  private headBytes = 0;
  private reader: LineReader | null = null;
  private bytesReader: BytesReader | null = null;
  /** A file stored column by column, which is judged as a whole. */
  private columnar: HeldBytes | null = null;
  private document: { format: DocumentFormat; pieces: string[]; bytes: number } | null = null;
  private labelled = false;
  private lineEnd: '\n' | '\r' = '\n';
  private readLength = READ_LENGTH;
  private traced: boolean | 'all' = true;
  private inEnvironment = false;
  private readonly told = new Set<string>();
  /** The file could not be read to its end, or ends too early. */
  private cut = false;

  constructor(
    private readonly source: ByteSource,
    private readonly sink: FileSink,
    private readonly formats: readonly Format[],
    private readonly mappingFor: MappingFor,
    pause: () => Promise<void>,
  ) {
    this.counting = new CountingSink(
      sink,
      (line, text) => this.problem(line, text),
      (kind, count, line, text) => this.counted(kind, count, line, text),
      pause,
    );
    this.report = {
      path: source.path,
      size: source.size ?? 0,
      sha256: '',
      format: null,
      tool: null,
      version: null,
      why: '',
      lines: { total: 0, understood: 0, skipped: 0, unknown: 0 },
      unknownLines: [],
      problems: [],
      problemCount: 0,
      runs: 0,
      measurements: 0,
      cells: 0,
      fabric: this.counting.fabric,
      statuses: [],
      partial: false,
    };
    this.trace = new Trace((first, lines) => sink.text(first, lines));
  }

  /** Takes the next bytes; false when the rest of the file need not be read. */
  bytes(slice: Uint8Array): boolean {
    if (this.bytesReader) {
      this.bytesReader.bytes(slice);
      return true;
    }
    if (this.columnar) return this.columnar.push(slice.slice());
    if (this.decoder) return this.text(this.decoder.decode(slice, { stream: true }), slice.length);
    const judged = this.headBytes >= MAGIC_BYTES;
    this.head.push(slice.slice());
    this.headBytes += slice.length;
    if (!judged && this.headBytes >= MAGIC_BYTES) {
      if (this.isColumnar()) return true;
      if (this.isBinary()) return false;
    }
    return this.headBytes < SAMPLE_BYTES || this.recognise(false);
  }

  /** Marks what an archive gave only in part or in doubt: the last run, or where any byte may be wrong all of them. */
  damaged({ message, everywhere }: SourceFault): void {
    this.problem(0, message);
    const { statuses } = this.counting;
    statuses.forEach((status, run) => {
      if (status === 'complete' && (everywhere || run === statuses.length - 1))
        this.counting.status(run, 'partial', message);
    });
    this.report.partial = true;
  }

  /** Settles everything after the last byte; `read` = the bytes there were. */
  async end(read: number): Promise<void> {
    const short = this.headBytes > 0 && this.headBytes < MAGIC_BYTES;
    if ((short && this.isColumnar()) || this.columnar) this.recogniseColumnar();
    if (this.headBytes > 0 && !this.decoder && !this.bytesReader && !(short && this.isBinary()))
      this.recognise(true);
    if (this.decoder) {
      const rest = this.decoder.decode();
      if (rest !== '') this.text(rest, 0);
    }
    this.splitter?.end();
    this.reader?.end();
    await this.bytesReader?.end();
    if (this.document) this.readDocument(this.document.format, this.document.pieces.join(''));
    this.trace.end();
    const report = this.report;
    report.size = this.source.size ?? read;
    if (report.size === 0 && report.why === '') report.why = 'The file is empty.';
    report.statuses = this.counting.statuses;
    report.runs = report.statuses.length;
    report.measurements = this.counting.numbers;
    report.cells = this.counting.cells;
    report.partial = this.cut || report.statuses.some((status) => status !== 'complete');
  }

  /** Whether the bytes held begin a file stored column by column; they go to where it is held. */
  private isColumnar(): boolean {
    const head = this.heldBytes();
    if (columnarKind(head) === null) return false;
    this.columnar = new HeldBytes(COLUMNAR_LIMIT);
    this.columnar.push(head);
    this.head = [];
    this.headBytes = 0;
    return true;
  }

  /** Looks for the table in a file stored column by column, and reads it where a mapping of its columns is known. */
  private recogniseColumnar(): void {
    const bytes = this.columnar?.take() ?? null;
    if (!bytes) {
      this.cut = true;
      this.report.why = `A Parquet or Arrow file of over ${COLUMNAR_LIMIT / 1024 / 1024} MiB cannot be held in memory: it was not read. Write its columns of results, or parts of its rows, to smaller files.`;
      return;
    }
    const found = sniffColumnar(bytes);
    if (!found.table) {
      this.report.why = found.why;
      return;
    }
    const { table } = found;
    this.report.table = table;
    this.report.why = askForColumns(table);
    const mapping = this.mappingFor(table, this.source.path, () => table);
    if (!mapping) return;
    this.readBy(mapping, table, table);
    this.bytesReader?.bytes(bytes);
  }

  /** Whether the bytes held are not text; says so in the report. */
  private isBinary(): boolean {
    const head = this.heldBytes();
    if (!looksBinary(head) && !hasBinaryMagic(head)) return false;
    this.report.why =
      binaryName(head) ??
      'Looks like a binary file: it is not text, and no format here is binary. The rest was not read.';
    this.head = [];
    this.headBytes = 0;
    return true;
  }

  private heldBytes(): Uint8Array {
    const held = new Uint8Array(this.headBytes);
    let at = 0;
    for (const piece of this.head) {
      held.set(piece, at);
      at += piece.length;
    }
    return held;
  }

  /** Recognises the format from the bytes held and replays them through its reader. */
  private recognise(whole: boolean): boolean {
    const head = this.heldBytes();
    this.head = [];
    const encoding = encodingOf(head);
    const text = new TextDecoder(encoding).decode(head, { stream: !whole });
    this.lineEnd = text.includes('\r') && !text.includes('\n') ? '\r' : '\n';
    const lines: string[] = [];
    const splitter = new LineSplitter((line) => lines.push(withoutEscapes(line)), this.lineEnd);
    splitter.push(text);
    splitter.end();
    this.labelled = allLabelled(lines);
    const sample: Sample = {
      path: this.source.path,
      lines: lines.map((line) => withoutPrefix(line, this.labelled)),
      whole,
    };
    const recognised = recognise(sample, this.formats);
    if (recognised) {
      const { format, detection } = recognised;
      this.report.format = format.id;
      this.report.tool = detection.tool;
      this.report.version = detection.version;
      this.report.why = `Recognised as ${format.name}: ${detection.why}.`;
      if (format.kind === 'lines') {
        this.reader = format.open(this.counting, sample);
        this.readLength = format.readLength ?? READ_LENGTH;
        this.traced = format.traced ?? true;
      } else if (format.kind === 'document') this.document = { format, pieces: [], bytes: 0 };
      else this.bytesReader = format.open(this.counting);
    } else this.recogniseTable(sample, head);
    if (this.bytesReader) {
      this.bytesReader.bytes(head);
      return true;
    }
    this.splitter = new LineSplitter((line, tooLong, open) => this.line(line, tooLong, open), this.lineEnd);
    this.decoder = new TextDecoder(encoding);
    return this.text(this.decoder.decode(head, { stream: true }), head.length);
  }

  /** Looks for a table in a file that no format knows, and reads it where a mapping of its columns is known. */
  private recogniseTable(sample: Sample, bytes: Uint8Array): void {
    const { report } = this;
    const { path } = this.source;
    const found = (layout?: LayoutChoice) => sniff({ path, bytes, whole: sample.whole }, layout);
    const table = found();
    const named = whatItIs(sample);
    if (table && named === null) report.table = table;
    report.why = named ?? (table ? askForColumns(table) : notRecognised(sample, this.formats));
    const mapping = table && this.mappingFor(table, path, found);
    if (!table || !mapping) return;
    this.readBy(mapping, table, (mapping.layout && found(mapping.layout)) ?? table);
  }

  /** Begins to read a table, as it is found and as it is laid out, by the mapping of its columns. */
  private readBy(mapping: Mapping, found: Sniffed, read: Sniffed): void {
    const { report } = this;
    report.table = read;
    report.readBy = { mapping, found };
    const format = mappedFormat(mapping, read);
    report.format = format.id;
    report.tool = format.name;
    report.why = `Read as a table, ${read.says}: ${mapping.name === undefined ? 'its columns are known' : `mapping “${mapping.name}”`}.`;
    this.bytesReader = format.open(this.counting);
  }

  private text(text: string, bytes: number): boolean {
    if (!this.document) {
      this.splitter?.push(text);
      return true;
    }
    this.document.bytes += bytes;
    if (Math.max(this.document.bytes, this.source.size ?? 0) > DOCUMENT_LIMIT) {
      const mib = Math.round(DOCUMENT_LIMIT / 1024 / 1024);
      this.problem(
        0,
        `Not read: a ${this.document.format.name} file of over ${mib} MiB cannot be held in memory.`,
      );
      this.document = null;
      this.cut = true;
      return false;
    }
    this.document.pieces.push(text);
    return true;
  }

  private line(raw: string, tooLong: boolean, open: boolean): void {
    const number = ++this.report.lines.total;
    this.oddities(raw, number);
    const text = withoutEscapes(raw);
    let kind: LineClass = 'unknown';
    let shown = text;
    if (tooLong) {
      this.problem(number, `This line is longer than ${LINE_LIMIT} characters: it was passed over.`);
    } else if (this.reader) {
      this.counting.measuredLines.length = 0;
      this.counting.began = false;
      const head = text.slice(0, this.readLength);
      const read = withoutPrefix(head, this.labelled);
      kind = this.reader.line(read, number, open);
      if (this.reader.kept) shown = head.slice(0, head.length - read.length) + this.reader.kept(read);
      const measured =
        this.counting.measuredLines.length > 0 || (this.traced === 'all' && kind === 'understood');
      if (this.traced) this.trace.line(number, shown, kind, measured, this.counting.began);
    }
    this.account(number, shown, kind);
  }

  private account(number: number, text: string, kind: LineClass): void {
    this.report.lines[kind]++;
    const environment = kind !== 'understood' && looksLikeEnvironment(text.slice(0, READ_LENGTH));
    if (kind === 'unknown' && this.report.unknownLines.length < NOTES_KEPT) {
      const follows = this.inEnvironment && !environment && text.trim() !== '';
      this.report.unknownLines.push({
        line: number,
        text: follows ? '[not shown: it follows environment variables]' : shownText(text),
      });
    }
    this.inEnvironment = environment || (this.inEnvironment && kind === 'unknown');
  }

  /** Counts lines that a reader of bytes handled itself. */
  private counted(kind: LineClass, count: number, line: number, text: string): void {
    const { lines, unknownLines } = this.report;
    lines.total += count;
    lines[kind] += count;
    if (kind === 'unknown' && unknownLines.length < NOTES_KEPT)
      unknownLines.push({ line, text: shownText(text) });
  }

  private readDocument(format: DocumentFormat, written: string): void {
    const text = this.lineEnd === '\r' ? written.replaceAll('\r', '\n') : written;
    const { lines: kinds, whole, kept } = format.read(text, this.counting, this.source.path);
    this.cut = !whole;
    const lines: string[] = [];
    const splitter = new LineSplitter((line) => {
      lines.push(withoutEscapes(line));
      this.oddities(line, lines.length);
    });
    splitter.push(text);
    splitter.end();
    const measured = new Set(this.counting.measuredLines);
    lines.forEach((line, index) => {
      const kind = kinds[index] ?? 'unknown';
      const number = index + 1;
      const keep = kind === 'understood' && line.length <= KEPT_LENGTH;
      this.trace.line(
        number,
        keep && kept ? kept(line) : line,
        keep ? kind : 'unknown',
        measured.has(number),
        false,
      );
      this.report.lines.total++;
      this.account(number, kept ? LINE_NOT_KEPT : line, kind);
    });
  }

  /** Tells once per file of characters that were replaced or left out. */
  private oddities(raw: string, number: number): void {
    if (raw.includes('\uFFFD'))
      this.once(number, 'Bytes that are not valid text stand here, shown as �. Told once.');
    if (raw.includes('\0')) this.once(number, 'NUL bytes stand here and are left out. Told once.');
  }

  private once(line: number, text: string): void {
    if (this.told.has(text)) return;
    this.told.add(text);
    this.problem(line, text);
  }

  private problem(line: number, text: string): void {
    this.report.problemCount++;
    if (this.report.problems.length < NOTES_KEPT) this.report.problems.push({ line, text });
    this.sink.problem(line, text);
  }
}
