import { useRef, type ReactNode } from 'react';
import { Figure } from '../Figure';
import { MatrixChart } from './MatrixChart';
import { MatrixTable } from './MatrixTable';
import { aggregateText } from './readout';
import type { MatrixChartProps, MatrixHandle } from './types';

export interface MatrixFigureProps extends MatrixChartProps {
  /** More entries of the menu: the SQL behind the chart. */
  actions?: readonly { label: string; run: () => void }[];
}

/**
 * A matrix in its frame, with its table twin. What is saved as CSV or copied is the selection or, without one, the cells
 * in sight.
 */
export function MatrixFigure({ actions, ...chart }: MatrixFigureProps): ReactNode {
  const { title, subtitle, client, matrix, rows, columns, selection, aggregate, format } = chart;
  const handle = useRef<MatrixHandle>(null);

  const text = async (separator: ',' | '\t'): Promise<Blob> => {
    const box = selection ?? handle.current?.inSight();
    if (!box) throw new Error('There is no matrix yet.');
    const names = {
      rows: Array.from({ length: box.row1 - box.row0 }, (_, i) => rows.name(box.row0 + i)),
      columns: Array.from({ length: box.column1 - box.column0 }, (_, i) => columns.name(box.column0 + i)),
    };
    return (await client.ask({ type: 'text', matrix, box, names, separator })).blob;
  };
  const png = () => {
    if (!handle.current) return Promise.reject(new Error('There is no matrix yet.'));
    const shown = `a pixel that covers many cells shows ${aggregateText(aggregate, format)}`;
    return handle.current.png({ title, subtitle: subtitle ? `${subtitle}; ${shown}` : shown });
  };

  return (
    <Figure
      title={title}
      subtitle={subtitle}
      png={png}
      csv={() => text(',')}
      tsv={async () => (await text('\t')).text()}
      table={<MatrixTable {...chart} />}
      {...(actions ? { actions } : {})}
    >
      <MatrixChart {...chart} ref={handle} />
    </Figure>
  );
}
