/** How a loaded fabric is drawn, and what its cables can show. Pure functions. */
import { median, mode } from 'd3';
import { sceneSteps, type Net, type Scene } from '../../charts/fabric/scene';
import { naturalOrder } from '../../compare/conditions';
import type { countersByLink } from '../../fabric/counters';
import type { Fabric, FabricLink } from '../../fabric/model';
import type { FabricReport } from '../../fabric/report';
import { destinationsOf } from '../../fabric/routes';
import { formatNumber } from '../../model/units';
import type { Work } from '../../model/turns';

/** A drawing of a fabric: its hosts' ports, then its switches. */
export interface DrawnFabric {
  readonly scene: Scene;
  readonly nodeName: (node: number) => string;
  /** Place of each node in `Fabric.nodes`, and of each cable in `Fabric.links`; directions are the same. */
  readonly nodes: Int32Array;
  readonly links: Int32Array;
}

/**
 * Lays out the switches and the ports of hosts with the cables between them, as work to be done in turns. Cables that are
 * down are in it as cut; adapters that are no hosts, and cables of a node to itself, are not.
 */
export function* layOut(fabric: Fabric): Work<DrawnFabric> {
  const { ends, links } = fabric;
  const hostAt = new Map(ends.map(({ node, port }, host) => [`${node}:${port}`, host]));
  const switchNodes = fabric.nodes.flatMap(({ kind }, node) => (kind === 'switch' ? [node] : []));
  const switchAt = new Map(switchNodes.map((node, at) => [node, ends.length + at]));
  yield;
  const place = (node: number, port: number) => hostAt.get(`${node}:${port}`) ?? switchAt.get(node);
  const drawn = links.flatMap(({ a, aPort, b, bPort }, link) => {
    const [from, to] = [place(a, aPort), place(b, bPort)];
    const joins = from !== undefined && to !== undefined && from !== to;
    return joins && Math.max(from, to) >= ends.length ? [{ link, from, to }] : [];
  });
  yield;
  const directed = 2 * drawn.length;
  const net: Net = {
    hosts: ends.length,
    switches: switchNodes.length,
    source: new Uint32Array(directed),
    target: new Uint32Array(directed),
    sourcePort: new Uint16Array(directed),
    capacity: new Float64Array(directed),
    alive: new Uint8Array(directed),
  };
  drawn.forEach(({ link, from, to }, cable) => {
    const { aPort = 0, bPort = 0, capacity = null, state } = links[link] ?? {};
    net.source.set([from, to], 2 * cable);
    net.target.set([to, from], 2 * cable);
    net.sourcePort.set([aPort, bPort], 2 * cable);
    net.capacity.fill(capacity ?? Number.NaN, 2 * cable, 2 * cable + 2);
    net.alive.fill(state === 'up' ? 1 : 0, 2 * cable, 2 * cable + 2);
  });
  yield;
  const nodes = Int32Array.from([...ends.map(({ node }) => node), ...switchNodes]);
  const nodeName = (node: number) =>
    (node < ends.length ? ends[node]?.host : fabric.nodes[nodes[node] ?? -1]?.name.trim()) ?? '';
  const byName = (one: number, other: number) => naturalOrder(nodeName(one), nodeName(other));
  const scene = yield* sceneSteps(net, null, byName);
  return { scene, nodeName, nodes, links: Int32Array.from(drawn, ({ link }) => link) };
}

/** Something that the cables of a drawing can show. */
export interface CableQuantity {
  /** `destinations`, `rate`, or the name of a counter. */
  readonly key: string;
  readonly label: string;
  readonly subtitle: string;
  /** An amount in words; NaN where it is not known. */
  readonly format: (amount: number) => string;
  /** Of a directed link of `Fabric.links`; NaN where there is none. */
  readonly amount: (directed: number) => number;
  /** What is usual of links of its kind, which the colours compare with; null where they compare with 0. */
  readonly usual: ((directed: number) => number) | null;
}

/** What the cables of a fabric can show, what says most first: routes, counters, rates. */
export function showable(
  fabric: Fabric,
  { routes, tableless, levelOf }: Pick<FabricReport, 'routes' | 'tableless' | 'levelOf'>,
  counters: ReturnType<typeof countersByLink>,
): CableQuantity[] {
  const { links, nodes } = fabric;
  const from = (directed: number) => levelOf[endsOf(links, directed)[0]] ?? 0;
  const to = (directed: number) => levelOf[endsOf(links, directed)[1]] ?? 0;
  const ofHost = ({ a, b }: FabricLink) => nodes[a]?.kind !== 'switch' || nodes[b]?.kind !== 'switch';
  const shown: CableQuantity[] = [];
  if (routes && tableless === 0) {
    const amount = (directed: number) => destinationsOf(fabric, routes, directed) ?? Number.NaN;
    shown.push({
      key: 'destinations',
      label: 'destinations',
      subtitle:
        'hosts’ ports that routes go to by each cable between switches, over the median of its level and way; by its direction that differs more',
      format: (value) => (Number.isNaN(value) ? 'not counted' : value.toLocaleString('en')),
      amount,
      usual: usualOf(2 * links.length, amount, (directed) => `${from(directed)} ${to(directed)}`, median),
    });
  }
  for (const name of counters.names)
    shown.push({
      key: name,
      label: name,
      subtitle: 'counted at the port that each direction leaves by; each cable by its larger count',
      format: (value) => (Number.isNaN(value) ? 'not read' : value.toLocaleString('en')),
      amount: (directed) => {
        const both = counters.of(directed >> 1, name);
        return (directed & 1 ? both?.b : both?.a)?.value ?? Number.NaN;
      },
      usual: null,
    });
  if (links.some(({ capacity }) => capacity !== null)) {
    const amount = (directed: number) => links[directed >> 1]?.capacity ?? Number.NaN;
    const kind = (directed: number) => {
      const link = links[directed >> 1];
      return link && ofHost(link) ? 'host' : 'switches';
    };
    shown.push({
      key: 'rate',
      label: 'nominal rate',
      subtitle: 'by width and speed, over the commonest: of hosts’ cables, and of those between switches',
      format: (value) => (Number.isNaN(value) ? 'not known' : `${formatNumber(value)} Gb/s`),
      amount,
      usual: usualOf(2 * links.length, amount, kind, mode),
    });
  }
  return shown;
}

/** Nodes that a directed link leaves and enters. */
function endsOf(links: Fabric['links'], directed: number): readonly [number, number] {
  const { a = -1, b = -1 } = links[directed >> 1] ?? {};
  return directed & 1 ? [b, a] : [a, b];
}

/** The usual amount of the links of one kind, for all kinds. */
function usualOf(
  count: number,
  amount: (directed: number) => number,
  kind: (directed: number) => string,
  usual: (values: number[]) => number | undefined,
): (directed: number) => number {
  const kinds = new Map<string, number[]>();
  for (let directed = 0; directed < count; directed++) {
    const value = amount(directed);
    if (Number.isNaN(value)) continue;
    const key = kind(directed);
    const held = kinds.get(key);
    if (held) held.push(value);
    else kinds.set(key, [value]);
  }
  const found = new Map([...kinds].map(([key, values]) => [key, usual(values)]));
  return (directed) => found.get(kind(directed)) ?? Number.NaN;
}
