import type { CellComparison } from '../../matrix/cells';
import {
  axisUnit,
  formatBytes,
  formatNumber,
  formatSpeedup,
  formatValue,
  type AxisUnit,
} from '../../model/units';
import type { Better } from '../../model/vocabulary';
import { SLOW_PART } from '../../pairs/analyse';
import type { View } from '../../share/view';

const IEC = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** A value with the unit that suits it; bytes in IEC units with three digits. */
export function amountText(value: number, unit: string): string {
  if (unit !== 'B' || !Number.isFinite(value)) return formatValue(value, unit);
  const { factor, label } = amountUnit(value, unit);
  if (factor === 1 && Number.isInteger(value)) return (value < 0 ? '−' : '') + formatBytes(Math.abs(value));
  return `${formatNumber(value / factor)} ${label}`;
}

/** The prefix that a value is shown with. */
export function amountUnit(value: number, unit: string): AxisUnit {
  const size = Math.abs(value);
  if (unit !== 'B') return axisUnit(size, unit);
  const step = size < 1024 ? 0 : Math.min(IEC.length - 1, Math.floor(Math.log2(size) / 10));
  return { factor: 1024 ** step, label: IEC[step] ?? 'B' };
}

/** A difference with its sign. */
export function differenceText(value: number, unit: string): string {
  return value > 0 ? `+${amountText(value, unit)}` : amountText(value, unit);
}

/** What a comparison's cells read like. */
export function comparedText(kind: CellComparison, unit: string): (value: number) => string {
  return kind === 'ratio' ? formatSpeedup : (value) => differenceText(value, unit);
}

/** What a pixel over many cells shows unless it is chosen: what a test's slow pairs or a program's heavy ones would be. */
export function defaultCells(better: Better, kind: CellComparison | null): NonNullable<View['cells']> {
  if (better === 'none') return 'max';
  // A ratio says how many times better B is, whichever direction is better.
  return better === 'higher' || kind === 'ratio' ? 'min' : 'max';
}

/**
 * The value below which a pixel counts its cells unless one is typed: the one at which a pair counts as slow, given the
 * peak level; of traffic the given median itself; in a comparison, no change.
 */
export function usualBelow(better: Better, kind: CellComparison | null, level: number): number {
  if (kind !== null) return kind === 'ratio' ? 1 : 0;
  if (better === 'none') return level;
  return better === 'lower' ? level / SLOW_PART : level * SLOW_PART;
}

/** What "more" means for a value. */
export function directionText(better: Better): string {
  return better === 'none' ? '' : `${better} is better`;
}

/** How far values lie apart, as parts: in the median, and what nine of ten stay below. NaN without any. */
export interface ChangeSpread {
  typical: number;
  large: number;
}

/** Whether two values of a pair lie further apart than `noise`, a part: by more than (1 + noise) times, either way. */
export const isBeyond = ({ a, b }: { a: number; b: number }, noise: number): boolean =>
  a === 0 || b === 0 ? a !== b : Math.abs(Math.log(b / a)) > Math.log1p(noise);

/** How far values lie apart, from evenly spaced quantiles of their ratio r: quantiles of max(r, 1/r) − 1. */
export function changesIn(quantiles: readonly number[]): ChangeSpread {
  const logs = quantiles
    .filter((ratio) => ratio > 0)
    .map((ratio) => Math.abs(Math.log(ratio)))
    .sort((p, q) => p - q);
  const at = (share: number) => Math.expm1(logs[Math.floor(share * logs.length)] ?? Number.NaN);
  return { typical: at(0.5), large: at(0.9) };
}

/** Evenly spaced shares for `changesIn`. */
export const EVEN_SHARES: readonly number[] = Array.from({ length: 199 }, (_, i) => (i + 1) / 200);

/** A share as per cent. */
export const percent = (share: number): string => formatValue(share, 'ratio');

export { counted } from '../../model/units';
