import { formatNumber, formatSpeedup, formatValue, type AxisUnit } from '../../model/units';
import { quantitiesOf } from '../pairs/quantities';
import type { Plan } from './plan';

/** A number in a unit with as many decimals as bins of `width` need: neighbouring ends never read the same. */
export function endText(value: number, width: number, unit: AxisUnit): string {
  const decimals = Math.max(0, Math.min(12, Math.ceil(-Math.log10(width / unit.factor) - 1e-9)));
  return String(Number((value / unit.factor).toFixed(decimals))).replace('-', '−');
}

/** A value in the unit of the drawing, with it: `484 MB/s`. */
export function unitText(value: number, unit: AxisUnit): string {
  if (!Number.isFinite(value)) return '–';
  return [formatNumber(value / unit.factor), unit.label].filter((part) => part !== '').join(' ');
}

/** A share of the whole: `12.5 %`. */
export const shareText = (share: number): string => formatValue(share, 'ratio');

/** A whole number of pairs. */
export const pairsText = (pairs: number): string =>
  `${formatValue(pairs, 'count')} ${Math.abs(pairs) === 1 ? 'pair' : 'pairs'}`;

/** What the values are: `mpiGraph · bandwidth, avg, 64 KiB`. */
export const titleOf = ({ sources }: Pick<Plan, 'sources'>): string =>
  quantitiesOf(sources.slice(0, 1).map(({ set }) => set))[0]?.title ?? '';

/** Names an end of a bin, or another place across, on an axis and alone. */
export function acrossText({ across, unit, width }: Pick<Plan, 'across' | 'unit' | 'width'>): {
  tick: (value: number) => string;
  full: (value: number) => string;
  label: (metric: string) => string;
} {
  if (across === 'ratio') {
    const tick = (value: number) => `${Number(value.toPrecision(3))}×`;
    return { tick, full: formatSpeedup, label: (metric) => `${metric} of B over A` };
  }
  if (across === 'peak') {
    const percent = { factor: 0.01, label: '%' };
    const tick = (value: number) => endText(value, width, percent);
    return {
      tick,
      full: (value) => `${tick(value)} %`,
      label: (metric) => `${metric}, share of each peak (%)`,
    };
  }
  const tick = (value: number) => String(Number((value / unit.factor).toPrecision(6))).replace('-', '−');
  const end = (value: number) => endText(value, width, unit);
  const suffix = unit.label === '' ? '' : ` ${unit.label}`;
  return {
    tick,
    full: (value) => `${end(value)}${suffix}`,
    label: (metric) => (unit.label === '' ? metric : `${metric} (${unit.label})`),
  };
}

/** Which direction is better. */
export function betterText({ across, sources }: Pick<Plan, 'across' | 'sources'>): string {
  const better = sources[0]?.set.better ?? 'none';
  if (better === 'none') return '';
  if (across === 'ratio' && better === 'lower') return 'lower is better: below 1× B is faster';
  return `${better} is better`;
}

/** Parts of a subtitle. */
export const joined = (...parts: readonly (string | false | null)[]): string =>
  parts.filter((part) => part !== '' && part !== false && part !== null).join(' · ');
