/** Most values that others are compared with; evenly spaced among more. */
const MOST_OTHERS = 65_536;
/** Up to so many values of a rank the distribution is counted, above it is near the normal one. */
const COUNTED = 8;

/** Sorted values of a test, to compare those of single ranks with. */
export class Others {
  readonly #sorted: Float32Array;
  /** How many values each of the sorted ones stands for. */
  readonly #each: number;
  /** 1 less the part of the variance that equal values take. */
  readonly #ties: number;

  /** `values`: those of all ranks, above zero. */
  constructor(values: Float32Array) {
    const step = Math.max(1, values.length / MOST_OTHERS);
    const sample = Float32Array.from({ length: Math.floor(values.length / step) }, (_, i) =>
      // Evenly spaced places would be of one column where the step divides the width.
      step === 1 ? (values[i] ?? 0) : (values[Math.floor(i * step + (((i * 7919) % 101) / 101) * step)] ?? 0),
    );
    this.#sorted = sample.sort();
    this.#each = values.length / Math.max(1, sample.length);
    this.#ties = 1 - tied(this.#sorted);
  }

  /**
   * Probability that values drawn at random from all are as low as these, which are among them: the rank-sum test
   * (H. B. Mann, D. R. Whitney, Annals of Mathematical Statistics 18(1), 1947), one-sided; counted for few values, else by the normal
   * distribution with correction for ties.
   */
  chance(own: Float32Array): number {
    const n = own.length;
    const m = this.#sorted.length * this.#each - n;
    if (n === 0 || m < 1) return 1;
    let wins = 0;
    for (const value of own)
      wins += (countBelow(this.#sorted, value, false) + countBelow(this.#sorted, value, true)) / 2;
    // Among themselves they win and lose half.
    const u = Math.max(0, wins * this.#each - (n * n) / 2);
    if (n <= COUNTED && this.#each === 1) return countedChance(n, Math.round(m), Math.ceil(u - 1e-9));
    const deviation = Math.sqrt((n * m * (n + m + 1) * this.#ties) / 12);
    return deviation > 0 ? normalTail((n * m) / 2 - u - 0.5, deviation) : 1;
  }
}

/** Σ(t³ − t) / (n³ − n) over groups of t equal values. */
function tied(sorted: Float32Array): number {
  const n = sorted.length;
  let [sum, from] = [0, 0];
  for (let i = 1; i <= n; i++) {
    if (i < n && sorted[i] === sorted[from]) continue;
    const t = i - from;
    sum += t ** 3 - t;
    from = i;
  }
  return n > 1 ? sum / (n ** 3 - n) : 0;
}

/** How many of sorted values are below a value, or up to it. */
function countBelow(sorted: Float32Array, value: number, upTo: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle] ?? 0;
    if (other < value || (upTo && other === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Share of the ways to place n values among m others in which they win at most `u` times. */
function countedChance(n: number, m: number, u: number): number {
  if (2 * u >= n * m) return 1;
  // ways[k][w]: k of the n are placed and have won w times, the others being added one by one.
  const ways = Array.from({ length: n + 1 }, () => new Float64Array(u + 1));
  for (const row of ways) row[0] = 1;
  for (let others = 1; others <= m; others++)
    for (let k = 1; k <= n; k++) {
      const [row, before] = [ways[k], ways[k - 1]];
      if (!row || !before) continue;
      for (let w = others; w <= u; w++) row[w] = (row[w] ?? 0) + (before[w - others] ?? 0);
    }
  const low = (ways[n] ?? new Float64Array()).reduce((sum, count) => sum + count, 0);
  let all = 1;
  for (let k = 1; k <= n; k++) all = (all * (m + k)) / k;
  return Math.min(1, low / all);
}

/** Chance of a normal value above `by`; W. J. Cody's continued fraction for the tail, a Taylor series near the middle. */
function normalTail(by: number, deviation: number): number {
  const z = by / deviation;
  if (z <= 0) return 1;
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let [term, sum] = [z, z];
    for (let k = 1; k < 60; k++) {
      term *= (z * z) / (2 * k + 1);
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let k = 40; k > 0; k--) fraction = z + k / fraction;
  return density / fraction;
}
