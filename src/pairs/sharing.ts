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

/** A class and the time per byte up to which it reaches; the ambiguous ones end just before it. */
interface Step {
  of: SharingClass;
  end: number;
  open: boolean;
}

/** The classes of a scale, fastest first. The last one has no end. */
function ladder(scale: SharingScale): Step[] {
  const limited = limitedBy(scale);
  const time = (k: number) => 1 / sharingGuide(scale, k);
  const steps: Step[] = [];
  if (limited > MOST_SHARERS) steps.push({ of: { from: 1, to: limited }, end: time(limited), open: false });
  for (let k = limited; k <= MOST_SHARERS; k++) {
    const [here, next] = [time(k), time(k + 1)];
    const own = k === limited ? { from: 1, to: k } : { from: k, to: k };
    steps.push({ of: own, end: here + BAND * (next - here), open: false });
    const between = { from: own.from, to: k === MOST_SHARERS ? Infinity : k + 1 };
    steps.push({ of: between, end: next - BAND * (next - here), open: true });
  }
  return steps;
}

/** Guides that are nearer to each other than this part cannot be told apart. */
const ROUNDING = 1e-9;

/** The most flows on a link of which the host, not the link, limits each. */
function limitedBy({ peak, hostLimit }: SharingScale): number {
  return Math.max(1, Math.floor((peak / Math.min(hostLimit, peak)) * (1 + ROUNDING)));
}

/**
 * A function that gives the class of a value. On the scale of time per byte the guides of k and k + 1 are the ends of a
 * stretch: the first quarter belongs to k, the last to k + 1, the half between is ambiguous (k to k + 1). Guides that
 * are equal because the host limits them cannot be told apart: such a class reads 1 to k. Beyond `MOST_SHARERS` it
 * reads MOST_SHARERS + 1 to Infinity. NaN and values not above zero have none: null.
 */
export function sharingClassifier(scale: SharingScale): (value: number) => SharingClass | null {
  if (!(scale.peak > 0) || !(scale.hostLimit > 0)) return () => null;
  const steps = ladder(scale);
  return (value) => {
    if (!(value > 0)) return null;
    const time = 1 / value;
    for (const { of, end, open } of steps) if (open ? time < end : time <= end) return of;
    return MORE;
  };
}

/** The class of one value; `sharingClassifier` is for many. */
export function sharingClass(value: number, scale: SharingScale): SharingClass | null {
  return sharingClassifier(scale)(value);
}

const MORE: SharingClass = { from: MOST_SHARERS + 1, to: Infinity };

/** A class in words: `1`, `3-4, ambiguous`, `9 or more`. */
export function sharingText({ from, to }: SharingClass, scale: SharingScale): string {
  if (from === to) return String(from);
  if (to === Infinity) return from > MOST_SHARERS ? `${from} or more` : `${from} or more, ambiguous`;
  if (from === 1 && to === limitedBy(scale)) return `1-${to}, not told apart below the host limit`;
  return `${from}-${to}, ambiguous`;
}

/** How many values are in each class, in the order of the classes, and how many are in none. */
export interface SharingCounts {
  classes: { of: SharingClass; count: number }[];
  /** Zeros and less. */
  without: number;
}

/** Counts values one by one; missing ones (NaN) do not count. */
export function sharingTally(scale: SharingScale): {
  add: (value: number) => void;
  counts: () => SharingCounts;
} {
  const classOf = sharingClassifier(scale);
  const counts = new Map<SharingClass, number>();
  let without = 0;
  return {
    add(value) {
      const of = classOf(value);
      if (of) counts.set(of, (counts.get(of) ?? 0) + 1);
      else if (!Number.isNaN(value)) without++;
    },
    counts: () => ({
      classes: [...counts]
        .map(([of, count]) => ({ of, count }))
        .sort((p, q) => p.of.from - q.of.from || p.of.to - q.of.to),
      without,
    }),
  };
}

/** How many values fall into each class; values without a class are counted apart. */
export function sharingCounts(values: Float32Array | readonly number[], scale: SharingScale): SharingCounts {
  const tally = sharingTally(scale);
  for (const value of values) tally.add(value);
  return tally.counts();
}
