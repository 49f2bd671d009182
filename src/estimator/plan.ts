/** How a run is cut into batches. The cuts depend on the job alone, so results do not depend on workers. */
import { arrivedOf, Moments, patternMeans } from './result';
import type { Batch, Extent, Measures } from './job';

/** What is to be computed once a job is set up. */
export interface RunRequest {
  /** Number of patterns; one is enough (and all that is computed) when nothing in the traffic is random. */
  readonly patterns: number;
  /** 0 ≤ seed < 2^64; the same seed and pattern number give the same pattern everywhere. */
  readonly seed: bigint;
  readonly measures?: Measures;
  /**
   * Stop once the 95 % half width of the mean share (of 1/c where shares are not measured) is at most this part of it
   * (0.01 = ±1 %), after at least `LEAST_TO_STOP` patterns that have a mean.
   */
  readonly stopAt?: number;
}

/** Most patterns of one run: every one keeps a row of figures. */
export const MAX_PATTERNS = 1_000_000;

/** So many patterns must have a mean before an interval is taken for narrow enough. */
export const LEAST_TO_STOP = 30;

/** One range of pattern numbers. */
export interface Range {
  readonly first: number;
  readonly count: number;
}

/** Host-phases of a batch: at most so many, so that progress is told often; at least so many, so that messages cost little. */
const MOST = 2e6;
const LEAST = 1e5;
/** A batch is this part of what is left: ever smaller ones let several workers end at about the same time. */
const PART = 1 / 8;

/** The batches of a run, in order. They do not depend on the number of workers. */
export function plan(extent: Extent, request: RunRequest): Range[] {
  const { patterns } = request;
  if (!Number.isInteger(patterns) || patterns < 1 || patterns > MAX_PATTERNS) {
    throw new RangeError(
      `${patterns} patterns were asked for; give a whole number from 1 to ${MAX_PATTERNS}. The interval of the mean tells when there are enough.`,
    );
  }
  if (request.seed < 0n || request.seed >= 1n << 64n) {
    throw new RangeError(`The seed ${request.seed} is out of range; give a whole number from 0 to 2^64 − 1.`);
  }
  const total = extent.random ? patterns : 1;
  const work = extent.hosts * Math.max(1, extent.phases);
  const most = Math.max(1, Math.min(1024, Math.floor(MOST / work)));
  const ranges: Range[] = [];
  for (let first = 0; first < total;) {
    const size = Math.max(Math.ceil(LEAST / work), Math.ceil((total - first) * PART));
    const count = Math.min(size, most, total - first);
    ranges.push({ first, count });
    first += count;
  }
  return ranges;
}

/** Decides, batch by batch in order, whether the mean is known well enough. */
export class Stopper {
  readonly #means = new Moments();
  readonly #part: number | undefined;
  readonly #shares: boolean;

  constructor({ stopAt, measures }: Pick<RunRequest, 'stopAt' | 'measures'>) {
    this.#part = stopAt;
    this.#shares = measures?.share === true;
  }

  /** Takes the next batch; true if no further one is needed. */
  enough(batch: Batch): boolean {
    if (this.#part === undefined) return false;
    const fluid = batch.histogram.c.length === 0;
    const flows = arrivedOf(batch.rows);
    patternMeans(batch.rows, this.#shares || fluid).forEach((mean, i) =>
      this.#means.add(mean, flows[i] ?? 0),
    );
    const { mean, halfWidth } = this.#means.estimate();
    return this.#means.count >= LEAST_TO_STOP && halfWidth !== null && halfWidth <= this.#part * mean;
  }
}
