import { atOnce } from '../model/turns';
import { SLOW_PART, type PairReading } from './analyse';
import type { PairGrid } from './grid';
import { quantileOf } from './median';
import { eachPair, type CellFilter } from './shifts';

/** How far the slow positions of one repeat are slow in the next one too. */
export interface Persistence {
  /** Pairs that every repeat measured. */
  positions: number;
  /** Share of them that is slow, over all repeats. */
  slowShare: number;
  /**
   * Of the slow positions of a repeat, how many more than chance gives are slow in another one: 1 = all, 0 = as many as
   * chance, averaged over all pairs of repeats. Null where too few are slow, or nearly all, to tell.
   */
  again: number | null;
  /** Of the slow positions of a repeat, the share that is slow in another one, and what chance gives; null as `again` is. */
  slowAgain: { share: number; chance: number } | null;
  /** Rank correlation (Spearman) of the values of two repeats, averaged over all pairs of repeats; null for equal values. */
  correlation: number | null;
  verdict: 'same positions' | 'moving' | 'mixed' | 'cannot tell';
}

/** Fewest slow positions in a repeat from which something can be inferred. */
const FEWEST_SLOW = 5;
/** From here on the same positions are slow again; up to the second one they move. */
const SAME = 0.6;
const MOVING = 0.2;

/**
 * Whether the same positions are slow in repeats of a test: that means static routes (or a bad host or cable); slow
 * positions that move mean load or adaptive routing. This is the central inference of the rotate test of 2004. The
 * grids have the same shape and their ranks mean the same hosts. Of what is better when lower, such as times, the large
 * values are the slow ones: it is read by its inverse, as in `analyse`.
 */
export function persistence(
  grids: readonly PairGrid[],
  counts: CellFilter,
  better: PairReading['better'],
): Persistence {
  const columns = commonValues(grids, counts, better === 'lower' ? (time) => 1 / time : (rate) => rate);
  const positions = columns[0]?.length ?? 0;
  const slow = columns.map(slowPlaces);
  const slowAll = slow.reduce((sum, marks) => sum + count(marks), 0);
  const slowShare = positions > 0 ? slowAll / (positions * columns.length) : 0;
  const overlaps: Overlap[] = [];
  const correlations: number[] = [];
  const orders = columns.map(ranksOf);
  for (let i = 0; i < columns.length; i++)
    for (let j = i + 1; j < columns.length; j++) {
      const [p, q, x, y] = [slow[i], slow[j], orders[i], orders[j]];
      if (!p || !q || !x || !y) continue;
      const overlap = overlapOf(p, q);
      if (overlap !== null) overlaps.push(overlap);
      const together = correlationOf(x, y);
      if (together !== null) correlations.push(together);
    }
  const again = mean(overlaps.map(({ beyond }) => beyond));
  const share = mean(overlaps.map((overlap) => overlap.share));
  const chance = mean(overlaps.map((overlap) => overlap.chance));
  return {
    positions,
    slowShare,
    again,
    slowAgain: share === null || chance === null ? null : { share, chance },
    correlation: mean(correlations),
    verdict: verdictOf(again),
  };
}

/** Of the slow positions of the repeat that has fewer: the share that both have, what chance gives, and what is beyond it. */
interface Overlap {
  share: number;
  chance: number;
  beyond: number;
}

function verdictOf(again: number | null): Persistence['verdict'] {
  if (again === null) return 'cannot tell';
  return again >= SAME ? 'same positions' : again <= MOVING ? 'moving' : 'mixed';
}

/** The values of each grid, as `speed` gives them, at the places where all of them have one, in one order. */
function commonValues(
  grids: readonly PairGrid[],
  counts: CellFilter,
  speed: (value: number) => number,
): Float64Array[] {
  const [first, ...others] = grids;
  if (!first || others.length === 0) return [];
  const places: number[] = [];
  const { receivers, firstReceiver } = first;
  const pairs = eachPair(first, counts, (_value, sender, receiver) => {
    const place = sender * receivers + receiver - firstReceiver;
    if (others.every((grid) => !Number.isNaN(grid.values[place] ?? Number.NaN))) places.push(place);
  });
  atOnce(pairs);
  return grids.map(({ values }) => Float64Array.from(places, (place) => speed(values[place] ?? Number.NaN)));
}

function slowPlaces(values: Float64Array): Uint8Array {
  // By the median of the repeat: against the peak, pairs that topology keeps slow would be the same positions every time.
  const slow = SLOW_PART * quantileOf([...values.toSorted()], 0.5);
  return Uint8Array.from(values, (value) => (value < slow ? 1 : 0));
}

function overlapOf(p: Uint8Array, q: Uint8Array): Overlap | null {
  const [n, m] = [count(p), count(q)];
  const expected = (n * m) / p.length;
  const most = Math.min(n, m);
  if (most < FEWEST_SLOW || most - expected < FEWEST_SLOW / 2) return null;
  let both = 0;
  p.forEach((mark, i) => (both += mark & (q[i] ?? 0)));
  return { share: both / most, chance: expected / most, beyond: (both - expected) / (most - expected) };
}

function count(marks: Uint8Array): number {
  return marks.reduce((sum, mark) => sum + mark, 0);
}

/** Ranks of values, equal values sharing the mean of theirs. */
function ranksOf(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values.keys()).sort((i, j) => (values[i] ?? 0) - (values[j] ?? 0));
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++;
    for (let i = from; i < to; i++) ranks[order[i] ?? 0] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

function correlationOf(x: Float64Array, y: Float64Array): number | null {
  const middle = (x.length - 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  x.forEach((value, i) => {
    const [p, q] = [value - middle, (y[i] ?? 0) - middle];
    xy += p * q;
    xx += p * p;
    yy += q * q;
  });
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : null;
}

function mean(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}
