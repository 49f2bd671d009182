import type { ReactNode } from 'react';
import { fitText, stack, textWidth } from './layout';
import { AXIS_SIZE, type XScale, type YScale } from './scales';
import type { CrossoverMark, EventMark, Reference } from './types';
import type { Area } from './usePlot';

const EVENT_LABEL = 160;
const EVENT_ROWS = 3;

/** Rows kept above the plot for the names of events. */
export function eventRows(events: readonly EventMark[]): number {
  return Math.min(EVENT_ROWS, events.length);
}

/** Dated events as vertical lines, their names above the plot. */
export function Events({
  events,
  scale,
  area,
}: {
  events: readonly EventMark[];
  scale: XScale;
  area: Area;
}): ReactNode {
  const shown = events
    .filter((e) => scale.shows(e.x))
    .map((e) => {
      const text = fitText(e.label, EVENT_LABEL, AXIS_SIZE);
      const width = textWidth(text, AXIS_SIZE) + 12;
      return { ...e, text, width, left: Math.min(scale.at(e.x), area.right - width + 12) };
    })
    .sort((a, b) => a.left - b.left);
  const rows = stack(shown);
  // Beyond the rows there is room for, names share the last one.
  const height = (i: number) => area.top - 6 - Math.min(rows[i] ?? 0, EVENT_ROWS - 1) * 14;
  return (
    <>
      {shown.map((e, i) => (
        <line
          key={`${e.x} ${e.label}`}
          className="chart-event"
          x1={scale.at(e.x)}
          x2={scale.at(e.x)}
          y1={height(i) + 2}
          y2={area.bottom}
        />
      ))}
      {shown.map((e, i) => (
        <text key={`${e.x} ${e.label}`} className="chart-tick chart-halo" x={e.left + 4} y={height(i)}>
          {e.text}
          <title>{e.label}</title>
        </text>
      ))}
    </>
  );
}

/** A named horizontal reference. */
export function ReferenceLine({
  reference,
  scale,
  area,
}: {
  reference: Reference | undefined;
  scale: YScale;
  area: Area;
}): ReactNode {
  if (!reference || !scale.shows(reference.y)) return null;
  const y = scale.at(reference.y);
  return (
    <g>
      <line className="chart-reference" x1={area.left} x2={area.right} y1={y} y2={y} />
      <text
        className="chart-tick chart-halo"
        x={area.right - 4}
        y={y - area.top < 18 ? y + 14 : y - 5}
        textAnchor="end"
      >
        {reference.label}
      </text>
    </g>
  );
}

/** Circles on the line at 1× where B stops or starts being better; the tooltip says it at the nearest value. */
export function Crossovers({
  crossovers,
  xScale,
  yScale,
}: {
  crossovers: readonly CrossoverMark[];
  xScale: XScale;
  yScale: YScale;
}): ReactNode {
  return (
    <>
      {crossovers
        .filter((c) => xScale.shows(c.x))
        .map((c) => (
          <circle
            key={`${c.x} ${c.text}`}
            className="chart-crossover"
            cx={xScale.at(c.x)}
            cy={yScale.at(1)}
            r={4.5}
          />
        ))}
    </>
  );
}
