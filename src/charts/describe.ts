import type { Mark } from './walk';
import type { CrossoverMark, Point, Series, XAxis, YAxis } from './types';
import type { TooltipRow } from './Tooltip';

/** `lowest–highest` of a point that has them, or nothing. */
export function rangeText(point: Pick<Point, 'lo' | 'hi'>, format: (v: number) => string): string {
  const { lo, hi } = point;
  return lo !== undefined && hi !== undefined && hi > lo ? `${format(lo)}–${format(hi)}` : '';
}

/** `n repeats` of a point with several, or nothing. */
export function repeatsText(point: Pick<Point, 'repeats'>): string {
  const n = point.repeats?.length ?? 0;
  return n > 1 ? `${n} repeats` : '';
}

/** The number of repeats behind the values at `x`, when it is the same for all of them. */
export function commonRepeats(series: readonly Series[], x: number): string {
  const texts = new Set(series.flatMap((s) => s.points.filter((p) => p.x === x).map(repeatsText)));
  return texts.size === 1 ? ([...texts][0] ?? '') : '';
}

/** One sentence that stands for the whole chart. */
export function summary(
  series: readonly Series[],
  x: XAxis,
  y: YAxis,
  crossovers: readonly CrossoverMark[],
): string {
  if (!series.some((s) => s.points.some((p) => p.y !== null))) return 'No values.';
  const lines = series.slice(0, 12).map((s) => {
    const points = s.points.filter((p) => p.y !== null);
    const first = points[0];
    const last = points.at(-1);
    if (!first || !last) return `${s.label}: no values`;
    const end = (p: Point) => `${y.format(p.y ?? 0)} at ${x.format(p.x)}`;
    return `${s.label}: ${points.length} values, ${end(first)}${first === last ? '' : ` to ${end(last)}`}`;
  });
  const more = series.length > 12 ? `; and ${series.length - 12} more` : '';
  const count = `${series.length} ${series.length === 1 ? 'line' : 'lines'}`;
  const crossing = crossovers.length > 0 ? ` Crossovers: ${crossovers.map((c) => c.text).join('; ')}.` : '';
  return `${y.label} over ${x.label}, ${count}. ${lines.join('; ')}${more}.${crossing}`;
}

/** What a screen reader hears of the current mark. */
export function markText(
  { series, point }: Mark,
  x: XAxis,
  y: YAxis,
  crossovers: readonly CrossoverMark[],
): string {
  const detail = (point.detail ?? []).map(([label, value]) => `${label} ${value}`);
  const parts = [
    series.label,
    x.format(point.x),
    y.format(point.y),
    rangeText(point, y.format),
    repeatsText(point),
    ...detail,
    ...crossovers.map((c) => c.text),
  ];
  return parts.filter(Boolean).join(', ');
}

/**
 * Rows of the tooltip at `x`: every line's value in the order of height, then the detail of the current
 * mark and the crossovers nearest to this x.
 */
export function rowsAt(
  series: readonly Series[],
  x: number,
  current: Mark | null,
  y: YAxis,
  crossovers: readonly CrossoverMark[],
): readonly TooltipRow[] {
  const here = series.flatMap((s) => {
    const point = s.points.find((p) => p.x === x);
    return point ? [{ s, point }] : [];
  });
  here.sort((a, b) => (b.point.y ?? -Infinity) - (a.point.y ?? -Infinity));
  const common = commonRepeats(series, x);
  const values = here.map(({ s, point }) => ({
    key: s.id,
    label: s.label,
    value: point.y === null ? 'missing' : y.format(point.y),
    note: [rangeText(point, y.format), common ? '' : repeatsText(point)].filter(Boolean).join(', '),
    color: s.color,
    dash: s.dash,
    strong: current?.series.id === s.id,
  }));
  const about = current?.point.x === x ? current.point : here.length === 1 ? here[0]?.point : undefined;
  const detail = (about?.detail ?? []).map(([label, value], i) => ({ key: `detail ${i}`, label, value }));
  const crossing = crossovers.map((c) => ({ key: `crossover ${c.x}`, label: 'crosses 1×', value: c.text }));
  return [...values, ...detail, ...crossing];
}
