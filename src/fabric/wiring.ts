import type { Fabric } from './model';

/** Cables and switches as arrays, for walks. Directed link 2k leaves link k at its end a, 2k + 1 at its end b. */
export interface Wiring {
  /** Nodes of the switches, in the order of their numbers here. */
  switches: Int32Array;
  /** Number of a node among the switches, -1 for others. */
  numberOf: Int32Array;
  /** The ports in use of switch s are those from `first[s]` up to, not with, `first[s + 1]`, by their number. */
  first: Int32Array;
  /** Number of each of these ports, and the directed link that leaves there. */
  port: Int32Array;
  out: Int32Array;
  /** Place of each directed link in `out`, -1 where it leaves no switch or is a second cable of its port. */
  slot: Int32Array;
  /** Node at the end of each directed link. */
  target: Int32Array;
  /** Number of the switch at the end of each directed link, -1 where it is none. */
  far: Int32Array;
  /** By end: number of its switch, the directed link from the switch to the end, -1 where there is none. */
  leaf: Int32Array;
  toEnd: Int32Array;
}

/** Lays out the cables that are up; those that join a node to itself are left out. */
export function wiringOf({ nodes, links, ends }: Fabric): Wiring {
  const numberOf = new Int32Array(nodes.length).fill(-1);
  const switches: number[] = [];
  nodes.forEach(({ kind }, node) => {
    if (kind === 'switch') numberOf[node] = switches.push(node) - 1;
  });
  const usable = (link: (typeof links)[number]) => link.state === 'up' && link.a !== link.b;
  const leaving = switches.map(() => new Map<number, number>());
  const target = new Int32Array(links.length * 2);
  const endAt = new Map(ends.map((end, i) => [`${end.node}:${end.port}`, i]));
  const leaf = new Int32Array(ends.length).fill(-1);
  const toEnd = new Int32Array(ends.length).fill(-1);
  links.forEach((link, k) => {
    const { a, aPort, b, bPort } = link;
    target[2 * k] = b;
    target[2 * k + 1] = a;
    if (!usable(link)) return;
    for (const [node, port, far, farPort, directed] of [
      [a, aPort, b, bPort, 2 * k],
      [b, bPort, a, aPort, 2 * k + 1],
    ] as const) {
      const from = numberOf[node] ?? -1;
      if (from < 0) continue;
      const ports = leaving[from];
      if (ports && !ports.has(port)) ports.set(port, directed);
      const end = endAt.get(`${far}:${farPort}`);
      if (end !== undefined && leaf[end] === -1) {
        leaf[end] = from;
        toEnd[end] = directed;
      }
    }
  });
  const far = target.map((node) => numberOf[node] ?? -1);
  return {
    switches: Int32Array.from(switches),
    numberOf,
    ...portsOf(leaving, target.length),
    target,
    far,
    leaf,
    toEnd,
  };
}

/** The ports in use of all switches in a row. */
function portsOf(
  leaving: readonly ReadonlyMap<number, number>[],
  directed: number,
): Pick<Wiring, 'first' | 'port' | 'out' | 'slot'> {
  const first = new Int32Array(leaving.length + 1);
  leaving.forEach(({ size }, s) => (first[s + 1] = (first[s] ?? 0) + size));
  const count = first[leaving.length] ?? 0;
  const port = new Int32Array(count);
  const out = new Int32Array(count);
  const slot = new Int32Array(directed).fill(-1);
  let at = 0;
  for (const ports of leaving)
    for (const [number, link] of [...ports].sort(([x], [y]) => x - y)) {
      port[at] = number;
      out[at] = link;
      slot[link] = at++;
    }
  return { first, port, out, slot };
}

/** Cables between each switch and one of them, at the least; -1 = not joined. */
export function distancesTo(home: number, { out, first, switches, far }: Wiring): Int32Array {
  const distance = new Int32Array(switches.length).fill(-1);
  distance[home] = 0;
  const queue = new Int32Array(switches.length);
  queue[0] = home;
  for (let head = 0, tail = 1; head < tail; head++) {
    const at = queue[head] ?? 0;
    for (let slot = first[at] ?? 0; slot < (first[at + 1] ?? 0); slot++) {
      const next = far[out[slot] ?? -1] ?? -1;
      if (next < 0 || distance[next] !== -1) continue;
      distance[next] = (distance[at] ?? 0) + 1;
      queue[tail++] = next;
    }
  }
  return distance;
}
