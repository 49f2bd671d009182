import { KEY, type RunStatus } from '../../model/vocabulary';
import { belowZero, isNumber } from '../text/cells';
import { JobContext, type RunConditions } from '../log/conditions';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { READ_LENGTH } from '../text/lines';
import { placeRanks } from './pairAxis';
import { linkTestHeader, type PairHeader, readPairHeader } from './pairColumns';

/**
 * One line per pair: nxnlatbw (where each rank prints its own lines, so that rows are mixed and stand before the header
 * too), the summary of a sweep of node pairs, other lists with such a header, and the list of LinkTest 1.2.
 */
export const pairList: LineFormat = {
  kind: 'lines',
  id: 'pair-list',
  name: 'list of pairs',
  looksFor:
    'a header such as “src,dst,lat(us),bandwidth((Mbytes/sec)” of nxnlatbw, or “Node Pair,H H Peak (MB/s),Status”, or the list that LinkTest’s pingponganalysis -g writes',
  help: {
    make: ['mpirun -np 64 ./nxnlatbw > nxnlatbw.out', 'pingponganalysis -g linktest.sion'],
    reads:
      'Latency and bandwidth of each pair, by rank or by host, from any list with a source and a destination column.',
    not: 'SION files of LinkTest and the summary of LinkTest 2.',
  },
  detect: detectList,
  open: (sink, sample) => new PairListReader(sink, sample),
};

/** Highest number of ranks that a matrix is made for. */
const RANK_LIMIT = 65536;
/** A matrix of more ranks than `SMALL` must hold one cell in `EMPTY_SHARE` at least. */
const SMALL = 1024;
const EMPTY_SHARE = 64;
/** Ranks are far from the others where they are so many times as high, and are in one row of `FEW` at most. */
const FAR = 2;
const FEW = 10;
/** A host name or the number of a rank. */
const NAME = /^[\w.-]{1,255}$/;

function headerOf(sample: Sample): { header: PairHeader; line: number } | null {
  for (let i = 0; i < sample.lines.length; i++) {
    const header = readPairHeader((sample.lines[i] ?? '').slice(0, READ_LENGTH));
    if (header) return { header, line: i + 1 };
  }
  const header = linkTestHeader(sample.lines);
  return header && { header, line: sample.lines.findIndex((line) => line.trim() !== '') + 1 };
}

function detectList(sample: Sample): Detection | null {
  const found = headerOf(sample);
  if (!found) return null;
  const { header, line } = found;
  if (header.blanks) {
    const why = `from line ${line} on it lists rank, rank, seconds and MB/s with eight decimals, as pingponganalysis -g does`;
    return { why, tool: header.tool, version: null };
  }
  const shown = (sample.lines[line - 1] ?? '').trim().slice(0, 80);
  return { why: `line ${line} is a header: “${shown}”`, tool: header.tool, version: null };
}

/** Numbers in the order of the file. */
class Growing {
  private held = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.held.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.held);
      this.held = larger;
    }
    this.held[this.length++] = value;
  }

  at(index: number): number {
    return this.held[index] ?? NaN;
  }

  /** Keeps the numbers whose mark is not 0. */
  keep(marks: Uint8Array): void {
    const all = this.length;
    this.length = 0;
    for (let i = 0; i < all; i++) if (marks[i] !== 0) this.held[this.length++] = this.at(i);
  }
}

/** Whether so many pairs of so many ranks make a matrix that is not all but empty. */
const makesMatrix = (pairs: number, ranks: number): boolean =>
  ranks <= RANK_LIMIT && (ranks <= SMALL || ranks * ranks <= EMPTY_SHARE * pairs);

class PairListReader implements LineReader {
  private readonly context = new JobContext();
  private readonly header: PairHeader | null;
  private readonly cells: readonly Growing[];
  private readonly sources = new Growing();
  private readonly destinations = new Growing();
  private readonly lines = new Growing();
  /** Names or numbers of the ends, in the order in which they come. */
  private readonly ends = new Map<string, number>();
  private run = -1;
  private firstLine = 0;
  private conditions: RunConditions | null = null;
  private fault: string | null = null;
  private failure: { status: RunStatus; reason: string } | null = null;

  constructor(
    private readonly sink: Sink,
    sample: Sample,
  ) {
    this.header = headerOf(sample)?.header ?? null;
    this.cells = this.header?.columns.map(() => new Growing()) ?? [];
  }

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    const head = text.slice(0, READ_LENGTH);
    if (readPairHeader(head)) {
      this.begin(number);
      return 'understood';
    }
    const kind = this.header ? this.row(this.header, head, number, open) : null;
    if (kind) return kind;
    const about = this.context.read(head, number);
    if (about?.failure) this.failure ??= about.failure;
    if (about) return about.kind;
    return this.context.skips(head) ? 'skipped' : 'unknown';
  }

  end(): void {
    const { sink, run, header } = this;
    if (run < 0 || !header) return;
    const names = [...this.ends.keys()];
    const numbered = names.every((name) => /^\d+$/.test(name));
    const ranks = numbered ? this.numberedRanks(names.map(Number)) : names.length;
    const pairs = this.lines.length;
    if (pairs === 0) this.fault ??= 'The run has a header but no results.';
    else if (!makesMatrix(pairs, ranks)) {
      this.fault = `${pairs} pairs of ${ranks} ranks make no matrix: not read.`;
      sink.problem(0, this.fault);
    } else this.matrices(header, names, numbered, ranks);
    this.conditions?.set(numbered ? KEY.ranks : KEY.nodes, String(ranks));
    this.conditions?.emit(sink, run, false);
    if (this.failure) sink.status(run, this.failure.status, this.failure.reason);
    else if (this.fault !== null) sink.status(run, 'partial', this.fault);
  }

  /** How many ranks there are by their numbers. Where they make no matrix for a few rows of far ranks, these are left out. */
  private numberedRanks(numbers: readonly number[]): number {
    const pairs = this.lines.length;
    const highest = new Float64Array(pairs);
    for (let i = 0; i < pairs; i++)
      highest[i] = Math.max(numbers[this.sources.at(i)] ?? 0, numbers[this.destinations.at(i)] ?? 0);
    const sorted = highest.toSorted();
    const all = (sorted.at(-1) ?? -1) + 1;
    if (makesMatrix(pairs, all)) return all;
    for (let kept = pairs - 1; kept > 0 && (pairs - kept) * FEW <= Math.max(pairs, FEW); kept--) {
      const last = sorted[kept - 1] ?? 0;
      if ((sorted[kept] ?? 0) < FAR * (last + 1) || !makesMatrix(kept, last + 1)) continue;
      const marks = Uint8Array.from(highest, (rank) => Number(rank <= last));
      marks.forEach((mark, i) => {
        const far = `rank ${highest[i] ?? 0} is far from the others, which end at ${last}`;
        if (mark === 0) this.tell(this.lines.at(i), `${far}: this row is left out`);
      });
      for (const list of [this.sources, this.destinations, this.lines, ...this.cells]) list.keep(marks);
      return last + 1;
    }
    return all;
  }

  private begin(number: number): void {
    if (this.run >= 0) return;
    this.run = this.sink.run({ kind: 'measured', line: number, started: null });
    this.firstLine = number;
    this.conditions = this.context.begin();
  }

  /** A row of a pair, or null when the line is something else. */
  private row(header: PairHeader, text: string, number: number, open: boolean): LineClass | null {
    const fields = header.blanks ? text.trim().split(/[ \t]+/) : text.split(',').map((field) => field.trim());
    const ends = header.arrow ? (fields[0] ?? '').split(/ *<-> */) : fields.slice(0, 2);
    const cells = fields.slice(header.arrow ? 1 : 2);
    const [source, destination] = ends;
    if (ends.length !== 2 || source === undefined || destination === undefined) return null;
    if (!NAME.test(source) || !NAME.test(destination) || cells.length === 0) return null;
    const plain = cells.every((cell) => cell === '' || isNumber(cell));
    if (!header.arrow && cells.length !== header.columns.length && !plain) return null;
    const added = (this.ends.has(source) ? 0 : 1) + (this.ends.has(destination) ? 0 : 1);
    if (this.ends.size + added > RANK_LIMIT) {
      this.tell(number, `there are more than ${RANK_LIMIT} ends of pairs: not read`);
      return 'unknown';
    }
    this.begin(number);
    this.sources.push(this.endOf(source));
    this.destinations.push(this.endOf(destination));
    this.lines.push(number);
    header.columns.forEach((column, at) => {
      const printed = cells[at] ?? '';
      if (!column) {
        if (/^FAIL/i.test(printed))
          this.sink.problem(number, `The sweep calls this pair “${printed.slice(0, 20)}”.`);
        this.cells[at]?.push(NaN);
        return;
      }
      const last = at === cells.length - 1;
      const cut = open && last && !(header.blanks ? /\.\d{8}$/ : /\.\d{6}$/).test(printed);
      const zero = header.blanks && Number(printed) === 0;
      const below = isNumber(printed) && Number(printed) < 0;
      const value = isNumber(printed) && !cut && !zero && !below ? Number(printed) : NaN;
      if (Number.isNaN(value) && !zero) {
        const place = `column ${at + (header.arrow ? 2 : 3)}`;
        this.tell(
          number,
          cut
            ? `${place}: the file ends here, the number may be cut: missing`
            : below
              ? `${place}: ${belowZero(printed)}`
              : `${place}: “${printed.slice(0, 40)}” is not a number: missing`,
        );
      }
      this.cells[at]?.push(value * column.factor);
    });
    if (cells.length > header.columns.length)
      this.tell(number, `the row has ${fields.length} columns: more than the header`);
    return 'understood';
  }

  private endOf(name: string): number {
    const known = this.ends.get(name) ?? this.ends.size;
    this.ends.set(name, known);
    return known;
  }

  private tell(number: number, text: string): void {
    this.sink.problem(number, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
    this.fault ??= `Not all pairs are there: line ${number}, ${text}.`;
  }

  /** Hands on a matrix for each column, row by row. */
  private matrices(header: PairHeader, names: readonly string[], numbered: boolean, ranks: number): void {
    const { sink, run } = this;
    const place = names.map((name, at) => (numbered ? Number(name) : at));
    if (!numbered) placeRanks(sink, run, names, { line: this.firstLine, column: 1 });
    const oneAtATime = header.tool === 'nxnlatbw';
    const columns = header.columns.flatMap((column, at) => {
      const cells = this.cells[at];
      if (!column || !cells) return [];
      const { statistic, bytes, ...series } = column;
      const matrix = sink.matrix({
        series: sink.series({ run, benchmark: header.tool, ...series }),
        axis: numbered ? 'rank' : 'host',
        layout: 'source',
        ranks,
        measuredAt: oneAtATime ? 'sender' : null,
        statistic,
        bytes,
        concurrency: oneAtATime ? 'one at a time' : null,
        schedule: null,
      });
      return [{ matrix, cells }];
    });
    const order = this.bySource(place, ranks);
    let seen = 0;
    for (let source = 0; source < ranks; source++) {
      const mine = order(source);
      if (mine.length === 0) continue;
      const lines = new Int32Array(ranks);
      const rows = columns.map(() => new Float32Array(ranks).fill(NaN));
      for (const index of mine) {
        const destination = place[this.destinations.at(index)] ?? 0;
        const line = this.lines.at(index);
        const earlier = lines[destination] ?? 0;
        if (earlier !== 0) {
          this.tell(line, `this pair stands on line ${earlier} already, which counts`);
          continue;
        }
        lines[destination] = line;
        columns.forEach(({ cells }, at) => {
          const row = rows[at];
          if (row) row[destination] = cells.at(index);
        });
        if (destination !== source) seen++;
      }
      columns.forEach(({ matrix }, at) => {
        const row = rows[at];
        if (row) sink.matrixRow(matrix, source, row, lines.slice());
      });
    }
    const all = header.arrow ? (ranks * (ranks - 1)) / 2 : ranks * (ranks - 1);
    if (seen < all) this.fault ??= `${all - seen} of ${all} pairs are missing.`;
  }

  /** The rows of each source, in the order of the file. */
  private bySource(place: readonly number[], ranks: number): (source: number) => Int32Array {
    const count = this.sources.length;
    const starts = new Int32Array(ranks + 1);
    const sourceOf = (index: number): number => place[this.sources.at(index)] ?? 0;
    for (let i = 0; i < count; i++) {
      const next = sourceOf(i) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let i = 0; i < ranks; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
    const order = new Int32Array(count);
    const next = starts.slice();
    for (let i = 0; i < count; i++) {
      const source = sourceOf(i);
      const at = next[source] ?? 0;
      order[at] = i;
      next[source] = at + 1;
    }
    return (source) => order.subarray(starts[source], starts[source + 1]);
  }
}
