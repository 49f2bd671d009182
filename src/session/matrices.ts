import { owned } from './owned';
import { ask, askLots, notify, useApp } from './state';
import { browserMatrixClient } from '../matrix/browser';
import type { MatrixClient } from '../matrix/client';
import { cellsSql, loadRanks, type PairSet } from '../queries/pairs';
import type { HeldPairs } from '../pairs/held';
import { groupsOf, hostsApart } from '../pairs/apart';

/** Most sets that the worker keeps: the oldest makes way. */
const MOST_HELD = 8;

/** Times that the worker may die over the same data before views no longer ask again by themselves. */
const MOST_DEATHS = 3;

/** The matrix worker of this tab and the sets that it holds. A worker that died is replaced, and views ask again. */
class Matrices {
  readonly #held = new Map<string, Promise<HeldPairs>>();
  /** How often each is on the screen: those stay. */
  readonly #leased = new Map<string, number>();
  #client: MatrixClient | null = null;
  /** The edition that asked again after the last death, and how many deaths in a row there were. */
  #revived = { edition: -1, deaths: 0 };

  get client(): MatrixClient {
    this.#client ??= browserMatrixClient((reason) => this.#died(reason));
    return this.#client;
  }

  hold(set: PairSet, calls: readonly string[] | null, edition: number): Promise<HeldPairs> {
    const key = keyOf(set, calls, edition);
    const held = this.#held;
    let promise = held.get(key);
    // What is used again is the youngest again.
    held.delete(key);
    if (promise) held.set(key, promise);
    else {
      promise =
        set.from.table === 'repeats'
          ? withPairs(set.from.of, null, edition, (all) => medianOf(set, all))
          : load(set, calls);
      const own = promise;
      promise.catch(() => {
        if (held.get(key) === own) held.delete(key);
      });
      held.set(key, promise);
      const idle = [...held].filter(([each]) => each !== key && !this.#leased.has(each));
      for (const [old, loading] of idle.slice(0, Math.max(0, held.size - MOST_HELD))) {
        held.delete(old);
        void loading.then(drop).catch(() => undefined);
      }
    }
    return promise;
  }

  lease(set: PairSet, calls: readonly string[] | null, edition: number): PairsLease {
    const key = keyOf(set, calls, edition);
    const leased = this.#leased;
    leased.set(key, (leased.get(key) ?? 0) + 1);
    return {
      pairs: this.hold(set, calls, edition),
      release: () => {
        const left = (leased.get(key) ?? 1) - 1;
        if (left > 0) leased.set(key, left);
        else leased.delete(key);
      },
    };
  }

  close(): void {
    this.#client?.close();
  }

  /** All that the worker held is gone with it. Views ask anew as if the data had changed, unless that fails again and again. */
  #died(reason: Error): void {
    this.#client = null;
    this.#held.clear();
    const { edition } = useApp.getState();
    const deaths = edition === this.#revived.edition ? this.#revived.deaths + 1 : 1;
    this.#revived = { edition: edition + 1, deaths };
    if (deaths > MOST_DEATHS) {
      notify('problem', `${reason.message} It has ended ${deaths} times over this data: choose fewer runs.`);
      return;
    }
    notify('info', 'The matrix worker had stopped. It was started again and is given its data again.');
    useApp.setState({ edition: edition + 1 });
  }
}

/** A set in the worker that stays there until it is released. */
export interface PairsLease {
  pairs: Promise<HeldPairs>;
  release: () => void;
}

const matrices = owned(
  () => new Matrices(),
  (ended) => ended.close(),
);

/** The matrix worker of this tab. */
export const matrixClient = (): MatrixClient => matrices().client;

/**
 * Brings a set into the matrix worker, once for each state of the data (`edition`). Rejects with a
 * sentence.
 */
export const holdPairs = (
  set: PairSet,
  calls: readonly string[] | null,
  edition: number,
): Promise<HeldPairs> => matrices().hold(set, calls, edition);

/** Bytes of a matrix of these pairs in the worker. */
export const bytesOf = ({ senders, receivers }: Pick<HeldPairs, 'senders' | 'receivers'>): number =>
  senders * receivers * 8;

const keyOf = ({ id, from }: PairSet, calls: readonly string[] | null, edition: number) =>
  JSON.stringify([edition, from.table === 'repeats' ? from.of.map((set) => set.id) : id, calls]);

/** Like `holdPairs`, and keeps the set in the worker until it is released. */
export const leasePairs = (set: PairSet, calls: readonly string[] | null, edition: number): PairsLease =>
  matrices().lease(set, calls, edition);

/** Works on several sets, which stay in the worker meanwhile. */
export async function withPairs<T>(
  sets: readonly PairSet[],
  calls: readonly string[] | null,
  edition: number,
  work: (all: HeldPairs[]) => Promise<T>,
): Promise<T> {
  const leases = sets.map((set) => leasePairs(set, calls, edition));
  try {
    return await work(await Promise.all(leases.map(({ pairs }) => pairs)));
  } finally {
    leases.forEach(({ release }) => release());
  }
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

/** The median of repeats. Rejects with a sentence where they ran on other hosts. */
async function medianOf(set: PairSet, all: readonly HeldPairs[]): Promise<HeldPairs> {
  const [first] = all;
  if (!first) throw new Error('There are no repeats to make a median of.');
  const { client: own, hosts, hostNumbers, senders, receivers, firstReceiver } = first;
  if (all.some((other) => other.hosts.some((host, rank) => host !== hosts[rank])))
    throw new Error(
      'The repeats ran on other hosts, or on these in another order, so their pairs are not the same and have no median. Choose one of the runs, or give the sets of hosts a condition that tells them apart.',
    );
  const groups = groupsOf(hostsApart(hostNumbers), senders, receivers, firstReceiver);
  const pairs = await own.median(
    all.map((each) => each.pairs),
    groups,
  );
  const phases =
    set.schedule === null ? null : await own.arrange(pairs, { how: 'phases', schedule: set.schedule });
  const { summary } = await own.ask({ type: 'summary', matrix: pairs });
  return { ...first, set, pairs, phases, summary };
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
