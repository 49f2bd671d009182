import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Axes, yAxisWidth } from './Axes';
import { barsPath, binAt, binScale, outlinePath, type BinAxis } from './bins';
import { ChartFrame } from './ChartFrame';
import { fitText, flow, stack, textWidth } from './layout';
import { NothingHere, PlotSurface } from './PlotSurface';
import { AXIS_SIZE, makeY } from './scales';
import { Tooltip } from './Tooltip';
import type { Domain, YAxis } from './types';
import { usePlot, type Area } from './usePlot';
import { useWidth } from './useSize';

/** One histogram: a height for each bin. `color` is any CSS colour, `dash` an SVG dash array ('' is solid). */
export interface BinSeries {
  id: string;
  label: string;
  color: string;
  dash: string;
  heights: readonly number[];
  /** Set after the height in the tooltip: the number of pairs where the height is a share. */
  note?: (bin: number) => string;
}

/** A labelled vertical line. */
export interface Guide {
  x: number;
  label: string;
}

export interface HistogramProps {
  /** What is plotted; names the chart for a screen reader. */
  title: string;
  subtitle: string;
  x: BinAxis;
  y: YAxis;
  /** Ends of the bins, ascending: one more than there are bins. All series share them. */
  edges: readonly number[];
  series: readonly BinSeries[];
  guides?: readonly Guide[];
  zoom: Domain | null;
  onZoom: (zoom: Domain | null) => void;
  height?: number;
}

const LEGEND_ROW = 18;
const GUIDE_ROW = 14;
const MOST_GUIDE_ROWS = 3;

/** A bin of a series under the pointer or the keyboard. */
interface Place {
  bin: number;
  series: number;
}

/**
 * Bars over bins of equal width or ratio; several series as filled steps with outlines. One tab stop; Left and Right
 * walk the bins, Up and Down the series, plus, minus and 0 zoom as dragging and a double-click do, Escape clears.
 */
export function Histogram(props: HistogramProps): ReactNode {
  const { title, subtitle, x, y, edges, series, guides = [], zoom, onZoom, height = 320 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  const width = useWidth(frame);
  const [current, setCurrent] = useState<Place | null>(null);
  const [byKey, setByKey] = useState(false);

  const { area, xScale, yScale, legend, marks, guideRoom } = useMemo(() => {
    const names = series.map((s) => fitText(s.label, width - 40, AXIS_SIZE));
    const boxes =
      series.length > 1
        ? flow(
            names.map((name) => 22 + textWidth(name, AXIS_SIZE)),
            width,
            16,
          )
        : [];
    const rows = boxes.length > 0 ? (boxes.at(-1)?.row ?? 0) + 1 : 0;
    const [low, high] = zoom ?? [edges[0] ?? 0, edges.at(-1) ?? 0];
    const inView = (bin: number) => (edges[bin + 1] ?? 0) > low && (edges[bin] ?? 0) < high;
    const heights = series.flatMap((s) => s.heights.filter((_, bin) => inView(bin)));
    const head = 28 + rows * LEGEND_ROW;
    const bottom = height - 42;
    const left = yAxisWidth(y, makeY(y, heights, head, bottom));
    const right = width - 16;
    const horizontal = binScale(x, edges, zoom, left, right);
    const placed = guides
      .filter((guide) => guide.x >= low && guide.x <= high)
      .map((guide) => {
        const text = textWidth(guide.label, AXIS_SIZE) * 1.04 + 12;
        return { ...guide, width: text, left: Math.min(horizontal.at(guide.x), right - text + 8) };
      })
      .sort((p, q) => p.left - q.left);
    const rowOf = stack(placed).map((row) => Math.min(row, MOST_GUIDE_ROWS - 1));
    const guideRoom = (Math.max(-1, ...rowOf) + 1) * GUIDE_ROW;
    const top = head + guideRoom;
    return {
      area: { left, right, top, bottom } satisfies Area,
      xScale: horizontal,
      yScale: makeY(y, heights, top, bottom),
      legend: boxes.map((place, i) => ({ ...place, name: names[i] ?? '' })),
      marks: placed.map((guide, i) => ({ ...guide, y: top - 6 - (rowOf[i] ?? 0) * GUIDE_ROW })),
      guideRoom,
    };
  }, [series, guides, edges, x, y, width, height, zoom]);

  const bins = edges.length - 1;
  const inSight = (bin: number) =>
    bin >= 0 &&
    bin < bins &&
    xScale.at(edges[bin + 1] ?? 0) > area.left &&
    xScale.at(edges[bin] ?? 0) < area.right;
  const visible = Array.from({ length: bins }, (_, bin) => bin).filter(inSight);
  const mark = current !== null && inSight(current.bin) ? current : null;

  const plot = usePlot(area, {
    onMove(px) {
      const bin = binAt(edges, xScale.invert(px));
      setByKey(false);
      setCurrent(bin === null ? null : { bin, series: current?.series ?? 0 });
    },
    onLeave: () => setCurrent(null),
    onClick: () => undefined,
    onBrush(from, to) {
      const [first, last] = [binAt(edges, xScale.invert(from)), binAt(edges, xScale.invert(to))];
      // Whole bins: a part of a bar would look like a bar of its own.
      if (first !== null && last !== null) onZoom([edges[first] ?? 0, edges[last + 1] ?? 0]);
    },
  });

  const zoomBy = (factor: number, bin: number) => {
    const count = Math.min(bins, Math.max(2, Math.round(visible.length * factor)));
    const first = Math.max(0, Math.min(bins - count, bin - Math.floor(count / 2)));
    onZoom(count === bins ? null : [edges[first] ?? 0, edges[first + count] ?? 0]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [first = 0] = visible;
    const last = visible.at(-1) ?? 0;
    const go = (bin: number, at: number) => {
      setByKey(true);
      setCurrent({
        bin: Math.max(first, Math.min(last, bin)),
        series: Math.max(0, Math.min(series.length - 1, at)),
      });
    };
    const step: Partial<Record<string, [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const by = step[event.key];
    if (visible.length === 0) return;
    if (event.key === 'Escape') setCurrent(null);
    else if (event.key === 'Home') go(first, mark?.series ?? 0);
    else if (event.key === 'End') go(last, mark?.series ?? 0);
    else if (by) go(mark ? mark.bin + by[0] : first, mark ? mark.series + by[1] : 0);
    else if (event.key === '0') onZoom(null);
    else if (/^[+=-]$/.test(event.key)) zoomBy(event.key === '-' ? 2 : 0.5, mark?.bin ?? first);
    else return;
    event.preventDefault();
  };

  const range = (bin: number) => `${x.format(edges[bin] ?? 0)} to ${x.format(edges[bin + 1] ?? 0)}`;
  const noted = (s: BinSeries, bin: number) => s.note?.(bin) ?? '';
  const spoken = () => {
    const s = mark && series[mark.series];
    if (!mark || !s) return '';
    const value = [y.format(s.heights[mark.bin] ?? 0), noted(s, mark.bin)].filter(Boolean).join(', ');
    return `${series.length > 1 ? `${s.label}, ` : ''}${range(mark.bin)}: ${value}`;
  };
  const several = series.length > 1;
  const empty = series.every((s) => visible.every((bin) => (s.heights[bin] ?? 0) === 0));
  const [zeroY, clip] = [yScale.at(Math.max(0, yScale.domain[0])), `${id}clip`];

  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${subtitle}`}
      help="Left and Right walk the bins, Up and Down the histograms, plus and minus zoom, 0 shows all, Escape clears."
      said={byKey ? spoken() : ''}
      onKeyDown={onKeyDown}
      onBlur={() => setCurrent(null)}
      around={
        <>
          {' '}
          {mark && !plot.brush && (
            <Tooltip
              heading={range(mark.bin)}
              rows={series.map((s, i) => ({
                key: s.id,
                label: s.label,
                value: y.format(s.heights[mark.bin] ?? 0),
                note: noted(s, mark.bin),
                color: s.color,
                dash: s.dash,
                strong: several && byKey && i === mark.series,
              }))}
              x={xScale.at(edges[mark.bin + 1] ?? 0)}
              width={width}
              top={area.top + 4}
            />
          )}
        </>
      }
    >
      <svg width={width} height={height} role="img" aria-label={`${title}. ${summary(props, range)}`}>
        <clipPath id={clip}>
          <rect
            x={area.left}
            y={area.top - 2}
            width={Math.max(0, area.right - area.left)}
            height={area.bottom - area.top + 4}
          />
        </clipPath>
        <Axes
          x={{ label: x.label, kind: 'linear', format: x.format, tickFormat: x.tickFormat }}
          y={y}
          xScale={{ ...xScale, values: [], breakAt: null, shows: () => true }}
          yScale={yScale}
          area={area}
          labelY={area.top - 12 - guideRoom}
        />
        {legend.map((box, i) => (
          <g key={series[i]?.id} transform={`translate(${box.x},${box.row * LEGEND_ROW + 8})`}>
            <line
              className="chart-line"
              x2={16}
              strokeDasharray={series[i]?.dash}
              style={{ color: series[i]?.color }}
            />
            <text x={22} dy="0.35em">
              {box.name}
              <title>{series[i]?.label}</title>
            </text>
          </g>
        ))}
        <g clipPath={`url(#${clip})`}>
          {series.map((s) => (
            <g key={s.id} style={{ color: s.color }} className="chart-bins">
              <path
                className={several ? 'chart-bins-fill' : 'chart-bins-bars'}
                d={barsPath(edges, s.heights, xScale, yScale, !several)}
              />
              {several && (
                <path
                  className="chart-line"
                  d={outlinePath(edges, s.heights, xScale, yScale)}
                  strokeDasharray={s.dash}
                />
              )}
            </g>
          ))}
          {y.kind === 'linear' && yScale.domain[0] < 0 && (
            <line className="chart-unity" x1={area.left} x2={area.right} y1={zeroY} y2={zeroY} />
          )}
        </g>
        {x.kind === 'ratio' && xScale.at(1) >= area.left && xScale.at(1) <= area.right && (
          <line className="chart-unity" x1={xScale.at(1)} x2={xScale.at(1)} y1={area.top} y2={area.bottom} />
        )}
        {marks.map((guide) => (
          <g key={guide.label}>
            <line
              className="chart-reference"
              x1={xScale.at(guide.x)}
              x2={xScale.at(guide.x)}
              y1={guide.y + 3}
              y2={area.bottom}
            />
            <text className="chart-tick chart-halo" x={guide.left + 4} y={guide.y}>
              {guide.label}
            </text>
          </g>
        ))}
        {empty && <NothingHere area={area} />}
        <g data-transient="">
          {mark && (
            <rect
              className={byKey ? 'chart-bin-cursor' : 'chart-bin-hover'}
              x={Math.max(area.left, xScale.at(edges[mark.bin] ?? 0))}
              y={area.top}
              width={Math.max(
                1,
                Math.min(area.right, xScale.at(edges[mark.bin + 1] ?? 0)) -
                  Math.max(area.left, xScale.at(edges[mark.bin] ?? 0)),
              )}
              height={area.bottom - area.top}
            />
          )}
          <PlotSurface area={area} plot={plot} onShowAll={() => onZoom(null)} />
        </g>
      </svg>
    </ChartFrame>
  );
}

/** One sentence that stands for the whole chart: the fullest bins of each series. */
function summary({ x, y, edges, series }: HistogramProps, range: (bin: number) => string): string {
  const told = series.map((s) => {
    const fullest = s.heights.reduce((best, h, bin) => (h > (s.heights[best] ?? 0) ? bin : best), 0);
    return `${s.label}: most in ${range(fullest)}, ${y.format(s.heights[fullest] ?? 0)}`;
  });
  return `${y.label} over ${x.label} in ${edges.length - 1} bins. ${told.join('; ')}.`;
}
