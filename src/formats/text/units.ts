import type { Unit } from '../../model/vocabulary';

/** What a printed unit means: the stored unit, and stored value = printed number × factor. */
export interface KnownUnit {
  unit: Unit;
  factor: number;
}

const UNITS: ReadonlyMap<string, KnownUnit> = new Map([
  ['us', { unit: 's', factor: 1e-6 }],
  ['µs', { unit: 's', factor: 1e-6 }],
  ['ms', { unit: 's', factor: 1e-3 }],
  ['s', { unit: 's', factor: 1 }],
  ['B/s', { unit: 'B/s', factor: 1 }],
  ['MB/s', { unit: 'B/s', factor: 1e6 }],
  ['MiB/s', { unit: 'B/s', factor: 1024 * 1024 }],
  ['GB/s', { unit: 'B/s', factor: 1e9 }],
  ['GiB/s', { unit: 'B/s', factor: 1024 * 1024 * 1024 }],
  ['Gb/s', { unit: 'B/s', factor: 1.25e8 }],
  ['%', { unit: 'ratio', factor: 0.01 }],
  ['ratio', { unit: 'ratio', factor: 1 }],
  ['1/s', { unit: '1/s', factor: 1 }],
  ['count', { unit: 'count', factor: 1 }],
]);

/** A unit that is converted, or, for any other text, the text itself: the unit of a figure of merit. */
export function unitOf(printed: string): KnownUnit {
  return UNITS.get(printed) ?? { unit: printed, factor: 1 };
}
