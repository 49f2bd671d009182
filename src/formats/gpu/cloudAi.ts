import { isNumber } from '../text/cells';
import { csvCells } from '../text/csvRow';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { READ_LENGTH } from '../text/lines';
import { type NcclRow, SeriesTable, UNNAMED } from './ncclTable';

/** The CSV report that CloudAI makes of an nccl-tests run. */
export const cloudAi: LineFormat = {
  kind: 'lines',
  id: 'cloudai-nccl',
  name: 'CloudAI NCCL report',
  looksFor:
    'a CSV header “Size (B),Count,Type,Redop,Root,Time (us) Out-of-place,Algbw (GB/s) Out-of-place, …”',
  help: {
    make: ['cloudai run --system-config system.toml --tests-dir tests --test-scenario scenario.toml'],
    reads: 'cloudai_nccl_test_csv_report.csv: time, algbw and busbw over size, out of place and in place.',
    not: 'The report does not name the collective, ranks or nodes: drop stdout.txt of the same test run instead, where it is there. The layout is taken from the source of CloudAI; its other reports are not read.',
  },
  detect: detectCloudAi,
  open: (sink, sample) => new CloudAiReader(sink, headOf(sample)?.columns ?? []),
};

function headOf({ lines }: Sample): { columns: string[]; at: number } | null {
  const at = lines.findIndex((line) => line.trim() !== '');
  const line = (lines[at] ?? '').slice(0, READ_LENGTH);
  const columns = line.includes('Busbw (GB/s)') ? csvCells(line) : [];
  return ['Size (B)', 'Type', 'Redop', 'Time (us) Out-of-place'].every((name) => columns.includes(name))
    ? { columns, at }
    : null;
}

function detectCloudAi(sample: Sample): Detection | null {
  const head = headOf(sample);
  return head && { why: `line ${head.at + 1} is the header of its report`, tool: 'CloudAI', version: null };
}

/** Column without the placement, and what it holds. */
const COLUMNS: readonly (readonly [string, string])[] = [
  ['Time (us)', 'time'],
  ['Algbw (GB/s)', 'algbw'],
  ['Busbw (GB/s)', 'busbw'],
];
const PLACEMENTS = [
  ['Out-of-place', 'out of place'],
  ['In-place', 'in place'],
] as const;

class CloudAiReader implements LineReader {
  private run = -1;
  private series: SeriesTable | null = null;
  private rows = 0;
  private fault: string | null = null;
  private wrong = false;

  constructor(
    private readonly sink: Sink,
    private readonly columns: readonly string[],
  ) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    const cells = csvCells(text);
    if (!this.series) {
      if (cells.join() !== this.columns.join()) return 'unknown';
      this.run = this.sink.run({ kind: 'measured', line: number, started: null });
      this.series = new SeriesTable(this.sink, this.run, UNNAMED);
      this.sink.problem(number, 'The report does not name the collective that was measured.');
      return 'understood';
    }
    const field = (column: string): string => cells[this.columns.indexOf(column)] ?? '';
    const size = field('Size (B)');
    if (open || cells.length !== this.columns.length || !/^\d{1,15}(?:\.0)?$/.test(size)) {
      const what = open ? 'The file ends within this row' : 'This row does not fit the header';
      this.sink.problem(number, `${what}: not read.`);
      this.fault ??= `${what}, line ${number}.`;
      return 'unknown';
    }
    const row: NcclRow = {
      bytes: Number(size),
      datatype: field('Type'),
      redop: field('Redop'),
      root: field('Root').replace(/\.0$/, ''),
      halves: [],
    };
    for (const [name, placement] of PLACEMENTS) {
      for (const [column, what] of COLUMNS) {
        const printed = field(`${column} ${name}`);
        if (isNumber(printed)) this.series.value(row, placement, what, printed, number);
      }
      if (Number(field(`#Wrong ${name}`)) > 0) this.wrong = true;
    }
    this.rows++;
    return 'understood';
  }

  end(): void {
    if (this.run < 0) return;
    if (this.wrong) this.sink.status(this.run, 'failed', 'The data check found wrong values.');
    else if (this.fault !== null) this.sink.status(this.run, 'partial', this.fault);
    else if (this.rows === 0) this.sink.status(this.run, 'partial', 'The report has no rows.');
  }
}
