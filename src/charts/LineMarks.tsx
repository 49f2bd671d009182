import { area as areaShape, curveLinear, curveStepAfter, line as lineShape } from 'd3';
import { memo, type ReactNode } from 'react';
import type { XScale, YScale } from './scales';
import type { Point, Series } from './types';

interface Props {
  series: readonly Series[];
  xScale: XScale;
  yScale: YScale;
}

/** Below this many pixels between neighbours the markers of a line are left out. */
const MARKER_ROOM = 7;

/** With more points than this in a chart, lines go without markers: they would cover each other. */
const MOST_MARKERS = 400;

function hasBand(p: Point): p is Point & { lo: number; hi: number } {
  return p.lo !== undefined && p.hi !== undefined && p.hi > p.lo;
}

/** Bands, lines, repeats and markers. A missing value interrupts its line. */
export const LineMarks = memo(function LineMarks({ series, xScale, yScale }: Props): ReactNode {
  const crowded = series.reduce((sum, { points }) => sum + points.length, 0) > MOST_MARKERS;
  const visible = (p: Point) => p.y !== null && yScale.shows(p.y) && xScale.shows(p.x);
  // A band may reach beyond the axis, or where a log axis has no place: it then ends at the edge of the plot.
  const [lowest, highest] = yScale.domain;
  const clamp = (v: number) => yScale.at(yScale.shows(v) ? Math.min(highest, Math.max(lowest, v)) : lowest);
  const line = lineShape<Point>()
    .defined(visible)
    .x((p) => xScale.at(p.x))
    .y((p) => yScale.at(p.y ?? 1));
  const band = areaShape<Point>()
    .defined((p) => visible(p) && hasBand(p))
    .x((p) => xScale.at(p.x))
    .y0((p) => clamp(p.lo ?? 0))
    .y1((p) => clamp(p.hi ?? 0));
  return (
    <>
      {series.map((s) => (
        <path key={s.id} className="chart-band" d={band(s.points) ?? undefined} style={{ fill: s.color }} />
      ))}
      {series.map((s) => {
        const points = s.points.filter(visible);
        const first = points[0];
        const last = points.at(-1);
        const room =
          first && last && points.length > 1
            ? (xScale.at(last.x) - xScale.at(first.x)) / (points.length - 1)
            : Infinity;
        const missing = (p: Point | undefined) => !p || !visible(p);
        // A value between two gaps has no line to stand on: it keeps its marker whatever the room.
        const marked = s.points.filter(
          (p, i) =>
            visible(p) &&
            ((room >= MARKER_ROOM && !crowded) || (missing(s.points[i - 1]) && missing(s.points[i + 1]))),
        );
        return (
          <g key={s.id} className="chart-series" style={{ color: s.color }}>
            <path
              className="chart-line"
              d={line.curve(s.steps ? curveStepAfter : curveLinear)(s.points) ?? undefined}
              strokeDasharray={s.dash}
            />
            {points.map((p) =>
              !crowded && p.repeats && p.repeats.length > 1 && p.repeats.length < 5
                ? p.repeats.map((v, i) =>
                    yScale.shows(v) ? (
                      <circle
                        key={`${p.id} ${i}`}
                        className="chart-repeat"
                        cx={xScale.at(p.x)}
                        cy={yScale.at(v)}
                        r={1.6}
                      />
                    ) : null,
                  )
                : null,
            )}
            {marked.map((p) => (
              <circle
                key={p.id}
                className="chart-marker"
                cx={xScale.at(p.x)}
                cy={yScale.at(p.y ?? 1)}
                r={2.3}
              />
            ))}
          </g>
        );
      })}
    </>
  );
});
