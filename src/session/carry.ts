import { alignByRank, ranksOfB, type Alignment } from '../pairs/align';
import { packRanks, unpackRanks } from '../pairs/ranges';
import { MOST_EXCLUDED, type View } from '../share/view';
import { alignSets } from '../pairs/against';
import type { HeldPairs } from '../pairs/held';

/** What is needed of a set to know which hosts the ranks of a view are. */
export type RanksOf = Pick<HeldPairs, 'hosts' | 'senders' | 'receivers' | 'firstReceiver'> & {
  set: Pick<HeldPairs['set'], 'id' | 'runs' | 'better' | 'schedule'>;
};

/** What a view says by ranks of A. */
export type RankedView = Pick<View, 'excluded' | 'pair' | 'chosen'>;

/** Whether a view says anything by ranks. */
export const saysRanks = ({ excluded, pair, chosen }: RankedView): boolean =>
  excluded.length > 0 || pair !== null || chosen !== null;

/** A view by the ranks of another set, and a sentence on what of it could not be kept; empty where all was. */
export interface Carried {
  view: RankedView;
  said: string;
}

/**
 * Brings what a view says by ranks of one set to the ranks of another: by host, of tests as `alignRanks` says. The pair
 * and the box of a program's traffic stay with the rank, which does the same work wherever it runs. What has no
 * counterpart is given up.
 */
export function carryRanks(view: RankedView, from: RanksOf, to: RanksOf): Carried {
  const programs = from.set.better === 'none' && to.set.better === 'none';
  const same = sameRanks(from, to);
  const hosts = same ? identity(from, to) : alignSets(from, to, true);
  const ranks = programs ? identity(from, to) : hosts;
  const byHost = same || hosts.by === 'host';
  const out = byHost ? carryExcluded(view.excluded, from, to, hosts) : { ranks: [], lost: view.excluded };
  const moved = byHost || programs;
  const pair = moved ? carryPair(view.pair, to, ranks) : null;
  const box = moved ? carryBox(view.chosen, from, to, ranks) : { chosen: null, whole: false };
  const names = [...new Set(out.lost.map((rank) => from.hosts[rank] ?? `rank ${rank}`))];
  const lost = [
    names.length > 0 && `${listed(names)} ${names.length === 1 ? 'is' : 'are'} no longer left out`,
    view.pair && !pair && 'the pair is no longer pinned',
    view.chosen && !box.chosen && 'all pairs are shown again instead of the chosen box',
    view.chosen && box.chosen && !box.whole && 'the chosen box is smaller, some of its ranks are not there',
  ].filter((text) => typeof text === 'string');
  const why = moved
    ? 'Other pairs are shown'
    : 'Other pairs are shown, and their hosts cannot be matched with those before';
  return {
    view: { excluded: out.ranks, pair, chosen: box.chosen },
    said: lost.length === 0 ? '' : `${why}: ${lost.join('; ')}.`,
  };
}

const MOST_LISTED = 5;
function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return more > 0 ? `${names.slice(0, MOST_LISTED).join(', ')} and ${more} more` : names.join(', ');
}

const identity = (from: RanksOf, to: RanksOf): Alignment =>
  alignByRank(from.hosts.length, to.hosts.length, '');

/** Whether each rank is on the same host in both; where hosts are not known, whether both are of the same runs. */
function sameRanks(from: RanksOf, to: RanksOf): boolean {
  if (from.hosts.length !== to.hosts.length) return false;
  if (from.hosts.some((host, rank) => host !== to.hosts[rank])) return false;
  return !from.hosts.includes(null) || from.set.runs.join() === to.set.runs.join();
}

/** Ranks left out; a host of which all ranks were left out stays so with all its ranks. */
function carryExcluded(
  excluded: readonly number[],
  from: RanksOf,
  to: RanksOf,
  alignment: Alignment,
): { ranks: number[]; lost: readonly number[] } {
  const out = new Set(excluded);
  const staying = new Set(from.hosts.filter((_, rank) => !out.has(rank)));
  const whole = new Set(
    excluded.map((rank) => from.hosts[rank] ?? null).filter((host) => !staying.has(host)),
  );
  const ranks = new Set(ranksOfB(alignment, excluded));
  to.hosts.forEach((host, rank) => {
    if (host !== null && whole.has(host)) ranks.add(rank);
  });
  if (ranks.size > MOST_EXCLUDED) return { ranks: [], lost: excluded };
  return {
    ranks: [...ranks].sort((p, q) => p - q),
    lost: excluded.filter((rank) => (alignment.toB[rank] ?? -1) < 0),
  };
}

const isSender = (rank: number, { senders }: RanksOf): boolean => rank >= 0 && rank < senders;
const isReceiver = (rank: number, { firstReceiver, receivers }: RanksOf): boolean =>
  rank >= firstReceiver && rank < firstReceiver + receivers;

function carryPair(pair: View['pair'], to: RanksOf, { toB }: Alignment): View['pair'] {
  if (!pair) return null;
  const [sender, receiver] = [toB[pair[0]] ?? -1, toB[pair[1]] ?? -1];
  return isSender(sender, to) && isReceiver(receiver, to) ? [sender, receiver] : null;
}

/** The chosen box. Its shifts are those of the ranks in their order: in another order they are other pairs. */
function carryBox(
  chosen: View['chosen'],
  from: RanksOf,
  to: RanksOf,
  alignment: Alignment,
): { chosen: View['chosen']; whole: boolean } {
  const none = { chosen: null, whole: false };
  if (!chosen) return none;
  const inOrder = alignment.onlyA + alignment.onlyB === 0 && alignment.toB.every((rank, at) => rank === at);
  const [packedSenders, packedReceivers, shifts] = chosen;
  const sameTest = inOrder && from.set.schedule === to.set.schedule;
  if (sameTest) return { chosen, whole: true };
  if (shifts) return none;
  const before = [
    unpackRanks(packedSenders, 0, from.senders),
    unpackRanks(packedReceivers, from.firstReceiver, from.receivers),
  ] as const;
  const senders = ranksOfB(alignment, [...before[0]]).filter((rank) => isSender(rank, to));
  const receivers = ranksOfB(alignment, [...before[1]]).filter((rank) => isReceiver(rank, to));
  if (senders.length === 0 || receivers.length === 0) return none;
  return {
    chosen: [packRanks(senders), packRanks(receivers)],
    whole: senders.length === before[0].size && receivers.length === before[1].size,
  };
}
