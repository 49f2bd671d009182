import { naturalOrder } from '../../compare/conditions';
import type { HeldPairs } from '../../pairs/held';
import type { View } from '../../share/view';
import type { Leaves } from './leaves';

/**
 * How ranks are put together: `perSocket` ranks where the file names no sockets, groups of `perGroup` hosts or by name,
 * leaf switches as a loaded fabric says them.
 */
export interface RankFold extends Pick<View, 'fold' | 'perSocket' | 'perGroup'> {
  /** Null where no fabric knows the hosts. */
  leaves: Leaves | null;
}

/** Each rank alone. */
export const BY_RANK: RankFold = { fold: 'rank', perSocket: null, perGroup: null, leaves: null };

/** Whether what is put together are several hosts: pairs on one host are then no part of a cell. */
export const foldsHosts = ({ fold }: Pick<RankFold, 'fold'>): boolean => fold === 'group' || fold === 'leaf';

type Known = Pick<HeldPairs, 'hosts' | 'sockets'>;

/** What is put together, in words. */
export const FOLD_NAME: Readonly<Record<View['fold'], string>> = {
  rank: 'ranks',
  host: 'hosts',
  socket: 'sockets',
  group: 'groups',
  leaf: 'leaf switches',
};

/** What ranks that belong together have in common. */
export interface FoldKey {
  key: string;
  name: string;
  /** Null for groups of hosts, and where it is not known. */
  host: string | null;
}

/** A host name without its last number and what follows: `r1n05` is of `r1n`. */
const stem = (host: string): string => /^(.*?)\d+\D*$/.exec(host)?.[1] ?? host;

/**
 * What each rank is put together by; a rank of which that is not known stands alone. `nameOf` calls a rank. Sockets are
 * those of the file, else each `perSocket` ranks of a host in their order are one. Groups are `perGroup` hosts that follow
 * each other by name (ranks, where no host is known), else hosts whose names differ in their last number alone.
 */
export function foldKeys(
  { hosts, sockets }: Known,
  { fold, perSocket, perGroup, leaves }: RankFold,
  nameOf: (rank: number) => string,
): FoldKey[] {
  const alone = (rank: number): FoldKey => ({
    key: ` ${rank}`,
    name: nameOf(rank),
    host: hosts[rank] ?? null,
  });
  if (fold === 'host')
    return hosts.map((host, rank) => (host === null ? alone(rank) : { key: host, name: host, host }));
  if (fold === 'socket') {
    const met = new Map<string | null, number>();
    return hosts.map((host, rank) => {
      const nth = met.get(host) ?? 0;
      met.set(host, nth + 1);
      const socket = sockets[rank] ?? (perSocket === null ? null : Math.floor(nth / perSocket));
      if (socket === null) return alone(rank);
      const name = host === null ? `socket ${socket}` : `${host} socket ${socket}`;
      return { key: JSON.stringify([host, socket]), name, host };
    });
  }
  if (fold === 'leaf')
    return hosts.map((host, rank) => {
      const leaf = host === null ? undefined : leaves?.get(host);
      return leaf === undefined ? alone(rank) : { key: leaf, name: leaf, host: null };
    });
  if (fold === 'group') return groupKeys(hosts, perGroup, alone);
  return hosts.map((_, rank) => alone(rank));
}

function groupKeys(
  hosts: Known['hosts'],
  perGroup: number | null,
  alone: (rank: number) => FoldKey,
): FoldKey[] {
  if (perGroup === null)
    return hosts.map((host, rank) => {
      if (host === null) return alone(rank);
      return { key: stem(host), name: stem(host) === '' ? 'other hosts' : `${stem(host)}…`, host: null };
    });
  const known = [...new Set(hosts.filter((host) => host !== null))].sort(naturalOrder);
  const group = (at: number, count: number, name: (at: number) => string): FoldKey => {
    const first = Math.floor(at / perGroup) * perGroup;
    const last = Math.min(count, first + perGroup) - 1;
    const whole = first === last ? name(first) : `${name(first)} – ${name(last)}`;
    return { key: `block ${first}`, name: whole, host: null };
  };
  if (known.length === 0) return hosts.map((_, rank) => group(rank, hosts.length, (at) => alone(at).name));
  const places = new Map(known.map((host, at) => [host, at]));
  return hosts.map((host, rank) =>
    host === null ? alone(rank) : group(places.get(host) ?? 0, known.length, (at) => known[at] ?? ''),
  );
}

/** The ways in which ranks of a set can be put together; by socket also where their number is still to be typed. */
export function foldsOf({ hosts, sockets }: Known, leaves: Leaves | null): View['fold'][] {
  const known = new Set(hosts.filter((host) => host !== null));
  const shared = known.size < hosts.filter((host) => host !== null).length;
  const out: View['fold'][] = ['rank'];
  if (known.size > 1 && shared) out.push('host');
  if (known.size === 0 || shared || sockets.some((socket) => socket !== null)) out.push('socket');
  if (hosts.length > 2 && known.size !== 1) out.push('group');
  if (leaves) out.push('leaf');
  return out;
}
