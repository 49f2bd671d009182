import type { ProfileRanks } from '../../queries/profiles';

/** A figure over the ranks that have it. */
export interface RankSpread {
  ranks: number;
  total: number;
  mean: number;
  least: number;
  most: number;
}

/** Total, mean, least and most of the values that are there (not NaN); null where none is. */
export function spreadOf(values: Float64Array): RankSpread | null {
  let [ranks, total, least, most] = [0, 0, Infinity, -Infinity];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    ranks++;
    total += value;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return ranks === 0 ? null : { ranks, total, mean: total / ranks, least, most };
}

/**
 * λ = most / mean − 1: how much longer than the mean rank the longest one takes (Pearce et al., ICS 2012, percent
 * imbalance). NaN where the mean is 0.
 */
export const imbalanceOf = ({ mean, most }: RankSpread): number => (mean > 0 ? most / mean - 1 : Number.NaN);

/** What a profile says as a whole. Times in seconds, memory in bytes; null where the file does not say. */
export interface ProfileFigures {
  /** Ranks that the file has. */
  ranks: number;
  /** Ranks that the program had; null where nothing says it. */
  expected: number | null;
  /** Ranks below `expected` that the file has not. */
  missing: readonly number[];
  hosts: number | null;
  /** Ranks on a host, fewest and most. */
  perHost: { least: number; most: number } | null;
  wall: RankSpread | null;
  mpi: RankSpread | null;
  /** Wall time less MPI time of each rank. */
  compute: RankSpread | null;
  /** Ranks whose MPI time is above their wall time. */
  odd: number;
  /** Mean MPI time over the longest wall time: %comm as ipm_parse prints it. */
  share: number;
  /** MPI time over wall time of each rank. */
  shares: RankSpread | null;
  memory: RankSpread | null;
  calls: number;
}

/** Wall time less MPI time of each rank; NaN where one of them is missing. */
export const computeOf = ({ wall, mpi }: Pick<ProfileRanks, 'wall' | 'mpi'>): Float64Array =>
  wall.map((time, i) => time - (mpi[i] ?? Number.NaN));

/** The figures of a profile; `said` = what the run says of itself. */
export function figuresOf(
  of: ProfileRanks,
  said: { ranks: number | null; nodes: number | null },
): ProfileFigures {
  const [wall, mpi] = [spreadOf(of.wall), spreadOf(of.mpi)];
  const compute = computeOf(of);
  const onHost = new Map<string, number>();
  for (const host of of.hosts) if (host !== null) onHost.set(host, (onHost.get(host) ?? 0) + 1);
  const counts = [...onHost.values()];
  const present = new Set(of.rank);
  const expected = said.ranks;
  return {
    ranks: of.rank.length,
    expected,
    missing: Array.from({ length: Math.min(expected ?? 0, MOST_RANKS) }, (_, rank) => rank).filter(
      (rank) => !present.has(rank),
    ),
    hosts: onHost.size > 0 ? onHost.size : said.nodes,
    perHost: counts.length > 0 ? { least: Math.min(...counts), most: Math.max(...counts) } : null,
    wall,
    mpi,
    compute: spreadOf(compute),
    odd: compute.reduce((sum, value) => sum + Number(value < 0), 0),
    share: wall && mpi && wall.most > 0 ? mpi.mean / wall.most : Number.NaN,
    shares: spreadOf(of.mpi.map((time, i) => time / (of.wall[i] || Number.NaN))),
    memory: spreadOf(of.memory),
    calls: of.calls.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0),
  };
}

/** A size that a file only claims is not counted through further than this. */
const MOST_RANKS = 1_000_000;

/** Stretches of numbers as text, `3, 5–9 and 12 more`: at most `most` stretches. Ascending. */
export function stretches(numbers: readonly number[], most = 6): string {
  const found: [number, number][] = [];
  for (const n of numbers) {
    const last = found.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else found.push([n, n]);
  }
  const shown = found.slice(0, most).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  const rest = found.slice(most).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return shown.join(', ') + (rest > 0 ? ` and ${rest.toLocaleString('en')} more` : '');
}
