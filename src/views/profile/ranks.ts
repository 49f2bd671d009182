import type { CallRanks, ProfileRanks } from '../../queries/profiles';
import type { View } from '../../share/view';
import { computeOf } from './figures';

/** One part of the time of each rank. */
export interface TimePart {
  id: string;
  label: string;
  values: Float64Array;
}

/** Ranks along an axis, as indexes into their figures: by number, or by a figure, the largest first; missing ones last. */
export function orderOf(of: ProfileRanks, order: View['rankOrder']): Int32Array {
  const places = Int32Array.from(of.rank, (_, i) => i);
  if (order === 'rank') return places;
  const values = of[order];
  const value = (i: number) => {
    const held = values[i] ?? Number.NaN;
    return Number.isNaN(held) ? -Infinity : held;
  };
  return places.sort((p, q) => {
    const [a, b] = [value(p), value(q)];
    return a === b ? p - q : b > a ? 1 : -1;
  });
}

/** Values in another order. */
export const inOrder = (values: Float64Array, order: Int32Array): Float64Array =>
  Float64Array.from(order, (i) => values[i] ?? Number.NaN);

/** Seconds of each rank in one call; 0 for ranks that never called it. Both ascend by rank. */
export function spreadCalls(rank: Int32Array, of: CallRanks | undefined): Float64Array {
  const seconds = new Float64Array(rank.length);
  if (!of) return seconds;
  let at = 0;
  for (let i = 0; i < rank.length; i++) {
    while (at < of.rank.length && (of.rank[at] ?? 0) < (rank[i] ?? 0)) at++;
    if (of.rank[at] === rank[i]) seconds[i] = of.seconds[at] ?? 0;
  }
  return seconds;
}

/**
 * The time of each rank from the bottom up: the named calls, all other MPI time, and computing (wall time less MPI
 * time, never below 0). Other MPI time is what MPI time is above the named calls.
 */
export function partsOf(of: ProfileRanks, named: readonly string[], calls: readonly CallRanks[]): TimePart[] {
  const parts = named.map((call): TimePart => ({
    id: call,
    label: call,
    values: spreadCalls(
      of.rank,
      calls.find((each) => each.call === call),
    ),
  }));
  const other = of.mpi.map((mpi, i) =>
    Math.max(
      0,
      parts.reduce((rest, { values }) => rest - (values[i] ?? 0), mpi),
    ),
  );
  const least = 1e-4;
  const matters = other.some((value, i) => value > least * (of.mpi[i] ?? 0));
  if (matters) parts.push({ id: 'other MPI', label: 'other MPI', values: other });
  parts.push({ id: 'compute', label: 'compute', values: computeOf(of).map((v) => Math.max(0, v)) });
  return parts;
}
