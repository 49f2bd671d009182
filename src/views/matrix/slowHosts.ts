import type { SlowRank } from '../../pairs/suspects';

/** A host with ranks whose pairs are slow. */
export interface SlowHost {
  /** `n05`, or `n05, 3 of 4 ranks`; a rank where its host is not known. */
  name: string;
  /** One of its ranks. */
  rank: number;
  as: SlowRank['as'];
  /** Share of the typical value, of its slowest rank. */
  part: number;
}

/** Puts slow ranks together by host, slowest first. `nameOf` calls a rank whose host is not known. */
export function slowHostsOf(
  hosts: readonly (string | null)[],
  ranks: readonly SlowRank[],
  nameOf: (rank: number) => string,
): SlowHost[] {
  const found = new Map<string, SlowRank[]>();
  for (const slow of ranks) {
    const key = hosts[slow.rank] ?? ` ${slow.rank}`;
    const held = found.get(key);
    if (held) held.push(slow);
    else found.set(key, [slow]);
  }
  return [...found.values()]
    .map((slow): SlowHost => {
      const { rank = 0, as = 'both' } = slow[0] ?? {};
      const host = hosts[rank] ?? null;
      const all = hosts.filter((other) => other !== null && other === host).length;
      return {
        name:
          host === null
            ? nameOf(rank)
            : all === slow.length
              ? host
              : `${host}, ${slow.length} of ${all} ranks`,
        rank,
        as: slow.every((other) => other.as === as) ? as : 'both',
        part: slow.reduce((least, { part }) => Math.min(least, part), Infinity),
      };
    })
    .sort((p, q) => p.part - q.part);
}
