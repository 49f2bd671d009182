import type { ReactNode } from 'react';
import type { Area, usePlot } from './usePlot';

/** What takes the pointer over a plot, and the stretch that is being dragged. The last child of the transient marks. */
export function PlotSurface({
  area,
  plot: { handlers, brush },
  onShowAll,
}: {
  area: Area;
  plot: ReturnType<typeof usePlot>;
  /** A double-click: the whole axis again. */
  onShowAll: () => void;
}): ReactNode {
  return (
    <>
      {brush && (
        <rect
          className="chart-brush"
          x={brush[0]}
          y={area.top}
          width={brush[1] - brush[0]}
          height={area.bottom - area.top}
        />
      )}
      <rect
        className="chart-surface"
        x={area.left}
        y={area.top}
        width={Math.max(0, area.right - area.left)}
        height={Math.max(0, area.bottom - area.top)}
        onDoubleClick={onShowAll}
        {...handlers}
      />
    </>
  );
}

/** Stands where a plot has nothing to show. */
export function NothingHere({ area }: { area: Area }): ReactNode {
  return (
    <text
      className="chart-note"
      x={(area.left + area.right) / 2}
      y={(area.top + area.bottom) / 2}
      textAnchor="middle"
    >
      no values here
    </text>
  );
}
