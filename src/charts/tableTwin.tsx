import { DataTable, toCsv, toTsv, type DataTableProps } from './DataTable';
import type { FigureProps } from './Figure';

/** A table as the twin of a chart: to look at, as comma-separated values, and as text to paste. */
export function tableTwin<Row>(props: DataTableProps<Row>): Pick<FigureProps, 'csv' | 'tsv' | 'table'> {
  const { columns, rows } = props;
  return {
    csv: () => toCsv(columns, rows),
    tsv: () => toTsv(columns, rows),
    table: <DataTable {...props} />,
  };
}
