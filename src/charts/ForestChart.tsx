import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import './ForestChart.css';
import { ChartFrame } from './ChartFrame';
import { fitText, textWidth } from './layout';
import { AXIS_SIZE, makeY } from './scales';
import { firstThatFits, ordinalCandidates } from './ticks';
import { Tooltip, type TooltipRow } from './Tooltip';
import type { Domain, YAxis } from './types';
import { useWidth } from './useSize';

/** One row: a ratio with its interval, and how far the values that it sums up reach. */
export interface ForestRow {
  id: string;
  /** Heading above the row, where it is the first of a group. */
  heading: string | null;
  /** What it is called, and what tells it from others of that name. */
  label: string;
  detail: string;
  /** The ratio; null = there is none, and `texts` say why. */
  ratio: number | null;
  interval: { low: number; high: number } | null;
  /** Least and largest of what the ratio sums up. */
  range: { low: number; high: number } | null;
  /** Whether the dot is full: a verdict was found. */
  full: boolean;
  /** Colour of the row, where it is not that of all. */
  color?: string;
  /** A text for each of the `columns`. */
  texts: readonly string[];
  tip: readonly TooltipRow[];
}

export interface ForestChartProps {
  title: string;
  subtitle: string;
  /** Of ratios, so that it has a firm line at 1. */
  axis: YAxis;
  /** Headings of the texts right of the drawing; the last ones make way where there is little room. */
  columns: readonly string[];
  rows: readonly ForestRow[];
  color: string;
  /** What a click or Enter on a row does, as a sentence, and the doing. */
  openHelp: string;
  onOpen: (rowId: string) => void;
}

const TEXT = 12;
/** Bold letters are this much wider. */
const BOLD = 1.08;
const GAP = 16;
const HEADING = 28;
const HEAD = 40;
/** Least width of the drawing between names and texts. */
const LEAST_PLOT = 170;
/** An interval is drawn up to this many times beyond all ratios. */
const REACH = 2;
/** Names take no more than this part of the width. */
const NAME_SHARE = 0.4;

/**
 * Ratios below each other on one log2 axis, each a dot with its interval over a thin line from the least to the largest of
 * what it sums up. Up and Down, Home and End walk the rows, Enter opens one, Escape leaves.
 */
export function ForestChart(props: ForestChartProps): ReactNode {
  const { title, subtitle, axis, columns, rows, color, openHelp, onOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [current, setCurrent] = useState<number | null>(null);
  const [pointed, setPointed] = useState(false);

  const sizes = useMemo(() => {
    const wide = (text: string) => textWidth(text, TEXT);
    return {
      names:
        Math.max(
          ...rows.flatMap(({ label, detail, heading }) => [
            wide(label),
            wide(detail),
            wide(heading ?? '') * BOLD,
          ]),
          0,
        ) + 12,
      columns: columns.map((name, i) =>
        Math.max(wide(name), ...rows.map(({ texts }) => wide(texts[i] ?? ''))),
      ),
      row: rows.some(({ detail }) => detail !== '') ? 36 : 24,
    };
  }, [rows, columns]);
  const names = Math.min(sizes.names, width * NAME_SHARE);
  let shown = columns.length;
  const textsWidth = () => sizes.columns.slice(0, shown).reduce((sum, each) => sum + each + GAP, 0);
  while (shown > 0 && width - names - textsWidth() < LEAST_PLOT) shown--;
  const right = width - textsWidth();
  const columnAt = sizes.columns.map(
    (_, i) => right + GAP + sizes.columns.slice(0, i).reduce((sum, each) => sum + each + GAP, 0),
  );

  const tops: number[] = [];
  let bottom = HEAD;
  for (const { heading } of rows) {
    if (heading !== null) bottom += HEADING;
    tops.push(bottom);
    bottom += sizes.row;
  }
  const scale = useMemo(() => {
    const known = rows.flatMap(({ ratio, range }) =>
      ratio === null ? [] : [ratio, ...(range ? [range.low, range.high] : [])],
    );
    // One wide interval would squeeze all the rest: its end is then an arrow.
    const [least, most] = [Math.min(1, ...known) / REACH, Math.max(1, ...known) * REACH];
    const ends = rows.flatMap(({ ratio, interval }) =>
      ratio === null || !interval ? [] : [Math.max(least, interval.low), Math.min(most, interval.high)],
    );
    const values = [...known, ...ends];
    return makeY(axis, values, right - 12, names + 12);
  }, [axis, rows, right, names]);
  const text = axis.tickFormat ?? axis.format;
  const ticks = firstThatFits(ordinalCandidates(scale.ticks), scale.at, (v) => textWidth(text(v), AXIS_SIZE));
  const unity = scale.at(1);
  const active = current === null ? undefined : rows[current];

  const leave = () => setCurrent(null);
  const go = (to: number) => {
    if (rows.length === 0) return;
    setPointed(false);
    setCurrent(Math.max(0, Math.min(rows.length - 1, to)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') go((current ?? -1) + 1);
    else if (event.key === 'ArrowUp') go((current ?? 1) - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && active) onOpen(active.id);
    else return;
    event.preventDefault();
  };

  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${subtitle}`}
      help={`Up and Down walk the rows, ${openHelp}, Escape leaves.`}
      said={active && !pointed ? wordsOf(active, columns) : ''}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (!pointed) leave();
      }}
      around={
        active &&
        current !== null && (
          <Tooltip
            heading={[active.label, active.detail].filter((part) => part !== '').join(' · ')}
            rows={active.tip}
            x={names}
            width={width}
            top={(tops[current] ?? 0) + sizes.row + 2}
          />
        )
      }
    >
      <svg
        width={width}
        height={bottom + 8}
        role="img"
        aria-label={`${title}. ${axis.label} of ${rows.length} rows: ${rows
          .slice(0, 12)
          .map((row) => wordsOf(row, columns))
          .join('; ')}`}
      >
        <rect
          className="chart-worse"
          x={names + 12}
          y={HEAD}
          width={Math.max(0, unity - names - 12)}
          height={bottom - HEAD}
        />
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(${scale.at(tick)},0)`}>
            <line className="chart-grid" y1={HEAD} y2={bottom} />
            <text className="chart-tick" y={HEAD - 6} textAnchor="middle">
              {text(tick)}
            </text>
          </g>
        ))}
        <text className="chart-axis-label" x={(names + right) / 2} y={14} textAnchor="middle">
          {axis.label}
        </text>
        {columns.slice(0, shown).map((name, i) => (
          <text key={name} className="chart-axis-label" x={columnAt[i]} y={HEAD - 6}>
            {name}
          </text>
        ))}
        {rows.map((row, i) => {
          const top = tops[i] ?? 0;
          return (
            <g key={row.id} transform={`translate(0,${top})`}>
              {row.heading !== null && (
                <text className="chart-value" y={-8}>
                  {row.heading}
                </text>
              )}
              {i === current && (
                <rect data-transient="" className="forest-row" width={width} height={sizes.row} />
              )}
              <text y={row.detail === '' ? sizes.row / 2 : 15} dy={row.detail === '' ? '0.35em' : undefined}>
                {fitText(row.label, names, TEXT)}
              </text>
              {row.detail !== '' && (
                <text className="chart-axis-label" y={30}>
                  {fitText(row.detail, names, TEXT)}
                </text>
              )}
            </g>
          );
        })}
        <line className="chart-unity" x1={unity} x2={unity} y1={HEAD} y2={bottom} />
        {rows.map((row, i) => {
          const middle = (tops[i] ?? 0) + sizes.row / 2;
          return (
            <g key={row.id}>
              <Mark
                row={row}
                y={middle}
                at={scale.at}
                domain={scale.domain}
                color={row.color ?? color}
                current={i === current && !pointed}
              />
              {row.texts.slice(0, shown).map((told, column) => (
                <text key={column} x={columnAt[column]} y={middle} dy="0.35em">
                  {told}
                </text>
              ))}
              <rect
                className="chart-hit forest-hit"
                y={tops[i]}
                width={width}
                height={sizes.row}
                onPointerMove={() => {
                  setPointed(true);
                  setCurrent(i);
                }}
                onPointerLeave={leave}
                onClick={() => onOpen(row.id)}
              />
            </g>
          );
        })}
      </svg>
    </ChartFrame>
  );
}

const wordsOf = ({ label, detail, texts, heading, ratio }: ForestRow, columns: readonly string[]): string =>
  [
    heading ?? '',
    [label, detail].filter((part) => part !== '').join(' · '),
    ...(ratio === null ? [] : columns.map((name, i) => `${name} ${texts[i] ?? ''}`)),
    ...(ratio === null ? texts : []),
  ]
    .filter((part) => part !== '')
    .join(', ');

interface MarkProps {
  row: ForestRow;
  y: number;
  at: (ratio: number) => number;
  domain: Domain;
  color: string;
  current: boolean;
}

function Mark({
  row: { ratio, interval, range, full },
  y,
  at,
  domain: [least, most],
  color,
  current,
}: MarkProps): ReactNode {
  if (ratio === null) return null;
  const [low, high] = [interval?.low ?? ratio, interval?.high ?? ratio];
  const [from, to] = [at(Math.max(low, least)), at(Math.min(high, most))];
  return (
    <g style={{ color }}>
      {range && <line className="forest-range" x1={at(range.low)} x2={at(range.high)} y1={y} y2={y} />}
      {interval && <line className="forest-interval" x1={from} x2={to} y1={y} y2={y} />}
      {low < least && <path className="forest-arrow" d={`M${from - 6},${y}l8,-6v12z`} />}
      {high > most && <path className="forest-arrow" d={`M${to + 6},${y}l-8,-6v12z`} />}
      <circle className={full ? 'chart-current' : 'forest-open'} cx={at(ratio)} cy={y} r={4.5} />
      {current && <circle className="chart-cursor" data-transient="" cx={at(ratio)} cy={y} r={8} />}
    </g>
  );
}
