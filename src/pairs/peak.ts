import type { Work } from '../model/turns';
import { median } from './median';

/** Values this near to the upper level belong to it. */
const NEAR = 0.8;
/** Fewest values that make a level: two fast pairs are luck. */
const FEWEST = 3;
/** A level is reached by a sixteenth of all values: the median of the best eighth. */
const HALVINGS = 3;

/**
 * What a test says is possible: the median of the values that lie near the level that a sixteenth of them, and at least three, reach.
 * Of values about one level it is about their median; where half of the pairs share links, the level of the others.
 * None of the values is NaN or below zero; NaN of none. Reorders `values`.
 */
export function* peakLevel(values: Float32Array): Work<number> {
  const upper = yield* upperLevel(values);
  const near = new Float32Array(values.length);
  let count = 0;
  for (const [i, value] of values.entries()) {
    if (value >= NEAR * upper) near[count++] = value;
    if (i % 65_536 === 65_535) yield;
  }
  return yield* median(near.subarray(0, count));
}

function* upperLevel(values: Float32Array): Work<number> {
  if (values.length < FEWEST) return yield* median(values);
  if (values.length < FEWEST << (HALVINGS + 1)) return values.toSorted().at(-FEWEST) ?? Number.NaN;
  let best = values;
  for (let i = 0; i < HALVINGS; i++) {
    yield* median(best);
    // Finding a median leaves what is above it behind it.
    best = best.subarray(best.length >> 1);
  }
  return yield* median(best);
}

/** Evenly spaced shares for `peakIn`. */
export const PEAK_SHARES: readonly number[] = Array.from({ length: 401 }, (_, i) => i / 400);

/** `peakLevel` of more values than are read, from their quantiles at `PEAK_SHARES`; of times, where less is better, read from below. */
export function peakIn(quantiles: readonly number[], better: 'higher' | 'lower'): number {
  const speeds = better === 'lower' ? quantiles.map((value) => 1 / value).reverse() : [...quantiles];
  const upper = speeds[Math.round((1 - 1 / (2 << HALVINGS)) * (speeds.length - 1))] ?? Number.NaN;
  const near = speeds.filter((speed) => speed >= NEAR * upper);
  const level = near[near.length >> 1] ?? Number.NaN;
  return better === 'lower' ? 1 / level : level;
}
