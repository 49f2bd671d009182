import { ask, askLots } from '../../app/state';
import { browserMatrixClient } from '../../matrix/browser';
import type { MatrixClient } from '../../matrix/client';
import type { Summary } from '../../matrix/messages';
import { cellsSql, loadRanks, type PairSet } from '../../queries/pairs';
import { groupsOf, hostsApart } from './apart';

/** A pair set that the matrix worker holds. */
export interface HeldPairs {
  set: PairSet;
  client: MatrixClient;
  /** Rows = senders, columns = receivers. */
  pairs: number;
  /** Rows = phases, columns = senders; null for a set without phases. */
  phases: number | null;
  senders: number;
  receivers: number;
  firstReceiver: number;
  summary: Summary;
  /** Host name of each rank, null where it is not known; one entry per rank. */
  hosts: readonly (string | null)[];
  /** Number of the socket of each rank on its host, null where it is not known. */
  sockets: readonly (number | null)[];
  /** Number of the host of each rank, below 0 where it is not known; null when no host is known, or all are one. */
  hostNumbers: Int32Array | null;
}

/** Most sets that the worker keeps: the oldest makes way. */
const MOST_HELD = 8;

let client: MatrixClient | null = null;
const held = new Map<string, Promise<HeldPairs>>();
/** How often each is on the screen: those stay. */
const leased = new Map<string, number>();

/** The matrix worker of this tab. */
export function matrixClient(): MatrixClient {
  client ??= browserMatrixClient();
  return client;
}

/**
 * Brings a set into the matrix worker, once for each state of the data (`edition`). Rejects with a
 * sentence.
 */
export function holdPairs(
  set: PairSet,
  calls: readonly string[] | null,
  edition: number,
): Promise<HeldPairs> {
  const key = keyOf(set, calls, edition);
  let promise = held.get(key);
  // What is used again is the youngest again.
  held.delete(key);
  if (promise) held.set(key, promise);
  else {
    promise = load(set, calls);
    promise.catch(() => held.delete(key));
    held.set(key, promise);
    const idle = [...held].filter(([each]) => each !== key && !leased.has(each));
    for (const [old, loading] of idle.slice(0, Math.max(0, held.size - MOST_HELD))) {
      held.delete(old);
      void loading.then(drop, () => undefined);
    }
  }
  return promise;
}

const keyOf = (set: PairSet, calls: readonly string[] | null, edition: number) =>
  JSON.stringify([edition, set.id, calls]);

/** Like `holdPairs`, and keeps the set in the worker until it is released. */
export function leasePairs(
  set: PairSet,
  calls: readonly string[] | null,
  edition: number,
): { pairs: Promise<HeldPairs>; release: () => void } {
  const key = keyOf(set, calls, edition);
  leased.set(key, (leased.get(key) ?? 0) + 1);
  return {
    pairs: holdPairs(set, calls, edition),
    release: () => {
      const left = (leased.get(key) ?? 1) - 1;
      if (left > 0) leased.set(key, left);
      else leased.delete(key);
    },
  };
}

async function drop({ client: of, pairs, phases }: HeldPairs): Promise<void> {
  await of.drop(pairs);
  if (phases !== null) await of.drop(phases);
}

async function load(set: PairSet, calls: readonly string[] | null): Promise<HeldPairs> {
  const own = matrixClient();
  const { layout, ranks, schedule } = set;
  const { senders, receivers, firstReceiver } = shapeOf(set);
  const { hosts, sockets, hostNumbers } = await hostsOf(set);
  // Of traffic the pairs on one host are part of the picture; of a test they are another thing than the network.
  const groups =
    set.better === 'none' ? null : groupsOf(hostsApart(hostNumbers), senders, receivers, firstReceiver);
  const base = await own.create(senders, receivers, layout === 'source' ? groups : null);
  for (const sql of cellsSql(set, calls)) await askLots(sql, (parts) => own.ipc(base, parts));
  await own.end(base);
  let pairs = base;
  let phases: number | null = null;
  if (layout === 'destination') pairs = await own.arrange(base, { how: 'transpose' }, groups);
  else if (layout === 'shift' && (schedule === 'half forward' || schedule === 'half backward'))
    pairs = await own.arrange(base, { how: 'pairs', schedule }, groups);
  if (pairs !== base) await own.drop(base);
  // Of the pairs, also where the file has phases: what is left apart there is left apart here.
  if (schedule !== null) phases = await own.arrange(pairs, { how: 'phases', schedule });
  const { summary } = await own.ask({ type: 'summary', matrix: pairs });
  return {
    ...{ set, client: own, pairs, phases, senders, receivers, firstReceiver, summary },
    hosts: Array.from({ length: ranks }, (_, rank) => hosts[rank] ?? null),
    sockets,
    hostNumbers,
  };
}

function shapeOf(set: PairSet): { senders: number; receivers: number; firstReceiver: number } {
  const half = Math.floor(set.ranks / 2);
  return set.layout === 'shift'
    ? { senders: half, receivers: half, firstReceiver: half }
    : { senders: set.ranks, receivers: set.ranks, firstReceiver: 0 };
}

async function hostsOf(set: PairSet): Promise<{
  hosts: (string | null)[];
  sockets: (number | null)[];
  hostNumbers: Int32Array | null;
}> {
  const sockets = new Array<number | null>(set.ranks).fill(null);
  const hosts: (string | null)[] = Array.from({ length: set.ranks }, (_, rank) => set.hosts?.[rank] ?? null);
  for (const run of set.hosts ? [] : set.runs)
    for (const { rank, host, socket } of await loadRanks(ask, run))
      if (rank < set.ranks) [hosts[rank], sockets[rank]] = [host, socket];
  if (hosts.every((host) => host === null)) return { hosts, sockets, hostNumbers: null };
  const names = new Map<string, number>();
  const hostNumbers = Int32Array.from(hosts, (host) => {
    if (host === null) return -1;
    const number = names.get(host) ?? names.size;
    names.set(host, number);
    return number;
  });
  // A test inside one host is a test of that host: its pairs are not left out.
  return { hosts, sockets, hostNumbers: names.size > 1 ? hostNumbers : null };
}
