import { findCircle, waitsOf } from './creditLoop';
import type { Fabric } from './model';
import { distancesTo, type Wiring, wiringOf } from './wiring';

/** What the routes of a fabric are, from every end to the first LID of every other. */
export interface Routes {
  /** Pairs of ends (ordered) that have a route, and those that have none; a pair of ends of one host counts too. */
  routed: number;
  unreachable: number;
  /** Pairs by cables crossed, both cables of the ends included: as tables lead, and at the least. */
  hops: ReadonlyMap<number, number>;
  leastHops: ReadonlyMap<number, number>;
  /** Pairs whose route is longer than need be. */
  detours: number;
  /** Destinations that tables lead around to in a circle from somewhere: end and a switch of the circle (node). */
  loops: readonly { end: number; node: number }[];
  /** Destinations by directed link: how many ends' LIDs any route goes there for. Links to ends are left at 0. */
  destinations: Int32Array;
  /** Directed links of a circle of waiting buffers under one service level, in order; empty = none found. */
  creditLoop: readonly number[];
}

/** Destinations of a directed link between switches; null for links to and from ends, which are not counted. */
export function destinationsOf(
  { nodes, links }: Fabric,
  { destinations }: Routes,
  directed: number,
): number | null {
  const { a = -1, b = -1 } = links[directed >> 1] ?? {};
  const between = nodes[a]?.kind === 'switch' && nodes[b]?.kind === 'switch';
  return between ? (destinations[directed] ?? null) : null;
}

/** Distances that are none: no route, a route in a circle, not looked at yet, in hand. */
const NONE = -1;
const CIRCLE = -2;
const UNSEEN = -3;
const ON_TRAIL = -4;

/**
 * Follows the tables for each destination once: per destination, each switch has one way out, so all sources together
 * cost a visit of each switch. Null without tables.
 *
 * The credit loop check is Dally and Seitz's: routes cannot deadlock where the graph of channels, each joined to the next
 * of some route, has no circle (IEEE Trans. Computers C-36, 1987). It takes all LIDs of a port and one service level:
 * engines that spread routes over several (dfsssp, lash, torus-2QoS) may break the circle found.
 */
export function followRoutes(fabric: Fabric, wiring: Wiring = wiringOf(fabric)): Routes | null {
  const { tables, ends } = fabric;
  if (!tables) return null;
  const { switches, first, port: portAt, out, slot, far, leaf, toEnd } = wiring;
  const count = switches.length;
  const tableOf = Array.from(switches, (node) => tables.get(node) ?? null);
  // A forwarding table names ports in 8 bits.
  const linkBy = tableOf.map((table, s) => {
    if (!table) return null;
    const links = new Int32Array(256).fill(-1);
    for (let at = first[s] ?? 0; at < (first[s + 1] ?? 0); at++) links[portAt[at] ?? 0] = out[at] ?? -1;
    return links;
  });
  const endsAt = new Int32Array(count);
  for (const at of leaf) if (at >= 0) endsAt[at] = (endsAt[at] ?? 0) + 1;
  const distances = new Map<number, Int32Array>();
  const hops = new Map<number, number>();
  const leastHops = new Map<number, number>();
  const destinations = new Int32Array(wiring.target.length);
  const loops: { end: number; node: number }[] = [];
  const waits = waitsOf(wiring);
  let [routed, unreachable, detours] = [0, 0, 0];
  const cabled = ends.reduce((sum, _, end) => sum + (leaf[end] === -1 ? 0 : 1), 0);

  const way = new Int32Array(count);
  const length = new Int32Array(count);
  const visited = new Uint8Array(count);
  for (let end = 0; end < ends.length; end++) {
    const { lid = null, lmc = 0 } = ends[end] ?? {};
    const home = leaf[end] ?? -1;
    if (home < 0) continue;
    if (lid === null) {
      unreachable += cabled - 1;
      continue;
    }
    let least = distances.get(home);
    if (!least) distances.set(home, (least = distancesTo(home, wiring)));
    for (let path = 0; path < 1 << lmc; path++) {
      wayTo(lid + path);
      const circle = measure(toEnd[end] ?? -1);
      markWaits();
      if (path > 0) continue;
      if (circle >= 0) loops.push({ end, node: switches[circle] ?? -1 });
      for (let s = 0; s < count; s++) {
        const sources = (endsAt[s] ?? 0) - (s === home ? 1 : 0);
        if (sources <= 0) continue;
        const long = length[s] ?? NONE;
        const short = least[s] ?? NONE;
        if (short >= 0) add(leastHops, short + 2, sources);
        if (long < 0) {
          unreachable += sources;
          continue;
        }
        routed += sources;
        add(hops, long + 2, sources);
        if (short >= 0 && long > short) detours += sources;
      }
      countDestination(home);
    }
  }
  return {
    routed,
    unreachable,
    hops,
    leastHops,
    detours,
    loops,
    destinations,
    creditLoop: findCircle(waits, wiring),
  };

  /** Directed link that each switch sends a LID out on. */
  function wayTo(lid: number): void {
    for (let s = 0; s < count; s++) {
      const port = tableOf[s]?.[lid] ?? 0;
      way[s] = port > 0 ? (linkBy[s]?.[port] ?? -1) : -1;
    }
  }

  /** Cables from each switch to that of the end; NONE or CIRCLE where no route gets there. Returns a switch of a circle or -1. */
  function measure(last: number): number {
    length.fill(UNSEEN);
    let circle = -1;
    for (let s = 0; s < count; s++) {
      const trail: number[] = [];
      let value: number;
      for (let at = s; ;) {
        const known = length[at] ?? NONE;
        if (known === ON_TRAIL) {
          circle = at;
          value = CIRCLE;
          break;
        }
        if (known !== UNSEEN) {
          value = known >= 0 ? known + 1 : known;
          break;
        }
        length[at] = ON_TRAIL;
        trail.push(at);
        const link = way[at] ?? -1;
        const next = link < 0 ? -1 : (far[link] ?? -1);
        if (link === last || next < 0) {
          value = link === last ? 0 : NONE;
          break;
        }
        at = next;
      }
      for (let i = trail.length - 1; i >= 0; i--) {
        length[trail[i] ?? 0] = value;
        if (value >= 0) value++;
      }
    }
    return circle;
  }

  /** Counts the destination on every link between switches that some end's route uses. */
  function countDestination(home: number): void {
    visited.fill(0);
    for (let s = 0; s < count; s++) {
      if ((endsAt[s] ?? 0) - (s === home ? 1 : 0) <= 0 || (length[s] ?? NONE) < 0) continue;
      for (let at = s; visited[at] === 0;) {
        visited[at] = 1;
        const link = way[at] ?? -1;
        const next = link < 0 ? -1 : (far[link] ?? -1);
        if (next < 0) break;
        destinations[link] = (destinations[link] ?? 0) + 1;
        at = next;
      }
    }
  }

  /** Joins each channel of a route with the next one. */
  function markWaits(): void {
    visited.fill(0);
    for (let s = 0; s < count; s++) {
      if ((endsAt[s] ?? 0) === 0 || (length[s] ?? NONE) < 0) continue;
      for (let at = s; visited[at] === 0;) {
        visited[at] = 1;
        const link = way[at] ?? -1;
        const next = link < 0 ? -1 : (far[link] ?? -1);
        if (next < 0) break;
        const onward = way[next] ?? -1;
        if (onward >= 0 && (far[onward] ?? -1) >= 0)
          waits.marks[(waits.at[link] ?? 0) + (slot[onward] ?? 0) - (first[next] ?? 0)] = 1;
        at = next;
      }
    }
  }
}

function add(histogram: Map<number, number>, at: number, count: number): void {
  histogram.set(at, (histogram.get(at) ?? 0) + count);
}
