import { KEY } from '../../model/vocabulary';
import { RowReader } from '../text/cells';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { LINE_LIMIT } from '../text/lines';
import { plainTable, readingOf } from '../generic/squareTable';

/** Fewest ranks of a communication matrix that is told from its shape alone. */
const FEWEST = 4;

/**
 * Who sent how much to whom, as a square of whole numbers without a word: MapLib, EZTrace, CommBench, Open MPI's
 * profile2mat. Nothing in the file says what is counted: the name of the file does, or nobody.
 */
export const commMatrix: LineFormat = {
  kind: 'lines',
  id: 'communication-matrix',
  name: 'communication matrix',
  looksFor: 'a square of at least 4 × 4 whole numbers without a header',
  help: {
    make: ['profile2mat.pl all.prof', 'eztrace_stats traces.otf2'],
    reads:
      'A square of whole numbers, rows are senders; the name of the file says whether they are bytes or messages.',
    not: 'Hosts and units, which such files do not hold.',
  },
  readLength: LINE_LIMIT,
  detect: detectMatrix,
  open: (sink, sample) => new CommMatrixReader(sink, sample),
};

function detectMatrix(sample: Sample): Detection | null {
  const table = plainTable(sample);
  if (!table || !table.whole || table.header !== null || table.corner !== null || readingOf(table, sample))
    return null;
  const { rows, columns } = table;
  const square = sample.whole ? rows === columns : rows < columns;
  if (!square || columns < FEWEST) return null;
  return {
    why: `a square of ${columns} columns of whole numbers without a header`,
    tool: 'communication matrix',
    version: null,
  };
}

/** What a file of this name counts. */
function countedBy(path: string): { metric: string; unit: string; said: boolean } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/avg|mean/i.test(name)) return { metric: 'mean message size', unit: 'B', said: true };
  if (/size|byte|volume/i.test(name)) return { metric: 'bytes', unit: 'B', said: true };
  if (/count|msg|messages/i.test(name)) return { metric: 'messages', unit: 'count', said: true };
  return { metric: 'communication', unit: '', said: false };
}

class CommMatrixReader implements LineReader {
  private run: number | null = null;
  private matrix = 0;
  private rows: RowReader | null = null;
  private read = 0;
  private readonly columns: number;

  constructor(
    private readonly sink: Sink,
    private readonly sample: Sample,
  ) {
    this.columns = plainTable(sample)?.columns ?? 0;
  }

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    if (this.run === null) this.begin(number);
    const values = this.read < this.columns ? this.rows?.row(text, 0, number, open) : null;
    if (!values) {
      this.sink.problem(
        number,
        `This line is no row of the ${this.columns} × ${this.columns} numbers: left out.`,
      );
      return 'unknown';
    }
    this.sink.matrixRow(this.matrix, this.read++, values, number);
    return 'understood';
  }

  end(): void {
    if (this.run === null) return;
    const fault =
      this.read < this.columns
        ? `The matrix ends after ${this.read} of ${this.columns} rows.`
        : (this.rows?.fault ?? null);
    if (fault !== null) this.sink.status(this.run, 'partial', fault);
  }

  private begin(line: number): void {
    const { sink, columns, sample } = this;
    this.run = sink.run({ kind: 'measured', line, started: null });
    sink.condition(this.run, KEY.ranks, String(columns));
    const { metric, unit, said } = countedBy(sample.path);
    sink.problem(
      0,
      said
        ? `The file does not say what its numbers are: by its name they are ${metric}. Rows are taken as senders.`
        : 'The file does not say what its numbers are (bytes, messages), nor does its name. Rows are taken as senders.',
    );
    const series = sink.series({
      run: this.run,
      benchmark: 'communication matrix',
      metric,
      better: 'none',
      unit,
      printedUnit: unit,
      factor: 1,
      params: {},
    });
    this.matrix = sink.matrix({
      series,
      axis: 'rank',
      layout: 'source',
      ranks: columns,
      measuredAt: null,
      statistic: 'sum',
      bytes: null,
      concurrency: null,
      schedule: null,
    });
    this.rows = new RowReader(sink, {
      separator: plainTable(sample)?.separator ?? 'blanks',
      columns,
      labels: 0,
      factor: 1,
      allFilled: false,
      signed: false,
    });
  }
}
