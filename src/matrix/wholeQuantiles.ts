import type { Work } from '../model/turns';
import { mixed, quantilePlace } from '../pairs/median';
import { APART, type Cells } from './cells';
import { between, BLOCK } from './kernel';
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
 * each of them lies, and only values in these spans are gathered.
 */
export function* wholeQuantiles(cells: Cells, shares: readonly number[], positive: boolean): Work<number[]> {
  const counted = () => quantiles(cells, whole(cells), shares, positive);
  if (shares.length > MOST_SHARES || cells.rows * cells.columns <= 4 * SAMPLE) return yield* counted();
  const sample = yield* sampleOf(cells, positive);
  if (sample.length < SAMPLE / 4) return yield* counted();
  const spans = shares.map((share) => spanOf(sample, share));
  const count = yield* fill(cells, spans, positive);
  const found: number[] = [];
  for (const [i, { low, high, below, between, gathered }] of spans.entries()) {
    const { low: first, high: next, part } = quantilePlace(shares[i] ?? 0, count);
    // The sample misled.
    if (first < below || next - below >= gathered || (gathered > between.length && low < high))
      return yield* counted();
    const sorted = low < high ? between.subarray(0, gathered).sort() : null;
    found.push(sorted ? mixed(sorted[first - below] ?? NaN, sorted[next - below] ?? NaN, part) : low);
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
function* fill(cells: Cells, spans: readonly Span[], positive: boolean): Work<number> {
  const { rows } = cells;
  let values = 0;
  for (let row = 0; row < rows; row += BLOCK) {
    between(cells, row, Math.min(rows, row + BLOCK), positive, spans, (told, span) => {
      if (span === spans[0]) values += told.values;
      span.below += told.under;
      const free = span.between.length - span.gathered;
      if (free > 0) span.between.set(told.inside.subarray(0, free), span.gathered);
      span.gathered += told.inside.length;
    });
    yield;
  }
  return values;
}
