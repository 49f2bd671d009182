import { naturalOrder } from '../compare/conditions';
import { mergeTables } from './lids';
import type { Fabric, FabricEnd, FabricLink, FabricNode, LidTable } from './model';
import { linkCapacity } from './rates';
import type { ForwardingRows, TopologyRows } from './rows';

/** Names that adapters have when nobody named them: they tell no host from another. */
const GENERIC = /Mellanox Technologies|InfiniHost|^MT\d{4,5}\b|\bVoltaire\b/;

/** What a fabric is put together from. */
export interface Parts {
  topology: TopologyRows;
  tables: readonly ForwardingRows[];
  /** Topologies of the folder of the tables: they say which port had which LID then. */
  companions: readonly TopologyRows[];
  /** What the files that were not used are, in sentences. */
  refused?: readonly string[];
}

/**
 * Puts a fabric together. Files are joined by GUIDs: nodes and ports have the same in every file, while LIDs are given
 * anew by each run of a subnet manager. The LIDs of the result are those of the tables where there are any.
 */
export function assemble({ topology, tables, companions, refused = [] }: Parts): Fabric {
  const problems = [...topology.problems];
  const nodes: FabricNode[] = topology.nodes.map((node) => ({ ...node }));
  const links: FabricLink[] = topology.links.map((link) => ({
    ...link,
    capacity: linkCapacity(link.width, link.speed),
  }));
  const merged = mergeTables(topology, tables, companions);
  problems.push(...merged.problems, ...refused);
  const ends = endsOf(topology, merged.lids, problems);
  const routed = merged.tables ? byNode(nodes, merged.tables, problems) : null;
  const agree = routed && ends.length > 0 ? tablesAgree(nodes, links, ends, routed) : null;
  const usable = agree === null || agree.wrong * 2 < Math.max(1, agree.checked);
  if (agree && agree.wrong > 0)
    problems.push(
      usable
        ? `At ${agree.wrong} of ${agree.checked} hosts the table of the switch does not lead to the host's port: topology and tables are of different times.`
        : `The tables are not used: at ${agree.wrong} of ${agree.checked} hosts the table of the switch does not lead to the host's port, so they are of another fabric or another time.`,
    );
  const used = usable ? routed : null;
  return {
    name: topology.path,
    sources: [topology.source, ...(used ? [...tables, ...companions].map(({ source }) => source) : [])],
    nodes: merged.switchLids.size > 0 && used ? nodes.map((node) => withLid(node, merged.switchLids)) : nodes,
    links,
    ends: used ? ends : endsOf(topology, new Map(), []),
    tables: used,
    problems,
  };
}

function withLid(node: FabricNode, lids: ReadonlyMap<string, number>): FabricNode {
  const lid = node.kind === 'switch' && node.guid !== null ? lids.get(node.guid) : undefined;
  return lid === undefined ? node : { ...node, lid };
}

/** The host that an adapter belongs to, by its name: the first word; by its GUID where the name tells nothing. */
export function hostOf(name: string, guid: string | null): string {
  const trimmed = name.trim();
  const named = trimmed !== '' && !GENERIC.test(trimmed);
  return named ? (trimmed.split(/\s+/)[0] ?? trimmed) : (guid ?? trimmed);
}

/** Ports of hosts that have a cable, in the natural order of hosts, then of adapters. `lids` = LIDs by port GUID. */
function endsOf(
  { nodes, ports, links }: TopologyRows,
  lids: ReadonlyMap<string, { lid: number; lmc: number }>,
  problems: string[],
): FabricEnd[] {
  const said = new Map(ports.map((port) => [`${port.node}:${port.port}`, port]));
  const cabled = new Set<string>();
  for (const { a, aPort, b, bPort } of links) {
    cabled.add(`${a}:${aPort}`);
    cabled.add(`${b}:${bPort}`);
  }
  const found: (Omit<FabricEnd, 'rail'> & { name: string; guid: string })[] = [];
  for (const key of cabled) {
    const [node, port] = key.split(':').map(Number);
    const held = node === undefined ? undefined : nodes[node];
    if (node === undefined || port === undefined || held?.kind !== 'host') continue;
    const about = said.get(key);
    const portGuid = about?.guid ?? null;
    const given = portGuid === null ? undefined : lids.get(portGuid);
    found.push({
      node,
      port,
      portGuid,
      lid: given?.lid ?? about?.lid ?? null,
      lmc: given?.lmc ?? about?.lmc ?? 0,
      host: hostOf(held.name, held.guid ?? portGuid),
      name: held.name,
      guid: held.guid ?? portGuid ?? '',
    });
  }
  found.sort(
    (x, y) =>
      naturalOrder(x.host, y.host) ||
      naturalOrder(x.name, y.name) ||
      (x.guid < y.guid ? -1 : x.guid > y.guid ? 1 : x.port - y.port),
  );
  const rails = new Map<string, number>();
  const names = new Map<string, Set<number>>();
  const ends = found.map(({ name, guid, ...end }): FabricEnd => {
    void guid;
    const rail = rails.get(end.host) ?? 0;
    rails.set(end.host, rail + 1);
    names.set(name, (names.get(name) ?? new Set()).add(end.node));
    return { ...end, rail };
  });
  const doubled = [...names].filter(([name, of]) => of.size > 1 && !GENERIC.test(name)).length;
  if (doubled > 0)
    problems.push(
      `${doubled} ${doubled === 1 ? 'name is' : 'names are'} that of several adapters: they count as adapters of one host, which may be wrong.`,
    );
  const generic = nodes.filter(({ kind, name }) => kind === 'host' && GENERIC.test(name)).length;
  if (generic > 0)
    problems.push(
      `${generic} ${generic === 1 ? 'adapter has' : 'adapters have'} no name of ${generic === 1 ? 'its' : 'their'} own: ${generic === 1 ? 'it is' : 'they are'} called by GUID.`,
    );
  return ends;
}

/** Tables by place of the switch; says which switches have none, and which tables no switch. */
function byNode(
  nodes: readonly FabricNode[],
  tables: ReadonlyMap<string, LidTable>,
  problems: string[],
): Map<number, LidTable> {
  const routed = new Map<number, LidTable>();
  let without = 0;
  nodes.forEach(({ kind, guid }, node) => {
    if (kind !== 'switch') return;
    const table = guid === null ? undefined : tables.get(guid);
    if (table) routed.set(node, table);
    else without++;
  });
  const foreign = tables.size - routed.size;
  if (without > 0)
    problems.push(
      `${without} ${without === 1 ? 'switch has' : 'switches have'} no forwarding table: no route leads through.`,
    );
  if (foreign > 0)
    problems.push(
      `${foreign} ${foreign === 1 ? 'table is' : 'tables are'} of switches that the topology does not have.`,
    );
  return routed;
}

/** How many hosts the table of their own switch leads to: the proof that LIDs and cables are of one time. */
function tablesAgree(
  nodes: readonly FabricNode[],
  links: readonly FabricLink[],
  ends: readonly FabricEnd[],
  tables: ReadonlyMap<number, LidTable>,
): { checked: number; wrong: number } {
  const lids = new Map(ends.map(({ node, port, lid }) => [`${node}:${port}`, lid]));
  let checked = 0;
  let wrong = 0;
  for (const { a, aPort, b, bPort } of links)
    for (const [node, port, far, farPort] of [
      [a, aPort, b, bPort],
      [b, bPort, a, aPort],
    ] as const) {
      const lid = lids.get(`${far}:${farPort}`) ?? null;
      const table = tables.get(node);
      if (lid === null || !table || nodes[node]?.kind !== 'switch') continue;
      checked++;
      if (table[lid] !== port) wrong++;
    }
  return { checked, wrong };
}
