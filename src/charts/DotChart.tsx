import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ChartFrame } from './ChartFrame';
import { rangeText, repeatsText } from './describe';
import { fitText, flow, textWidth } from './layout';
import { AXIS_SIZE, makeY } from './scales';
import { firstThatFits, ordinalCandidates } from './ticks';
import { Tooltip } from './Tooltip';
import type { Linked, Point, YAxis } from './types';
import { useWidth } from './useSize';

/** A value of a category: of A, of B, or their ratio. */
export interface Dot extends Omit<Point, 'x'> {
  /** Which of the `keys` it belongs to. */
  key: string;
}

export interface DotRow {
  id: string;
  label: string;
  dots: readonly Dot[];
}

/** What a colour stands for. */
export interface DotKey {
  key: string;
  label: string;
  color: string;
}

export interface DotChartProps extends Pick<Linked, 'pinned' | 'onPin'> {
  title: string;
  subtitle: string;
  axis: YAxis;
  keys: readonly DotKey[];
  rows: readonly DotRow[];
  /** Bars from 0 (on a ratio axis from 1) under the dots. */
  bars?: boolean;
  /** Category under the pointer or the keyboard, shared by charts side by side. */
  hoverRow: string | null;
  onHoverRow: (rowId: string | null) => void;
}

const LANE = 12;
const PADDING = 12;
const NAME_SHARE = 0.34;

interface Place {
  row: number;
  dot: number;
}

/**
 * Values that have no size: a row per test, a dot per value with its interval or repeats. Up and Down walk the
 * rows, Left and Right the values of a row, Enter pins, Escape clears.
 */
export function DotChart(props: DotChartProps): ReactNode {
  const { title, subtitle, axis, keys, rows, bars, hoverRow, onHoverRow, pinned, onPin } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [current, setCurrent] = useState<Place | null>(null);
  const [pointed, setPointed] = useState(false);

  const longest = Math.max(0, ...rows.map((r) => textWidth(r.label, AXIS_SIZE)));
  // Names that would take too much of the width stand above their row instead of left of it.
  const above = longest > width * NAME_SHARE;
  const names = above ? 8 : longest + 12;
  const head = above ? 18 : 0;
  const rowHeight = Math.max(1, keys.length) * LANE + PADDING + head;
  const legend = flow(
    keys.map((k) => 16 + textWidth(k.label, AXIS_SIZE)),
    width,
    16,
  );
  const top = keys.length > 1 ? ((legend.at(-1)?.row ?? 0) + 1) * 18 + 8 : 4;
  const bottom = top + rows.length * rowHeight;
  const text = axis.tickFormat ?? axis.format;
  const scale = useMemo(() => {
    const values = rows.flatMap((r) =>
      r.dots.flatMap((d) => (d.y === null ? [] : [d.y, d.lo ?? d.y, d.hi ?? d.y, ...(d.repeats ?? [])])),
    );
    return makeY(axis, values, width - 28, names + 8);
  }, [axis, rows, width, names]);
  const ticks = firstThatFits(ordinalCandidates(scale.ticks), scale.at, (v) => textWidth(text(v), AXIS_SIZE));
  const colour = new Map(keys.map((k) => [k.key, k]));
  const zero =
    axis.kind === 'ratio' ? 1 : axis.kind === 'linear' ? Math.max(0, scale.domain[0]) : scale.domain[0];
  const lane = (dot: Dot) =>
    head +
    PADDING / 2 +
    (Math.max(
      0,
      keys.findIndex((k) => k.key === dot.key),
    ) +
      0.5) *
      LANE;
  const active = current ? rows[current.row] : undefined;
  const activeDot = current ? active?.dots[current.dot] : undefined;

  const describe = (dot: Dot) => {
    const value = dot.y === null ? 'missing' : axis.format(dot.y);
    return [value, rangeText(dot, axis.format), repeatsText(dot)].filter(Boolean).join(', ');
  };
  const leave = () => {
    setCurrent(null);
    onHoverRow(null);
  };
  const go = (row: number, dot: number) => {
    const to = rows[Math.max(0, Math.min(rows.length - 1, row))];
    if (!to) return;
    setPointed(false);
    setCurrent({ row: rows.indexOf(to), dot: Math.max(0, Math.min(to.dots.length - 1, dot)) });
    onHoverRow(to.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (event.key === 'Escape') {
      leave();
      onPin(null);
    } else if (event.key === 'Enter') {
      if (activeDot && activeDot.y !== null) onPin(activeDot.id);
    } else if (event.key === 'Home') go(0, 0);
    else if (event.key === 'End') go(rows.length - 1, 0);
    else if (step)
      go(
        (current?.row ?? 0) + (current ? (step[0] ?? 0) : 0),
        (current?.dot ?? 0) + (current ? (step[1] ?? 0) : 0),
      );
    else return;
    event.preventDefault();
  };

  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${subtitle}`}
      help="Up and Down walk the tests, Left and Right the values, Enter pins one, Escape clears."
      said={
        active && activeDot && !pointed
          ? [
              active.label,
              colour.get(activeDot.key)?.label ?? '',
              describe(activeDot),
              ...(activeDot.detail ?? []).map(([label, value]) => `${label} ${value}`),
            ].join(', ')
          : ''
      }
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (!pointed) leave();
      }}
      around={
        <>
          {' '}
          {active && current && (
            <Tooltip
              heading={active.label}
              rows={[
                ...active.dots.map((d) => ({
                  key: d.id,
                  label: colour.get(d.key)?.label ?? '',
                  value: d.y === null ? 'missing' : axis.format(d.y),
                  note: [rangeText(d, axis.format), repeatsText(d)].filter(Boolean).join(', '),
                  color: colour.get(d.key)?.color ?? 'var(--muted)',
                  strong: d === activeDot,
                })),
                ...(activeDot?.detail ?? []).map(([label, value], i) => ({
                  key: `detail ${i}`,
                  label,
                  value,
                })),
              ]}
              x={names}
              width={width}
              top={top + (current.row + 1) * rowHeight + 4}
            />
          )}
        </>
      }
    >
      <svg
        width={width}
        height={bottom + 40}
        role="img"
        aria-label={`${title}. ${axis.label} of ${rows.length} tests: ${rows
          .slice(0, 12)
          .map(
            (r) =>
              `${r.label}: ${r.dots.map((d) => `${colour.get(d.key)?.label ?? ''} ${describe(d)}`).join(', ')}`,
          )
          .join('; ')}`}
      >
        {keys.length > 1 &&
          keys.map((k, i) => (
            <g
              key={k.key}
              style={{ color: k.color }}
              transform={`translate(${legend[i]?.x ?? 0},${(legend[i]?.row ?? 0) * 18 + 8})`}
            >
              <circle className="chart-current" cx={5} r={4.5} />
              <text x={16} dy="0.35em">
                {k.label}
              </text>
            </g>
          ))}
        <g data-transient="">
          {rows.map((r, i) =>
            r.id === hoverRow ? (
              <rect
                key={r.id}
                className="chart-row-hover"
                y={top + i * rowHeight}
                width={width}
                height={rowHeight}
              />
            ) : null,
          )}
        </g>
        {axis.kind === 'ratio' && (
          <rect
            className="chart-worse"
            x={names + 8}
            y={top}
            width={Math.max(0, scale.at(1) - names - 8)}
            height={bottom - top}
          />
        )}
        {ticks.map((t) => (
          <g key={t} transform={`translate(${scale.at(t)},0)`}>
            <line className="chart-grid" y1={top} y2={bottom} />
            <text className="chart-tick" y={bottom + 16} textAnchor="middle">
              {text(t)}
            </text>
          </g>
        ))}
        <line
          className={axis.kind === 'ratio' ? 'chart-unity' : 'chart-base'}
          x1={scale.at(zero)}
          x2={scale.at(zero)}
          y1={top}
          y2={bottom}
        />
        <text className="chart-axis-label" x={(names + width) / 2} y={bottom + 34} textAnchor="middle">
          {axis.label}
        </text>
        {rows.map((r, i) => (
          <g key={r.id} transform={`translate(0,${top + i * rowHeight})`}>
            <text
              className="chart-halo"
              y={above ? head - 2 : rowHeight / 2}
              dy={above ? undefined : '0.35em'}
            >
              {fitText(r.label, above ? width : names, AXIS_SIZE)}
              <title>{r.label}</title>
            </text>
            {r.dots.map((d) => (
              <DotMark
                key={d.id}
                dot={d}
                y={lane(d)}
                at={scale.at}
                shows={scale.shows}
                zero={bars ? scale.at(zero) : null}
                color={colour.get(d.key)?.color ?? 'var(--muted)'}
                pinned={d.id === pinned}
                current={!pointed && d === activeDot}
              />
            ))}
            <rect
              className="chart-hit"
              width={width}
              height={rowHeight}
              onPointerMove={(event) => {
                const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
                const dot = nearestDot(r.dots, lane, y);
                if (current?.row === i && current.dot === dot) return;
                setPointed(true);
                setCurrent({ row: i, dot });
                onHoverRow(r.id);
              }}
              onPointerLeave={leave}
              onClick={(event) => {
                const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
                const dot = r.dots[nearestDot(r.dots, lane, y)];
                if (dot && dot.y !== null) onPin(dot.id === pinned ? null : dot.id);
              }}
            />
          </g>
        ))}
      </svg>
    </ChartFrame>
  );
}

/** Index of the value whose lane is nearest to a height within the row. */
function nearestDot(dots: readonly Dot[], lane: (dot: Dot) => number, y: number): number {
  let best = 0;
  dots.forEach((d, i) => {
    const held = dots[best];
    if (held && Math.abs(lane(d) - y) < Math.abs(lane(held) - y)) best = i;
  });
  return best;
}

interface DotMarkProps {
  dot: Dot;
  y: number;
  at: (v: number) => number;
  shows: (v: number) => boolean;
  /** Where a bar starts, or null for no bar. */
  zero: number | null;
  color: string;
  pinned: boolean;
  current: boolean;
}

function DotMark({ dot, y, at, shows, zero, color, pinned, current }: DotMarkProps): ReactNode {
  if (dot.y === null || !shows(dot.y)) return null;
  const x = at(dot.y);
  const interval = dot.lo !== undefined && dot.hi !== undefined && shows(dot.lo);
  const few = dot.repeats && dot.repeats.length > 1 && dot.repeats.length < 5 ? dot.repeats : [];
  return (
    <g style={{ color }}>
      {zero !== null && (
        <rect className="chart-bar" x={Math.min(zero, x)} width={Math.abs(x - zero)} y={y - 4} height={8} />
      )}
      {interval && (
        <line className="chart-interval" x1={at(dot.lo ?? 0)} x2={at(dot.hi ?? 0)} y1={y} y2={y} />
      )}
      {few.map((v, i) =>
        shows(v) ? <circle key={i} className="chart-repeat" cx={at(v)} cy={y} r={2} /> : null,
      )}
      <circle className="chart-current" cx={x} cy={y} r={4} />
      {pinned && <circle className="chart-pinned" cx={x} cy={y} r={7} />}
      {current && <circle className="chart-cursor" data-transient="" cx={x} cy={y} r={8} />}
    </g>
  );
}
