import { counted } from '../../model/units';
import { KEY } from '../../model/vocabulary';
import { RowReader, type CellSeparator } from '../text/cells';
import { failureOf } from '../log/conditions';
import type { Detection, LineClass, LineFormat, LineReader, MatrixStart, Sample, Sink } from '../format';
import { LINE_LIMIT } from '../text/lines';
import { isNoise } from '../text/noise';
import { hostOf, isRankLabel, placeRanks } from '../pair/pairAxis';
import { plainTable, type PlainTable, readingOf } from './squareTable';
import { isComment, metricOf, noNotes, noteLine, type TableNotes } from '../text/tableNotes';

/** A square table of numbers of any tool: rows are sources, columns destinations. Offered last. */
export const dense: LineFormat = {
  kind: 'lines',
  id: 'matrix',
  name: 'matrix of pairs',
  looksFor:
    'a square table of at least 3 × 3 numbers whose diagonal is empty, zero or stands out, or whose row labels repeat its header',
  help: {
    make: ["printf '# matrix\\n# unit: MB/s\\n' | cat - table.txt > pairs.txt"],
    reads:
      'A square table of numbers, rows are sources: missing cells stay missing. Lines such as “# unit: MB/s” and “# hosts: n[001-128]” above it are read.',
    not: 'What the numbers are, where no line above the table says it.',
  },
  detect: detectDense,
  readLength: LINE_LIMIT,
  open: (sink, sample) => new DenseReader(sink, sample),
};

function detectDense(sample: Sample): Detection | null {
  const table = plainTable(sample);
  if (!table || readingOf(table, sample)?.reading !== 'matrix') return null;
  const columns = `${table.columns} columns of numbers`;
  const why =
    table.notes.kind !== null
      ? `a line says “# matrix”, and ${columns} follow`
      : table.corner !== null
        ? `${columns}, and the labels of the rows repeat those of the columns`
        : `a square table of ${columns}`;
  return { why, tool: 'matrix of pairs', version: null };
}

class DenseReader implements LineReader {
  private readonly notes: TableNotes = noNotes();
  private readonly table: PlainTable | null;
  private run = -1;
  private matrix = -1;
  private rows: RowReader | null = null;
  private read = 0;
  private tooMany = 0;
  private failure: ReturnType<typeof failureOf> = null;

  constructor(
    private readonly sink: Sink,
    sample: Sample,
  ) {
    this.table = plainTable(sample);
  }

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    if (isComment(text)) return noteLine(text, number, this.notes, this.sink, this.run >= 0);
    if (!this.table) return 'unknown';
    if (this.run < 0) this.begin(this.table, number);
    if (number === this.table.header) {
      const first = 1 + (this.table.corner === null ? 0 : 1);
      if (!this.notes.hosts)
        placeRanks(this.sink, this.run, this.table.names, { line: number, column: first });
      return 'understood';
    }
    return this.row(this.table, text, number, open);
  }

  end(): void {
    if (this.run < 0) {
      const run = this.sink.run({ kind: 'measured', line: 1, started: null });
      this.sink.status(run, 'partial', 'The file has a head but no results.');
      return;
    }
    const wanted = this.table?.columns ?? 0;
    let fault = this.rows?.fault ?? null;
    if (this.read < wanted) fault ??= `The table ends after ${this.read} of ${wanted} rows.`;
    if (this.tooMany > 0)
      fault = `${counted(this.tooMany, 'line follows', 'lines follow')} after ${wanted} rows: left out.`;
    if (this.failure) this.sink.status(this.run, this.failure.status, this.failure.reason);
    else if (fault !== null) this.sink.status(this.run, 'partial', fault);
  }

  private begin(table: PlainTable, number: number): void {
    const { sink, notes } = this;
    const { columns, names } = table;
    this.run = sink.run({ kind: 'measured', line: number, started: null });
    const unit = notes.unit ?? { printed: '', unit: '', factor: 1 };
    if (!notes.unit) {
      sink.problem(
        number,
        'The file does not say what its numbers are. A line such as “# unit: MB/s” above the table does.',
      );
    }
    const axis = axisOf(notes.hosts ?? names);
    if (axis === 'rank') sink.condition(this.run, KEY.ranks, String(columns));
    else sink.condition(this.run, KEY.nodes, String(columns));
    const series = sink.series({
      run: this.run,
      benchmark: 'matrix of pairs',
      ...metricOf(notes),
      unit: unit.unit,
      printedUnit: unit.printed,
      factor: unit.factor,
      params: {},
    });
    this.matrix = sink.matrix({
      series,
      axis,
      layout: 'source',
      ranks: columns,
      measuredAt: null,
      statistic: 'value',
      bytes: notes.bytes,
      concurrency: null,
      schedule: null,
    });
    this.rows = new RowReader(sink, {
      separator: table.separator,
      columns,
      labels: table.corner === null ? 0 : 1,
      factor: unit.factor,
      allFilled: false,
      signed: metricOf(notes).better === 'none',
    });
    if (!notes.hosts) return;
    if (notes.hosts.length === columns) {
      placeRanks(sink, this.run, notes.hosts, { line: notes.hostsLine, column: 1 });
    } else {
      sink.problem(
        notes.hostsLine,
        `Not used: ${notes.hosts.length} hosts are listed, and the table has ${columns} columns.`,
      );
    }
  }

  private row(table: PlainTable, text: string, number: number, open: boolean): LineClass {
    const { rows } = this;
    if (!rows) return 'unknown';
    const from = rows.layout.labels > 0 ? afterLabel(text, table.separator) : 0;
    const values = rows.row(text, from, number, open);
    if (!values) {
      const failure = failureOf(text);
      this.failure ??= failure;
      return failure ? 'understood' : isNoise(text) ? 'skipped' : 'unknown';
    }
    if (this.read >= table.columns) {
      this.tooMany++;
      this.sink.problem(number, `The table has ${table.columns} columns and so as many rows: left out.`);
      return 'unknown';
    }
    // A pair of a rank with itself is not measured: its zero is no value.
    if (table.diagonal === 'zero' && values[this.read] === 0) values[this.read] = NaN;
    this.sink.matrixRow(this.matrix, this.read++, values, number);
    return 'understood';
  }
}

/** Hosts where all names are different and none is a number or `host:rank`. */
function axisOf(names: readonly string[]): MatrixStart['axis'] {
  const plain = names.length > 0 && names.every((name) => !isRankLabel(name) && hostOf(name) === name);
  return plain && new Set(names).size === names.length ? 'host' : 'rank';
}

/** Where the cells begin after the label of a row. */
function afterLabel(text: string, separator: CellSeparator): number {
  if (separator !== 'blanks') return text.indexOf(separator) + 1;
  const label = /^\s*\S+/.exec(text)?.[0] ?? '';
  return label.length;
}
