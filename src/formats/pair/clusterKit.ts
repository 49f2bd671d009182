import { KEY } from '../../model/vocabulary';
import { belowZero, Fill, isNumber } from '../text/cells';
import { JobContext, type RunConditions } from '../log/conditions';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { LINE_LIMIT, READ_LENGTH } from '../text/lines';
import { unitOf } from '../text/units';

/**
 * `bandwidth.txt` and `latency.txt` of NVIDIA ClusterKit. The layout is taken from a public script that shows these files
 * (ck-bench); no file of the tool was at hand.
 */
export const clusterKit: LineFormat = {
  kind: 'lines',
  id: 'clusterkit',
  name: 'ClusterKit',
  looksFor: 'the line “Rank: 0 1 2 …” with rows such as “0 (node001): 0.0 48211.3 …”',
  help: {
    make: ['clusterkit.sh --bandwidth --latency'],
    reads: 'bandwidth.txt and latency.txt: a matrix over ranks, with their hosts.',
    not: 'Its JSON. The layout follows a public viewer: no file of the tool itself was at hand.',
  },
  detect: detectClusterKit,
  readLength: LINE_LIMIT,
  open: (sink, sample) => new ClusterKitReader(sink, sample),
};

const HEAD = /^Rank:(?:\s+\d{1,6}){2}/;
const ROW = /^\s*(\d{1,6})\s+\(([^()\s]{1,255})\)\s*:/;
const FIGURE =
  /^(Minimum|Maximum|Average) (bandwidth|latency):\s*(\d+(?:\.\d+)?)\s*([A-Za-z]{1,4}\/s|us|usec)?/;
const STATISTIC: Readonly<Record<string, string>> = { Minimum: 'min', Maximum: 'max', Average: 'avg' };

function detectClusterKit(sample: Sample): Detection | null {
  const { lines } = sample;
  const at = lines.findIndex(
    (line, i) => HEAD.test(line.slice(0, 200)) && ROW.test((lines[i + 1] ?? '').slice(0, 400)),
  );
  if (at < 0) return null;
  return {
    why: `line ${at + 1} numbers the ranks and rows of hosts follow`,
    tool: 'ClusterKit',
    version: null,
  };
}

/** What the figures after a table say of it. */
interface Told {
  line: number;
  metric: 'bandwidth' | 'latency';
  unit: string | null;
}

interface Table {
  run: number;
  conditions: RunConditions;
  series: number;
  matrix: number;
  factor: number;
  ranks: number;
  seen: Set<number>;
  fill: Fill;
  fault: string | null;
}

class ClusterKitReader implements LineReader {
  private readonly context = new JobContext();
  private readonly told: readonly Told[];
  private table: Table | null = null;

  constructor(
    private readonly sink: Sink,
    private readonly sample: Sample,
  ) {
    this.told = sample.lines.flatMap((line, at) => {
      const match = FIGURE.exec(line.slice(0, 200));
      if (!match) return [];
      return [
        { line: at + 1, metric: match[2] === 'latency' ? 'latency' : 'bandwidth', unit: match[4] ?? null },
      ];
    });
  }

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    if (HEAD.test(text.slice(0, 200))) {
      this.close();
      this.begin(text.trim().split(/\s+/).length - 1, number);
      return 'understood';
    }
    const head = text.slice(0, READ_LENGTH);
    const { table } = this;
    const row = table && ROW.exec(head);
    if (row) return this.row(table, row, text, number, open);
    const figure = table && FIGURE.exec(head);
    if (figure) {
      const [, word = '', , printed = ''] = figure;
      const value = Number(printed) * table.factor;
      if (!open) this.sink.measurement(table.series, null, STATISTIC[word] ?? 'avg', value, printed, number);
      return 'understood';
    }
    const about = this.context.read(head, number);
    if (about) return about.kind;
    return this.context.skips(head) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.close();
  }

  /** What the table on a line measures: the figures after it say so, or else the name of the file. */
  private measure(number: number): { metric: Told['metric'] | null; printed: string; factor: number } {
    const told = this.told.find(({ line }) => line > number);
    const name = /(bandwidth|latency)[^/]*$/i.exec(this.sample.path)?.[1]?.toLowerCase();
    const metric = told?.metric ?? (name === 'latency' || name === 'bandwidth' ? name : null);
    if (metric === null) {
      this.sink.problem(number, 'No line such as “Average bandwidth:” says what this table measures.');
      return { metric, printed: '', factor: 1 };
    }
    const usual = metric === 'latency' ? 'us' : 'MB/s';
    const printed = told?.unit === 'usec' ? 'us' : (told?.unit ?? '');
    const known = unitOf(printed);
    if (known.unit === (metric === 'latency' ? 's' : 'B/s')) {
      return { metric, printed: told?.unit ?? printed, factor: known.factor };
    }
    this.sink.problem(number, `The file prints no unit that is known: taken as ${usual} (1 MB/s = 10⁶ B/s).`);
    return { metric, printed: usual, factor: unitOf(usual).factor };
  }

  private begin(ranks: number, number: number): void {
    const { sink } = this;
    const run = sink.run({ kind: 'measured', line: number, started: null });
    const { metric, printed, factor } = this.measure(number);
    const series = sink.series({
      run,
      benchmark: 'ClusterKit',
      metric: metric ?? 'value',
      better: metric === 'latency' ? 'lower' : metric === null ? 'none' : 'higher',
      unit: metric === 'latency' ? 's' : metric === null ? '' : 'B/s',
      printedUnit: printed,
      factor,
      params: {},
    });
    const matrix = sink.matrix({
      series,
      axis: 'rank',
      layout: 'source',
      ranks,
      measuredAt: null,
      statistic: 'avg',
      bytes: null,
      concurrency: 'at once',
      schedule: null,
    });
    const conditions = this.context.begin();
    this.table = {
      run,
      conditions,
      series,
      matrix,
      factor,
      ranks,
      seen: new Set(),
      fill: new Fill(),
      fault: null,
    };
  }

  /** Cells have one decimal and may stand without a blank between them: `0.0332928.0`. */
  private row(table: Table, match: RegExpExecArray, text: string, number: number, open: boolean): LineClass {
    const row = Number(match[1]);
    const rest = text.slice(match[0].length).trim();
    const parted = rest.split(/\s+/);
    const cells = parted.every(isNumber)
      ? parted
      : parted.flatMap((piece) => piece.match(/\d+\.\d|.+/g) ?? []);
    const fits = row < table.ranks && !table.seen.has(row) && cells.every(isNumber);
    if (!fits || !table.fill.allows(cells.length, table.ranks)) {
      this.fault(table, number, 'this row does not fit the table: not read');
      return 'unknown';
    }
    if (open) cells.pop();
    if (cells.length !== table.ranks) {
      this.fault(
        table,
        number,
        `the row has ${cells.length} of ${table.ranks} cells: the others are missing`,
      );
    }
    this.sink.rank(table.run, row, this.sink.host(match[2] ?? ''), null);
    const values = new Float32Array(table.ranks).fill(NaN);
    cells.slice(0, table.ranks).forEach((cell, column) => {
      // Zero is a pair that was not tested, and a rank with itself.
      if (Number(cell) < 0) this.fault(table, number, `cell ${column + 1}: ${belowZero(cell)}`);
      else if (Number(cell) !== 0) values[column] = Number(cell) * table.factor;
    });
    table.seen.add(row);
    this.sink.matrixRow(table.matrix, row, values, number);
    return 'understood';
  }

  private fault(table: Table, number: number, text: string): void {
    this.sink.problem(number, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
    table.fault ??= `Line ${number}: ${text}.`;
  }

  private close(): void {
    const { table, sink } = this;
    this.table = null;
    if (!table) return;
    table.conditions.set(KEY.ranks, String(table.ranks));
    table.conditions.emit(sink, table.run, false);
    const missing = table.ranks - table.seen.size;
    const short = missing > 0 ? `The table ends after ${table.seen.size} of ${table.ranks} rows.` : null;
    const fault = table.fault ?? short;
    if (fault !== null) sink.status(table.run, 'partial', fault);
  }
}
