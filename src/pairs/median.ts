import type { Work } from '../model/turns';

/** Values that are looked at between two yields. */
const STEPS = 65_536;

/**
 * The middle of numbers none of which is NaN, or the mean of the two in the middle; NaN for none. Reorders `values`:
 * C. A. R. Hoare's FIND (Algorithm 65, Communications of the ACM 4(7), 1961), which needs no sorting of all.
 */
export function* median(values: Float32Array): Work<number> {
  const at = start(values);
  while (at.low < at.high) {
    partition(values, at, STEPS);
    yield;
  }
  return middleOf(values);
}

/** `median` of a list of some thousand numbers, at once. */
export function medianOf(values: Float32Array): number {
  const at = start(values);
  while (at.low < at.high) partition(values, at, Infinity);
  return middleOf(values);
}

/** The part of the list where the middle is, and how far its parting into smaller and larger values has come. */
interface Part {
  low: number;
  high: number;
  pivot: number;
  i: number;
  j: number;
}

function start(values: Float32Array): Part {
  const part = { low: 0, high: values.length - 1, pivot: 0, i: 0, j: 0 };
  begin(values, part);
  return part;
}

function begin(values: Float32Array, part: Part): void {
  const { low, high } = part;
  part.pivot = between(values[low] ?? 0, values[(low + high) >> 1] ?? 0, values[high] ?? 0);
  part.i = low;
  part.j = high;
}

/** Looks at some `steps` values; where the part is parted, goes on with the side that has the middle. */
function partition(values: Float32Array, part: Part, steps: number): void {
  const middle = values.length >> 1;
  const { pivot } = part;
  let { i, j } = part;
  const [lastI, lastJ] = [i + steps, j - steps];
  while (i <= j && i < lastI && j > lastJ) {
    while ((values[i] ?? 0) < pivot && i < lastI) i++;
    while ((values[j] ?? 0) > pivot && j > lastJ) j--;
    if (i > j || i >= lastI || j <= lastJ) break;
    const held = values[i] ?? 0;
    values[i++] = values[j] ?? 0;
    values[j--] = held;
  }
  part.i = i;
  part.j = j;
  if (i <= j) return;
  if (middle <= j) part.high = j;
  else if (middle >= i) part.low = i;
  else part.high = part.low;
  begin(values, part);
}

/** The median of a list whose middle is in its place, no larger values before it. */
function middleOf(values: Float32Array): number {
  const middle = values.length >> 1;
  if (values.length === 0) return Number.NaN;
  const upper = values[middle] ?? Number.NaN;
  if (values.length % 2 === 1) return upper;
  let lower = -Infinity;
  for (let i = 0; i < middle; i++) {
    const value = values[i] ?? lower;
    if (value > lower) lower = value;
  }
  return (lower + upper) / 2;
}

function between(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/**
 * Where the quantile `share` of `n` sorted values lies: `part` of the way from the value at `low` to the one at `high`,
 * counted from 0. The place is share × (n − 1), as in R's type 7 and NumPy, so that the median of an even count is
 * the mean of the two in the middle. The one definition of quantiles everywhere.
 */
export function quantilePlace(share: number, n: number): { low: number; high: number; part: number } {
  // Rounding of the product must not make two values of one.
  const place = Number((Math.max(0, Math.min(1, share)) * (n - 1)).toPrecision(14));
  const low = Math.floor(place);
  return { low, high: Math.ceil(place), part: place - low };
}

/** The number `part` of the way from one to another. */
export const mixed = (from: number, to: number, part: number): number =>
  from === to || part === 0 ? from : from + (to - from) * part;

/** A quantile of sorted values; NaN of none. */
export function quantileOf(sorted: readonly number[], share: number): number {
  const { low, high, part } = quantilePlace(share, sorted.length);
  return mixed(sorted[low] ?? Number.NaN, sorted[high] ?? Number.NaN, part);
}
