import { memo, type ReactNode } from 'react';
import { fitText, flow, spread, textWidth } from './layout';
import { AXIS_SIZE, type XScale, type YScale } from './scales';
import type { Series, YAxis } from './types';
import type { Area } from './usePlot';

const GAP = 8;
const LEADER = 10;
const SWATCH = 22;
const LEGEND_LABEL = 180;

/** The last value of a line that is within the zoom. */
function end(series: Series, xScale: XScale, yScale: YScale) {
  for (let i = series.points.length - 1; i >= 0; i--) {
    const p = series.points[i];
    if (p && p.y !== null && yScale.shows(p.y) && xScale.shows(p.x)) return { x: p.x, y: p.y };
  }
  return null;
}

/** A single line is labelled with its last value, several with their names. */
function endText(series: readonly Series[], one: Series, y: YAxis): string {
  if (series.length > 1) return one.label;
  const last = one.points.findLast((p) => p.y !== null);
  return last ? y.format(last.y ?? 0) : '';
}

/** Up to this many lines are labelled at their ends; beyond it there is a legend. */
const DIRECT_LABELS = 6;
/** Labels at the ends of lines may take this part of the chart; longer names go to a legend. */
const LABEL_SHARE = 0.28;

/** Room to keep right of the plot for the labels at the ends of the lines; null when a legend serves better. */
export function endLabelWidth(series: readonly Series[], y: YAxis, width: number): number | null {
  if (series.length > DIRECT_LABELS) return null;
  const longest = Math.max(0, ...series.map((s) => textWidth(endText(series, s, y), AXIS_SIZE) * 1.04));
  if (series.length > 1 && longest > width * LABEL_SHARE) return null;
  return Math.ceil(longest) + GAP + LEADER;
}

interface EndLabelsProps {
  series: readonly Series[];
  y: YAxis;
  xScale: XScale;
  yScale: YScale;
  area: Area;
}

/** Names at the ends of the lines, moved apart where they would touch and then led to their line. */
export const EndLabels = memo(function EndLabels({
  series,
  y,
  xScale,
  yScale,
  area,
}: EndLabelsProps): ReactNode {
  const ends = series.flatMap((s) => {
    const last = end(s, xScale, yScale);
    return last ? [{ s, x: xScale.at(last.x), y: yScale.at(last.y), value: last.y }] : [];
  });
  const left = area.right + GAP;
  const placed = spread(
    ends.map((e) => e.y),
    15,
    area.top,
    area.bottom,
  );
  return (
    <>
      {ends.map((e, i) => {
        // A line that ends inside the plot has its name beside its end: a leader would look like data.
        const inside = left - e.x > 24;
        const at = inside ? e.y : (placed[i] ?? e.y);
        const moved = !inside && Math.abs(at - e.y) > 3;
        return (
          <g key={e.s.id} style={{ color: e.s.color }}>
            {moved && <path className="chart-leader" d={`M${e.x + 4},${e.y}L${left + LEADER - 4},${at}`} />}
            <text
              className="chart-end-label"
              x={inside ? e.x + GAP : left + (moved ? LEADER : 0)}
              y={at}
              dy="0.35em"
            >
              {series.length > 1 ? e.s.label : y.format(e.value)}
            </text>
          </g>
        );
      })}
    </>
  );
});

/** The lines as they end, highest first; those without a value last. */
function byEnd(series: readonly Series[]): Series[] {
  const last = (s: Series) => s.points.findLast((p) => p.y !== null)?.y ?? -Infinity;
  return [...series].sort((a, b) => last(b) - last(a));
}

/** A legend of more rows than this would take the place of the plot. */
const LEGEND_ROWS = 8;

/** The names with their places, and how many more there are than have room: those stand in tooltip and table. */
function legendLayout(series: readonly Series[], width: number) {
  const room = Math.max(LEGEND_LABEL, width - SWATCH - 16);
  const items = byEnd(series).map((s) => ({ s, text: fitText(s.label, room, AXIS_SIZE) }));
  const boxes = flow(
    items.map((item) => SWATCH + textWidth(item.text, AXIS_SIZE)),
    width,
    16,
  );
  const placed = items.map((item, i) => ({ ...item, box: boxes[i] ?? { x: 0, row: 0 } }));
  const rows = (boxes.at(-1)?.row ?? -1) + 1;
  if (rows <= LEGEND_ROWS) return { shown: placed, rows, more: 0 };
  const shown = placed.filter(({ box }) => box.row < LEGEND_ROWS - 1);
  return { shown, rows: LEGEND_ROWS, more: placed.length - shown.length };
}

/** Rows that the legend takes. */
export function legendRows(series: readonly Series[], width: number): number {
  return legendLayout(series, width).rows;
}

/** The key to more lines than can be labelled at their ends, ordered as they end. */
export const Legend = memo(function Legend({
  series,
  width,
}: {
  series: readonly Series[];
  width: number;
}): ReactNode {
  const { shown, rows, more } = legendLayout(series, width);
  return (
    <g className="chart-legend">
      {shown.map(({ s, text, box }) => (
        <g key={s.id} transform={`translate(${box.x},${box.row * 18 + 8})`} style={{ color: s.color }}>
          <line className="chart-line" x2={16} strokeDasharray={s.dash} />
          <text x={SWATCH} dy="0.35em">
            {text}
            <title>{s.label}</title>
          </text>
        </g>
      ))}
      {more > 0 && (
        <text className="chart-tick" x={SWATCH} y={(rows - 1) * 18 + 8} dy="0.35em">
          and {more} more, named in the table and at the pointer
        </text>
      )}
    </g>
  );
});
