/** What of two sets of ranks is set against each other. */
export interface Alignment {
  by: 'host' | 'rank';
  /** The rank of B for each rank of A, -1 where it has none. */
  toB: Int32Array;
  /** Ranks that have no counterpart. */
  onlyA: number;
  onlyB: number;
  /** Why it is not by host; empty where it is. */
  reason: string;
}

/** Host of each rank, null where it is not known. */
type Hosts = readonly (string | null)[];

/**
 * The one rule by which the ranks of B are brought to those of A: by host name (the nth rank on a host in A with the nth
 * rank on it in B) where both name the hosts of all ranks and at least half of the hosts of the side with fewer are on the
 * other one too; else rank by rank, with the reason.
 */
export function alignRanks(a: Hosts, b: Hosts): Alignment {
  const [unknownA, unknownB] = [a.includes(null), b.includes(null)];
  if (unknownA || unknownB) {
    const who = unknownA && unknownB ? 'no file names' : `${unknownA ? 'A' : 'B'} does not name`;
    return alignByRank(a.length, b.length, `${who} the hosts of all ranks`);
  }
  const [hostsA, hostsB] = [new Set(a), new Set(b)];
  let shared = 0;
  for (const host of hostsA) if (hostsB.has(host)) shared++;
  if (shared * 2 < Math.min(hostsA.size, hostsB.size))
    return alignByRank(
      a.length,
      b.length,
      shared === 0 ? 'no host is on both sides' : `only ${shared} of the hosts are on both sides`,
    );
  const ranks = new Map(places(b).map((place, rank) => [place, rank]));
  const toB = Int32Array.from(places(a), (place) => ranks.get(place) ?? -1);
  const common = toB.filter((rank) => rank >= 0).length;
  return { by: 'host', toB, onlyA: a.length - common, onlyB: b.length - common, reason: '' };
}

/** Rank by rank, for the reason given. */
export function alignByRank(ranksA: number, ranksB: number, reason: string): Alignment {
  const common = Math.min(ranksA, ranksB);
  return {
    by: 'rank',
    toB: Int32Array.from({ length: ranksA }, (_, rank) => (rank < ranksB ? rank : -1)),
    onlyA: ranksA - common,
    onlyB: ranksB - common,
    reason,
  };
}

/** The ranks of B that stand for ranks of A; those that B does not have are left out. */
export function ranksOfB({ toB }: Alignment, ranks: readonly number[]): number[] {
  return ranks.map((rank) => toB[rank] ?? -1).filter((rank) => rank >= 0);
}

/** Host and place on it of each rank. */
function places(hosts: Hosts): string[] {
  const met = new Map<string | null, number>();
  return hosts.map((host) => {
    const place = met.get(host) ?? 0;
    met.set(host, place + 1);
    return `${place} ${host ?? ''}`;
  });
}
