import type { Unit } from './vocabulary';

/** The unit an axis or a column is shown in: stored value = shown number × factor. */
export interface AxisUnit {
  factor: number;
  /** `µs`, `GB/s`, `%`; empty for plain counts. */
  label: string;
}

/** Digits shown unless more are asked for. */
const DIGITS = 3;

/** Parts a thousands group; does not break and is narrower than a digit. */
const GROUP = '\u202f';

const IEC = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

const PREFIXED: Readonly<Record<string, readonly AxisUnit[]>> = {
  s: [
    { factor: 1e-9, label: 'ns' },
    { factor: 1e-6, label: 'µs' },
    { factor: 1e-3, label: 'ms' },
    { factor: 1, label: 's' },
  ],
  'B/s': decimal(['B/s', 'kB/s', 'MB/s', 'GB/s', 'TB/s']),
  '1/s': decimal(['/s', 'k/s', 'M/s', 'G/s', 'T/s']),
  ratio: [{ factor: 0.01, label: '%' }],
  count: [{ factor: 1, label: '' }],
  B: IEC.map((label, step) => ({ factor: 1024 ** step, label })),
};

function decimal(labels: readonly string[]): AxisUnit[] {
  return labels.map((label, step) => ({ factor: 1000 ** step, label }));
}

function grouped(digits: string): string {
  return digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, GROUP);
}

/**
 * A message size in IEC units (1 KiB = 1024 B), always exact, so that two sizes never read the same: the largest
 * unit in which quarters suffice (`16 KiB`, `1.25 MiB`), else whole bytes (`33 554 400 B`).
 * A size that is no whole number of bytes ≥ 0 is shown as the plain number of bytes.
 */
export function formatBytes(bytes: number): string {
  for (let step = IEC.length - 1; step > 0; step--) {
    const unit = 1024 ** step;
    if (bytes >= unit && bytes % (unit / 4) === 0)
      return `${grouped(String(bytes / unit))} ${IEC[step] ?? 'B'}`;
  }
  return Number.isSafeInteger(bytes) && bytes >= 0 ? `${grouped(String(bytes))} B` : `${bytes} B`;
}

/**
 * A number with `digits` significant digits and its trailing zeros, so that a column lines up (`1.60`, `16.0`,
 * `160`); digits before the point are never rounded away (`1234`, `12 345`). Negative numbers carry a true
 * minus. Under 10⁻⁶ and from 10¹⁵ in powers (`1.23e-7`). Not a finite number: an en dash.
 */
export function formatNumber(value: number, digits: number = DIGITS): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size === 0) return '0';
  if (size < 1e-6 || size >= 1e15) return sign + size.toExponential(digits - 1).replace('e+', 'e');
  const rounded = Number(size.toPrecision(digits));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(rounded)));
  const [whole = '0', fraction] = size.toFixed(decimals).split('.');
  return sign + grouped(whole) + (fraction === undefined ? '' : `.${fraction}`);
}

/**
 * The unit for an axis or a column whose largest absolute value is `maxAbs` (in `unit`): the largest prefix that
 * keeps it at 1 or above. Fractions (`ratio`) are shown in per cent; a unit the program does not know stays as it is.
 */
export function axisUnit(maxAbs: number, unit: Unit): AxisUnit {
  const steps = PREFIXED[unit];
  const first = steps?.[0];
  if (!steps || !first) return { factor: 1, label: unit };
  if (maxAbs === 0) return steps.find((step) => step.factor === 1) ?? first;
  return steps.findLast((step) => maxAbs >= step.factor) ?? first;
}

/** The number of `value` in the unit of an axis, without the label. */
export function formatIn(value: number, axis: AxisUnit, digits: number = DIGITS): string {
  return formatNumber(value / axis.factor, digits);
}

/**
 * A value with the unit that suits it alone: `153 µs`, `24.6 GB/s`, `63.0 %`, `1.60×`, `12 345`. Whole counts are
 * shown whole. Not a finite number: an en dash.
 */
export function formatValue(value: number, unit: Unit, digits: number = DIGITS): string {
  if (!Number.isFinite(value)) return '–';
  if (unit === 'count' && Number.isInteger(value)) return formatWhole(value);
  const axis = axisUnit(Math.abs(Number(value.toPrecision(digits))), unit);
  const text = formatIn(value, axis, digits);
  if (axis.label === '' || axis.label === '×') return text + axis.label;
  return `${text} ${axis.label}`;
}

/** How many times better: `1.60×`. */
export function formatSpeedup(ratio: number): string {
  return formatValue(ratio, '×');
}

function formatWhole(value: number): string {
  return (value < 0 ? '−' : '') + grouped(String(Math.abs(value)));
}

/** Number of things with their noun: `1 host`, `12 345 hosts`. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${formatValue(n, 'count')} ${n === 1 ? one : many}`;
