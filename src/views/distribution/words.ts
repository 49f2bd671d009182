import { formatNumber, formatSpeedup, formatValue, type AxisUnit } from '../../model/units';
import { ratioName, ratioText } from '../../pairs/against';
import type { PairSet } from '../../queries/pairs';
import type { DistributionDrawing } from './plan';

/** A number with as many decimals as bins of `width` need: neighbouring ends never read the same. */
export function endText(value: number, width: number): string {
  const decimals = Math.max(0, Math.min(12, Math.ceil(-Math.log10(width) - 1e-9)));
  return String(Number(value.toFixed(decimals))).replace('-', '−');
}

/** A chosen or round number as short as it is: `50`, `0.005`. */
export const shortText = (value: number): string => String(Number(value.toPrecision(6))).replace('-', '−');

/** What a field holds while nothing is typed; nothing where that is not known. */
export const hintText = (value: number | null): string =>
  value !== null && value > 0 ? shortText(Number(value.toPrecision(3))) : '';

/** A value in the unit of the drawing, with it: `484 MB/s`. */
export function unitText(value: number, unit: AxisUnit): string {
  if (!Number.isFinite(value)) return '–';
  return [formatNumber(value / unit.factor), unit.label].filter((part) => part !== '').join(' ');
}

/** A share of the whole: `12.5 %`. */
export const shareText = (share: number): string => formatValue(share, 'ratio');

/** A whole number of what is counted: `16 pairs`. */
export const countText = (count: number, of: DistributionDrawing['of']): string =>
  `${formatValue(count, 'count')} ${Math.abs(count) === 1 ? of : `${of}s`}`;

/** A whole number of pairs. */
export const pairsText = (pairs: number): string => countText(pairs, 'pair');

/** The axis across: its numbers are the shown ones, stored value = number × factor. */
export interface AcrossText {
  factor: number;
  label: (metric: string) => string;
  tick: (value: number) => string;
  full: (value: number) => string;
}

type Sources = { readonly sources: readonly { readonly set: Pick<PairSet, 'better'> }[] };

/** What a ratio is: `B over A`, or `A over B` of what is better when lower. */
export const ratioOf = (sources: Sources['sources']): string => ratioName(sources[0]?.set.better ?? 'none');

/** Names what is plotted across: values in their unit, per cent of the peak, or ratios. */
export function acrossText({
  across,
  unit,
  width,
  sources,
}: Pick<DistributionDrawing, 'across' | 'unit' | 'width'> & Sources): AcrossText {
  if (across === 'ratio') {
    const tick = (value: number) => `${Number(value.toPrecision(3))}×`;
    return { factor: 1, tick, full: formatSpeedup, label: (metric) => `${metric}, ${ratioOf(sources)}` };
  }
  const { factor, label } = across === 'peak' ? { factor: 0.01, label: '%' } : unit;
  const suffix = label === '' ? '' : ` ${label}`;
  return {
    factor,
    tick: shortText,
    full: (value) => `${endText(value, width / factor)}${suffix}`,
    label: (metric) =>
      across === 'peak'
        ? `${metric}, share of each peak (%)`
        : suffix === ''
          ? metric
          : `${metric} (${label})`,
  };
}

/** Which direction is better. */
export function betterText({ across, sources }: Pick<DistributionDrawing, 'across'> & Sources): string {
  const better = sources[0]?.set.better ?? 'none';
  if (better === 'none') return '';
  if (across === 'ratio') return ratioText(better);
  return `${better} is better`;
}

/** Parts of a subtitle. */
export const joined = (...parts: readonly (string | false | null)[]): string =>
  parts.filter((part) => part !== '' && part !== false && part !== null).join(' · ');
