import type { Better, Origin, RunKind, RunStatus, SeriesParams, Unit } from '../model/vocabulary';

/** What became of one line of a file. Every line gets exactly one of the three. */
export type LineClass = 'understood' | 'skipped' | 'unknown';

/** The head of a file, as text, on which recognition is done. */
export interface Sample {
  /** Path as dropped (`folder/sub/file.out`); for hints only, a format is recognised by content. */
  path: string;
  /** The first lines (up to 1 MiB), without line ends. */
  lines: readonly string[];
  /** True when `lines` is the whole file. */
  whole: boolean;
}

/** The answer of a format that knows the file. */
export interface Detection {
  /** Why, for the user: `line 12: "# OSU MPI Allreduce Latency Test v5.7"`. */
  why: string;
  /** Tool that wrote the file, as its users name it. */
  tool: string;
  /** Version of the tool as printed, or null where the file does not say. */
  version: string | null;
}

/** First facts of a run; the rest is said later through the sink. */
export interface RunStart {
  kind: RunKind;
  /** Line on which the run begins (1 = first). */
  line: number;
  /** Start as the file prints it, ISO 8601 in UTC, or null. */
  started: string | null;
}

/** A series to be: all values of one metric of one benchmark in one run with the same parameters. */
export interface SeriesStart {
  run: number;
  /** Name of the benchmark program: `osu_allreduce`, `all_reduce_perf`. */
  benchmark: string;
  /** `latency`, `bandwidth`, `message rate`, `algbw`, `busbw`, `time` … */
  metric: string;
  better: Better;
  /** Unit of the stored value. */
  unit: Unit;
  /** Unit the file printed: `us`, `MB/s`. */
  printedUnit: string;
  /** stored value = printed number × factor. */
  factor: number;
  params: SeriesParams;
}

/** Many numbers, column by column; what each column holds is said at `Sink.measurement`. The receiver may keep them. */
export interface MeasurementBatch {
  length: number;
  series: Int32Array;
  /** Message sizes; NaN for none. */
  bytes: Float64Array;
  statistics: readonly string[];
  /** Place in `statistics`. */
  statistic: Uint16Array;
  value: Float64Array;
  line: Int32Array;
  /** The printed texts one after the other, UTF-8, and where each ends. */
  printed: Uint8Array;
  printedEnds: Int32Array;
}

/** Where readers put what they understood. All calls are synchronous and cheap; indices count from 0 in one file. */
export interface Sink {
  /** Begins a run and returns its position in the file. Its status is `complete` unless said otherwise. */
  run(start: RunStart): number;
  /** Sets the status of a run with a sentence for the user (null for `complete`). */
  status(run: number, status: RunStatus, reason: string | null): void;
  /** A setting found in the content (`origin` defaults to `content`). */
  condition(run: number, key: string, value: string, origin?: Origin): void;
  /** Begins a series and returns its index. */
  series(start: SeriesStart): number;
  /**
   * One number of the file. `bytes` = message size or null (barrier, figure of merit); `value` in the unit of
   * the series; `printed` = the very text of the file; `line` = the line it stands on.
   */
  measurement(
    series: number,
    bytes: number | null,
    statistic: string,
    value: number,
    printed: string,
    line: number,
  ): void;
  /** A remark for the import report about a line that was understood but is odd (`line` 0 = the whole file). */
  problem(line: number, text: string): void;
}

/** A sink that also takes many numbers at once: the way of large tables. */
export interface BatchSink extends Sink {
  measurements(batch: MeasurementBatch): void;
}

/** Reads a file line by line. Never throws on any text. */
export interface LineReader {
  /**
   * Called once per line, in order, without its line end (a trailing CR is taken off too). `open` = no line end
   * follows: the file ends here, perhaps within a number.
   */
  line(text: string, number: number, open: boolean): LineClass;
  /** Called once after the last line, also when the file was cut: settles the status of open runs. */
  end(): void;
}

/** A text format that is read in a stream. */
export interface LineFormat {
  kind: 'lines';
  id: string;
  name: string;
  /** What recognition looks for, as the end of a sentence: ``a title line such as `# OSU MPI Latency Test v7.4` ``. */
  looksFor: string;
  detect(sample: Sample): Detection | null;
  /** Begins to read; the sample (the lines that will come first) is there to look ahead. */
  open(sink: Sink, sample: Sample): LineReader;
}

/** A format that must be held as a whole (JSON, YAML); the pump refuses files over `DOCUMENT_LIMIT`. */
export interface DocumentFormat {
  kind: 'document';
  id: string;
  name: string;
  looksFor: string;
  detect(sample: Sample): Detection | null;
  /** Reads the whole text. Never throws. */
  read(text: string, sink: Sink, path: string): DocumentReading;
}

/** What a document format says of the text as such. */
export interface DocumentReading {
  /** The class of each line of the file (index 0 = line 1). */
  lines: LineClass[];
  /** False when the text is cut or damaged. */
  whole: boolean;
}

/** Counts of lines that were handled, by class. */
export type LineCounts = Record<LineClass, number>;

/** What a reader of bytes works with beside the rows. */
export interface BytesSink extends BatchSink {
  /** Consecutive lines kept for tracing, the first with number `firstLine`. */
  text(firstLine: number, lines: readonly string[]): void;
  /** The same as UTF-8 with a line feed between lines; the receiver may keep the bytes. */
  textBytes(firstLine: number, utf8: Uint8Array): void;
  /** Lines that were handled. `line` and `text` are given for each one that was not understood. */
  lines(kind: LineClass, count: number, line?: number, text?: string): void;
}

/** Reads a file as bytes: it cuts lines, counts them and keeps their text itself. Never throws. */
export interface BytesReader {
  bytes(piece: Uint8Array): void;
  /** After the last piece. */
  end(): void | Promise<void>;
}

/** A format that is read as bytes: large tables, and files that are no text. */
export interface BytesFormat {
  kind: 'bytes';
  id: string;
  name: string;
  looksFor: string;
  detect(sample: Sample): Detection | null;
  open(sink: BytesSink): BytesReader;
}

export type Format = LineFormat | DocumentFormat | BytesFormat;

/** Largest file that is held in memory as one text: 64 MiB. */
export const DOCUMENT_LIMIT = 64 * 1024 * 1024;
