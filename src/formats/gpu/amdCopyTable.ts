import type { SeriesParams } from '../../model/vocabulary';
import { isNumber } from '../text/cells';
import type { Sink } from '../format';

/** What a table of copies between devices holds. */
export interface CopyHead {
  run: number;
  benchmark: string;
  params: SeriesParams;
  statistic: string;
  bytes: number | null;
  concurrency: 'at once' | 'one at a time';
  /** Whether rows come once for each direction. */
  arrows: boolean;
  /** Names of the devices in the order of the columns. */
  columns: readonly string[];
}

/** Which way the data of a row went: to the columns, from them, or both ways added up. */
type Flow = '->' | '<-' | '<->';

const FLOWS: Readonly<Record<Flow, string>> = { '->': 'forward', '<-': 'backward', '<->': 'both added' };

/** Takes the rows of one table of copies; a matrix begins with the first row of its kind. */
export class CopyTable {
  private readonly matrices = new Map<Flow, { matrix: number; rows: Set<number> }>();

  constructor(
    private readonly sink: Sink,
    private readonly head: CopyHead,
  ) {}

  /** Takes one row; false when it does not fit the columns. Numbers are GB/s = 10^9 B/s, `N/A` is not measured. */
  row(label: string, flow: Flow, cells: readonly string[], line: number): boolean {
    const row = this.head.columns.indexOf(label);
    const fits = cells.every((cell) => cell === 'N/A' || (isNumber(cell) && Number(cell) >= 0));
    if (row < 0 || cells.length !== this.head.columns.length || !fits) return false;
    const table = this.of(flow);
    if (table.rows.has(row)) return false;
    table.rows.add(row);
    const values = Float32Array.from(cells, (cell) => (cell === 'N/A' ? NaN : Number(cell) * 1e9));
    this.sink.matrixRow(table.matrix, row, values, line);
    return true;
  }

  /** How many rows the table lacks. */
  get missing(): number {
    const { columns } = this.head;
    if (this.matrices.size === 0) return columns.length;
    return [...this.matrices.values()].reduce((sum, { rows }) => sum + columns.length - rows.size, 0);
  }

  private of(flow: Flow): { matrix: number; rows: Set<number> } {
    const known = this.matrices.get(flow);
    if (known) return known;
    const { run, benchmark, params, statistic, bytes, concurrency, arrows, columns } = this.head;
    const series = this.sink.series({
      run,
      benchmark,
      metric: 'bandwidth',
      better: 'higher',
      unit: 'B/s',
      printedUnit: 'GB/s',
      factor: 1e9,
      params: arrows ? { ...params, flow: FLOWS[flow] } : params,
    });
    const matrix = this.sink.matrix({
      series,
      axis: 'device',
      layout: flow === '<-' ? 'destination' : 'source',
      ranks: columns.length,
      measuredAt: null,
      statistic,
      bytes,
      concurrency,
      schedule: null,
    });
    const made = { matrix, rows: new Set<number>() };
    this.matrices.set(flow, made);
    return made;
  }
}
