import type { Fabric } from './model';
import type { CounterRows } from './rows';

/** A counter of a port that has a link. */
export interface LinkCounter {
  /** Place in `Fabric.links`, and the node and port at which it was counted. */
  link: number;
  node: number;
  port: number;
  name: string;
  /** The reading, or the difference of two; negative where a counter was reset or ran over between them. */
  value: number;
  /** Line of the reading. */
  line: number;
}

/** Counters laid on links, and how many have no place there. */
export interface LaidCounters {
  counters: readonly LinkCounter[];
  unplaced: number;
  /** Counters that were placed by LID, as their file gives no GUID. */
  byLid: number;
  /** Counters of the later reading that the earlier one does not have. */
  unmatched: number;
}

/**
 * Lays the counters of a reading on the links; with an earlier one, what was counted between the two. Ports are found by
 * their GUID, or the GUID of their node, or by LID as the topology gives it.
 */
export function layCounters(fabric: Fabric, reading: CounterRows, earlier: CounterRows | null): LaidCounters {
  const before = new Map(earlier?.counters.map((counter) => [keyOf(counter), counter.value]));
  const nodes = new Map<string, number>();
  fabric.nodes.forEach(({ guid, lid, kind }, node) => {
    if (guid !== null) nodes.set(guid, node);
    if (kind === 'switch' && lid !== null) nodes.set(String(lid), node);
  });
  for (const { node, portGuid, lid, lmc } of fabric.ends) {
    if (portGuid !== null && !nodes.has(portGuid)) nodes.set(portGuid, node);
    if (lid !== null) for (let k = 0; k < 1 << lmc; k++) nodes.set(String(lid + k), node);
  }
  const links = new Map<string, number>();
  fabric.links.forEach(({ a, aPort, b, bPort }, link) => {
    links.set(`${a}:${aPort}`, link);
    links.set(`${b}:${bPort}`, link);
  });
  const counters: LinkCounter[] = [];
  let [unplaced, unmatched, byLid] = [0, 0, 0];
  for (const counter of reading.counters) {
    const node = nodes.get(counter.guid ?? String(counter.lid));
    const link = node === undefined ? undefined : links.get(`${node}:${counter.port}`);
    if (node === undefined || link === undefined) {
      unplaced++;
      continue;
    }
    if (counter.guid === null) byLid++;
    const from = earlier ? before.get(keyOf(counter)) : 0;
    if (from === undefined) unmatched++;
    else {
      const { port, name, value, line } = counter;
      counters.push({ link, node, port, name, value: value - from, line });
    }
  }
  return { counters, unplaced, unmatched, byLid };
}

function keyOf({ guid, lid, port, name }: CounterRows['counters'][number]): string {
  return `${guid ?? lid} ${port} ${name}`;
}

/** The counters of both ends of a link. */
export interface EndCounters {
  readonly a: LinkCounter | null;
  readonly b: LinkCounter | null;
}

/** Counters of traffic, which are told behind those of errors. */
const AMOUNT = /(?:Data|Pkts|Octets|Packets)$/;

/** Which counters any link has that are not 0, those of errors first; and those of a link by their name. */
export function countersByLink({ links }: Pick<Fabric, 'links'>, counters: readonly LinkCounter[]) {
  const held = new Map<string, { a: LinkCounter | null; b: LinkCounter | null }>();
  for (const counter of counters) {
    const { link, node, port, name } = counter;
    const key = `${link} ${name}`;
    const both = held.get(key) ?? { a: null, b: null };
    held.set(key, both);
    both[links[link]?.a === node && links[link].aPort === port ? 'a' : 'b'] = counter;
  }
  const names = [...new Set(counters.filter(({ value }) => value !== 0).map(({ name }) => name))];
  names.sort((p, q) => Number(AMOUNT.test(p)) - Number(AMOUNT.test(q)));
  return {
    names,
    of: (link: number, name: string): EndCounters | null => held.get(`${link} ${name}`) ?? null,
  };
}
