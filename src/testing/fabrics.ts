/** Fabrics from files, for tests: by the readers, without the database. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { assemble } from '../fabric/assemble';
import type { Fabric } from '../fabric/model';
import type { CounterRows, ForwardingRows, TopologyRows } from '../fabric/rows';
import { collect, type Collector, memorySource } from './collect';

/** Bytes of a file, or of the same with `.gz` behind it, unpacked; null where neither exists. */
export function packedFile(path: string): Uint8Array | null {
  if (existsSync(path)) return readFileSync(path);
  return existsSync(`${path}.gz`) ? gunzipSync(readFileSync(`${path}.gz`)) : null;
}

/** The nodes and cables that a reader found. */
export function topologyOf(found: Collector, path: string, source = 1): TopologyRows {
  const problems = found.problems.map(({ text }) => text);
  return { source, path, nodes: found.nodes, ports: found.ports, links: found.links, problems };
}

/** The forwarding tables that a reader found. */
export function tablesOf(found: Collector, path: string, source = 2): ForwardingRows {
  const problems = found.problems.map(({ text }) => text);
  return { source, path, tables: found.tables, owners: found.owners, problems };
}

/** The counters that a reader found. */
export function countersOf(found: Collector, path: string, source = 3): CounterRows {
  return { source, path, counters: found.counters };
}

/** What a file of a folder holds; throws where it is absent. */
export async function readFabricFile(folder: string, name: string): Promise<Collector> {
  const bytes = packedFile(join(folder, name));
  if (!bytes) throw new Error(`${name} is missing in ${folder}`);
  return (await collect(memorySource(name, bytes))).found;
}

/** A fabric from the files of one folder. */
export async function fabricOf(
  folder: string,
  topology: string,
  tables: readonly string[],
  companions: readonly string[] = [],
): Promise<Fabric> {
  const read = async (name: string) => readFabricFile(folder, name);
  return assemble({
    topology: topologyOf(await read(topology), topology),
    tables: await Promise.all(tables.map(async (name, i) => tablesOf(await read(name), name, i + 2))),
    companions: await Promise.all(companions.map(async (name) => topologyOf(await read(name), name, 99))),
  });
}
