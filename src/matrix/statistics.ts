import { sharingTally, type SharingCounts, type SharingScale } from '../pairs/sharing';
import { APART, type Cells } from './cells';
import type { Box } from './grid';
import type { Work } from '../model/turns';
import { mixed, quantilePlace } from '../pairs/median';

/** All cells of a matrix. */
export const whole = ({ rows, columns }: Pick<Cells, 'rows' | 'columns'>): Box => ({
  row0: 0,
  row1: rows,
  column0: 0,
  column1: columns,
});

/** Calls `visit` with each row of a box; the array is used again for the next. */
function* rowsOf(cells: Cells, box: Box, visit: (row: Float32Array, index: number) => void): Work<void> {
  const row = new Float32Array(box.column1 - box.column0);
  for (let r = box.row0; r < box.row1; r++) {
    cells.read(r, box.column0, box.column1, row);
    visit(row, r);
    yield;
  }
}

const isValue = (v: number): boolean => v === v && v !== APART;

/** The bits of a float32 as a whole number of the same order: −∞ is least. */
function ordered(bits: number): number {
  return (bits & 0x80000000 ? ~bits : bits | 0x80000000) >>> 0;
}

/**
 * Quantiles of the values in a box, exact and without sorting them: the sorted value at `quantilePlace`, found by
 * counting the upper and then the lower 16 bits. NaN where there is no value. `shares` are 0 to 1. `positive` leaves out
 * what has no place on a logarithmic scale. `nearest` takes the nearest value and nothing between two: a sample.
 */
export function* quantiles(
  cells: Cells,
  box: Box,
  shares: readonly number[],
  positive: boolean,
  nearest = false,
): Work<number[]> {
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  const upper = new Uint32Array(65536);
  let n = 0;
  yield* rowsOf(cells, box, (row) => {
    const words = new Uint32Array(row.buffer, row.byteOffset, row.length);
    for (let c = 0; c < row.length; c++) {
      const v = row[c] ?? NaN;
      if (v !== v || v === APART || (positive && v <= 0)) continue;
      const high = ordered(words[c] ?? 0) >>> 16;
      upper[high] = (upper[high] ?? 0) + 1;
      n++;
    }
  });
  if (n === 0) return shares.map(() => NaN);
  const places = shares.map((share) => quantilePlace(share, n));
  const wanted = places
    .flatMap(({ low, high: next }) => [low, next])
    .map((place) => {
      let rest = place;
      let high = 0;
      while (rest >= (upper[high] ?? 0)) rest -= upper[high++] ?? 0;
      return { high, rest };
    });
  const inside = new Uint8Array(65536);
  for (const { high } of wanted) inside[high] = 1;
  const lower = new Map(wanted.map(({ high }) => [high, new Uint32Array(65536)]));
  yield* rowsOf(cells, box, (row) => {
    const words = new Uint32Array(row.buffer, row.byteOffset, row.length);
    for (let c = 0; c < row.length; c++) {
      const v = row[c] ?? NaN;
      if (v !== v || v === APART || (positive && v <= 0)) continue;
      const key = ordered(words[c] ?? 0);
      if (!inside[key >>> 16]) continue;
      const counts = lower.get(key >>> 16);
      if (counts) counts[key & 0xffff] = (counts[key & 0xffff] ?? 0) + 1;
    }
  });
  const found = wanted.map(({ high, rest }) => {
    const counts = lower.get(high);
    let [low, left] = [0, rest];
    while (left >= (counts?.[low] ?? Infinity)) left -= counts?.[low++] ?? 0;
    const key = ((high << 16) | low) >>> 0;
    bits[0] = key & 0x80000000 ? key ^ 0x80000000 : ~key;
    return float[0] ?? NaN;
  });
  return places.map(({ part }, i) =>
    mixed(found[2 * i] ?? NaN, found[2 * i + 1] ?? NaN, nearest ? Math.round(part) : part),
  );
}

/** Bins of equal width, or of equal ratio on `log`; shared by the histograms that are compared. */
export interface Bins {
  readonly kind: 'linear' | 'log';
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** Values per bin [low, high); the last bin has its upper end too. What lies outside is counted apart. */
export interface Histogram {
  readonly counts: Float64Array;
  readonly under: number;
  readonly over: number;
}

/** Counts the values of a box in bins. */
export function* histogram(cells: Cells, box: Box, bins: Bins): Work<Histogram> {
  const counts = new Float64Array(bins.count);
  let [under, over] = [0, 0];
  const log = bins.kind === 'log';
  const low = log ? Math.log(bins.low) : bins.low;
  const step = ((log ? Math.log(bins.high) : bins.high) - low) / bins.count;
  yield* rowsOf(cells, box, (row) => {
    for (const v of row) {
      if (!isValue(v)) continue;
      if (v < bins.low) under++;
      else if (v > bins.high) over++;
      else {
        const i = Math.min(bins.count - 1, Math.max(0, Math.floor(((log ? Math.log(v) : v) - low) / step)));
        counts[i] = (counts[i] ?? 0) + 1;
      }
    }
  });
  return { counts, under, over };
}

/** Counts the values of a box by how many flows shared their slowest link. */
export function* sharing(cells: Cells, box: Box, scale: SharingScale): Work<SharingCounts> {
  const tally = sharingTally(scale);
  yield* rowsOf(cells, box, (row) => {
    for (const v of row) if (isValue(v)) tally.add(v);
  });
  return tally.counts();
}

/** Figures of the values in a box. Without values: NaN, sum 0. */
export interface BoxStatistics {
  readonly count: number;
  readonly missing: number;
  /** Cells left apart. */
  readonly apart: number;
  readonly zeros: number;
  readonly sum: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** The first cell with the least and with the largest value. */
  readonly minAt: Cell | null;
  readonly maxAt: Cell | null;
}

/** A cell by its place. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Figures of a box. */
export function* figures(cells: Cells, box: Box): Work<BoxStatistics> {
  let [count, missing, apart, zeros, sum, min, max] = [0, 0, 0, 0, 0, Infinity, -Infinity];
  let [minAt, maxAt]: [Cell | null, Cell | null] = [null, null];
  yield* rowsOf(cells, box, (values, row) => {
    for (let c = 0; c < values.length; c++) {
      const v = values[c] ?? NaN;
      if (v !== v) missing++;
      else if (v === APART) apart++;
      else {
        count++;
        sum += v;
        if (v === 0) zeros++;
        if (v < min) [min, minAt] = [v, { row, column: box.column0 + c }];
        if (v > max) [max, maxAt] = [v, { row, column: box.column0 + c }];
      }
    }
  });
  const none = count === 0;
  return {
    ...{ count, missing, apart, zeros, sum, minAt, maxAt },
    mean: none ? NaN : sum / count,
    min: none ? NaN : min,
    max: none ? NaN : max,
  };
}

/** A cell with its value. */
export interface RankedCell extends Cell {
  readonly value: number;
}

/** The `n` cells of a box with the largest (or least) values, first the most extreme; equal ones in reading order. */
export function* extremes(cells: Cells, box: Box, n: number, order: 'largest' | 'least'): Work<RankedCell[]> {
  const sign = order === 'largest' ? 1 : -1;
  const kept: RankedCell[] = [];
  yield* rowsOf(cells, box, (row, index) => {
    for (let c = 0; c < row.length; c++) {
      const value = row[c] ?? NaN;
      const last = kept[n - 1];
      if (!isValue(value) || (last && value * sign <= last.value * sign)) continue;
      let at = Math.min(kept.length, n);
      while (at > 0 && (kept[at - 1]?.value ?? 0) * sign < value * sign) at--;
      kept.splice(at, 0, { row: index, column: box.column0 + c, value });
      if (kept.length > n) kept.pop();
    }
  });
  return kept;
}

/** How two matrices of one shape overlap. */
export interface Overlap {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
}

/** Counts the cells that both matrices, or one of them, have a value for. */
export function* overlap(a: Cells, b: Cells): Work<Overlap> {
  const other = new Float32Array(b.columns);
  let [both, onlyA, onlyB] = [0, 0, 0];
  yield* rowsOf(a, whole(a), (row, index) => {
    b.read(index, 0, b.columns, other);
    for (let c = 0; c < row.length; c++) {
      const [inA, inB] = [!Number.isNaN(row[c]), !Number.isNaN(other[c])];
      if (inA && inB) both++;
      else if (inA) onlyA++;
      else if (inB) onlyB++;
    }
  });
  return { both, onlyA, onlyB };
}
