/** Stretches of ranks, the first and the last of each included, ascending and apart. */
export type Ranges = readonly (readonly [first: number, last: number])[];

/** The stretches that ranks make, whatever their order. */
export function rangesOf(ranks: readonly number[]): [number, number][] {
  const out: [number, number][] = [];
  for (const rank of [...new Set(ranks)].sort((p, q) => p - q)) {
    const last = out.at(-1);
    if (last && rank === last[1] + 1) last[1] = rank;
    else out.push([rank, rank]);
  }
  return out;
}

/** The ranks of stretches from `first` on, at most `count` of them: a link may name ranks that a test does not have. */
export function ranksIn(ranges: Ranges, first: number, count: number): Set<number> {
  const out = new Set<number>();
  for (const [from, to] of ranges)
    for (let rank = Math.max(from, first); rank <= Math.min(to, first + count - 1); rank++) out.add(rank);
  return out;
}
