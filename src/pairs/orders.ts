import type { PairGrid } from './grid';

/**
 * Orders of the ranks of a square grid, as a list: entry i = the rank shown in place i. Each is a permutation and the
 * same for the same input.
 */

/** By a number each rank has, smallest first; ranks without one (NaN) come last, equal ones in order of rank. */
export function orderBy(numbers: ArrayLike<number>): Int32Array {
  const place = (rank: number) => {
    const number = numbers[rank] ?? Number.NaN;
    return Number.isNaN(number) ? Infinity : number;
  };
  return Int32Array.from({ length: numbers.length }, (_, rank) => rank).sort((p, q) => {
    const [a, b] = [place(p), place(q)];
    return a < b ? -1 : a > b ? 1 : p - q;
  });
}

/** By the mean of what each rank gives and gets. */
export function orderByMean({ ranks, values }: PairGrid): Int32Array {
  const sums = new Float64Array(ranks);
  const counts = new Float64Array(ranks);
  for (let sender = 0; sender < ranks; sender++)
    for (let receiver = 0; receiver < ranks; receiver++) {
      const value = values[sender * ranks + receiver] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      for (const rank of [sender, receiver]) {
        sums[rank] = (sums[rank] ?? 0) + value;
        counts[rank] = (counts[rank] ?? 0) + 1;
      }
    }
  return orderBy(sums.map((sum, rank) => sum / (counts[rank] ?? 0)));
}

const POWER_ROUNDS = 50;

/**
 * By similarity: along the leading principal component of the rows and columns together (missing cells count as the
 * mean), so that ranks that give and get alike stand together. Power iteration from a fixed start.
 */
export function orderBySimilarity({ ranks, values }: PairGrid): Int32Array {
  const cells = new Float32Array(ranks * ranks);
  for (let i = 0; i < ranks; i++)
    for (let j = 0; j < ranks; j++) {
      const there = values[i * ranks + j] ?? Number.NaN;
      const back = values[j * ranks + i] ?? Number.NaN;
      cells[i * ranks + j] = Number.isNaN(there) ? back : Number.isNaN(back) ? there : (there + back) / 2;
    }
  const means = new Float64Array(ranks);
  let all = 0;
  for (let i = 0; i < ranks; i++) {
    const row = cells.subarray(i * ranks, (i + 1) * ranks).filter((v) => !Number.isNaN(v));
    means[i] = row.length > 0 ? row.reduce((sum, v) => sum + v, 0) / row.length : 0;
    all += (means[i] ?? 0) / ranks;
  }
  const centred = (i: number, j: number) => {
    const value = cells[i * ranks + j] ?? Number.NaN;
    return Number.isNaN(value) ? 0 : value - (means[i] ?? 0) - (means[j] ?? 0) + all;
  };
  let vector = Float64Array.from({ length: ranks }, (_, i) => Math.cos(i + 1));
  for (let round = 0; round < POWER_ROUNDS; round++) {
    const next = new Float64Array(ranks);
    for (let i = 0; i < ranks; i++) {
      let sum = 0;
      for (let j = 0; j < ranks; j++) sum += centred(i, j) * (vector[j] ?? 0);
      next[i] = sum;
    }
    const length = Math.hypot(...next);
    if (!(length > 0)) break;
    vector = next.map((value) => value / length);
  }
  return orderBy(vector);
}

/**
 * Reverse Cuthill-McKee (A. George, 1971, after E. Cuthill and J. McKee, 1969) over the pairs that exchanged anything:
 * brings partners close to the diagonal. Each part begins at a rank with the fewest partners.
 */
export function orderByBandwidth({ ranks, values }: PairGrid): Int32Array {
  const partners: number[][] = Array.from({ length: ranks }, () => []);
  for (let i = 0; i < ranks; i++)
    for (let j = 0; j < ranks; j++)
      if (i !== j && ((values[i * ranks + j] ?? 0) > 0 || (values[j * ranks + i] ?? 0) > 0))
        partners[i]?.push(j);
  const degree = (rank: number) => partners[rank]?.length ?? 0;
  const byDegree = (p: number, q: number) => degree(p) - degree(q) || p - q;
  const seen = new Uint8Array(ranks);
  const order: number[] = [];
  for (const start of Array.from({ length: ranks }, (_, rank) => rank).sort(byDegree)) {
    if (seen[start]) continue;
    seen[start] = 1;
    order.push(start);
    for (let at = order.length - 1; at < order.length; at++)
      for (const partner of (partners[order[at] ?? 0] ?? []).toSorted(byDegree)) {
        if (seen[partner]) continue;
        seen[partner] = 1;
        order.push(partner);
      }
  }
  return Int32Array.from(order.reverse());
}
