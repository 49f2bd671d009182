/** A communication matrix through a fabric: bytes on every link, and what other placements and routings would give. */
import type { Estimator } from '../../estimator/core';
import type { FabricGraph, Job } from '../../estimator/job';

/** Bytes between slots (hosts' worth of ranks); slot k of a placement `order` is host k of the fabric. */
export interface SlotTraffic {
  readonly slots: number;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly bytes: Float64Array;
}

/** Where the slots are: by a rule of the estimator (docs/estimator.md), or slot by slot. */
export type SlotRule =
  { readonly rule: 'order' | 'random' | 'scattered' | 'packed' } | { readonly hosts: Int32Array };

/** The load that a traffic puts on a fabric. */
export interface LinkLoads {
  /** Bytes on each directed link. */
  readonly bytes: Float64Array;
  /** Bytes / capacity of the fullest link, of the fullest host link, and of the fullest between switches. */
  readonly fullest: number;
  readonly fullestHost: number;
  readonly fullestInner: number;
  /** Pairs without a route; their bytes are on no link. */
  readonly lost: number;
}

/** What is asked of a fabric and a traffic. */
export interface ToRoute {
  readonly job: Pick<Job, 'topology' | 'tables' | 'routing' | 'cut'>;
  readonly traffic: SlotTraffic;
  readonly placing: SlotRule;
  /** Of placements at random. */
  readonly seed: number;
}

/**
 * Bytes between ranks put together by slot. `slotOf` gives the slot of each rank, −1 = none; the bytes of ranks without
 * a slot, and those inside a slot, come back apart.
 */
export function slotTraffic(
  cells: Iterable<readonly [source: number, target: number, bytes: number]>,
  slotOf: Int32Array,
): { traffic: SlotTraffic; inside: number; outside: number } {
  const sums = new Map<number, number>();
  const slots = slotOf.reduce((most, slot) => Math.max(most, slot + 1), 0);
  let [inside, outside] = [0, 0];
  for (const [source, target, bytes] of cells) {
    if (!(bytes > 0)) continue;
    const [s, t] = [slotOf[source] ?? -1, slotOf[target] ?? -1];
    if (s < 0 || t < 0) outside += bytes;
    else if (s === t) inside += bytes;
    else sums.set(s * slots + t, (sums.get(s * slots + t) ?? 0) + bytes);
  }
  const keys = [...sums.keys()].sort((p, q) => p - q);
  const traffic = {
    slots,
    source: Uint32Array.from(keys, (key) => Math.floor(key / slots)),
    target: Uint32Array.from(keys, (key) => key % slots),
    bytes: Float64Array.from(keys, (key) => sums.get(key) ?? 0),
  };
  return { traffic, inside, outside };
}

/** Loads of one setting. Throws a sentence where the estimator refuses it. */
export function linkLoads(estimator: Estimator, { job, traffic, placing, seed }: ToRoute): LinkLoads {
  estimator.setup({ ...job, traffic: { kind: 'pattern', pattern: 'perm' } });
  const hosts = hostsOf(estimator, placing, traffic.slots, seed);
  return loadsAgain(estimator, estimator.fabric(), traffic, hosts);
}

/** The host of each slot, as the estimator places them (a rule at random draws from the seed). */
export function hostsOf(estimator: Estimator, placing: SlotRule, slots: number, seed: number): Int32Array {
  if ('hosts' in placing) return placing.hosts;
  estimator.setTraffic({ kind: 'pattern', pattern: 'shift:1', placement: placing.rule, ranks: slots });
  return Int32Array.from(estimator.run(0, 1, BigInt(seed), { pairs: true }).pairs.src);
}

/** Loads of a traffic with its slots on these hosts, on the routing that is set up. */
export function loadsAgain(
  estimator: Estimator,
  { hosts, source, target, capacity }: FabricGraph,
  traffic: SlotTraffic,
  place: Int32Array,
): LinkLoads {
  const line = (slot: number, i: number) =>
    `${place[slot] ?? 0} ${place[traffic.target[i] ?? 0] ?? 0} ${traffic.bytes[i] ?? 0}`;
  estimator.setTraffic({
    kind: 'matrix',
    text: Array.from(traffic.source, line).join('\n'),
    ranksPerHost: 1,
  });
  const { bytes, rows } = estimator.run(0, 1, 0n);
  let [fullestHost, fullestInner] = [0, 0];
  bytes.forEach((sum, link) => {
    const time = sum / (capacity[link] ?? 1);
    if ((source[link] ?? 0) < hosts || (target[link] ?? 0) < hosts) fullestHost = Math.max(fullestHost, time);
    else fullestInner = Math.max(fullestInner, time);
  });
  return {
    bytes,
    fullest: Math.max(fullestHost, fullestInner),
    fullestHost,
    fullestInner,
    lost: rows.values[rows.names.indexOf('lost')] ?? 0,
  };
}

/** Links by bytes / capacity, fullest first, at most `most`; links without bytes are left out. */
export function hottest(loads: LinkLoads, { capacity }: FabricGraph, most: number): number[] {
  const time = loads.bytes.map((sum, link) => sum / (capacity[link] ?? 1));
  const used = Array.from(time.keys()).filter((link) => (time[link] ?? 0) > 0);
  return used.sort((a, b) => (time[b] ?? 0) - (time[a] ?? 0) || a - b).slice(0, most);
}

/** One other setting and what it would give. */
export interface Alternative {
  readonly name: string;
  readonly kind: 'placement' | 'routing';
  /** Bytes / capacity of the fullest link (mean over the seeds of a random rule), or why there is none. */
  readonly fullest: number | null;
  readonly why: string;
}

/** Draws of a random rule that are put together. */
const DRAWS = 5;
const PLACINGS = ['order', 'packed', 'scattered', 'random'] as const;
const ROUTINGS = ['dmodk', 'minhop', 'updn', 'random', 'ecmp', 'spray'] as const;

/** Other placements under the same routing, then other routings under the same placement. Yields after each. */
export function* alternatives(estimator: Estimator, asked: ToRoute): Generator<void, Alternative[]> {
  const { job, placing, seed } = asked;
  const own = 'rule' in placing ? placing.rule : null;
  const out: Alternative[] = [];
  const add = (name: string, kind: Alternative['kind'], draws: number, of: (draw: number) => ToRoute) => {
    try {
      let sum = 0;
      for (let draw = 0; draw < draws; draw++) sum += linkLoads(estimator, of(draw)).fullest;
      out.push({ name, kind, fullest: sum / draws, why: '' });
    } catch (error) {
      out.push({ name, kind, fullest: null, why: error instanceof Error ? error.message : String(error) });
    }
  };
  for (const rule of PLACINGS) {
    if (rule === own) continue;
    const draws = rule === 'order' ? 1 : DRAWS;
    add(rule, 'placement', draws, (draw) => ({ ...asked, placing: { rule }, seed: seed + draw }));
    yield;
  }
  const present = job.routing.split(':')[0];
  for (const routing of ROUTINGS) {
    if (routing === present) continue;
    const drawn = routing === 'random' || routing === 'ecmp';
    add(routing, 'routing', drawn ? DRAWS : 1, (draw) => ({
      ...asked,
      job: { ...withoutTables(job), routing: drawn ? `${routing}:seed=${draw + 1}` : routing },
    }));
    yield;
  }
  return out;
}

function withoutTables({ topology, cut }: ToRoute['job']): Pick<Job, 'topology' | 'cut'> {
  return cut ? { topology, cut } : { topology };
}

/** A placement found by trying, and what it gives. */
export interface Improved {
  readonly hosts: Int32Array;
  /** Bytes / capacity of the fullest link between switches, before and after. */
  readonly before: number;
  readonly after: number;
  readonly tried: number;
  readonly kept: number;
}

/**
 * Looks for a better placement: a slot that loads the fullest link between switches changes places with another host,
 * and the change is kept when that lowers the load (then the sum of squares of all loads). A heuristic: what it does not
 * find may be there all the same. Needs a routing with paths; `job` is set up, `hosts` is where the slots are now.
 */
export function* improve(
  estimator: Estimator,
  fabric: FabricGraph,
  traffic: SlotTraffic,
  hosts: Int32Array,
  seed: number,
  tries: number,
): Generator<number, Improved> {
  let state = (seed * 0x9e3779b1) >>> 0;
  const below = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const inner = (link: number) =>
    (fabric.source[link] ?? 0) >= fabric.hosts && (fabric.target[link] ?? 0) >= fabric.hosts;
  /** Slot on each host, −1 = none. */
  const slotOn = new Int32Array(fabric.hosts).fill(-1);
  const place = Int32Array.from(hosts);
  place.forEach((host, slot) => (slotOn[host] = slot));
  const judge = () => {
    const loads = loadsAgain(estimator, fabric, traffic, place);
    let [squares, fullest] = [0, -1];
    let most = 0;
    loads.bytes.forEach((sum, link) => {
      if (!inner(link)) return;
      const time = sum / (fabric.capacity[link] ?? 1);
      squares += time * time;
      if (time > most) [most, fullest] = [time, link];
    });
    const paths = estimator.paths(0);
    const flows = traffic.source.length;
    const slots = new Set<number>();
    if (fullest >= 0)
      paths.forEach((link, at) => {
        if (link !== fullest) return;
        slots.add(traffic.source[at % flows] ?? 0).add(traffic.target[at % flows] ?? 0);
      });
    return { time: loads.fullestInner, squares, slots: [...slots] };
  };
  const swap = (a: number, b: number) => {
    const [slotA, slotB] = [slotOn[a] ?? -1, slotOn[b] ?? -1];
    slotOn[a] = slotB;
    slotOn[b] = slotA;
    if (slotA >= 0) place[slotA] = b;
    if (slotB >= 0) place[slotB] = a;
  };
  let now = judge();
  const before = now.time;
  let [tried, kept] = [0, 0];
  while (tried < tries && now.slots.length > 0) {
    const from = place[now.slots[below(now.slots.length)] ?? 0] ?? 0;
    const to = below(fabric.hosts);
    if (from === to) continue;
    swap(from, to);
    tried++;
    const next = judge();
    const better = next.time < now.time || (next.time === now.time && next.squares < now.squares);
    if (better) {
      now = next;
      kept++;
    } else swap(from, to);
    yield tried / tries;
  }
  return { hosts: place, before, after: now.time, tried, kept };
}
