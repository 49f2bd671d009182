import { useRef, type ReactNode } from 'react';
import { Figure } from '../Figure';
import { MatrixChart } from './MatrixChart';
import { MatrixTable, type MatrixTableProps } from './MatrixTable';
import { aggregateText } from './readout';
import type { MatrixChartProps, MatrixHandle } from './types';

export interface MatrixFigureProps extends MatrixChartProps {
  /** What the table twin and the saved text hold instead of the whole: the selected rows and columns as a matrix of their own. */
  part?: Pick<MatrixTableProps, 'matrix' | 'rows' | 'columns' | 'pinned' | 'onPin'> | null;
  /** More entries of the menu: the SQL behind the chart. */
  actions?: readonly { label: string; run: () => void }[];
}

/**
 * A matrix in its frame, with its table twin. What is saved as CSV or copied is the part, or the selection or, without
 * either, the cells in sight.
 */
export function MatrixFigure({ actions, part = null, ...chart }: MatrixFigureProps): ReactNode {
  const { title, subtitle, client, matrix, rows, columns, selection, aggregate, format } = chart;
  const handle = useRef<MatrixHandle>(null);

  const text = async (separator: ',' | '\t'): Promise<Blob> => {
    const of = part ?? { matrix, rows, columns };
    const all = { row0: 0, row1: of.rows.count, column0: 0, column1: of.columns.count };
    const box = part ? all : selection.length === 1 ? selection[0] : handle.current?.inSight();
    if (!box) throw new Error('There is no matrix yet.');
    const names = {
      rows: Array.from({ length: box.row1 - box.row0 }, (_, i) => of.rows.name(box.row0 + i)),
      columns: Array.from({ length: box.column1 - box.column0 }, (_, i) => of.columns.name(box.column0 + i)),
    };
    return (await client.ask({ type: 'text', matrix: of.matrix, box, names, separator })).blob;
  };
  const png = () => {
    if (!handle.current) return Promise.reject(new Error('There is no matrix yet.'));
    const shown = `each pixel: ${aggregateText(aggregate, format)}`;
    return handle.current.png({ title, subtitle: subtitle ? `${subtitle}; ${shown}` : shown });
  };

  return (
    <Figure
      title={title}
      subtitle={subtitle}
      png={png}
      csv={() => text(',')}
      tsv={async () => (await text('\t')).text()}
      table={<MatrixTable key={part?.matrix ?? 'whole'} {...chart} {...part} />}
      {...(actions ? { actions } : {})}
    >
      <MatrixChart {...chart} ref={handle} />
    </Figure>
  );
}
