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
  matrix: { axis: 'rank', layout: 'source', statistic: 'avg' },
};

/** Cells of a series of bandwidths. */
export const BANDWIDTH = {
  metric: 'bandwidth',
  better: 'higher',
  unit: 'B/s',
  printed_unit: 'MB/s',
  factor: 1e6,
} as const;
/** Cells of a series of what ranks sent each other. */
export const COMMUNICATION = {
  metric: 'communication',
  better: 'none',
  unit: 'B',
  printed_unit: 'B',
  factor: 1,
} as const;

/** Rows for tests, which say only the cells that matter. */
export class TestRows extends RowBuffers {
  /** Adds a row; cells that are not given are what is usual, or NULL. */
  put<Table extends TableName>(table: Table, cells: SomeCells<Table>): void {
    const none = Object.fromEntries(columnsOf(table).map(([name]) => [name, null]));
    this.add(table, { ...none, ...USUAL[table], ...cells } as NewRow<Table>);
  }
}
