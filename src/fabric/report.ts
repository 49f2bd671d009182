import { emptiness, type Finding, missingCables, multiplicity, oddLinks, portName } from './findings';
import { type LevelFacts, levelFacts, switchLevels } from './levels';
import type { Fabric, NodeKind } from './model';
import { followRoutes, type Routes } from './routes';
import { type Wiring, wiringOf } from './wiring';

/** How many destinations the ports of a level carry, upward or downward: a narrow spread is a balanced routing. */
export interface Balance {
  level: number;
  way: 'up' | 'down' | 'within';
  ports: number;
  least: number;
  median: number;
  most: number;
}

/** What a fabric is and what is wrong with it. */
export interface FabricReport {
  nodes: Readonly<Record<NodeKind, number>>;
  /** Different names of hosts, and their ports with a cable. */
  hosts: number;
  ends: number;
  cables: number;
  /** Pairs of switches by the number of cables between them. */
  parallel: readonly { cables: number; pairs: number }[];
  levels: readonly LevelFacts[];
  /** Level of each node: 0 for all that are no switches. */
  levelOf: Int32Array;
  /** Switches that no host can reach. */
  apart: number;
  routes: Routes | null;
  /** Switches without a table where others have one: then credit loops and balance are not known. */
  tableless: number;
  balance: readonly Balance[];
  findings: readonly Finding[];
}

/** Most findings about routes that are listed one by one. */
const MOST_ROUTES = 100;

/** Looks a fabric over. Takes time with the number of hosts times switches where there are tables: for a worker. */
export function reportOf(fabric: Fabric): FabricReport {
  const wiring = wiringOf(fabric);
  const level = switchLevels(wiring);
  const routes = followRoutes(fabric, wiring);
  const nodes: Record<NodeKind, number> = { switch: 0, host: 0, aggregation: 0, router: 0 };
  for (const { kind } of fabric.nodes) nodes[kind]++;
  const parallel = new Map<number, number>();
  for (const cables of multiplicity(fabric, wiring).values())
    parallel.set(cables, (parallel.get(cables) ?? 0) + 1);
  const levelOf = new Int32Array(fabric.nodes.length);
  wiring.switches.forEach((node, s) => (levelOf[node] = level[s] ?? 0));
  const file = fabric.problems.map((text): Finding => ({ kind: 'file', text, link: null, node: null }));
  const { tables } = fabric;
  const without = tables ? wiring.switches.filter((node) => !tables.has(node)).length : 0;
  return {
    nodes,
    hosts: new Set(fabric.ends.map(({ host }) => host)).size,
    ends: fabric.ends.length,
    cables: fabric.links.length,
    parallel: [...parallel].sort(([x], [y]) => x - y).map(([cables, pairs]) => ({ cables, pairs })),
    levels: levelFacts(fabric, wiring, level),
    levelOf,
    apart: level.filter((at) => at === 0).length,
    routes,
    balance: routes && without === 0 ? balanceOf(fabric, wiring, level, routes) : [],
    tableless: without,
    findings: [
      ...emptiness(fabric),
      // With tables missing, all that is said of routes follows from that.
      ...(without > 0 ? file : []),
      ...oddLinks(fabric, wiring, level),
      ...missingCables(fabric, wiring, level),
      ...(routes ? oddRoutes(fabric, routes, without > 0) : []),
      ...(without > 0 ? [] : file),
    ],
  };
}

function oddRoutes(
  fabric: Fabric,
  { loops, unreachable, detours, creditLoop }: Routes,
  partly: boolean,
): Finding[] {
  const said = (text: string, link: number | null = null, node: number | null = null): Finding => ({
    kind: 'route',
    text,
    link,
    node,
  });
  const n = (count: number) => count.toLocaleString('en');
  const found = loops.slice(0, MOST_ROUTES).map(({ end, node }) => {
    const { node: host = -1, port = 0 } = fabric.ends[end] ?? {};
    return said(
      `The tables lead around in a circle at “${fabric.nodes[node]?.name.trim() ?? ''}” on the way to ${portName(fabric, host, port)}.`,
      null,
      node,
    );
  });
  if (loops.length > MOST_ROUTES)
    found.push(said(`${n(loops.length - MOST_ROUTES)} further destinations have such a circle.`));
  if (unreachable > 0)
    found.push(
      said(
        `${n(unreachable)} pairs of hosts’ ports have no route${partly ? ' by the tables that are there' : ''}.`,
      ),
    );
  if (detours > 0) found.push(said(`${n(detours)} pairs have a route that is longer than need be.`));
  if (creditLoop.length > 0)
    found.push(
      said(
        `A credit loop of ${creditLoop.length} links, if all traffic uses one service level: ${loopWords(fabric, creditLoop)}. Engines that use several (dfsssp, lash, torus-2QoS) may break it.`,
        (creditLoop[0] ?? 0) >> 1,
      ),
    );
  return found;
}

/** The switches of a circle of channels in order, the first of twelve. */
function loopWords({ nodes, links }: Fabric, loop: readonly number[]): string {
  const names = loop.map((directed) => {
    const { a = -1, b = -1 } = links[directed >> 1] ?? {};
    return nodes[(directed & 1) === 0 ? a : b]?.name.trim() ?? '';
  });
  return [...names.slice(0, 12), names.length > 12 ? '…' : (names[0] ?? '')].join(' → ');
}

/** Destinations per port between switches, level by level; a port that no route uses counts as 0. */
function balanceOf(
  fabric: Fabric,
  { numberOf }: Wiring,
  level: Int32Array,
  { destinations }: Routes,
): Balance[] {
  const groups = new Map<string, { level: number; way: Balance['way']; values: number[] }>();
  fabric.links.forEach(({ a, b, state }, k) => {
    const [x, y] = [numberOf[a] ?? -1, numberOf[b] ?? -1];
    if (x < 0 || y < 0 || x === y || state !== 'up') return;
    for (const [from, to, directed] of [
      [x, y, 2 * k],
      [y, x, 2 * k + 1],
    ] as const) {
      const [own, other] = [level[from] ?? 0, level[to] ?? 0];
      const way = other > own ? 'up' : other < own ? 'down' : 'within';
      const key = `${own} ${way}`;
      const group = groups.get(key) ?? { level: own, way, values: [] };
      group.values.push(destinations[directed] ?? 0);
      groups.set(key, group);
    }
  });
  return [...groups.values()]
    .map(({ level: at, way, values }) => {
      values.sort((x, y) => x - y);
      return {
        level: at,
        way,
        ports: values.length,
        least: values[0] ?? 0,
        median: values[values.length >> 1] ?? 0,
        most: values[values.length - 1] ?? 0,
      };
    })
    .sort((x, y) => x.level - y.level || (x.way < y.way ? 1 : -1));
}
