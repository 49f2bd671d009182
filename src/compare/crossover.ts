/** The speedup at one message size; null where there is none. */
export interface RatioPoint {
  bytes: number;
  ratio: number | null;
}

/** A size at which B goes from worse to better than A, or back. */
export interface Crossover {
  /** What B becomes with growing size. */
  towards: 'better' | 'worse';
  /** Nearest sizes with a speedup on either side of 1. */
  from: number;
  to: number;
  /** The size where the line through both, on logarithmic axes, meets 1; null from size 0, which has no logarithm. */
  at: number | null;
  /** True when a size between `from` and `to` has no speedup. */
  gap: boolean;
}

/**
 * The sizes at which a speedup curve crosses 1, in ascending order. `points` must ascend in size. Between two
 * neighbours with a speedup the curve is taken as straight on logarithmic axes. Where it lies on 1 for some sizes
 * between worse and better, the crossing is the geometric mean of the first and the last of them; a curve that
 * touches 1 and turns back does not cross it.
 */
export function crossovers(points: readonly RatioPoint[]): Crossover[] {
  const found: Crossover[] = [];
  let before: { bytes: number; log: number } | null = null;
  let level: number[] = [];
  let gap = false;
  for (const { bytes, ratio } of points) {
    if (ratio === null) {
      gap = true;
      continue;
    }
    const log = Math.log(ratio);
    if (log === 0) {
      level.push(bytes);
      continue;
    }
    if (before && Math.sign(log) !== Math.sign(before.log)) {
      const at = level.length > 0 ? middle(level) : interpolate(before, { bytes, log });
      found.push({ towards: log > 0 ? 'better' : 'worse', from: before.bytes, to: bytes, at, gap });
    }
    before = { bytes, log };
    level = [];
    gap = false;
  }
  return found;
}

function middle(level: readonly number[]): number {
  return Math.sqrt((level[0] ?? Number.NaN) * (level.at(-1) ?? Number.NaN));
}

function interpolate(
  one: { bytes: number; log: number },
  other: { bytes: number; log: number },
): number | null {
  if (one.bytes === 0) return null;
  const share = one.log / (one.log - other.log);
  return one.bytes * (other.bytes / one.bytes) ** share;
}
