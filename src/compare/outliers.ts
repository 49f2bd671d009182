import { medianOf } from './doubtNoise';

/** Limits of what is marked; set by simulation: `docs/identity-doubt.md`. */
export const OUTLIER_LIMITS = {
  /** Fewest repeats at a size. */
  fewest: 5,
  /** Smallest factor between an outlier and the median. */
  factor: 1.5,
  /** Smallest distance from the median in robust standard deviations of the logarithms. */
  deviations: 5,
  /** Noise that repeats have at least, as a factor: printed digits make ties. */
  noise: 1.02,
} as const;

/** A value far from the other repeats at its size. */
export interface FarValue {
  /** Place of the size, and of the value at that size, in what was given. */
  size: number;
  place: number;
  /** Value over the median of its size: above or below 1. */
  factor: number;
}

/**
 * The values that lie far from the other repeats of one experiment at the same size. `sizes` has the values (times, rates; all
 * above zero) of the repeats, size by size. Logarithms are compared: a value is far where it is more than five robust
 * standard deviations (1.4826 times the median absolute deviation: Rousseeuw & Croux 1993) from the median, and at least 1.5
 * times larger or smaller. The deviation is that of the size, or the median of all sizes where that is larger. Sizes with fewer than
 * five values have none.
 */
export function farValues(sizes: readonly (readonly number[])[]): FarValue[] {
  const groups = sizes.map((values) => {
    const logs = values.map((value) => (value > 0 && value < Infinity ? Math.log(value) : Number.NaN));
    const known = logs.filter((log) => !Number.isNaN(log));
    const centre = medianOf(known);
    return { logs, count: known.length, centre, noise: deviation(known, centre) };
  });
  const large = groups.filter(({ count }) => count >= OUTLIER_LIMITS.fewest);
  const common = Math.max(medianOf(large.map(({ noise }) => noise)), Math.log(OUTLIER_LIMITS.noise));
  return groups.flatMap(({ logs, count, centre, noise }, size) => {
    if (count < OUTLIER_LIMITS.fewest) return [];
    const limit = Math.max(
      Math.log(OUTLIER_LIMITS.factor),
      OUTLIER_LIMITS.deviations * Math.max(noise, common),
    );
    return logs.flatMap((log, place): FarValue[] =>
      Math.abs(log - centre) > limit ? [{ size, place, factor: Math.exp(log - centre) }] : [],
    );
  });
}

/** Robust standard deviation about a centre. */
function deviation(values: readonly number[], centre: number): number {
  return 1.4826 * medianOf(values.map((value) => Math.abs(value - centre)));
}
