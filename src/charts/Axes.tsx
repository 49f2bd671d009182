import type { ReactNode } from 'react';
import { textWidth } from './layout';
import { AXIS_SIZE, type XScale, type YScale } from './scales';
import type { XAxis, YAxis } from './types';
import type { Area } from './usePlot';

/** Room that the labels of a vertical axis need. */
export function yAxisWidth(axis: YAxis, scale: YScale): number {
  const format = axis.tickFormat ?? axis.format;
  return Math.ceil(Math.max(24, ...scale.ticks.map((t) => textWidth(format(t), AXIS_SIZE)))) + 10;
}

interface Props {
  x: XAxis;
  y: YAxis;
  xScale: XScale;
  yScale: YScale;
  area: Area;
  /** Height at which the quantity of the vertical axis is written. */
  labelY: number;
}

/** Grid, shade below 1×, ticks and the quantities of both axes. */
export function Axes({ x, y, xScale, yScale, area, labelY }: Props): ReactNode {
  const xText = x.tickFormat ?? x.format;
  const yText = y.tickFormat ?? y.format;
  const unity = y.kind === 'ratio' ? yScale.at(1) : null;
  return (
    <g className="chart-axes">
      {unity !== null && area.bottom > unity && (
        <rect
          className="chart-worse"
          x={area.left}
          y={unity}
          width={area.right - area.left}
          height={area.bottom - unity}
        />
      )}
      <text className="chart-axis-label" x={0} y={labelY}>
        {y.label}
      </text>
      {yScale.ticks.map((t) => (
        <g key={t} transform={`translate(0,${yScale.at(t)})`}>
          <line className="chart-grid" x1={area.left} x2={area.right} />
          <text className="chart-tick" x={area.left - 8} dy="0.35em" textAnchor="end">
            {yText(t)}
          </text>
        </g>
      ))}
      {unity !== null && (
        <line className="chart-unity" x1={area.left} x2={area.right} y1={unity} y2={unity} />
      )}
      {y.kind !== 'ratio' && (
        <line className="chart-base" x1={area.left} x2={area.right} y1={area.bottom} y2={area.bottom} />
      )}
      {xScale.breakAt !== null && (
        <path
          className="chart-break"
          d={`M${xScale.breakAt - 4},${area.bottom + 4}l4,-8m2,8l4,-8`}
          aria-hidden="true"
        />
      )}
      {xScale.ticks.map((t) => (
        <g key={t} transform={`translate(${xScale.at(t)},${area.bottom})`}>
          <line className="chart-tick-mark" y2={4} />
          <text className="chart-tick" y={17} textAnchor="middle">
            {xText(t)}
          </text>
        </g>
      ))}
      <text
        className="chart-axis-label"
        x={(area.left + area.right) / 2}
        y={area.bottom + 34}
        textAnchor="middle"
      >
        {x.label}
      </text>
    </g>
  );
}
