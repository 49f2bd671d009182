import { counted } from '../../model/units';
import { KEY } from '../../model/vocabulary';
import { RowReader } from '../text/cells';
import { failureOf } from '../log/conditions';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { LINE_LIMIT } from '../text/lines';
import { isNoise } from '../text/noise';
import { placeRanks } from './pairAxis';
import { plainTable, type PlainTable, readingOf } from '../generic/squareTable';
import { isComment, metricOf, noNotes, noteLine, type TableNotes } from '../text/tableNotes';

/** Results of a rotate test as comma-separated text: one line per shift, one column per sender. */
export const rotate: LineFormat = {
  kind: 'lines',
  id: 'rotate',
  name: 'rotate test',
  looksFor:
    'a comma table with a line for each shift and a column for each sender, or a line “# rotate” above it',
  help: {
    make: ['mpiexec -pernode -np 128 rotate > rotate.csv'],
    reads:
      'One line per shift, one column per sender: receiver = N/2 + (sender + shift) mod N/2 unless “# rotation: backward” is said.',
    not: 'Which statistic is printed, where no line “# best of: 3” says it.',
  },
  detect: detectRotate,
  readLength: LINE_LIMIT,
  open: (sink, sample) => new RotateReader(sink, sample),
};

function detectRotate(sample: Sample): Detection | null {
  const table = plainTable(sample);
  const reading = table && readingOf(table, sample);
  if (!table || reading?.reading !== 'rotate') return null;
  const shape = `${sample.whole ? '' : 'at least '}${table.rows} lines of ${table.columns} numbers`;
  const why = reading.sure
    ? `${shape}, a line for each shift and a column for each sender`
    : `${shape} above zero, parted by commas, whose diagonal is like the rest`;
  return { why, tool: 'rotate', version: null };
}

class RotateReader implements LineReader {
  private readonly notes: TableNotes = noNotes();
  private readonly table: PlainTable | null;
  private readonly sure: boolean;
  private readonly values: number;
  private run = -1;
  private matrix = -1;
  private rows: RowReader | null = null;
  private seen = new Set<number>();
  private base = 0;
  private lines = 0;
  private tooMany = 0;
  private failure: ReturnType<typeof failureOf> = null;

  constructor(
    private readonly sink: Sink,
    sample: Sample,
  ) {
    this.table = plainTable(sample);
    this.values = this.table?.columns ?? 0;
    this.sure = (this.table && readingOf(this.table, sample)?.sure) ?? true;
  }

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    if (isComment(text)) return noteLine(text, number, this.notes, this.sink, this.run >= 0);
    if (!this.table) return 'unknown';
    if (this.run < 0) this.begin(this.table, number);
    if (number === this.table.header) {
      const labels = this.table.corner === null ? 0 : 1;
      if (!this.notes.hosts)
        placeRanks(this.sink, this.run, this.table.names, { line: number, column: 1 + labels });
      return 'understood';
    }
    return this.row(text, number, open);
  }

  end(): void {
    if (this.run < 0) {
      const run = this.sink.run({ kind: 'measured', line: 1, started: null });
      this.sink.status(run, 'partial', 'The file has a head but no results.');
      return;
    }
    const missing = this.values - this.seen.size;
    let fault = this.rows?.fault ?? null;
    if (missing > 0) {
      fault ??= `${missing} of ${this.values} shifts are missing: the file ends after ${counted(this.seen.size, 'line')}.`;
    }
    if (this.tooMany > 0) {
      fault = `${counted(this.tooMany, 'line is no shift', 'lines are no shifts')} of ${this.values} senders and left out: is this a rotate test?`;
    }
    if (this.failure) this.sink.status(this.run, this.failure.status, this.failure.reason);
    else if (fault !== null) this.sink.status(this.run, 'partial', fault);
  }

  private begin(table: PlainTable, number: number): void {
    const { sink, notes, values } = this;
    const ranks = 2 * values;
    this.run = sink.run({ kind: 'measured', line: number, started: null });
    sink.condition(this.run, KEY.ranks, String(ranks));
    sink.condition(this.run, KEY.rotation, notes.rotation ?? 'forward');
    if (notes.bestOf !== null) sink.condition(this.run, 'best of', String(notes.bestOf));
    if (!this.sure) {
      sink.problem(
        number,
        'Nothing but its shape tells that this is a rotate test. If it is a plain matrix of pairs, put a line “# matrix” above it.',
      );
    }
    this.say(number);
    const unit = notes.unit ?? { printed: 'MB/s', unit: 'B/s', factor: 1e6 };
    const { metric, better } = metricOf({ ...notes, unit });
    const series = sink.series({
      run: this.run,
      benchmark: 'rotate',
      metric,
      better,
      unit: unit.unit,
      printedUnit: unit.printed,
      factor: unit.factor,
      params: {},
    });
    this.matrix = sink.matrix({
      series,
      axis: 'rank',
      layout: 'shift',
      ranks,
      measuredAt: null,
      statistic: 'best',
      bytes: notes.bytes,
      concurrency: 'at once',
      schedule: notes.rotation === 'backward' ? 'half backward' : 'half forward',
    });
    this.rows = new RowReader(sink, {
      separator: table.separator,
      columns: values,
      labels: table.corner === null ? 0 : 1,
      factor: unit.factor,
      allFilled: true,
      signed: false,
    });
    this.hosts(ranks);
  }

  /** What is taken for granted, told once. */
  private say(number: number): void {
    const { notes } = this;
    const assumed: string[] = [];
    if (!notes.rotation) assumed.push('receivers rotate forward (“# rotation: forward”)');
    if (!notes.unit) assumed.push('numbers are MB/s (“# unit: MB/s”)');
    if (notes.bestOf === null)
      assumed.push('each is the best of an unknown number of tests (“# best of: 3”)');
    if (assumed.length === 0) return;
    this.sink.problem(
      number,
      `The file does not say so, so it is taken that ${assumed.join(', ')}. Lines such as those in brackets, above the table, say otherwise.`,
    );
  }

  private hosts(ranks: number): void {
    const { hosts } = this.notes;
    if (!hosts) return;
    if (hosts.length !== ranks) {
      this.sink.problem(
        this.notes.hostsLine,
        `Not used: ${hosts.length} hosts are listed, and the table has ${ranks} ranks.`,
      );
      return;
    }
    placeRanks(this.sink, this.run, hosts, { line: this.notes.hostsLine, column: 1 });
  }

  private row(text: string, number: number, open: boolean): LineClass {
    const { rows } = this;
    if (!rows) return 'unknown';
    let shift = this.lines;
    let from = 0;
    if (rows.layout.labels > 0) {
      from = text.indexOf(rows.layout.separator) + 1;
      const label = text.slice(0, Math.max(0, from - 1)).trim();
      if (this.lines === 0) this.base = Number(label) === 1 ? 1 : 0;
      shift = /^\d{1,9}$/.test(label) ? Number(label) - this.base : -1;
    }
    const values = rows.row(text, from, number, open);
    if (!values) return this.other(text);
    this.lines++;
    if (shift < 0 || shift >= this.values || this.seen.has(shift)) {
      this.tooMany++;
      this.sink.problem(
        number,
        this.seen.has(shift)
          ? `The shift ${shift + this.base} stands above already: this line is left out.`
          : `There are ${this.values} senders and so ${this.values} shifts; this line is none of them and is left out.`,
      );
      return 'unknown';
    }
    this.seen.add(shift);
    this.sink.matrixRow(this.matrix, shift, values, number);
    return 'understood';
  }

  private other(text: string): LineClass {
    const failure = failureOf(text);
    this.failure ??= failure;
    return failure ? 'understood' : isNoise(text) ? 'skipped' : 'unknown';
  }
}
