import type { SeriesParams, Unit } from '../../model/vocabulary';
import { belowZero, isNumber } from '../text/cells';
import type { Sink } from '../format';

/** The head of a table of nvbandwidth, as text or JSON prints it. */
export interface NvHead {
  /** Name of the test: `device_to_device_memcpy_read_ce`. */
  name: string;
  /** What rows and columns are: `memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)`. */
  title: string;
  /** Labels of the columns. */
  columns: readonly string[];
}

/** Figures that follow a table, and the statistic each is. */
export const NV_STATISTICS: Readonly<Record<string, string>> = {
  SUM: 'sum',
  MIN: 'min',
  MAX: 'max',
  AVG: 'avg',
};

interface Measure {
  metric: string;
  better: 'higher' | 'lower';
  unit: Unit;
  printedUnit: string;
  factor: number;
}

/** What the unit at the end of a title says; null for a title that is none. */
function measureOf(title: string): Measure | null {
  const unit = /\((GB\/s|ns)\)\s*$/.exec(title)?.[1];
  if (unit === 'GB/s')
    return { metric: 'bandwidth', better: 'higher', unit: 'B/s', printedUnit: unit, factor: 1e9 };
  if (unit === 'ns')
    return { metric: 'latency', better: 'lower', unit: 's', printedUnit: unit, factor: 1e-9 };
  return null;
}

/** Whether a line is the title of a table of nvbandwidth. */
export function isNvTitle(text: string): boolean {
  return /^\s*(?:memcpy|memory latency)\b.{0,150}\((?:GB\/s|ns)\)\s*$/.test(text);
}

/** Starts of the series of one run: the same name and parameters have one series. */
export class NvSeries {
  private readonly known = new Map<string, number>();

  constructor(
    private readonly sink: Sink,
    private readonly run: number,
  ) {}

  /** The series of a test, with its factor; null where the title has no unit. */
  of(name: string, title: string, params: SeriesParams): { series: number; factor: number } | null {
    const measure = measureOf(title);
    if (!measure) return null;
    const kind = /\b(Read\d?|Write\d?|Total)\b/.exec(title)?.[1];
    const all = kind ? { ...params, table: kind.toLowerCase() } : params;
    const key = JSON.stringify([name, measure.metric, all]);
    const series =
      this.known.get(key) ?? this.sink.series({ run: this.run, benchmark: name, ...measure, params: all });
    this.known.set(key, series);
    return { series, factor: measure.factor };
  }

  /** One figure after a table. */
  figure(name: string, title: string, statistic: string, printed: string, line: number): void {
    const found = this.of(name, title, {});
    if (found)
      this.sink.measurement(found.series, null, statistic, Number(printed) * found.factor, printed, line);
  }

  /** Begins a table: pairs of GPUs become a matrix, of other tables (CPUs to GPUs, all to one) each cell a series. */
  table(head: NvHead): NvTable {
    return new NvTable(this.sink, this, head);
  }
}

/** Takes the rows of one table as they come. */
export class NvTable {
  /** Why the table is not whole, as a sentence. */
  fault: string | null = null;
  private readonly pairs: boolean;
  private readonly found: { series: number; factor: number } | null;
  private readonly matrix: number;
  private readonly seen = new Set<number>();
  private rows = 0;

  constructor(
    private readonly sink: Sink,
    private readonly all: NvSeries,
    private readonly head: NvHead,
  ) {
    const { name, title, columns } = head;
    this.pairs = /GPU\(row\).*GPU\(column\)/.test(title);
    this.found = this.pairs ? all.of(name, title, {}) : null;
    this.matrix = this.found
      ? sink.matrix({
          series: this.found.series,
          axis: 'device',
          layout: title.includes('<-') && !title.includes('<->') ? 'destination' : 'source',
          ranks: columns.length,
          measuredAt: null,
          statistic: 'avg',
          bytes: null,
          concurrency: /^(?:multinode_)?device_to_device/.test(name) ? 'one at a time' : null,
          schedule: null,
        })
      : -1;
  }

  /** One row with its label and its cells as printed; false when it does not fit the columns. */
  row(label: string, cells: readonly string[], line: number): boolean {
    const { name, columns } = this.head;
    const row = this.pairs ? columns.indexOf(label) : 0;
    if (cells.length !== columns.length || row < 0 || (this.pairs && this.seen.has(row))) {
      const text = `This row of ${name} does not fit its columns: not read.`;
      this.sink.problem(line, text);
      this.fault ??= `A row of ${name}, line ${line}, does not fit its columns.`;
      return false;
    }
    this.rows++;
    this.seen.add(row);
    if (this.found) this.pairRow(this.found.factor, row, cells, line);
    else cells.forEach((cell, at) => this.cell(label, columns[at] ?? '', cell, line));
    return true;
  }

  /** Ends the table and tells whether rows are missing. */
  end(): void {
    const { name, columns } = this.head;
    if (this.rows === 0) this.fault ??= `The table of ${name} has no rows.`;
    const missing = columns.length - this.seen.size;
    // A run with --pair prints the row of one pair and no others.
    const onePair = this.rows === 1 && columns.length > 2;
    if (this.pairs && missing > 0 && !onePair)
      this.fault ??= `The table of ${name} lacks ${missing} of ${columns.length} rows.`;
  }

  private pairRow(factor: number, row: number, cells: readonly string[], line: number): void {
    const values = Float32Array.from(cells, (cell, column) => {
      if (isNumber(cell) && Number(cell) < 0) {
        this.sink.problem(line, `Column ${column + 2}: ${belowZero(cell)}.`);
        this.fault ??= `Cells are missing, the first on line ${line}, column ${column + 2}.`;
        return NaN;
      }
      // Versions before 0.5 print 0.00 where later ones say N/A: a pair that was not measured.
      const missing = !isNumber(cell) || (Number(cell) === 0 && column === row);
      return missing ? NaN : Number(cell) * factor;
    });
    this.sink.matrixRow(this.matrix, row, values, line);
  }

  private cell(row: string, column: string, printed: string, line: number): void {
    const { name, title } = this.head;
    if (!isNumber(printed)) return;
    const rows = /\b(CPU|GPU)\(row\)/.exec(title)?.[1];
    const columns = /\b(CPU|GPU)\(column\)/.exec(title)?.[1] ?? 'column';
    const params = rows === undefined ? { [columns]: column } : { [rows]: row, [columns]: column };
    const found = this.all.of(name, title, params);
    if (found)
      this.sink.measurement(found.series, null, 'avg', Number(printed) * found.factor, printed, line);
  }
}
