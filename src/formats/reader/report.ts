import type { LineNote } from '../../model/lineNote';
import { counted } from '../../model/units';
import type { RunStatus } from '../../model/vocabulary';
import type { Mapping } from '../tables/mapping';
import type { Sniffed } from '../tables/types';
import type { BatchSink } from '../format';

/** Bytes to read: a dropped `File`, a file in Node, an entry of an archive. */
export interface ByteSource {
  /** Path as dropped or given, with `/` between folders. */
  path: string;
  /** Size in bytes; null where only reading tells it. */
  size: number | null;
  stream(): ReadableStream<Uint8Array>;
  /** The sha256 of all bytes, hex, where that costs less than hashing the stream. Asked once the file is worth reading. */
  sha256?(): Promise<string>;
  /** Asked after the stream's end: what is wrong with the bytes, or null. */
  fault?(): SourceFault | null;
}

/** Bytes of an archive that end too early or, where `everywhere`, may be wrong at any place; a sentence. */
export interface SourceFault {
  message: string;
  everywhere: boolean;
}

/** How many unknown lines and problems a report keeps the text of; all are counted. */
export const NOTES_KEPT = 100;

/** How many facts of a fabric a file gave. */
export interface FabricCounts {
  nodes: number;
  cables: number;
  /** Switches with a forwarding table, and the entries of all of them. */
  tables: number;
  entries: number;
  /** Counters of ports. */
  counters: number;
}

/** Whether a file gave anything of a fabric. */
export function ofFabric({ nodes, tables, counters }: FabricCounts): boolean {
  return nodes + tables + counters > 0;
}

/** `1570 nodes, 4168 cables`: what a file gave of a fabric, in words. */
export function fabricWords({ nodes, cables, tables, entries, counters }: FabricCounts): string {
  const words: string[] = [];
  if (nodes > 0) words.push(`${counted(nodes, 'node')}, ${counted(cables, 'cable')}`);
  if (tables > 0)
    words.push(
      `forwarding tables of ${counted(tables, 'switch', 'switches')} (${counted(entries, 'entry', 'entries')})`,
    );
  if (counters > 0) words.push(`${counted(counters, 'counter')} of ports`);
  return words.join(', ');
}

/** What reading one file gave: the import report shows it, `inspect` prints it. */
export interface FileReport {
  path: string;
  size: number;
  /** sha256 of the bytes, hex. Empty where the file was not read to its end (binary, or too large to hold). */
  sha256: string;
  /** Id of the format, null when nothing recognised the file. */
  format: string | null;
  tool: string | null;
  version: string | null;
  /** Why the format was chosen, or what the file is instead; whole sentences. */
  why: string;
  /** total = understood + skipped + unknown. */
  lines: { total: number; understood: number; skipped: number; unknown: number };
  /** The first `NOTES_KEPT` lines that were not understood; values of environment assignments are withheld. */
  unknownLines: LineNote[];
  problems: LineNote[];
  problemCount: number;
  runs: number;
  measurements: number;
  /** Cells of matrices that hold a value, pairs of ranks that communicated, and rows of profiles. */
  cells: number;
  fabric: FabricCounts;
  /** Status of each run, in order of position. */
  statuses: RunStatus[];
  /** True when any run is not complete or the file was cut. */
  partial: boolean;
  /** Path of a loaded file with the same bytes, of which this one is taken for a repeat. */
  twin?: string;
  /** The table in a file that no format knows, to ask what its columns are; also of one that was read by a mapping. */
  table?: Sniffed;
  /** The mapping by which the table was read, and the table as it is found without the layout of the mapping. */
  readBy?: { mapping: Mapping; found: Sniffed };
}

/** Fewest measurements that two executions do not print alike by chance; a barrier at one size does. */
const TELLING = 8;

/** True when equal bytes elsewhere can only be a copy of the file, not another execution. */
export function isOneOfAKind({ measurements, cells, fabric }: FileReport): boolean {
  return measurements >= TELLING || cells > 0 || ofFabric(fabric);
}

/** The report of a file of which nothing has been read. */
export function newReport({ path, size }: ByteSource): FileReport {
  return {
    path,
    size: size ?? 0,
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
    fabric: { nodes: 0, cables: 0, tables: 0, entries: 0, counters: 0 },
    statuses: [],
    partial: false,
  };
}

/** Where the pump puts a file: the reader's rows and the text kept for tracing numbers to their lines. */
export interface FileSink extends BatchSink {
  /** Consecutive lines kept for tracing, the first with number `firstLine`. */
  text(firstLine: number, lines: readonly string[]): void;
  /** The same as UTF-8 with a line feed between lines; the bytes are good during the call only. */
  textBytes(firstLine: number, utf8: Uint8Array): void;
}
