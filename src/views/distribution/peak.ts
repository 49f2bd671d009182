import type { SharingScale } from '../../pairs/sharing';
import type { PairSet } from '../../queries/pairs';
import type { CatalogueRun } from '../../queries/catalogue';
import { LINE_RATE } from '../../store/tables';

/** Where a limit comes from: typed in, stated by a condition or a system card, or read from the values. */
export type LimitOrigin = 'typed' | 'stated' | 'data';

/** What a link or a host gives at most, bytes per second. */
export interface Limit {
  value: number;
  from: LimitOrigin;
}

/** The quantile of the values that stands for what a pair alone gets: not the greatest, which may be a slip of the clock. */
export const PEAK_SHARE = 0.999;

/** How each origin is named. */
export const ORIGIN_TEXT: Readonly<Record<LimitOrigin, string>> = {
  typed: 'typed',
  stated: 'stated: line rate',
  data: '99.9 % quantile of all values',
};

/** The line rate of a run in bytes per second: its own condition, else the card of its system; null where neither says it. */
export function statedRate(
  runs: readonly Pick<CatalogueRun, 'id' | 'conditions'>[],
  set: Pick<PairSet, 'runs'>,
  systems: Readonly<Record<string, Readonly<Record<string, string>>>>,
): number | null {
  const conditions = runs.find(({ id }) => set.runs.includes(id))?.conditions;
  const said = conditions?.[LINE_RATE]?.value ?? systems[conditions?.['system']?.value ?? '']?.[LINE_RATE];
  const gigabits = Number(said);
  return said !== undefined && gigabits > 0 ? (gigabits * 1e9) / 8 : null;
}

/** What one flow alone gets of a link: as typed, else as stated, else from the values. Null where nothing says it. */
export function peakOf(typed: number | null, stated: number | null, fromValues: number): Limit | null {
  if (typed !== null) return { value: typed, from: 'typed' };
  if (stated !== null) return { value: stated, from: 'stated' };
  return fromValues > 0 ? { value: fromValues, from: 'data' } : null;
}

/** What a host takes: as typed, else what the fastest pairs got, and never more than the link gives. */
export function hostLimitOf(typed: number | null, peak: Limit, fromValues: number): Limit {
  if (typed !== null) return { value: Math.min(typed, peak.value), from: 'typed' };
  return fromValues > 0 ? { value: Math.min(fromValues, peak.value), from: 'data' } : peak;
}

/** Both limits as the sharing classes need them. */
export const scaleOf = (peak: Limit, hostLimit: Limit): SharingScale => ({
  peak: peak.value,
  hostLimit: hostLimit.value,
});

/** Why a set has no classes of sharing, as a sentence; null when it has them. */
export function noClasses({
  concurrency,
  unit,
  better,
}: Pick<PairSet, 'concurrency' | 'unit' | 'better'>): string | null {
  if (unit !== 'B/s' || better !== 'higher') return 'Only bandwidths tell how many flows shared a link.';
  if (concurrency === 'at once') return null;
  return concurrency === 'one at a time'
    ? 'Its pairs ran one at a time: no two flows shared a link, so there are no classes.'
    : 'Its file does not say whether pairs ran at once, and only those that did show shared links: there are no classes.';
}
