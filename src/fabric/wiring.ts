import type { Fabric } from './model';

/** Cables and switches as arrays, for walks. Directed link 2k leaves link k at its end a, 2k + 1 at its end b. */
export interface Wiring {
  /** Nodes of the switches, in the order of their numbers here. */
  switches: Int32Array;
  /** Number of a node among the switches, -1 for others. */
  numberOf: Int32Array;
  /** Ports per switch in `out`. */
  stride: number;
  /** `out[switch × stride + port]` = directed link that leaves there, -1 = none. */
  out: Int32Array;
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
  let stride = 1;
  for (const link of links) if (usable(link)) stride = Math.max(stride, link.aPort + 1, link.bPort + 1);
  const out = new Int32Array(switches.length * stride).fill(-1);
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
      const slot = from * stride + port;
      if (out[slot] === -1) out[slot] = directed;
      const end = endAt.get(`${far}:${farPort}`);
      if (end !== undefined && leaf[end] === -1) {
        leaf[end] = from;
        toEnd[end] = directed;
      }
    }
  });
  const far = target.map((node) => numberOf[node] ?? -1);
  return { switches: Int32Array.from(switches), numberOf, stride, out, target, far, leaf, toEnd };
}

/** Cables between each switch and one of them, at the least; -1 = not joined. */
export function distancesTo(home: number, { out, stride, switches, far }: Wiring): Int32Array {
  const distance = new Int32Array(switches.length).fill(-1);
  distance[home] = 0;
  const queue = new Int32Array(switches.length);
  queue[0] = home;
  for (let head = 0, tail = 1; head < tail; head++) {
    const at = queue[head] ?? 0;
    for (let slot = at * stride; slot < (at + 1) * stride; slot++) {
      const link = out[slot] ?? -1;
      const next = link < 0 ? -1 : (far[link] ?? -1);
      if (next < 0 || distance[next] !== -1) continue;
      distance[next] = (distance[at] ?? 0) + 1;
      queue[tail++] = next;
    }
  }
  return distance;
}
