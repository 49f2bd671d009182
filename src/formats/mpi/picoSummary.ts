import { isNumber } from '../text/cells';
import { csvCells } from '../text/csvRow';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { READ_LENGTH } from '../text/lines';
import { PICO_KEY, picoConditions, picoDate } from './picoName';
import { KEY } from '../../model/vocabulary';

/** The summary that PICO makes of its times: a row for each collective, algorithm and size. */
export const picoSummary: LineFormat = {
  kind: 'lines',
  id: 'pico-summary',
  name: 'PICO summary',
  looksFor: 'a CSV header with “collective_type”, “buffer_size”, “algo_name” and “mean”',
  help: {
    make: ['python3 plot/summarize_data.py --result-dir results/SYSTEM/STAMP'],
    reads:
      'Mean, median, min, max and percentiles of the time in ns of each size; collective, algorithm, nodes, MPI and system of each row as conditions.',
    not: 'Standard errors, confidence intervals and outliers. It leaves iterations out as warm-up that the single files have.',
  },
  detect: detectSummary,
  open: (sink, sample) => new SummaryReader(sink, headOf(sample)?.columns ?? []),
};

const NEEDED = ['collective_type', 'buffer_size', 'algo_name', 'datatype', 'mean', 'median'];

/** Column, statistic. */
const STATISTICS: readonly (readonly [string, string])[] = [
  ['mean', 'avg'],
  ['median', 'p50'],
  ['min', 'min'],
  ['max', 'max'],
  ['percentile_10', 'p10'],
  ['percentile_25', 'p25'],
  ['percentile_75', 'p75'],
  ['percentile_90', 'p90'],
];

function headOf({ lines }: Sample): { columns: string[]; at: number } | null {
  const at = lines.findIndex((line) => line.trim() !== '');
  const line = (lines[at] ?? '').slice(0, READ_LENGTH);
  const columns = line.includes('collective_type') ? csvCells(line) : [];
  return NEEDED.every((name) => columns.includes(name)) ? { columns, at } : null;
}

function detectSummary(sample: Sample): Detection | null {
  const head = headOf(sample);
  return (
    head && {
      why: `line ${head.at + 1} is the header of such a summary`,
      tool: 'PICO summary',
      version: null,
    }
  );
}

interface Run {
  index: number;
  /** Series by data type and operation. */
  series: Map<string, number>;
}

class SummaryReader implements LineReader {
  private readonly runs = new Map<string, Run>();
  private headed = false;

  constructor(
    private readonly sink: Sink,
    private readonly columns: readonly string[],
  ) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    const cells = csvCells(text);
    if (!this.headed) {
      this.headed = cells.join() === this.columns.join();
      return this.headed ? 'understood' : 'unknown';
    }
    const field = (column: string): string => cells[this.columns.indexOf(column)] ?? '';
    const size = field('buffer_size');
    if (
      open ||
      cells.length !== this.columns.length ||
      !/^\d{1,15}$/.test(size) ||
      field('algo_name') === ''
    ) {
      const what = open ? 'The file ends within this row' : 'This row does not fit the header';
      this.sink.problem(number, `${what}: not read.`);
      const last = [...this.runs.values()].at(-1);
      if (last) this.sink.status(last.index, 'partial', `${what}, line ${number}.`);
      return 'unknown';
    }
    this.row(field, Number(size), number);
    return 'understood';
  }

  end(): void {
    this.runs.clear();
  }

  private row(field: (column: string) => string, bytes: number, line: number): void {
    const run = this.runOf(field, line);
    const params: Record<string, string> = { datatype: field('datatype').slice(0, 40) };
    const operation = field('MPI_Op').replace(/^MPI_/, '').toLowerCase();
    if (/^\w{1,20}$/.test(operation) && operation !== 'null') params['op'] = operation;
    const key = JSON.stringify(params);
    let series = run.series.get(key);
    if (series === undefined) {
      series = this.sink.series({
        run: run.index,
        benchmark: 'PICO',
        metric: 'time',
        better: 'lower',
        unit: 's',
        printedUnit: 'ns',
        factor: 1e-9,
        params,
      });
      run.series.set(key, series);
    }
    for (const [column, statistic] of STATISTICS) {
      const printed = field(column);
      if (printed === '') continue;
      if (isNumber(printed) && Number(printed) > 0)
        this.sink.measurement(series, bytes, statistic, Number(printed) * 1e-9, printed, line);
      else this.sink.problem(line, `${column}: “${printed.slice(0, 40)}” is not a time: left out.`);
    }
  }

  /** The run of a row: one test of a job with one algorithm. */
  private runOf(field: (column: string) => string, line: number): Run {
    const algorithm = field('algo_name').slice(0, 200);
    const id = ['system', 'timestamp', 'test_id', 'collective_type', 'nnodes', 'tasks_per_node'].map(field);
    const key = JSON.stringify([...id, algorithm]);
    const found = this.runs.get(key);
    if (found) return found;
    const index = this.sink.run({ kind: 'measured', line, started: null });
    const { sink } = this;
    const date = picoDate(field('timestamp'));
    const system = field('system');
    sink.condition(index, PICO_KEY.algorithm, algorithm);
    if (date !== null) sink.condition(index, 'date', date);
    if (system !== '') sink.condition(index, KEY.system, system.slice(0, 200));
    for (const { key: name, value } of picoConditions(field)) sink.condition(index, name, value);
    const run: Run = { index, series: new Map() };
    this.runs.set(key, run);
    return run;
  }
}
