import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Axes, yAxisWidth } from './Axes';
import { ChartFrame } from './ChartFrame';
import { commonRepeats, markText, rowsAt, summary } from './describe';
import { EndLabels, endLabelWidth, Legend, legendRows } from './LineLabels';
import { LineMarks } from './LineMarks';
import { Crossovers, Events, ReferenceLine, eventRows } from './Overlays';
import { NothingHere, PlotSurface } from './PlotSurface';
import { makeX, makeY } from './scales';
import { Tooltip } from './Tooltip';
import type { CrossoverMark, EventMark, Linked, Point, Reference, Series, XAxis, YAxis } from './types';
import { usePlot, type Area } from './usePlot';
import { useWidth } from './useSize';
import { findMark, nearestX, walk, zoomAround, type Mark } from './walk';

/**
 * Ends of bands as far as they count for a ratio axis: at most one octave beyond the medians, or a few wide intervals
 * would flatten the curves. The tooltip has the true ends.
 */
function withinAnOctave(bands: readonly number[], medians: readonly number[]): number[] {
  const [low, high] = [Math.min(...medians) / 2, Math.max(...medians) * 2];
  return bands.map((value) => Math.min(high, Math.max(low, value)));
}

/** Least height of the plot itself, in pixels. */
const LEAST_PLOT = 180;

/** A click this near to a mark, in pixels, pins it. */
const REACH = 24;

export interface LineChartProps extends Linked {
  /** What is plotted. Drawn by the frame around the chart; here it names the chart for a screen reader. */
  title: string;
  /** The rest of the heading, with "higher is better" or "lower is better". */
  subtitle: string;
  x: XAxis;
  y: YAxis;
  series: readonly Series[];
  height?: number;
  crossovers?: readonly CrossoverMark[];
  events?: readonly EventMark[];
  reference?: Reference;
  /** Names the lines in a legend: for lines that do not end together. */
  legend?: boolean;
}

/**
 * Lines over sizes, nodes or time. Hover, zoom and pin are the view's, so that charts side by side share them.
 * One tab stop; Left and Right walk along a line, Up and Down between lines, Enter pins, plus,
 * minus and 0 zoom as dragging and a double-click do, Escape clears.
 */
export function LineChart(props: LineChartProps): ReactNode {
  const {
    title,
    subtitle,
    x,
    y,
    series,
    height: least = 300,
    crossovers = [],
    events = [],
    reference,
    legend: asked = false,
  } = props;
  const { hoverX, onHoverX, zoom, onZoom, pinned, onPin } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  /** The mark nearest to the pointer, or reached by keyboard, in this chart. */
  const [current, setCurrent] = useState<string | null>(null);
  const [byKey, setByKey] = useState(false);

  const allX = useMemo(
    () => [...new Set(series.flatMap((s) => s.points.map((p) => p.x)))].sort((a, b) => a - b),
    [series],
  );

  const { area, xScale, yScale, legend, height } = useMemo(() => {
    const labels = asked ? null : endLabelWidth(series, y, width);
    const right = width - (labels ?? 16);
    const rows = labels === null ? legendRows(series, width) : 0;
    const top = 28 + rows * 18 + eventRows(events) * 14;
    // A long legend makes the chart taller and never the plot too small to read.
    const grown = Math.max(least, top + LEAST_PLOT + 42);
    const bottom = grown - 42;
    const visible = (p: Point) => p.y !== null && (!zoom || (p.x >= zoom[0] && p.x <= zoom[1]));
    const medians = series.flatMap((s) => s.points.filter(visible).map((p) => p.y ?? 0));
    const bands = series.flatMap((s) =>
      s.points.filter(visible).flatMap((p) => [p.lo ?? p.y ?? 0, p.hi ?? p.y ?? 0]),
    );
    const values = [...medians, ...(y.kind === 'ratio' ? withinAnOctave(bands, medians) : bands)];
    const vertical = makeY(y, reference ? [...values, reference.y] : values, top, bottom);
    const box: Area = { left: yAxisWidth(y, vertical), right, top, bottom };
    const withEvents = x.kind === 'time' ? [...allX, ...events.map((e) => e.x)] : allX;
    const horizontal = makeX(x, withEvents, zoom, box.left + 4, right);
    return { height: grown, area: box, xScale: horizontal, yScale: vertical, legend: labels === null };
  }, [series, allX, x, y, width, least, zoom, events, reference, asked]);

  const shows = (p: Point): p is Point & { y: number } =>
    p.y !== null && yScale.shows(p.y) && xScale.shows(p.x);
  const mark = findMark(series, current, shows);
  /** In a chart that only follows another's hover there is no tooltip: it would cover its neighbours. */
  const active = current !== null;
  const pin = findMark(series, pinned, shows);
  const hidden = series.reduce(
    (n, s) => n + s.points.filter((p) => p.y !== null && !yScale.shows(p.y)).length,
    0,
  );

  /** The mark at `at` nearest to a height. */
  const nearest = (at: number, pixelY: number): Mark | null => {
    let best: Mark | null = null;
    const distance = (m: Mark) => Math.abs(yScale.at(m.point.y) - pixelY);
    for (const s of series)
      for (const point of s.points)
        if (point.x === at && shows(point)) {
          const candidate = { series: s, point };
          if (!best || distance(candidate) < distance(best)) best = candidate;
        }
    return best;
  };
  const drawnX = allX.filter(xScale.shows);

  const plot = usePlot(area, {
    onMove(px, py) {
      const at = nearestX(drawnX, xScale.at, px);
      setByKey(false);
      setCurrent(at === null ? null : (nearest(at, py)?.point.id ?? null));
      if (at !== hoverX) onHoverX(at);
    },
    onLeave() {
      setCurrent(null);
      onHoverX(null);
    },
    onClick(px, py) {
      const at = nearestX(drawnX, xScale.at, px);
      const found = at === null ? null : nearest(at, py);
      const near = found && Math.hypot(xScale.at(found.point.x) - px, yScale.at(found.point.y) - py) <= REACH;
      // Not unpinned by a click elsewhere: the first of a double-click would be one.
      if (near) onPin(found.point.id === pinned ? null : found.point.id);
    },
    onBrush(from, to) {
      const domain = [xScale.invert(from), xScale.invert(to)] as const;
      if (drawnX.some((v) => v >= domain[0] && v <= domain[1])) onZoom(domain);
    },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setCurrent(null);
      onHoverX(null);
      onPin(null);
    } else if (event.key === 'Enter') {
      if (mark) onPin(mark.point.id);
    } else if (/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key)) {
      const next = walk(series, mark ?? pin, event.key, shows, xScale.at);
      setByKey(true);
      setCurrent(next?.point.id ?? null);
      onHoverX(next?.point.x ?? null);
    } else if (event.key === '0') {
      onZoom(null);
    } else if (mark && /^[+=-]$/.test(event.key)) {
      const factor = event.key === '-' ? 2 : 0.5;
      onZoom(zoomAround(allX, drawnX, mark.point.x, factor));
    } else return;
    event.preventDefault();
  };

  const crosshair = hoverX !== null && drawnX.includes(hoverX) ? hoverX : null;
  const crossing = (at: number) =>
    crossovers.filter((c) => xScale.shows(c.x) && nearestX(drawnX, xScale.at, xScale.at(c.x)) === at);
  const rows = crosshair === null ? [] : rowsAt(series, crosshair, mark, y, crossing(crosshair));
  const atCrosshair =
    crosshair === null
      ? []
      : series.flatMap((s) => s.points.filter((p) => p.x === crosshair && shows(p)).map((p) => ({ s, p })));
  const markIsHigh = mark !== null && yScale.at(mark.point.y) < (area.top + area.bottom) / 2;
  const empty = series.every((s) => !s.points.some(shows));
  const place = (m: Mark) => ({ cx: xScale.at(m.point.x), cy: yScale.at(m.point.y) });

  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${subtitle}`}
      help="Arrow keys walk the marks, Enter pins one, plus and minus zoom around it, 0 shows all, Escape clears."
      said={mark && byKey ? markText(mark, x, y, crossing(mark.point.x)) : ''}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setCurrent(null);
        if (byKey) onHoverX(null);
      }}
      around={
        <>
          {' '}
          {crosshair !== null && active && !plot.brush && (
            <Tooltip
              heading={[x.format(crosshair), commonRepeats(series, crosshair)].filter(Boolean).join(' · ')}
              rows={rows}
              x={xScale.at(crosshair)}
              width={width}
              top={area.top + 4}
              foot={markIsHigh ? height - area.bottom + 4 : undefined}
            />
          )}
          {hidden > 0 && (
            <p className="chart-footnote">
              {hidden} {hidden === 1 ? 'value' : 'values'} of 0 or below: no place on a log axis.
            </p>
          )}
        </>
      }
    >
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${title}. ${summary(series, x, y, crossovers)}`}
      >
        <Axes
          x={x}
          y={y}
          xScale={xScale}
          yScale={yScale}
          area={area}
          labelY={area.top - 12 - eventRows(events) * 14}
        />
        {legend && <Legend series={series} width={width} />}
        <Events events={events} scale={xScale} area={area} />
        <ReferenceLine reference={reference} scale={yScale} area={area} />
        <LineMarks series={series} xScale={xScale} yScale={yScale} />
        {!legend && <EndLabels series={series} y={y} xScale={xScale} yScale={yScale} area={area} />}
        <Crossovers crossovers={crossovers} xScale={xScale} yScale={yScale} />
        {empty && <NothingHere area={area} />}
        {pin && <circle className="chart-pinned" r={6} {...place(pin)} />}
        <g data-transient="">
          {crosshair !== null && (
            <line
              className="chart-crosshair"
              x1={xScale.at(crosshair)}
              x2={xScale.at(crosshair)}
              y1={area.top}
              y2={area.bottom}
            />
          )}
          {atCrosshair.map(({ s, p }) => (
            <circle
              key={p.id}
              className="chart-current"
              style={{ color: s.color }}
              cx={xScale.at(p.x)}
              cy={yScale.at(p.y ?? 1)}
              r={4}
            />
          ))}
          {!active && series.length === 1 && atCrosshair[0] && (
            <text
              className="chart-value chart-halo"
              x={xScale.at(atCrosshair[0].p.x)}
              y={yScale.at(atCrosshair[0].p.y ?? 1) - 10}
              textAnchor="middle"
            >
              {y.format(atCrosshair[0].p.y ?? 0)}
            </text>
          )}
          {mark && byKey && <circle className="chart-cursor" r={8} {...place(mark)} />}
          <PlotSurface area={area} plot={plot} onShowAll={() => onZoom(null)} />
        </g>
      </svg>
    </ChartFrame>
  );
}
