import { line, scaleLog } from 'd3';
import { useMemo } from 'react';
import { formatBytes, formatSpeedup } from '../../model/units';
import { openSeries } from './open';
import type { ChangeRow } from './rows';

/** Benchmarks drawn, those that changed most. */
const MOST = 6;
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [224, 140, 34, 16, 8];

/** Ticks of axes below and above a factor of 4. */
const NEAR = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];
const FAR = [1 / 64, 1 / 16, 1 / 4, 1 / 2, 1, 2, 4, 16, 64];

interface Panel {
  label: string;
  rows: readonly ChangeRow[];
}

/** Speedup over message size, a small chart for each benchmark on shared axes; a click shows it in Speedup. */
export function CurvesHero({ rows }: { rows: readonly ChangeRow[] }) {
  const panels = useMemo(() => panelsOf(rows), [rows]);
  const all = panels.flatMap((panel) => panel.rows.flatMap(({ outcome }) => outcome.curve));
  if (all.length === 0) return null;
  const ratios = all.map(({ ratio }) => ratio);
  const x = scaleLog(
    [Math.min(...all.map(({ bytes }) => Math.max(1, bytes))), Math.max(2, ...all.map(({ bytes }) => bytes))],
    [LEFT, WIDTH - 4],
  ).base(2);
  const y = scaleLog([Math.min(0.8, ...ratios), Math.max(1.25, ...ratios)], [HEIGHT - BOTTOM, TOP]).base(2);
  const [low = 1, high = 1] = y.domain();
  const ticks = (high / low < 4 ? NEAR : FAR).filter((tick) => tick >= low && tick <= high);
  const path = line<{ bytes: number; ratio: number }>(
    ({ bytes }) => x(Math.max(1, bytes)),
    ({ ratio }) => y(ratio),
  );
  return (
    <ul className="hero-curves" aria-label="Speedup of B over A over message size">
      {panels.map(({ label, rows: own }, i) => {
        const [first] = own;
        const best = own.map(({ judged }) => judged?.ratio).filter((ratio) => ratio !== undefined);
        const mean = best.length === 1 ? formatSpeedup(best[0] ?? Number.NaN) : '';
        return (
          <li key={label}>
            <button
              type="button"
              className="hero-panel"
              aria-label={`${label} ${mean}: show in Speedup`}
              onClick={() => first && openSeries(first.outcome)}
            >
              <span className="hero-title">
                <span>{label}</span> <span className="hero-figure">{mean}</span>
              </span>
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
                <rect
                  className="hero-worse"
                  x={LEFT}
                  y={y(1)}
                  width={WIDTH - LEFT}
                  height={Math.max(0, HEIGHT - BOTTOM - y(1))}
                />
                {ticks.map((tick) => (
                  <g key={tick}>
                    <line
                      className={tick === 1 ? 'hero-unity' : 'hero-grid'}
                      x1={LEFT}
                      x2={WIDTH}
                      y1={y(tick)}
                      y2={y(tick)}
                    />
                    <text x={LEFT - 4} y={y(tick)} dy="0.32em" textAnchor="end">
                      {Number.isInteger(1 / tick) && tick < 0.5 ? `1/${1 / tick}×` : `${tick}×`}
                    </text>
                  </g>
                ))}
                {own.map(({ id, outcome }, at) =>
                  outcome.curve.length === 1 ? (
                    <circle
                      key={id}
                      className="hero-dot"
                      cx={x(outcome.curve[0]?.bytes ?? 1)}
                      cy={y(outcome.curve[0]?.ratio ?? 1)}
                      r={3}
                    />
                  ) : (
                    <path
                      key={id}
                      className="hero-line"
                      style={{ opacity: at === 0 ? 1 : 0.5 }}
                      d={path(outcome.curve) ?? ''}
                    />
                  ),
                )}
                {i >= panels.length - 3 && (
                  <>
                    <text x={LEFT} y={HEIGHT - 3}>
                      {formatBytes(x.domain()[0] ?? 1)}
                    </text>
                    <text x={WIDTH - 2} y={HEIGHT - 3} textAnchor="end">
                      {formatBytes(x.domain()[1] ?? 1)}
                    </text>
                  </>
                )}
              </svg>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The benchmarks whose curves moved farthest from 1×, each with its series. */
function panelsOf(rows: readonly ChangeRow[]): Panel[] {
  const byLabel = new Map<string, ChangeRow[]>();
  for (const row of rows)
    if (row.outcome.curve.length > 0) byLabel.set(row.label, [...(byLabel.get(row.label) ?? []), row]);
  const moved = ({ rows: own }: Panel) =>
    Math.max(...own.flatMap(({ outcome }) => outcome.curve.map(({ ratio }) => Math.abs(Math.log(ratio)))));
  return [...byLabel]
    .map(([label, own]): Panel => ({ label, rows: own }))
    .sort((p, q) => moved(q) - moved(p))
    .slice(0, MOST);
}
