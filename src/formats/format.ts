import type { NodeKind } from '../fabric/model';
import type { Better, RunKind, RunStatus, SeriesParams, Unit } from '../model/vocabulary';
import type { JobContext } from './log/conditions';
import type { ConditionSink } from './log/runConditions';

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

/** The tool that wrote a run, and its version as printed. */
export interface RunTool {
  tool: string;
  version: string | null;
}

/** First facts of a run; the rest is said later through the sink. */
export interface RunStart {
  kind: RunKind;
  /** Line on which the run begins (1 = first). */
  line: number;
  /** Start as the file prints it, ISO 8601 in UTC, or null. */
  started: string | null;
  /** The tool of the run in a file of several tools, where it is not that of the file. Readers leave it out. */
  by?: RunTool;
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

/** Many numbers, column by column; what each column holds is said at `Sink.measurement`. The receiver has them for its own. */
interface Numbers {
  length: number;
  series: Int32Array;
  /** Message sizes; NaN for none. */
  bytes: Float64Array;
  statistics: readonly string[];
  value: Float64Array;
  line: Int32Array;
}

/** Numbers with what was printed. */
export interface TextBatch extends Numbers {
  /** Place in `statistics`. */
  statistic: Uint16Array;
  /** The printed texts one after the other, UTF-8, and where each ends. */
  printed: Uint8Array;
  printedEnds: Int32Array;
}

/**
 * Numbers of at most 15 digits that are printed without an exponent, a plus, blanks or zeros before them, and with at
 * least one digit before a decimal point: the text follows from value / factor of the series and the count of decimals.
 */
export interface PlainBatch extends Numbers {
  /** Place in `statistics`, which is said for each series by `BatchSink.statistic`. */
  statistic: Uint8Array;
  /** Digits behind the decimal point; 0 = no point. */
  decimals: Uint8Array;
  /** Gives the columns back, which are then filled anew; may be left out. */
  giveBack?(): void;
}

export type MeasurementBatch = TextBatch | PlainBatch;

/**
 * A matrix of pairs to be. `layout` says what one row is: a sender with its receivers, a receiver with its senders, or
 * a phase (shift) with the senders. `schedule` says which cells were measured in one phase; see `matrix` in
 * store/tables.ts.
 */
export interface MatrixStart {
  /** The series with benchmark, metric, unit and factor. */
  series: number;
  /** What the indexes count. */
  axis: 'rank' | 'host' | 'device';
  layout: 'source' | 'destination' | 'shift';
  /** How many ranks, hosts or devices the indexes count. */
  ranks: number;
  measuredAt: 'sender' | 'receiver' | null;
  statistic: string;
  bytes: number | null;
  concurrency: 'at once' | 'one at a time' | null;
  schedule: 'shift' | 'half forward' | 'half backward' | null;
}

/** Messages from one rank to another. Numbers that a file does not give are null, never zero. */
export interface Traffic {
  source: number;
  destination: number;
  call: string | null;
  region: string | null;
  bytes: number | null;
  messages: number | null;
  seconds: number | null;
}

/** What a profile says of one call on one rank. `bytes` = size of one message; times in seconds. */
export interface MpiCall {
  rank: number;
  region: string | null;
  call: string;
  bytes: number | null;
  count: number;
  seconds: number;
  minSeconds: number | null;
  maxSeconds: number | null;
}

/** A switch, adapter or router of a fabric. `line` = where it is described, or first named. */
export interface NodeFact {
  /** `0x` and 16 lower-case digits, or null. */
  guid: string | null;
  kind: NodeKind;
  name: string;
  ports: number | null;
  /** LID of a switch; adapters have theirs at their ports. */
  lid: number | null;
  line: number;
}

/** A port of an adapter or router; `node` = index from `fabricNode`. The port has 2^lmc LIDs. */
export interface PortFact {
  node: number;
  port: number;
  guid: string | null;
  lid: number | null;
  lmc: number | null;
  line: number;
}

/** A cable; `a` and `b` = indices from `fabricNode`, ports from 1. Width in lanes, speed by name (`EDR`). */
export interface LinkFact {
  a: number;
  aPort: number;
  b: number;
  bPort: number;
  width: number | null;
  speed: string | null;
  state: 'up' | 'down';
  line: number;
}

/** The forwarding table of one switch: `ports[lid]` = output port, 0 = none or the switch itself. */
export interface ForwardingFact {
  guid: string;
  ports: Uint16Array;
  /** How many of `ports` are given. */
  entries: number;
  line: number;
}

/** A counter of a port, as it is printed. Files name the port by GUID (of the port or of its node) or by LID. */
export interface CounterFact {
  guid: string | null;
  lid: number | null;
  port: number;
  name: string;
  value: number;
  line: number;
}

/** Where readers put what they understood. All calls are synchronous and cheap; indices count from 0 in one file. */
export interface Sink extends ConditionSink {
  /** Begins a run and returns its position in the file. Its status is `complete` unless said otherwise. */
  run(start: RunStart): number;
  /** Sets the status of a run with a sentence for the user (null for `complete`). */
  status(run: number, status: RunStatus, reason: string | null): void;
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
  /** The index of a host name in this file: the same name has the same index. */
  host(name: string): number;
  /** Where a rank of a run is (or which host the index of a matrix is); `host` from `host()`, null = not known. */
  rank(run: number, rank: number, host: number | null, socket: number | null): void;
  /** What a list of hosts says of a rank of runs in other files; see `host_list` in store/tables.ts. */
  place(rank: number, host: number, socket: number | null): void;
  /** Begins a matrix and returns its index. */
  matrix(start: MatrixStart): number;
  /**
   * One row of a matrix, in the unit of its series, NaN = missing; the sink keeps the array. `line` = the line of the
   * row, or an array with the line of each cell.
   */
  matrixRow(matrix: number, row: number, values: Float32Array, line: number | Int32Array): void;
  /** What one rank sent another, in all of `series` (metric `communication`). */
  traffic(series: number, traffic: Traffic, line: number): void;
  /** What a profile says of one call on one rank, in a series of metric `profile`. */
  mpiCall(series: number, call: MpiCall, line: number): void;
  /** One figure of a rank in a profile: wall time, memory … */
  rankProfile(series: number, rank: number, key: string, value: number, unit: Unit, line: number): void;
  /** A node of a fabric; returns its index. */
  fabricNode(node: NodeFact): number;
  fabricPort(port: PortFact): void;
  fabricLink(link: LinkFact): void;
  forwarding(table: ForwardingFact): void;
  /** Which port has a LID, by the word of a file with forwarding tables. */
  lidOwner(lid: number, portGuid: string, line: number): void;
  portCounter(counter: CounterFact): void;
  /** A remark for the import report about a line that was understood but is odd (`line` 0 = the whole file). */
  problem(line: number, text: string): void;
}

/** A sink that also takes many numbers at once: the way of large tables. */
export interface BatchSink extends Sink {
  measurements(batch: MeasurementBatch): void;
  /** Which statistic a place means in the plain batches of a series. May be said again. */
  statistic(series: number, place: number, statistic: string): void;
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
  /**
   * Called where output of another tool begins: the run in hand is over, more lines may come later. A reader without it
   * is ended there, and another one is opened for what comes later.
   */
  leave?(): void;
  /**
   * What may be kept and shown of a line, where lines with results also hold host names or paths: the line without them.
   * Called after `line` with the same text; without it the line is kept as it stands.
   */
  kept?(text: string): string;
}

/** What users are told of a format, shortly; `docs/formats.md` is the long text. */
export interface FormatHelp {
  /** Command lines that make such a file, in order or to choose from. None where it is written by hand. */
  make: readonly string[];
  /** What is read, in whole sentences. */
  reads: string;
  /** What is not read, in whole sentences. */
  not: string;
}

/** A text format that is read in a stream. */
export interface LineFormat {
  kind: 'lines';
  id: string;
  name: string;
  /** What recognition looks for, as the end of a sentence: ``a title line such as `# OSU MPI Latency Test v7.4` ``. */
  looksFor: string;
  help: FormatHelp;
  detect(sample: Sample): Detection | null;
  /** Longest piece of a line that the reader sees, where its tables are wider than `READ_LENGTH`. */
  readLength?: number;
  /**
   * Which lines are kept for tracing: by default those with a number and those around it. False: none, as they may name
   * users and paths, or are too many; `all`: each understood one, where what is read is only given at the end.
   */
  traced?: boolean | 'all';
  /**
   * Whether a line begins output of this tool: a title, a banner, a column line. Formats with it share a file with
   * others: what follows such a line is theirs. Lines that begin with a digit are not asked about.
   */
  begins?(line: string): boolean;
  /** Names of programs whose launch begins output of this tool. */
  programs?: RegExp;
  /**
   * Begins to read; the sample (the lines that will come first) is there to look ahead, empty in place of those of other
   * tools. `job` = what the lines of the file say about the job, shared by the readers of a file with several tools.
   */
  open(sink: Sink, sample: Sample, job?: JobContext): LineReader;
}

/** A format that must be held as a whole (JSON, YAML); the pump refuses files over `DOCUMENT_LIMIT`. */
export interface DocumentFormat {
  kind: 'document';
  id: string;
  name: string;
  looksFor: string;
  help: FormatHelp;
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
  /**
   * What may be kept of a line with results, where the text also holds paths and names; lines that were not understood
   * are then not shown. Without it lines are kept as they stand.
   */
  kept?: (line: string) => string;
}

/** Counts of lines that were handled, by class. */
export type LineCounts = Record<LineClass, number>;

/** What a reader of bytes works with beside the rows. */
export interface BytesSink extends BatchSink {
  /** Consecutive lines kept for tracing, the first with number `firstLine`. */
  text(firstLine: number, lines: readonly string[]): void;
  /** The same as UTF-8 with a line feed between lines; the bytes are good during the call only. */
  textBytes(firstLine: number, utf8: Uint8Array): void;
  /** Lines that were handled. `line` and `text` are given for each one that was not understood. */
  lines(kind: LineClass, count: number, line?: number, text?: string): void;
  /** Waits until the rows given so far are taken away, where they are many: for readers that give most at the end. */
  pause(): Promise<void>;
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
  help: FormatHelp;
  detect(sample: Sample): Detection | null;
  open(sink: BytesSink): BytesReader;
}

export type Format = LineFormat | DocumentFormat | BytesFormat;

/** Largest file that is held in memory as one text: 64 MiB. */
export const DOCUMENT_LIMIT = 64 * 1024 * 1024;
