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

/** Ranks as a link holds them: stretches, or a bit for each rank where those would be many. */
export type PackedRanks = Ranges | string;

/** More stretches than this are longer than a bit for each rank. */
const MOST_STRETCHES = 256;
/** Ranks that a character of packed ranks holds. */
export const BITS = 6;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Packs ranks, whatever their order. */
export function packRanks(ranks: readonly number[]): [number, number][] | string {
  const ranges = rangesOf(ranks);
  if (ranges.length <= MOST_STRETCHES) return ranges;
  const digits = new Uint8Array(Math.floor((ranges.at(-1)?.[1] ?? 0) / BITS) + 1);
  for (const rank of ranks)
    digits[Math.floor(rank / BITS)] = (digits[Math.floor(rank / BITS)] ?? 0) | (1 << (rank % BITS));
  return Array.from(digits, (digit) => DIGITS[digit] ?? '').join('');
}

/** The ranks of a test that are packed: at most `count` from `first` on. A link may name ranks that a test does not have. */
export function unpackRanks(packed: PackedRanks, first: number, count: number): Set<number> {
  if (typeof packed !== 'string') return ranksIn(packed, first, count);
  const out = new Set<number>();
  for (let rank = first; rank < first + count; rank++)
    if ((DIGITS.indexOf(packed[Math.floor(rank / BITS)] ?? 'A') >> (rank % BITS)) & 1) out.add(rank);
  return out;
}
