import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ChartFrame } from './ChartFrame';
import { inkOn, ratioColour } from './colours';
import { fitText, textWidth } from './layout';
import { firstThatFits, ordinalCandidates } from './ticks';
import { Tooltip } from './Tooltip';
import type { Linked } from './types';
import { useWidth } from './useSize';

/** One ratio; null is missing. */
export interface HeatCell {
  id: string;
  x: number;
  ratio: number | null;
  detail?: readonly (readonly [label: string, value: string])[];
}

export interface HeatRow {
  id: string;
  label: string;
  cells: readonly HeatCell[];
}

export interface HeatStripProps extends Linked {
  title: string;
  subtitle: string;
  /** Names the ratio in the tooltip: "speedup". */
  quantity: string;
  x: { label: string; format: (value: number) => string };
  rows: readonly HeatRow[];
  /** A ratio as the tooltip shows it, and as a narrow cell does. */
  format: (ratio: number) => string;
  cellFormat: (ratio: number) => string;
  /** log2 of the ratio that has the full colour; to be shared by strips side by side. Default: from the data, at least 1. */
  extent?: number;
}

const ROW = 24;
const HEAD = 22;
const CHIP = 11;
const CELL = { least: 6, most: 44 };
const KEY_STEPS = [-1, -0.5, 0, 0.5, 1];

/** The least whole octaves that hold all ratios. */
export function ratioExtent(rows: readonly HeatRow[]): number {
  let most = 1;
  for (const row of rows)
    for (const { ratio } of row.cells)
      if (ratio !== null && ratio > 0) most = Math.max(most, Math.abs(Math.log2(ratio)));
  return Math.ceil(most - 1e-9);
}

/**
 * Ratios as coloured cells, a row per test and a column per size. The same keys, hover and pin as the lines; a
 * zoom leaves out the columns beyond it.
 */
export function HeatStrip(props: HeatStripProps): ReactNode {
  const {
    title,
    subtitle,
    quantity,
    x,
    rows,
    format,
    cellFormat,
    hoverX,
    onHoverX,
    zoom,
    onZoom,
    pinned,
    onPin,
  } = props;
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  const width = useWidth(frame);
  const [current, setCurrent] = useState<{ row: number; column: number; byKey: boolean } | null>(null);
  const extent = props.extent ?? ratioExtent(rows);

  const { xs, grid } = useMemo(() => {
    const inside = (v: number) => !zoom || (v >= zoom[0] && v <= zoom[1]);
    const all = [...new Set(rows.flatMap((r) => r.cells.map((c) => c.x)))]
      .filter(inside)
      .sort((a, b) => a - b);
    const cells = rows.map((r) => {
      const byX = new Map(r.cells.map((c) => [c.x, c]));
      return all.map((v) => byX.get(v));
    });
    return { xs: all, grid: cells };
  }, [rows, zoom]);

  const names = Math.ceil(
    Math.min(width * 0.28, Math.max(0, ...rows.map((r) => textWidth(r.label, CHIP + 1)))) + 10,
  );
  const cell = Math.max(CELL.least, Math.min(CELL.most, (width - names) / Math.max(1, xs.length)));
  const left = (column: number) => names + column * cell;
  const index = new Map(xs.map((v, i) => [v, i]));
  const centre = (v: number) => left(index.get(v) ?? 0) + cell / 2;
  const ticks = firstThatFits(ordinalCandidates(xs), centre, (v) => textWidth(x.format(v), CHIP), 8);
  const height = HEAD + rows.length * ROW + 34;
  const column = hoverX === null ? undefined : index.get(hoverX);
  const active = current && rows[current.row] ? current : null;
  const activeCell = active ? grid[active.row]?.[active.column] : undefined;

  const say = (row: number, at: number) => {
    const found = grid[row]?.[at];
    const value = found?.ratio == null ? 'missing' : format(found.ratio);
    const detail = (found?.detail ?? []).map(([label, text]) => `${label} ${text}`);
    return [rows[row]?.label ?? '', x.format(xs[at] ?? 0), value, ...detail].join(', ');
  };
  const move = (row: number, at: number, byKey: boolean) => {
    setCurrent({ row, column: at, byKey });
    const to = xs[at] ?? null;
    if (to !== hoverX) onHoverX(to);
  };
  const leave = () => {
    setCurrent(null);
    onHoverX(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const edge = { Home: 0, End: xs.length - 1 }[event.key];
    if (event.key === 'Escape') {
      leave();
      onPin(null);
    } else if (event.key === 'Enter') {
      if (activeCell && activeCell.ratio !== null) onPin(activeCell.id);
    } else if (!active && (step || edge !== undefined)) move(0, edge ?? 0, true);
    else if (active && step) {
      const row = Math.max(0, Math.min(rows.length - 1, active.row + (step[0] ?? 0)));
      move(row, Math.max(0, Math.min(xs.length - 1, active.column + (step[1] ?? 0))), true);
    } else if (active && edge !== undefined) move(active.row, edge, true);
    else return;
    event.preventDefault();
  };

  const count = grid.flat().filter((c) => c?.ratio != null).length;
  const description = `${title}. ${rows.length} rows over ${x.label}, ${count} ratios.`;
  const cellText = (ratio: number) =>
    textWidth(cellFormat(ratio), CHIP) * 0.92 <= cell - 4 ? cellFormat(ratio) : '';

  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${subtitle}`}
      help="Arrow keys walk the cells, Enter pins one, Escape clears."
      said={active?.byKey ? say(active.row, active.column) : ''}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (active?.byKey) leave();
      }}
      around={
        <>
          {' '}
          {active && (
            <Tooltip
              heading={`${rows[active.row]?.label ?? ''} · ${x.format(xs[active.column] ?? 0)}`}
              rows={[
                ...(activeCell?.detail ?? []).map(([label, value], i) => ({ key: String(i), label, value })),
                {
                  key: 'ratio',
                  label: quantity,
                  value: activeCell?.ratio == null ? 'missing' : format(activeCell.ratio),
                  strong: true,
                },
              ]}
              x={left(active.column) + cell / 2}
              width={width}
              top={HEAD + (active.row + 1) * ROW + 6}
            />
          )}
        </>
      }
    >
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={description}
        onDoubleClick={() => onZoom(null)}
      >
        <defs>
          <pattern id={`${id}hatch`} width="5" height="5" patternUnits="userSpaceOnUse">
            <path className="chart-hatch" d="M0,5L5,0M-1,1L1,-1M4,6L6,4" />
          </pattern>
        </defs>
        {ticks.map((v) => (
          <text key={v} className="chart-tick chart-small" x={centre(v)} y={HEAD - 7} textAnchor="middle">
            {x.format(v)}
          </text>
        ))}
        {rows.map((row, r) => (
          <g key={row.id} transform={`translate(0,${HEAD + r * ROW})`}>
            <text x={0} y={ROW / 2} dy="0.35em">
              {fitText(row.label, names - 8, CHIP + 1)}
              <title>{row.label}</title>
            </text>
            {xs.map((v, c) => {
              const found = grid[r]?.[c];
              const ratio = found?.ratio ?? null;
              const fill = ratio === null ? `url(#${id}hatch)` : ratioColour(ratio, extent);
              return (
                <g
                  key={v}
                  onPointerMove={() => {
                    if (active?.row !== r || active.column !== c || active.byKey) move(r, c, false);
                  }}
                  onPointerLeave={leave}
                  onClick={() => {
                    if (found && ratio !== null) onPin(found.id === pinned ? null : found.id);
                  }}
                >
                  <rect className="chart-hit" x={left(c)} width={cell} height={ROW} />
                  <rect x={left(c) + 0.5} y={0.5} width={cell - 1} height={ROW - 1} style={{ fill }} />
                  {ratio !== null && (
                    <text
                      className="chart-small chart-cell"
                      x={left(c) + cell / 2}
                      y={ROW / 2}
                      dy="0.35em"
                      textAnchor="middle"
                      style={{ fill: inkOn(fill) }}
                    >
                      {cellText(ratio)}
                    </text>
                  )}
                  {found && found.id === pinned && (
                    <rect
                      className="chart-pinned"
                      style={{ stroke: inkOn(fill) }}
                      x={left(c) + 1}
                      y={1}
                      width={cell - 2}
                      height={ROW - 2}
                    />
                  )}
                </g>
              );
            })}
          </g>
        ))}
        <g transform={`translate(${names},${HEAD + rows.length * ROW + 8})`}>
          {KEY_STEPS.map((t, i) => (
            <g key={t} transform={`translate(${i * 44},0)`}>
              <rect width={44} height={6} style={{ fill: ratioColour(2 ** (t * extent), extent) }} />
              <text className="chart-tick chart-small" x={22} y={18} textAnchor="middle">
                {cellFormat(2 ** (t * extent))}
              </text>
            </g>
          ))}
          <rect x={5 * 44 + 16} width={24} height={6} style={{ fill: `url(#${id}hatch)` }} />
          <text className="chart-tick chart-small" x={5 * 44 + 28} y={18} textAnchor="middle">
            missing
          </text>
        </g>
        <g data-transient="" pointerEvents="none">
          {column !== undefined && (
            <Outline
              x={left(column)}
              y={HEAD}
              width={cell}
              height={rows.length * ROW}
              className="chart-outline"
            />
          )}
          {active?.byKey && (
            <Outline
              x={left(active.column)}
              y={HEAD + active.row * ROW}
              width={cell}
              height={ROW}
              className="chart-cursor"
            />
          )}
        </g>
      </svg>
    </ChartFrame>
  );
}

interface OutlineProps {
  x: number;
  y: number;
  width: number;
  height: number;
  className: string;
}

function Outline({ className, ...box }: OutlineProps): ReactNode {
  return (
    <>
      <rect className="chart-outline-under" {...box} />
      <rect className={className} {...box} />
    </>
  );
}
