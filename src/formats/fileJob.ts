import { HeldBytes } from './tables/columnar/held';
import { COLUMNAR_LIMIT, columnarKind, sniffColumnar } from './tables/columnar/open';
import { mappedFormat } from './tables/format';
import type { Mapping, MappingFor } from './tables/mapping';
import { askForColumns } from './tables/report';
import { sniff } from './tables/sniff';
import type { LayoutChoice, Sniffed } from './tables/types';
import { binaryName, hasBinaryMagic } from './named/binaryNames';
import { CountingSink } from './reader/counting';
import {
  type BytesReader,
  DOCUMENT_LIMIT,
  type DocumentFormat,
  type Format,
  type LineClass,
  type LineReader,
  type Sample,
} from './format';
import { LineAccount } from './reader/lineAccount';
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
} from './text/lines';
import { whatItIs } from './named/named';
import { KEPT_LENGTH, LINE_NOT_KEPT } from './text/privacy';
import { notRecognised, recognise } from './registry';
import {
  type ByteSource,
  type FileReport,
  type FileSink,
  newReport,
  type SourceFault,
} from './reader/report';
import { begunBy, type SegmentPlan, planOf } from './segments/plan';
import { noTime, type Prefix, prefixOf, type Taken } from './segments/prefix';
import { Segments } from './segments/segments';
import { Begun } from './segments/words';
import { samplesOf, Writers } from './segments/writers';
import { Trace } from './reader/trace';

/** Bytes looked at to recognise a format. */
export const SAMPLE_BYTES = 1024 * 1024;

/** The reading of one file, fed with bytes. */
export class FileJob {
  readonly report: FileReport;
  private readonly account: LineAccount;
  private readonly counting: CountingSink;
  private readonly trace: Trace;
  private decoder: TextDecoder | null = null;
  private splitter: LineSplitter | null = null;
  private head: Uint8Array[] = [];
  private headBytes = 0;
  private reader: LineReader | null = null;
  /** The reader of a format whose output can follow that of others, and where output of each begins. */
  private segments: Writers | null = null;
  /** What stands before each line. */
  private prefix: Prefix | null = null;
  private readonly begun = new Begun();
  private bytesReader: BytesReader | null = null;
  /** A file stored column by column, which is judged as a whole. */
  private columnar: HeldBytes | null = null;
  private document: { format: DocumentFormat; pieces: string[]; bytes: number } | null = null;
  private labelled = false;
  private lineEnd: '\n' | '\r' = '\n';
  private readLength = READ_LENGTH;
  private traced: boolean | 'all' = true;
  /** The file could not be read to its end, or ends too early. */
  private cut = false;

  constructor(
    private readonly source: ByteSource,
    sink: FileSink,
    private readonly formats: readonly Format[],
    private readonly mappingFor: MappingFor,
    pause: () => Promise<void>,
  ) {
    this.report = newReport(source);
    this.account = new LineAccount(this.report, sink);
    this.counting = new CountingSink(
      sink,
      (line, text) => this.account.problem(line, text),
      (kind, count, line, text) => this.account.counted(kind, count, line, text),
      pause,
    );
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
    this.account.problem(0, message);
    const { report } = this;
    if (report.format === null) report.why = [report.why, message].filter((text) => text !== '').join(' ');
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
    this.segments?.end();
    await this.bytesReader?.end();
    if (this.document) this.readDocument(this.document.format, this.document.pieces.join(''));
    this.trace.end();
    const report = this.report;
    this.begun.tell(report);
    report.size = this.source.size ?? read;
    if (report.size === 0 && report.why === '') report.why = 'The file is empty.';
    report.statuses = this.counting.statuses;
    report.runs = report.statuses.length;
    report.measurements = this.counting.numbers;
    report.cells = this.counting.cells;
    report.fabric = this.counting.fabric;
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
    const { path } = this.source;
    let sample: Sample = { path, lines: lines.map((line) => withoutPrefix(line, this.labelled)), whole };
    let recognised = recognise(sample, this.formats);
    let plan = recognised && planOf(sample, recognised, this.formats);
    this.prefix = recognised && !plan ? null : prefixOf(lines, path, this.formats);
    if (this.prefix) {
      sample = { path, lines: lines.map((line) => this.written(line).text), whole };
      recognised = recognise(sample, this.formats);
      plan = recognised && planOf(sample, recognised, this.formats);
    }
    if (recognised) {
      const { format, detection } = recognised;
      this.report.format = format.id;
      this.report.tool = detection.tool;
      this.report.version = detection.version;
      this.report.why = `Recognised as ${format.name}: ${detection.why}.`;
      if (plan) this.segments = this.parted(sample, plan, lines);
      else if (format.kind === 'lines') {
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

  /** The readers of a text that tools share, by who wrote its lines. */
  private parted(sample: Sample, plan: SegmentPlan, lines: readonly string[]): Writers {
    const { counting, formats, prefix } = this;
    const open = (own: Sample, part: SegmentPlan) =>
      new Segments(counting, own.path, part, formats, (segment) => this.begun.add(segment));
    const begun = begunBy(
      plan.parts.map(({ format }) => format),
      [],
    );
    const writers = samplesOf(
      sample,
      prefix ? lines.map((line) => this.written(line)) : [],
      (line) => begun(line) !== null,
    );
    if (prefix)
      this.begun.note = `A prefix was taken off the lines${writers.size > 1 ? `: ${writers.size} writers, each read as a file of its own` : ''}.`;
    return new Writers([...writers.keys()], (writer) => {
      const own = writers.size > 1 ? writers.get(writer) : undefined;
      const found = own && recognise(own, formats);
      return open(own ?? sample, (own && found && planOf(own, found, formats)) ?? plan);
    });
  }

  /** A line without what was put before it, and who wrote it. */
  private written(line: string): Taken {
    const { text, writer, time } = this.prefix?.take(line) ?? { text: line, writer: '', time: noTime };
    return { text: withoutPrefix(text, this.prefix ? false : this.labelled), writer, time };
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
      this.account.problem(
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
    this.account.oddities(raw, number);
    const text = withoutEscapes(raw);
    let kind: LineClass = 'unknown';
    let shown = text;
    if (tooLong) {
      this.account.problem(number, `This line is longer than ${LINE_LIMIT} characters: it was passed over.`);
    } else if (this.reader || this.segments) {
      this.counting.measuredLines.length = 0;
      this.counting.began = false;
      const head = this.segments ? text : text.slice(0, this.readLength);
      const taken = this.written(head);
      this.counting.time = taken.time;
      kind =
        this.segments?.line(taken, number, open) ?? this.reader?.line(taken.text, number, open) ?? 'unknown';
      if (this.segments) this.traced = this.segments.format.traced ?? true;
      const kept = (this.segments ?? this.reader)?.kept?.(taken.text) ?? taken.text;
      shown = this.prefix?.nameless === false ? kept : head.slice(0, head.length - taken.text.length) + kept;
      const measured =
        this.counting.measuredLines.length > 0 || (this.traced === 'all' && kind === 'understood');
      if (this.traced) this.trace.line(number, shown, kind, measured, this.counting.began);
    }
    this.account.line(number, shown, kind);
  }

  private readDocument(format: DocumentFormat, written: string): void {
    const text = this.lineEnd === '\r' ? written.replaceAll('\r', '\n') : written;
    const { lines: kinds, whole, kept } = format.read(text, this.counting, this.source.path);
    this.cut = !whole;
    const lines: string[] = [];
    const splitter = new LineSplitter((line) => {
      lines.push(withoutEscapes(line));
      this.account.oddities(line, lines.length);
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
      this.account.line(number, kept ? LINE_NOT_KEPT : line, kind);
    });
  }
}
