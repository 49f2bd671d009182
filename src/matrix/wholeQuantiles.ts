import type { Work } from '../model/turns';
import { APART, type Cells } from './cells';
import { BLOCK } from './gather';
import type { Pyramid } from './pyramid';
import { quantiles, whole } from './statistics';

/** Cells that are looked at first; a matrix of not many more is counted at once. */
const SAMPLE = 2 ** 16;
/** How far around its place in the sample a quantile is looked for, in standard errors of that place. */
const ERRORS = 4;
/** Most values that are gathered around one quantile, and most quantiles that are found so. */
const MOST_GATHERED = 2 ** 21;
const MOST_SHARES = 4;

/** A quantile is between two values: those below are counted, those between them gathered, or counted where both are one. */
interface Span {
  readonly low: number;
  readonly high: number;
  below: number;
  readonly between: Float32Array;
  gathered: number;
}

/**
 * Quantiles of all values of a matrix, exact, as `quantiles` finds them, in a fraction of the time: a sample tells where
 * each of them lies, and only blocks that reach into one of these spans are read cell by cell. `pyramid` has the blocks
 * of the cells, all rows of them.
 */
export function* wholeQuantiles(
  cells: Cells,
  pyramid: Pyramid,
  shares: readonly number[],
  positive: boolean,
): Work<number[]> {
  const counted = () => quantiles(cells, whole(cells), shares, positive);
  if (shares.length > MOST_SHARES || cells.rows * cells.columns <= 4 * SAMPLE) return yield* counted();
  const sample = yield* sampleOf(cells, positive);
  if (sample.length < SAMPLE / 4) return yield* counted();
  const spans = shares.map((share) => spanOf(sample, share));
  const count = yield* fill(cells, pyramid, spans, positive);
  const found: number[] = [];
  for (const [i, { low, high, below, between, gathered }] of spans.entries()) {
    const place = Math.round(Math.max(0, Math.min(1, shares[i] ?? 0)) * (count - 1)) - below;
    // The sample misled.
    if (place < 0 || place >= gathered || (gathered > between.length && low < high)) return yield* counted();
    found.push(low < high ? (between.subarray(0, gathered).sort()[place] ?? NaN) : low);
    yield;
  }
  return found;
}

/** Values from all over the matrix, sorted; the same ones each time. */
function* sampleOf(cells: Cells, positive: boolean): Work<Float32Array> {
  const { rows, columns } = cells;
  const seen = Math.min(rows, 512);
  const step = Math.max(1, Math.floor((seen * columns) / SAMPLE));
  const found = new Float32Array(seen * Math.ceil(columns / step));
  const line = new Float32Array(columns);
  let n = 0;
  for (let i = 0; i < seen; i++) {
    cells.read(Math.floor(((i + 0.5) * rows) / seen), 0, columns, line);
    // From another column in each row, so that no pattern of columns is met again and again.
    for (let c = (i * 7) % step; c < columns; c += step) {
      const v = line[c] ?? NaN;
      if (v === v && v !== APART && !(positive && v <= 0)) found[n++] = v;
    }
    yield;
  }
  return found.subarray(0, n).sort();
}

function spanOf(sample: Float32Array, share: number): Span {
  const last = sample.length - 1;
  const place = Math.max(0, Math.min(1, share)) * last;
  const error = 2 + ERRORS * Math.sqrt((place * (last - place)) / last);
  const [from, to] = [Math.floor(place - error), Math.ceil(place + error)];
  const low = from < 0 ? -Infinity : (sample[from] ?? -Infinity);
  const high = to > last ? Infinity : (sample[to] ?? Infinity);
  return { low, high, below: 0, between: new Float32Array(low < high ? MOST_GATHERED : 0), gathered: 0 };
}

/** Counts and gathers; returns how many values there are. */
function* fill(cells: Cells, { levels }: Pyramid, spans: readonly Span[], positive: boolean): Work<number> {
  const { rows, columns } = cells;
  const blocks = levels[0];
  if (!blocks) return 0;
  const { width, height, min, max, count } = blocks;
  const band = new Float32Array(BLOCK * columns);
  const mixed = new Int32Array(width);
  let values = 0;
  for (let y = 0; y < height; y++) {
    let found = 0;
    for (let b = 0; b < width; b++) {
      const i = y * width + b;
      const own = count[i] ?? 0;
      if (own === 0) continue;
      const low = min[i] ?? 0;
      const high = max[i] ?? 0;
      let reaches = positive && low <= 0;
      for (const span of spans) if (low <= span.high && high >= span.low) reaches = true;
      if (reaches) {
        mixed[found++] = b;
        continue;
      }
      values += own;
      for (const span of spans) if (high < span.low) span.below += own;
    }
    yield;
    if (found === 0) continue;
    const last = Math.min(rows - y * BLOCK, BLOCK);
    for (let r = 0; r < last; r++)
      cells.read(y * BLOCK + r, 0, columns, band.subarray(r * columns, (r + 1) * columns));
    for (let k = 0; k < found; k++) {
      const first = (mixed[k] ?? 0) * BLOCK;
      const end = Math.min(columns, first + BLOCK);
      for (let r = 0; r < last; r++)
        for (let c = first; c < end; c++) {
          const v = band[r * columns + c] ?? NaN;
          if (v !== v || v === APART || (positive && v <= 0)) continue;
          values++;
          for (const span of spans) {
            if (v < span.low) span.below++;
            else if (v <= span.high) span.between[span.gathered++] = v;
          }
        }
    }
    yield;
  }
  return values;
}
