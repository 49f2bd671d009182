/**
 * How many flows shared the slowest link of a pair, read from its bandwidth. Holds only for pairs that were measured at
 * once: flows that share a link of bandwidth `peak` get peak/k each, and no pair gets more than its host can take. The
 * reading is that of J. H. Naegle's notes of June 2004 (peak 968 MB/s, host limit 670 MB/s).
 */

/** A class of pairs: those whose value fits `from` to `to` flows on one link. Equal = the class is sure. */
export interface SharingClass {
  from: number;
  to: number;
}

/** What a link gives and what a host takes, in the unit of the values. */
export interface SharingScale {
  /** What one flow alone gets of a link. */
  peak: number;
  /** What a host takes; at most `peak`. */
  hostLimit: number;
}

/** Most sharers that are told apart: further guides lie closer together than repeats of a test do. */
export const MOST_SHARERS = 8;

/**
 * How far from a guide, as part of the way to the next one (in time per byte, where the guides are evenly spaced), a
 * value still belongs to it. Between the two bands it is ambiguous.
 */
const BAND = 0.25;

/** The guide of k flows on one link: min(host limit, peak/k). */
export function sharingGuide({ peak, hostLimit }: SharingScale, k: number): number {
  return Math.min(hostLimit, peak / k);
}

/**
 * The class of a value. On the scale of time per byte the guides of k and k + 1 are the ends of a stretch: the first
 * quarter belongs to k, the last to k + 1, the half between is ambiguous (k to k + 1). Guides that are equal because the
 * host limits them cannot be told apart: such a class reads 1 to k. Beyond `MOST_SHARERS` it reads MOST_SHARERS + 1 to
 * Infinity. NaN and values not above zero have none: null.
 */
export function sharingClass(value: number, scale: SharingScale): SharingClass | null {
  if (!(value > 0) || !(scale.peak > 0) || !(scale.hostLimit > 0)) return null;
  const limited = Math.max(1, Math.floor(scale.peak / Math.min(scale.hostLimit, scale.peak)));
  const fastest: SharingClass = { from: 1, to: limited };
  if (value >= sharingGuide(scale, limited)) return fastest;
  for (let k = limited; k <= MOST_SHARERS; k++) {
    const here = 1 / sharingGuide(scale, k);
    const next = 1 / sharingGuide(scale, k + 1);
    const part = (1 / value - here) / (next - here);
    if (part > 1) continue;
    const own = k === limited ? fastest : { from: k, to: k };
    const after = k === MOST_SHARERS ? MORE : { from: k + 1, to: k + 1 };
    if (part <= BAND) return own;
    return part >= 1 - BAND ? after : { from: own.from, to: after.to };
  }
  return MORE;
}

const MORE: SharingClass = { from: MOST_SHARERS + 1, to: Infinity };

/** A class in words: `1`, `3-4, ambiguous`, `9 or more`. */
export function sharingText({ from, to }: SharingClass, scale: SharingScale): string {
  if (from === to) return String(from);
  if (to === Infinity) return from > MOST_SHARERS ? `${from} or more` : `${from} or more, ambiguous`;
  const limited = Math.max(1, Math.floor(scale.peak / Math.min(scale.hostLimit, scale.peak)));
  if (from === 1 && to === limited) return `1-${to}, not told apart below the host limit`;
  return `${from}-${to}, ambiguous`;
}

/** How many values fall into each class, in the order of the classes; values without a class are counted apart. */
export function sharingCounts(
  values: Float32Array | readonly number[],
  scale: SharingScale,
): { classes: { of: SharingClass; count: number }[]; without: number } {
  const counts = new Map<string, { of: SharingClass; count: number }>();
  let without = 0;
  for (const value of values) {
    const of = sharingClass(value, scale);
    if (!of) {
      if (!Number.isNaN(value)) without++;
      continue;
    }
    const key = `${of.from}-${of.to}`;
    const held = counts.get(key);
    if (held) held.count++;
    else counts.set(key, { of, count: 1 });
  }
  return {
    classes: [...counts.values()].sort((p, q) => p.of.from - q.of.from || p.of.to - q.of.to),
    without,
  };
}
