import { scaleLinear } from 'd3';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import './StackChart.css';
import { Axes, yAxisWidth } from './Axes';
import { ChartFrame } from './ChartFrame';
import { fitText, flow, textWidth } from './layout';
import { NothingHere, PlotSurface } from './PlotSurface';
import { AXIS_SIZE, makeY } from './scales';
import { barEnds, barsOf, barWith, largestIn, stacked, stretchPath } from './stack';
import { firstThatFits } from './ticks';
import { Tooltip } from './Tooltip';
import type { Domain, YAxis } from './types';
import { usePlot, type Area } from './usePlot';
import { useWidth } from './useSize';

/** One part of each bar, from the bottom up; a value for each position. */
export interface StackLayer {
  id: string;
  label: string;
  color: string;
  values: Float64Array;
}

/** A sum of parts, whose least and most are drawn where a bar stands for several positions. */
export interface StackBound {
  id: string;
  label: string;
  values: Float64Array;
}

export interface StackChartProps {
  /** What is plotted; names the chart for a screen reader. */
  title: string;
  subtitle: string;
  /** One sentence that stands for the chart. */
  summary: string;
  xLabel: string;
  y: YAxis;
  /** Number of positions along the axis. */
  count: number;
  /** What stands at a position, and what it is called under the axis. */
  name: (position: number) => string;
  tick: (position: number) => string;
  /** What the positions are: `ranks`. */
  many: string;
  /** What several positions are, such as `ranks 0 to 15`. */
  span: (first: number, last: number) => string;
  layers: readonly StackLayer[];
  bounds: readonly StackBound[];
  pinned: number | null;
  onPin: (position: number | null) => void;
  height?: number;
}

const LEGEND_ROW = 18;
/** Narrowest bar, in pixels: more positions than have room share one. */
const NARROWEST = 1;

/**
 * Stacked bars over positions, thousands of them: where there is less than a pixel for each, a bar is the mean of its
 * positions, and a band shows the least and most. One tab stop; Left and Right walk the bars, Enter pins the position
 * with most in the first bound, plus, minus and 0 zoom as dragging and a double-click do, Escape clears.
 */
export function StackChart(props: StackChartProps): ReactNode {
  const { title, subtitle, summary, xLabel, y, count, name, tick, many, span, layers, bounds } = props;
  const { pinned, onPin, height = 280 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [wanted, setWanted] = useState<Domain | null>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const [byKey, setByKey] = useState(false);
  // A zoom into what is no longer there is none.
  const zoom = wanted && wanted[1] <= count ? wanted : null;
  const [first, end] = zoom ?? [0, count];

  const drawn = useMemo(
    () => layoutOf({ layers, bounds, y, tick }, { width, height }, first, end),
    [layers, bounds, y, tick, width, height, first, end],
  );
  const { area, vertical, ends, scale, x, at, parts, bands, several, ticks, legend } = drawn;
  const bars = ends.length - 1;
  const here = current !== null && current < bars ? current : null;
  const stretch = (bar: number): [number, number] => [ends[bar] ?? 0, ends[bar + 1] ?? 0];

  const pinBar = (bar: number) => {
    const [from, to] = stretch(bar);
    const position = largestIn(bounds[0]?.values, from, to);
    onPin(position === pinned ? null : position);
  };
  const zoomTo = (from: number, to: number) => {
    setCurrent(null);
    setWanted(to - from >= count ? null : [Math.max(0, from), Math.min(count, to)]);
  };
  const plot = usePlot(area, {
    onMove(pixel) {
      setByKey(false);
      setCurrent(barWith(ends, Math.floor(scale.invert(pixel))));
    },
    onLeave: () => setCurrent(null),
    onClick(pixel) {
      const bar = barWith(ends, Math.floor(scale.invert(pixel)));
      if (bar !== null) pinBar(bar);
    },
    onBrush(from, to) {
      const left = Math.max(first, Math.floor(scale.invert(from)));
      const right = Math.min(end, Math.ceil(scale.invert(to)));
      if (right > left) zoomTo(left, right);
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (bars === 0) return;
    const go = (bar: number) => {
      setByKey(true);
      setCurrent(Math.max(0, Math.min(bars - 1, bar)));
    };
    const middle = here === null ? (first + end) / 2 : (stretch(here)[0] + stretch(here)[1]) / 2;
    const zoomBy = (factor: number) => {
      const size = Math.max(2, Math.round((end - first) * factor));
      const from = Math.max(0, Math.min(count - size, Math.round(middle - size / 2)));
      zoomTo(from, from + size);
    };
    if (event.key === 'ArrowLeft') go(here === null ? 0 : here - 1);
    else if (event.key === 'ArrowRight') go(here === null ? 0 : here + 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(bars - 1);
    else if (event.key === 'Enter' && here !== null) pinBar(here);
    else if (event.key === 'Escape') {
      setCurrent(null);
      onPin(null);
    } else if (event.key === '0') zoomTo(0, count);
    else if (/^[+=]$/.test(event.key)) zoomBy(0.5);
    else if (event.key === '-') zoomBy(2);
    else return;
    event.preventDefault();
  };

  /** Rows of the tooltip: the top of the stack first, then the sums. */
  const rowsOf = (bar: number) => {
    const own = Int32Array.from(stretch(bar));
    const row = ({ id, label, values }: StackBound, color?: string) => {
      const { mean, least, most } = barsOf(values, own);
      const [low, high] = [least[0] ?? Number.NaN, most[0] ?? Number.NaN];
      const note = high > low ? `${y.format(low)} to ${y.format(high)}` : '';
      return { key: id, label, value: y.format(mean[0] ?? Number.NaN), note, ...(color && { color }) };
    };
    return [
      ...[...layers].reverse().map((layer) => row(layer, layer.color)),
      ...(layers.length > 1 ? bounds.map((bound) => ({ ...row(bound), key: `sum ${bound.id}` })) : []),
    ];
  };
  const heading = (bar: number) => {
    const [from, to] = stretch(bar);
    return to - from === 1 ? name(from) : `${span(from, to - 1)}: means`;
  };
  const spoken = (bar: number) =>
    `${heading(bar)}: ${rowsOf(bar)
      .map(({ label, value, note }) => `${label} ${value}${note === '' ? '' : `, ${note}`}`)
      .join('; ')}`;
  const mark = pinned !== null && pinned >= first && pinned < end ? pinned : null;

  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${subtitle}`}
      help="Left and Right walk the bars, Enter pins the one reached, plus and minus zoom, 0 shows all, Escape clears."
      said={here !== null && byKey ? spoken(here) : ''}
      onKeyDown={onKeyDown}
      onBlur={() => setCurrent(null)}
      around={
        <>
          {here !== null && !plot.brush && (
            <Tooltip
              heading={heading(here)}
              rows={rowsOf(here)}
              x={x(stretch(here)[1])}
              width={width}
              top={area.top + 4}
            />
          )}
          {several && (
            <p className="chart-footnote">
              {(end - first).toLocaleString('en')} {many} share {bars.toLocaleString('en')} bars: a bar is the
              mean of its {many}, the bands reach from the least to the most. Drag to zoom in.
            </p>
          )}
        </>
      }
    >
      <svg width={width} height={height} role="img" aria-label={`${title}. ${summary}`}>
        <Axes
          x={{ label: xLabel, kind: 'linear', format: tick, tickFormat: tick }}
          y={y}
          xScale={{
            at,
            invert: (pixel) => scale.invert(pixel),
            values: [],
            ticks,
            breakAt: null,
            shows: () => true,
          }}
          yScale={vertical}
          area={area}
          labelY={area.top - 12}
        />
        {legend.map((box, i) => (
          <g key={layers[i]?.id} transform={`translate(${box.x},${box.row * LEGEND_ROW + 8})`}>
            <rect y={-5} width={12} height={10} style={{ fill: layers[i]?.color }} />
            <text x={18} dy="0.35em">
              {box.name}
            </text>
          </g>
        ))}
        {parts.map(({ id, color, d }) => (
          <path key={id} className="stack-part" d={d} style={{ fill: color }} />
        ))}
        {bands.map(({ id, d }) => (
          <path key={id} className="stack-band" d={d} />
        ))}
        {count === 0 && <NothingHere area={area} />}
        {mark !== null && (
          <path className="stack-pinned" d={`M${at(mark)},${area.bottom + 2}l-5,7h10z`} aria-hidden="true" />
        )}
        <g data-transient="">
          {here !== null && (
            <rect
              className={byKey ? 'chart-bin-cursor' : 'chart-bin-hover'}
              x={x(stretch(here)[0])}
              y={area.top}
              width={Math.max(1, x(stretch(here)[1]) - x(stretch(here)[0]))}
              height={area.bottom - area.top}
            />
          )}
          <PlotSurface area={area} plot={plot} onShowAll={() => zoomTo(0, count)} />
        </g>
      </svg>
    </ChartFrame>
  );
}

/** Where everything stands for the positions from `first` to before `end`. */
function layoutOf(
  { layers, bounds, y, tick }: Pick<StackChartProps, 'layers' | 'bounds' | 'y' | 'tick'>,
  { width, height }: { width: number; height: number },
  first: number,
  end: number,
) {
  const names = layers.map(({ label }) => fitText(label, width - 40, AXIS_SIZE));
  const boxes = flow(
    names.map((each) => 18 + textWidth(each, AXIS_SIZE)),
    width,
    16,
  );
  const top = 28 + ((boxes.at(-1)?.row ?? -1) + 1) * LEGEND_ROW;
  const bottom = height - 42;
  const tops = bounds.map(({ values }) => values.reduce((most, v) => (v > most ? v : most), 0));
  const vertical = makeY(y, tops, top, bottom);
  const area: Area = { left: yAxisWidth(y, vertical), right: width - 16, top, bottom };
  const ends = barEnds(first, end, (area.right - area.left) / NARROWEST);
  const scale = scaleLinear([first, Math.max(end, first + 1)], [area.left, area.right]);
  const x = (position: number) => scale(position);
  const at = (position: number) => scale(position + 0.5);
  const stack = stacked(layers, ends);
  const parts = layers.map(({ id, color }, i) => {
    const part = stack[i];
    return { id, color, d: part ? stretchPath(ends, part.from, part.to, x, vertical) : '' };
  });
  const several = end - first > ends.length - 1;
  const bands = several
    ? bounds.map(({ id, values }) => {
        const { least, most } = barsOf(values, ends);
        return { id, d: stretchPath(ends, least, most, x, vertical) };
      })
    : [];
  const candidates = [12, 10, 8, 6, 5, 4, 3, 2].map((n) =>
    scale.ticks(n).filter((t) => Number.isInteger(t) && t < end),
  );
  const ticks = firstThatFits(candidates, at, (t) => textWidth(tick(t), AXIS_SIZE));
  const legend = boxes.map((place, i) => ({ ...place, name: names[i] ?? '' }));
  return { area, vertical, ends, scale, x, at, parts, bands, several, ticks, legend };
}
