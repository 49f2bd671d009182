import type { CellRange } from '../../matrix/grid';
import type { Marginal } from '../../matrix/kernel';
import { SMALL, TEXT, type MatrixDrawing } from './drawing';
import type { MarginalKind } from './types';

/** A statistic of row or column `i`; NaN without values. */
export function marginalOf(marginal: Marginal, kind: MarginalKind, i: number): number {
  const n = marginal.count[i] ?? 0;
  if (n === 0) return NaN;
  if (kind === 'sum') return marginal.sum[i] ?? NaN;
  if (kind === 'mean') return (marginal.sum[i] ?? NaN) / n;
  return marginal[kind][i] ?? NaN;
}

/** Least extent of strips of ratios around no change: less is noise of rounding. */
const LEAST_SPAN = 0.01;

/**
 * Least and largest statistic of all rows and columns. From 0 where none is below it: the strips are bars, whose length
 * is what is read. Of ratios at least ±1 % around no change; what has no 0 at its base is drawn as dots.
 */
export function marginalDomain(
  marginals: { rows: Marginal; columns: Marginal },
  kind: MarginalKind,
  ratios: boolean,
): readonly [number, number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (const side of [marginals.rows, marginals.columns])
    for (let i = 0; i < side.count.length; i++) {
      const v = marginalOf(side, kind, i);
      if (v < low) low = v;
      if (v > high) high = v;
    }
  if (!(low <= high)) return null;
  if (ratios) return [Math.min(low, 1 - LEAST_SPAN), Math.max(high, 1 + LEAST_SPAN)];
  if (low >= 0 && high > 0) return [0, high];
  return low < high ? [low, high] : [low - Math.abs(low) / 2 - 1e-30, high + Math.abs(high) / 2 + 1e-30];
}

/** For each of `pixels` pixels the least and the largest statistic of its rows; NaN where it has none. */
export function stripRanges(
  marginal: Marginal,
  kind: MarginalKind,
  from: number,
  to: number,
  pixels: number,
): { low: Float64Array; high: Float64Array } {
  const low = new Float64Array(pixels).fill(NaN);
  const high = new Float64Array(pixels).fill(NaN);
  const step = (to - from) / pixels;
  for (let p = 0; p < pixels; p++) {
    const first = Math.floor(from + p * step);
    const end = Math.max(first + 1, Math.floor(from + (p + 1) * step));
    for (let i = first; i < end; i++) {
      const v = marginalOf(marginal, kind, i);
      if (!(v >= (low[p] ?? NaN))) low[p] = Number.isNaN(v) ? (low[p] ?? NaN) : v;
      if (!(v <= (high[p] ?? NaN))) high[p] = Number.isNaN(v) ? (high[p] ?? NaN) : v;
    }
  }
  return { low, high };
}

/**
 * Goes round bars one pixel wide from `start` to `end`, those side by side at once: a browser fills one outline in less
 * time than as many boxes. An end that is NaN is no bar, and ends an outline; `first` = a new one begins.
 */
export function outlines(
  start: Float64Array,
  end: Float64Array,
  put: (p: number, v: number, first: boolean) => void,
): void {
  const there = (p: number) => !Number.isNaN(end[p] ?? NaN);
  for (let p = 0; p < end.length; p++) {
    if (!there(p)) continue;
    const first = p;
    for (; there(p); p++) {
      put(p, end[p] ?? NaN, p === first);
      put(p + 1, end[p] ?? NaN, false);
    }
    for (let back = p - 1; back >= first; back--) {
      put(back + 1, start[back] ?? NaN, false);
      put(back, start[back] ?? NaN, false);
    }
  }
}

/** Draws a statistic of each row and column along the edges. */
export function drawStrips(context: CanvasRenderingContext2D, drawing: MatrixDrawing, view: CellRange): void {
  const { layout, theme, marginals, marginal, marginalDomain: domain, marginalFormat } = drawing;
  const { above, beside } = layout;
  if (!marginals || !domain) return;
  const [low, high] = domain;
  const share = (v: number) => (v - low) / (high - low);
  context.fillStyle = theme.strip;
  const columns = stripRanges(marginals.columns, marginal, view.x0, view.x1, above.width);
  const rows = stripRanges(marginals.rows, marginal, view.y0, view.y1, beside.height);
  // Pale from the base to the least value of the pixel, firm from there to the largest.
  const bars = (from: Float64Array | null, to: Float64Array, alpha: number, least: number) => {
    const across = to === columns.low || to === columns.high;
    const extent = across ? above.height : beside.width;
    const end = to.map((v) => share(v) * extent);
    const start = end.map((v, p) => Math.min(from ? share(from[p] ?? NaN) * extent : 0, v - least));
    context.globalAlpha = alpha;
    context.beginPath();
    outlines(start, end, (p, v, first) => {
      const [x, y] = across ? [above.x + p, above.y + above.height - v] : [beside.x + v, beside.y + p];
      if (first) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.fill();
  };
  if (low === 0) bars(null, columns.low, 0.3, 0);
  bars(columns.low, columns.high, 1, 1.5);
  if (low === 0) bars(null, rows.low, 0.3, 0);
  bars(rows.low, rows.high, 1, 1.5);
  context.globalAlpha = 1;
  context.fillStyle = theme.muted;
  context.font = `${SMALL}px ${theme.font}`;
  context.textAlign = 'left';
  const x = beside.x + 2;
  context.fillText(`${marginalFormat(high)} ${marginal} of each`, x, above.y + 5);
  context.fillText(marginalFormat(low), x, above.y + above.height - 5);
  context.font = `${TEXT}px ${theme.font}`;
}
