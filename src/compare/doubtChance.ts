/** A range of sizes has at least this many, where a group has as many. */
export const FEWEST_SIZES = 3;

/** Outliers of true repeats: this share of all values, by a factor between these ends (each power of it as likely). */
const OUTLIERS = { share: 0.05, low: 1.5, high: 12 } as const;

/** Groups of true repeats that outliers may put in doubt: one in this many. */
const ONE_IN = 1000;

/**
 * How often outliers alone put `fewer` of `runs` runs apart by `distance` (as a logarithm) or more at `apart` neighbouring sizes,
 * with `places` such ranges to be found by chance: 1 = as often as is borne.
 */
export function chanceOfOutliers(
  runs: number,
  fewer: number,
  places: number,
  apart: number,
  distance: number,
): number {
  const { share, low, high } = OUTLIERS;
  const reach = (Math.log(high) - distance) / Math.log(high / low);
  const each = share * Math.min(1, Math.max(0, reach));
  return ONE_IN * places * Math.exp(logWays(runs, fewer) + fewer * apart * Math.log(each));
}

/** Logarithm of the number of ways in which some of all runs can be chosen. */
function logWays(all: number, some: number): number {
  let sum = 0;
  for (let i = 1; i <= some; i++) sum += Math.log((all - some + i) / i);
  return sum;
}
