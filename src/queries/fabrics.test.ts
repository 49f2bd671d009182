import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../fabric/assemble';
import { jobOf } from '../fabric/job';
import { matchSources, topologies } from '../fabric/match';
import { readSource } from '../formats/read';
import { FileRows } from '../store/ingest';
import { openContainer, packContainer } from '../store/container';
import { toStream } from '../store/ipc';
import { mergeTables } from '../store/merge';
import { RowBuffers } from '../store/rows';
import { emptyStudy } from '../store/study';
import { TABLES } from '../store/tables';
import { memorySource } from '../testing/collect';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { loadCounters, loadFabricSources, loadTables, loadTopology } from './fabrics';
import { loadReports } from './reports';

const FIXTURES = join(import.meta.dirname, '../formats/fabric/fixtures/fabric');

const FILES = [
  'a/tree.topo.txt',
  'a/tree.lfts.dump',
  'b/tree.dump_fts.txt',
  'a/tree.perfquery-before.txt',
  'c/tree.topology.conf',
];

let db: TestDatabase;
const ask = (sql: string) => Promise.resolve(db.rows(sql));

async function load(into: TestDatabase, files: readonly string[]): Promise<void> {
  const rows = new RowBuffers();
  let first = { source: 1, series: 1, host: 1, matrix: 1 };
  for (const path of files) {
    const sink = new FileRows(rows, first);
    const report = await readSource(memorySource(path, readFileSync(join(FIXTURES, path.slice(2)))), sink);
    sink.finish(report, { conditions: [], kind: null, hosts: null }, 1, first.host);
    first = sink.next;
  }
  for (const { table, ipc } of rows.take()) into.insert(table, ipc);
}

beforeAll(async () => {
  db = await testDatabase();
  await load(db, FILES);
});

describe('fabrics in the tables', () => {
  it('lists what each file says', async () => {
    const sources = await loadFabricSources(ask);
    expect(
      sources.map(({ path, nodes, hosts, switches, cables, tables, counters }) => [
        path,
        nodes,
        hosts,
        switches,
        cables,
        tables,
        counters,
      ]),
    ).toEqual([
      ['a/tree.lfts.dump', 0, 0, 0, 0, 6, 0],
      ['a/tree.perfquery-before.txt', 0, 0, 0, 0, 0, 24],
      ['a/tree.topo.txt', 14, 8, 6, 16, 0, 0],
      ['b/tree.dump_fts.txt', 0, 0, 0, 0, 6, 0],
      ['c/tree.topology.conf', 13, 8, 5, 12, 0, 0],
    ]);
  });

  it('the report of a file counts them without a run', async () => {
    const report = (await loadReports(ask)).find(({ path }) => path === 'a/tree.lfts.dump');
    expect([report?.runs, report?.fabric]).toEqual([
      0,
      { nodes: 0, cables: 0, tables: 6, entries: 76, counters: 0 },
    ]);
  });

  it('come back as the reader gave them, and make a fabric and a job', async () => {
    const sources = await loadFabricSources(ask);
    const [topology] = topologies(sources);
    if (!topology) throw new Error('no topology');
    const match = matchSources(topology, sources);
    expect(match.choices.map(({ folder, covered }) => [folder, covered])).toEqual([
      ['a/', 1],
      ['b/', 1],
    ]);
    const fabric = assemble({
      topology: await loadTopology(ask, topology),
      tables: await Promise.all((match.choices[0]?.tables ?? []).map(async (one) => loadTables(ask, one))),
      companions: [],
    });
    expect(fabric.problems).toEqual([]);
    expect(fabric.ends.map(({ host, rail, lid }) => [host, rail, lid])).toEqual(
      Array.from({ length: 8 }, (_, h) => [`n0${h + 1}`, 0, h + 1]),
    );
    expect(fabric.links.every(({ capacity }) => capacity === 100)).toBe(true);
    const job = jobOf(fabric);
    if ('why' in job) throw new Error(job.why);
    expect([job.hosts, job.switches, job.routing, job.tables?.length]).toEqual([8, 6, 'lft', 48]);
    expect([...(job.tables?.slice(0, 8) ?? [])]).toEqual([1, 2, 3, 4, 3, 4, 3, 4]);
  });

  it('a topology without GUIDs refuses tables, and counters come with their port', async () => {
    const sources = await loadFabricSources(ask);
    const slurm = sources.find(({ format }) => format === 'slurm-topology');
    const counters = sources.find(({ counters: count }) => count > 0);
    if (!slurm || !counters) throw new Error('not listed');
    expect(matchSources(slurm, sources).refused[0]).toMatch(/gives no GUIDs of switches/);
    const rows = await loadCounters(ask, counters);
    expect(rows.counters[0]).toEqual({
      ...{ guid: null, lid: 9, port: 1 },
      ...{ name: 'PortXmitData', value: 1000, line: 4 },
    });
  });

  it('a container keeps them, and ids move with their file', async () => {
    const container = openContainer(
      packContainer(
        TABLES.map((table) => ({ table, ipc: toStream(db.ipc(`SELECT * FROM ${table}`)) })),
        emptyStudy(),
        0,
      ),
    );
    const other = await testDatabase();
    await load(other, ['c/tree.topology.conf']);
    await mergeTables(
      {
        query: (sql) => Promise.resolve(other.rows(sql)),
        insert: (table, ipc) => Promise.resolve(other.insert(table, ipc, true)),
      },
      container,
    );
    const counts = (of: TestDatabase) =>
      of.rows(`SELECT path, (SELECT count(*) FROM fabric_node n WHERE n.source = s.id)::INTEGER AS nodes,
        (SELECT sum(len(ports)) FROM forwarding f WHERE f.source = s.id)::INTEGER AS entries FROM source s ORDER BY path`);
    expect(counts(other)).toEqual(counts(db));
  });
});
