import { useRef, type ReactNode } from 'react';
import type { DataTableProps } from '../DataTable';
import { Figure } from '../Figure';
import { tableTwin } from '../tableTwin';
import { FabricChart, type FabricChartProps, type FabricHandle } from './FabricChart';
import { MOST_CABLES } from './scene';

export interface FabricFigureProps
  extends FabricChartProps, Pick<DataTableProps<number>, 'columns' | 'rows' | 'onCell' | 'marked'> {
  /** Below the drawing. */
  children?: ReactNode;
}

/** A fabric in its frame, with all its directed links in the table twin. More than `MOST_CABLES` are in the table only. */
export function FabricFigure(props: FabricFigureProps): ReactNode {
  const { columns, rows, onCell, marked, children, ...chart } = props;
  const { title, subtitle, scene } = chart;
  const handle = useRef<FabricHandle>(null);
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      png={() =>
        handle.current?.png({ title, subtitle }) ?? Promise.reject(new Error('There is no drawing.'))
      }
      {...tableTwin({
        label: `${title}: all links`,
        columns,
        rows,
        ...(onCell && { onCell }),
        ...(marked && { marked }),
      })}
    >
      {scene.lower.length > MOST_CABLES ? (
        <p className="muted">
          {scene.lower.length.toLocaleString('en')} cables are too many to draw one by one; the table has them
          all.
        </p>
      ) : (
        <FabricChart {...chart} ref={handle} />
      )}
      {children}
    </Figure>
  );
}
