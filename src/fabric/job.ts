import { fabricText, type Cable } from '../estimator/fabric-text';
import { linkName } from './findings';
import type { Fabric, FabricLink } from './model';

/** A fabric as the estimator takes it, and the way back from its numbers to the fabric. */
export interface FabricJob {
  /** `fabric1` text for `Job.topology`. */
  topology: string;
  /** Forwarding tables for `Job.tables` under the routing below; null where none are loaded. */
  tables: Uint16Array<ArrayBuffer> | null;
  /** `lft` or `lft:lmc=K` with tables, null without: choose a routing by rule. */
  routing: string | null;
  hosts: number;
  switches: number;
  /** Host of the estimator → place in `Fabric.ends`. */
  ends: Int32Array<ArrayBuffer>;
  /** Switch of the estimator, counted from 0 → place in `Fabric.nodes`. */
  nodes: Int32Array<ArrayBuffer>;
  /** Cable k, the directed edges 2k (from its end a to b) and 2k + 1 → place in `Fabric.links`. */
  links: Int32Array<ArrayBuffer>;
  /** Sentences: what was left out or assumed. */
  notes: string[];
}

/** The answer where a fabric cannot be estimated: a sentence. */
export interface NoJob {
  why: string;
}

/**
 * Turns a fabric into what the estimator reads: ends become hosts of one port each, in order; switches follow. Left out,
 * and told: adapters that are no hosts, routers, cables that are down, that join a switch to itself or two hosts, and
 * further cables of a port, of which the first holds.
 */
export function jobOf(fabric: Fabric): FabricJob | NoJob {
  const notes: string[] = [];
  const endAt = new Map(fabric.ends.map((end, i) => [`${end.node}:${end.port}`, i]));
  const switchAt = new Map<number, number>();
  fabric.nodes.forEach(({ kind }, node) => {
    if (kind === 'switch') switchAt.set(node, switchAt.size);
  });
  const taken = new Map<string, FabricLink>();
  const doubled: { link: FabricLink; beside: FabricLink }[] = [];
  const used = fabric.links.flatMap((link, at) => {
    const a = place(link.a, link.aPort);
    const b = place(link.b, link.bPort);
    const fits = link.state === 'up' && link.a !== link.b && a && b && !(a.end !== null && b.end !== null);
    if (!fits) return [];
    const ports = [`${link.a}:${link.aPort}`, `${link.b}:${link.bPort}`];
    const beside = ports.map((port) => taken.get(port)).find((one) => one !== undefined);
    if (beside) {
      doubled.push({ link, beside });
      return [];
    }
    for (const port of ports) taken.set(port, link);
    return [{ link, at, a, b }];
  });
  const joined = new Set(used.flatMap(({ a, b }) => [a.end, b.end]).filter((end) => end !== null));
  const ends = Int32Array.from([...joined].sort((x, y) => x - y));
  if (ends.length === 0)
    return {
      why: 'No host of this fabric has a cable to a switch: there is nobody to send. Load a topology with hosts.',
    };
  const hostAt = new Map([...ends].map((end, host) => [end, host]));
  const [first] = doubled;
  if (first)
    notes.push(
      `${doubled.length.toLocaleString('en')} ${doubled.length === 1 ? 'cable ends at a port that has another one: it is' : 'cables end at ports that have another one: they are'} left out. ${doubled.length === 1 ? 'It is' : 'The first is'} ${linkName(fabric, first.link)}, beside ${linkName(fabric, first.beside)}.`,
    );
  const left = fabric.links.length - used.length - doubled.length;
  if (left > 0)
    notes.push(
      `${left.toLocaleString('en')} of ${fabric.links.length.toLocaleString('en')} cables are left out: they are down, lead to a node that is no host or join a node to itself.`,
    );
  const assumed = commonest(used.flatMap(({ link }) => (link.capacity === null ? [] : [link.capacity])));
  const unknown = used.filter(({ link }) => link.capacity === null).length;
  if (unknown > 0)
    notes.push(
      assumed === null
        ? 'The topology gives no speeds: all cables count as equal.'
        : `The speed of ${unknown.toLocaleString('en')} cables is not known: they count as ${assumed} Gb/s, the commonest here.`,
    );
  const number = (at: Place): number => (at.end === null ? ends.length + at.node : (hostAt.get(at.end) ?? 0));
  const cables = used.map(({ link, a, b }): Cable => ({
    a: [number(a), a.end === null ? link.aPort : 1],
    b: [number(b), b.end === null ? link.bPort : 1],
    capacity: link.capacity ?? assumed ?? 1,
  }));
  const { tables, lmc } = tableColumns(fabric, ends, switchAt);
  return {
    topology: fabricText(fabric.name, ends.length, switchAt.size, cables),
    tables,
    routing: tables && (lmc > 0 ? `lft:lmc=${lmc}` : 'lft'),
    hosts: ends.length,
    switches: switchAt.size,
    ends,
    nodes: Int32Array.from(switchAt.keys()),
    links: Int32Array.from(used, ({ at }) => at),
    notes,
  };

  function place(node: number, port: number): Place | null {
    const end = endAt.get(`${node}:${port}`);
    if (end !== undefined) return { end, node: -1 };
    const at = switchAt.get(node);
    return at === undefined ? null : { end: null, node: at };
  }
}

/** An end (a host to be) or a switch, by its number among the switches. */
interface Place {
  end: number | null;
  node: number;
}

/** The value that occurs most often; the first of equals; null of none. */
function commonest(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: number | null = null;
  for (const [value, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = value;
  return best;
}

/** Output ports switch by switch: host h has the columns h·2^lmc … of its LIDs; ports with fewer LIDs repeat them. */
function tableColumns(
  { tables, ends: all }: Fabric,
  ends: Int32Array,
  switchAt: ReadonlyMap<number, number>,
): { tables: Uint16Array<ArrayBuffer> | null; lmc: number } {
  if (!tables) return { tables: null, lmc: 0 };
  const lmc = ends.reduce((most, end) => Math.max(most, all[end]?.lmc ?? 0), 0);
  const columns = ends.length << lmc;
  const out = new Uint16Array(columns * switchAt.size);
  for (const [node, at] of switchAt) {
    const table = tables.get(node);
    if (!table) continue;
    ends.forEach((end, host) => {
      const { lid = null, lmc: own = 0 } = all[end] ?? {};
      if (lid === null) return;
      for (let k = 0; k < 1 << lmc; k++)
        out[at * columns + (host << lmc) + k] = table[lid + (k & ((1 << own) - 1))] ?? 0;
    });
  }
  return { tables: out, lmc };
}
