import type { Domain, Point, Series } from './types';

/** A mark under the keyboard or the pointer. */
export interface Mark {
  series: Series;
  point: Point & { y: number };
}

/** Whether a point is drawn. */
export type IsDrawn = (point: Point) => point is Point & { y: number };

/** The points of one line that are drawn. */
function drawn(series: Series | undefined, shows: IsDrawn): (Point & { y: number })[] {
  return series ? series.points.filter(shows) : [];
}

function nearestInX<P extends Point>(points: readonly P[], distance: (x: number) => number): P | undefined {
  let best: P | undefined;
  for (const p of points) if (!best || distance(p.x) < distance(best.x)) best = p;
  return best;
}

/** Finds a mark by the id of its point. */
export function findMark(series: readonly Series[], id: string | null, shows: IsDrawn): Mark | null {
  if (id === null) return null;
  for (const s of series)
    for (const point of s.points) if (point.id === id && shows(point)) return { series: s, point };
  return null;
}

/**
 * The mark reached from `from` by a key: Left and Right along the line, Home and End to its ends, Up and Down to
 * the line that is next above or below at this x. Without a mark any key goes to the first one. The same mark
 * when there is none further; null when nothing is drawn.
 */
export function walk(
  all: readonly Series[],
  from: Mark | null,
  key: string,
  shows: IsDrawn,
  at: (x: number) => number,
): Mark | null {
  if (!from) {
    for (const series of all) {
      const first = drawn(series, shows)[0];
      if (first) return { series, point: first };
    }
    return null;
  }
  const own = drawn(from.series, shows);
  const here = own.findIndex((p) => p.id === from.point.id);
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const distance = (x: number) => Math.abs(at(x) - at(from.point.x));
    const ranked = all
      .flatMap((series) => {
        const point = nearestInX(drawn(series, shows), distance);
        return point ? [{ series, point }] : [];
      })
      .sort((a, b) => a.point.y - b.point.y);
    const rank = ranked.findIndex((m) => m.series.id === from.series.id);
    return ranked[rank + (key === 'ArrowUp' ? 1 : -1)] ?? from;
  }
  const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: own.length - 1 }[key];
  const point = to === undefined ? undefined : own[to];
  return point ? { series: from.series, point } : from;
}

/**
 * The zoom that shows `factor` times as many of `all` values around `x` as the `shown` ones, at least two; null
 * when that is all of them. Ascending values.
 */
export function zoomAround(
  all: readonly number[],
  shown: readonly number[],
  x: number,
  factor: number,
): Domain | null {
  const n = Math.min(all.length, Math.max(2, Math.ceil(shown.length * factor)));
  const start = Math.max(0, Math.min(all.indexOf(x) - Math.floor(n / 2), all.length - n));
  const lo = all[start];
  const hi = all[start + n - 1];
  return n === all.length || lo === undefined || hi === undefined ? null : [lo, hi];
}

/** The x nearest to a pixel, or null when there is none. */
export function nearestX(values: readonly number[], at: (x: number) => number, pixel: number): number | null {
  let best: number | null = null;
  for (const v of values) if (best === null || Math.abs(at(v) - pixel) < Math.abs(at(best) - pixel)) best = v;
  return best;
}
