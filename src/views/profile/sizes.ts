import type { CallSize } from '../../queries/profiles';
import type { View } from '../../share/view';

/** What is added up: seconds, bytes or number of calls. */
export type Amount = View['sizesAs'];

/** What calls with one size add. */
export const amountOf = ({ bytes, count, seconds }: CallSize, amount: Amount): number =>
  amount === 'time' ? seconds : amount === 'bytes' ? bytes * count : count;

/** Class of a size: 0 for 0 B, else 1 + the power of two at or below it. */
export const classOf = (bytes: number): number => (bytes <= 0 ? 0 : 1 + Math.floor(Math.log2(bytes)));

/** Least size of a class. */
export const classStart = (index: number): number => (index <= 0 ? 0 : 2 ** (index - 1));

/** Amounts by class of size, several sides over the same classes. */
export interface SizeClasses {
  /** Numbers of the classes, one more than there are amounts: the last one is the end. */
  edges: readonly number[];
  amounts: readonly (readonly number[])[];
}

const FEWEST_CLASSES = 4;

/** The amounts of each side by classes of sizes, from the first class to the last that any of them has, and some around few. */
export function sizeClasses(sides: readonly (readonly CallSize[])[], amount: Amount): SizeClasses {
  let [first, last] = [Infinity, -Infinity];
  for (const side of sides)
    for (const { bytes } of side) {
      first = Math.min(first, classOf(bytes));
      last = Math.max(last, classOf(bytes));
    }
  if (last < first) return { edges: [], amounts: sides.map(() => []) };
  // One bar alone would be a wall: there are some classes around it.
  while (last - first + 1 < FEWEST_CLASSES) {
    last++;
    first = Math.max(0, first - 1);
  }
  return {
    edges: Array.from({ length: last - first + 2 }, (_, i) => first + i),
    amounts: sides.map((side) => {
      const sums = new Array<number>(last - first + 1).fill(0);
      for (const size of side) {
        const at = classOf(size.bytes) - first;
        sums[at] = (sums[at] ?? 0) + amountOf(size, amount);
      }
      return sums;
    }),
  };
}

/** The share of the amount in calls of at most each size, ascending; empty where there is nothing to share. */
export function cumulativeSizes(
  sizes: readonly CallSize[],
  amount: Amount,
): { bytes: number; share: number; of: number }[] {
  const total = sizes.reduce((sum, size) => sum + amountOf(size, amount), 0);
  if (!(total > 0)) return [];
  let sum = 0;
  return [...sizes]
    .sort((p, q) => p.bytes - q.bytes)
    .map((size) => {
      sum += amountOf(size, amount);
      return { bytes: size.bytes, share: Math.min(1, sum / total), of: amountOf(size, amount) };
    });
}

/** Calls that have a message size above 0: those with several sizes first, then the one with most time. */
export function sizedCalls(sides: readonly (readonly CallSize[])[]): string[] {
  const known = new Map<string, { time: number; sizes: Set<number> }>();
  for (const side of sides)
    for (const { call, bytes, seconds } of side) {
      if (bytes <= 0) continue;
      const of = known.get(call) ?? { time: 0, sizes: new Set() };
      of.time += seconds;
      of.sizes.add(bytes);
      known.set(call, of);
    }
  const several = ({ sizes }: { sizes: Set<number> }) => Number(sizes.size > 1);
  return [...known].sort(([, p], [, q]) => several(q) - several(p) || q.time - p.time).map(([call]) => call);
}

/**
 * Calls whose size IPM takes from arguments that need not be that of a message: what is received may be shorter than the
 * buffer, and waiting has the size of what is waited for.
 */
export const isLooseSize = (call: string): boolean =>
  /^MPI_(I?recv|M?recv|Imrecv|Wait|Test|Probe|Iprobe)/i.test(call);
