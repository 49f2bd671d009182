import { RowBuffers } from '../store/rows';
import { columnsOf, type NewRow, type TableName } from '../store/tables';

type SomeCells<Table extends TableName> = {
  readonly [Name in keyof NewRow<Table>]?: NewRow<Table>[Name] | null;
};

/** What most rows have. */
const USUAL: { readonly [Table in TableName]?: SomeCells<Table> } = {
  source: { size: 1, copy: 1, why: '', lines_total: 1, lines_understood: 1, lines_skipped: 0, problems: 0 },
  run: { position: 0, line: 1, kind: 'measured', status: 'complete' },
  series: { params: '' },
  measurement_text: { statistic: 'avg', line: 1 },
  traffic: { line: 1 },
  matrix: { axis: 'rank', layout: 'source', statistic: 'avg' },
};

const series = (metric: string, better: string, unit: string, printed_unit: string, factor: number) =>
  ({ metric, better, unit, printed_unit, factor }) satisfies SomeCells<'series'>;

/** Cells of a series of bandwidths. */
export const BANDWIDTH = series('bandwidth', 'higher', 'B/s', 'MB/s', 1e6);
/** Cells of a series of mpiGraph. */
export const MPIGRAPH = { benchmark: 'mpiGraph', ...series('bandwidth', 'higher', 'B/s', 'MiB/s', 2 ** 20) };
/** Cells of a series of latencies. */
export const LATENCY = series('latency', 'lower', 's', 'us', 1e-6);
/** Cells of a series of what ranks sent each other. */
export const COMMUNICATION = series('communication', 'none', 'B', 'B', 1);
/** Cells of a matrix of mpiGraph. */
export const ALL_PAIRS = { measured_at: 'sender', concurrency: 'at once', schedule: 'shift' };
/** Cells of a matrix of a rotate test. */
export const ROTATE = {
  layout: 'shift',
  statistic: 'best',
  concurrency: 'at once',
  schedule: 'half forward',
};

/** Rows for tests, which say only the cells that matter. */
export class TestRows extends RowBuffers {
  /** Adds a row; cells that are not given are what is usual, or NULL. */
  put<Table extends TableName>(table: Table, cells: SomeCells<Table>): void {
    const none = Object.fromEntries(columnsOf(table).map(([name]) => [name, null]));
    this.add(table, { ...none, ...USUAL[table], ...cells } as NewRow<Table>);
  }
}
