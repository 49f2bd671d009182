import type { ReactNode } from 'react';

/** One row of a tooltip. */
export interface TooltipRow {
  key: string;
  label: string;
  value: string;
  /** Set after the value, quieter: the range and the number of repeats. */
  note?: string;
  color?: string;
  dash?: string;
  strong?: boolean;
}

interface Props {
  heading: string;
  rows: readonly TooltipRow[];
  /** Pixel of the mark, and the width of the chart: the box goes to the side with room. */
  x: number;
  width: number;
  top: number;
}

/** The box that names every value under the crosshair. Not reachable by pointer: it never covers a target. */
export function Tooltip({ heading, rows, x, width, top }: Props): ReactNode {
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  return (
    <div className="chart-tooltip" style={{ ...side, top }} aria-hidden="true">
      <div className="chart-tooltip-heading">{heading}</div>
      <table>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={row.strong ? 'chart-tooltip-strong' : undefined}>
              <td>
                {row.color === undefined ? null : <Swatch color={row.color} dash={row.dash ?? ''} />}
                {row.label}
              </td>
              <td className="chart-tooltip-value">{row.value}</td>
              <td className="chart-tooltip-note">{row.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A short piece of a line, as a key to it. */
export function Swatch({ color, dash }: { color: string; dash: string }): ReactNode {
  return (
    <svg className="chart-swatch" width="16" height="8" aria-hidden="true">
      <line x1="0" x2="16" y1="4" y2="4" style={{ stroke: color }} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  );
}
