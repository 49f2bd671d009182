import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { Axes, yAxisWidth } from './Axes';
import { ChartFrame } from './ChartFrame';
import { NothingHere } from './PlotSurface';
import { makeX, makeY } from './scales';
import { Tooltip } from './Tooltip';
import type { XAxis, YAxis } from './types';
import type { Area } from './usePlot';
import { useWidth } from './useSize';

/** A point, or a rectangle of the plane that holds several. */
export interface ScatterMark {
  /** Middle of it. */
  readonly x: number;
  readonly y: number;
  /** How many points it stands for. */
  readonly count: number;
}

export interface ScatterChartProps {
  /** What is plotted; names the chart for a screen reader. */
  title: string;
  subtitle: string;
  /** From 0; both axes have a `domain`. */
  x: XAxis & { domain: readonly [number, number] };
  y: YAxis & { domain: readonly [number, number] };
  /** Ascending in x, then y. */
  marks: readonly ScatterMark[];
  /** Width and height of the rectangles, or null for points. */
  bin: readonly [width: number, height: number] | null;
  /** What a mark is, in the tooltip and for a screen reader. */
  tell: (index: number) => { heading: string; rows: readonly (readonly [label: string, value: string])[] };
  /** Straight lines through 0, by their slope; told in the upper left corner, away from ticks. */
  lines: readonly { readonly slope: number; readonly label: string; readonly dash: string }[];
  height?: number;
}

const RADIUS = 2.5;
/** How near, in pixels, the pointer must be to a point. */
const NEAR = 12;

/**
 * Values against values: points, or rectangles whose strength is the number of points in them (on a logarithmic scale).
 * One tab stop; Left and Right walk the marks from left to right, Home and End go to the ends, Escape clears.
 */
export function ScatterChart(props: ScatterChartProps): ReactNode {
  const { title, subtitle, x, y, marks, bin, tell, lines, height = 360 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [current, setCurrent] = useState<number | null>(null);
  const [byKey, setByKey] = useState(false);
  const { area, xScale, yScale } = useMemo(() => {
    const [top, bottom] = [28, height - 42];
    const vertical = makeY(y, [], top, bottom);
    const area: Area = { left: yAxisWidth(y, vertical), right: width - 16, top, bottom };
    return { area, xScale: makeX(x, [], null, area.left, area.right), yScale: vertical };
  }, [x, y, width, height]);

  const most = useMemo(() => marks.reduce((top, { count }) => Math.max(top, count), 1), [marks]);
  const drawn = useMemo(() => {
    if (!bin)
      return (
        <path
          className="chart-scatter-points"
          d={marks
            .map((m) => {
              const [px, py] = [xScale.at(m.x), yScale.at(m.y)];
              return `M${(px - RADIUS).toFixed(1)},${py.toFixed(1)}a${RADIUS},${RADIUS} 0 1 0 ${2 * RADIUS},0a${RADIUS},${RADIUS} 0 1 0 ${-2 * RADIUS},0`;
            })
            .join('')}
        />
      );
    const [w, h] = [xScale.at(bin[0]) - xScale.at(0), yScale.at(0) - yScale.at(bin[1])];
    return marks.map(({ x: mx, y: my, count }) => (
      <rect
        key={`${mx} ${my}`}
        className="chart-scatter-bin"
        x={xScale.at(mx) - w / 2}
        y={yScale.at(my) - h / 2}
        width={w}
        height={h}
        opacity={0.18 + (0.82 * Math.log(count)) / Math.max(Math.log(most), 1e-9)}
      />
    ));
  }, [marks, bin, xScale, yScale, most]);

  const under = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    let [best, distance] = [-1, NEAR];
    marks.forEach((mark, i) => {
      const far = Math.hypot(xScale.at(mark.x) - px, yScale.at(mark.y) - py);
      if (far < distance) [best, distance] = [i, far];
    });
    setByKey(false);
    setCurrent(best < 0 ? null : best);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = marks.length - 1;
    const from = current ?? -1;
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') setCurrent(null);
    else if (to !== undefined && last >= 0) {
      setByKey(true);
      setCurrent(Math.max(0, Math.min(last, to)));
    } else return;
    event.preventDefault();
  };
  const mark = current === null ? undefined : marks[current];
  const told = current !== null && mark ? tell(current) : null;

  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${subtitle}`}
      help="Left and Right walk the marks from left to right, Home and End go to the first and the last, Escape clears."
      said={
        byKey && told
          ? [told.heading, ...told.rows.map(([label, value]) => `${label} ${value}`)].join(', ')
          : ''
      }
      onKeyDown={onKeyDown}
      onBlur={() => setCurrent(null)}
      around={
        <>
          {' '}
          {told && mark && (
            <Tooltip
              heading={told.heading}
              rows={told.rows.map(([label, value]) => ({ key: label, label, value }))}
              x={xScale.at(mark.x)}
              width={width}
              top={area.top + 4}
            />
          )}
        </>
      }
    >
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${title}. ${y.label} against ${x.label}, ${marks.length} marks.`}
        onPointerMove={under}
        onPointerLeave={() => setCurrent(null)}
      >
        <Axes x={x} y={y} xScale={xScale} yScale={yScale} area={area} labelY={12} />
        {drawn}
        {lines.map(({ slope, label, dash }, i) => {
          const end = Math.min(x.domain[1], y.domain[1] / slope);
          const [ex, ey] = [xScale.at(end), yScale.at(end * slope)];
          return (
            <g key={label}>
              <line
                className="chart-reference"
                x1={xScale.at(0)}
                y1={yScale.at(0)}
                x2={ex}
                y2={ey}
                style={{ strokeDasharray: dash === '' ? 'none' : dash }}
              />
              <line
                className="chart-reference"
                x1={area.left + 10}
                y1={area.top + 12 + 16 * i}
                x2={area.left + 34}
                y2={area.top + 12 + 16 * i}
                style={{ strokeDasharray: dash === '' ? 'none' : dash }}
              />
              <text className="chart-tick chart-halo" x={area.left + 40} y={area.top + 16 + 16 * i}>
                {label}
              </text>
            </g>
          );
        })}
        {marks.length === 0 && <NothingHere area={area} />}
        {mark && (
          <circle
            className="chart-cursor"
            cx={xScale.at(mark.x)}
            cy={yScale.at(mark.y)}
            r={6}
            data-transient=""
          />
        )}
      </svg>
    </ChartFrame>
  );
}
