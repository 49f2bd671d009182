import type { CSSProperties, ReactNode } from 'react';
import { textWidth } from './layout';

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
  /** Distance from the foot of the chart for a box that must cover the crosshair while the mark is high. */
  foot?: number;
}

/** The box that names every value under the crosshair. Not reachable by pointer: it never covers a target. */
export function Tooltip({ heading, rows, x, width, top, foot }: Props): ReactNode {
  const size = (text: string) => textWidth(text, FONT);
  const widest = (of: (row: TooltipRow) => number) => Math.max(0, ...rows.map(of));
  const swatch = rows.some((r) => r.color !== undefined) ? SWATCH : 0;
  const rest = swatch + widest((r) => size(r.value)) + widest((r) => size(r.note ?? '')) + PADDING;
  const label = Math.min(
    // A little more than the estimate: a name is not to be cut by a pixel.
    widest((r) => size(r.label)) * 1.06,
    LABEL,
    Math.max(SHORT_LABEL, width - rest),
  );
  return (
    <div className="chart-tooltip" style={place(x, width, label + rest, top, foot)} aria-hidden="true">
      <div className="chart-tooltip-heading">{heading}</div>
      <table>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={row.strong ? 'chart-tooltip-strong' : undefined}>
              <td>
                {row.color === undefined ? null : <Swatch color={row.color} dash={row.dash ?? ''} />}
                <span className="chart-tooltip-label" style={{ maxWidth: label }}>
                  {row.label}
                </span>
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

const FONT = 11;
const SWATCH = 22;
const LABEL = 200;
const SHORT_LABEL = 60;
/** Between the columns and around them. */
const PADDING = 46;
/** Between the crosshair and the box. */
const BESIDE = 12;

/**
 * Right of the crosshair where there is room, else left of it, else as far left as keeps it in the chart, and
 * then at the foot when that is given.
 */
function place(x: number, width: number, own: number, top: number, foot?: number): CSSProperties {
  if (x + BESIDE + own <= width) return { left: x + BESIDE, top };
  if (x - BESIDE - own >= 0) return { right: width - x + BESIDE, top };
  return { left: Math.max(0, width - own), ...(foot === undefined ? { top } : { bottom: foot }) };
}

/** A short piece of a line, as a key to it. */
export function Swatch({ color, dash }: { color: string; dash: string }): ReactNode {
  return (
    <svg className="chart-swatch" width="16" height="8" aria-hidden="true">
      <line x1="0" x2="16" y1="4" y2="4" style={{ stroke: color }} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  );
}
