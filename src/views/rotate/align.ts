import type { CatalogueRun } from '../../queries/catalogue';
import type { PairSet } from '../../queries/pairs';

/** What of two tests is set against each other. */
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

type Hosts = readonly (string | null)[];

/**
 * Brings the ranks of B to those of A: by host where both name the hosts of all ranks and at least half of the smaller
 * side's are on the other one too (the nth rank on a host with the nth), else rank by rank.
 */
export function alignRanks(a: Hosts, b: Hosts): Alignment {
  const [inA, inB] = [places(a), places(b)];
  if (!inA || !inB)
    return byRank(
      a,
      b,
      `${!inA && !inB ? 'no file names' : `${inA ? 'B' : 'A'} does not name`} the hosts of all ranks`,
    );
  const ranks = new Map(inB.map((place, rank) => [place, rank]));
  const toB = Int32Array.from(inA, (place) => ranks.get(place) ?? -1);
  const common = toB.filter((rank) => rank >= 0).length;
  if (common * 2 < Math.min(a.length, b.length)) return byRank(a, b, 'A and B have hardly a host in common');
  return { by: 'host', toB, onlyA: a.length - common, onlyB: b.length - common, reason: '' };
}

function byRank(a: Hosts, b: Hosts, reason: string): Alignment {
  const common = Math.min(a.length, b.length);
  return {
    by: 'rank',
    toB: Int32Array.from(a, (_, rank) => (rank < b.length ? rank : -1)),
    onlyA: a.length - common,
    onlyB: b.length - common,
    reason,
  };
}

/** Host and place on it of each rank, or null where a host is not known. */
function places(hosts: Hosts): string[] | null {
  const met = new Map<string, number>();
  const out: string[] = [];
  for (const host of hosts) {
    if (host === null) return null;
    const place = met.get(host) ?? 0;
    met.set(host, place + 1);
    out.push(`${place} ${host}`);
  }
  return out;
}

type Tested = Pick<PairSet, 'ranks' | 'axis' | 'concurrency' | 'schedule' | 'statistic'>;

/** Sentences on what sets two tests apart beside what is compared. */
export function warnings(a: Tested, b: Tested): string[] {
  const out: string[] = [];
  if (a.ranks !== b.ranks)
    out.push(
      `A has ${a.ranks} ${a.axis}s and B ${b.ranks}: the same position is another pair, under another load. A difference here is not the effect of a change alone.`,
    );
  if (a.concurrency !== b.concurrency) {
    const said = (set: Tested) => set.concurrency ?? 'in a way that is not known';
    out.push(
      `The pairs of A ran ${said(a)}, those of B ${said(b)}: only pairs that run at once show what they share.`,
    );
  }
  if (a.schedule !== b.schedule)
    out.push('A and B pair senders and receivers in another order: the same pair ran beside other pairs.');
  return out;
}

/** The sets of the same test under the same conditions, the given one first: repeats. */
export function alike(
  set: PairSet,
  sets: readonly PairSet[],
  runs: readonly Pick<CatalogueRun, 'id' | 'setting'>[],
): PairSet[] {
  const settings = new Map(runs.map(({ id, setting }) => [id, setting]));
  const settingOf = ({ runs: [run] }: PairSet) => (run === undefined ? undefined : settings.get(run));
  const own = settingOf(set);
  const others = sets.filter(
    (other) =>
      other.id !== set.id &&
      settingOf(other) === own &&
      other.ranks === set.ranks &&
      other.schedule === set.schedule &&
      other.axis === set.axis,
  );
  return [set, ...others];
}
