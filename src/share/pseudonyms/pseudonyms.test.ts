import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { openContainer, packContainer } from '../../store/container';
import { mergeTables } from '../../store/merge';
import { emptyStudy, type Study } from '../../store/study';
import { dataDir, describeWithData } from '../../testing/data';
import { testDatabase, type TestDatabase } from '../../testing/duckdb';
import { loadFiles, tablesOfDatabase } from '../../testing/loaded';
import { DEFAULT_VIEW, type View } from '../view';
import { mentionsOf, plainKinds, survey, withView, type Survey } from './survey';
import { newTable, withNames, type NameTable } from './table';
import { shareWork, type PseudonymisedWork } from './share';

async function shared(
  db: TestDatabase,
  view: View = DEFAULT_VIEW,
  study: Study = emptyStudy(),
  table: NameTable = newTable(),
): Promise<{ out: PseudonymisedWork; found: Survey; names: NameTable }> {
  const tables = tablesOfDatabase(db);
  const found = withView(survey(tables), view);
  const names = withNames(table, mentionsOf(found));
  const steps = shareWork({ tables, study, view }, found, names, plainKinds(found));
  for (;;) {
    const step = await steps.next();
    if (step.done) return { out: step.value, found, names };
  }
}

/** All bytes that a container holds, unpacked, in lower case. */
function textOf({ tables, study }: PseudonymisedWork): string {
  return Object.values(unzipSync(packContainer(tables, study, 0)))
    .map((bytes) => strFromU8(bytes, true).toLowerCase())
    .join('\n');
}

/** Files below a folder of the disk, in the order of names. */
function below(root: string, most: number): { path: string; disk: string }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ path: name, disk: join(root, name) }))
    .filter(({ disk }) => statSync(disk).isFile() && statSync(disk).size <= most)
    .sort((p, q) => (p.path < q.path ? -1 : 1));
}

/** Names of hosts, switches and GUIDs that stand in bytes, searched for apart from the program's own search. */
function left(text: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const escaped = name.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(?<![a-z0-9])${escaped}(?![a-z0-9])`).test(text);
  });
}

describe('the samples', () => {
  it('leave no name of a host, a system or a path, and every table opens', async () => {
    const db = await testDatabase();
    await loadFiles(db, below('sample-data', 8e6));
    const { out, found } = await shared(db);
    const text = textOf(out);
    const hosts = db.rows('SELECT DISTINCT name FROM host').map((row) => String(row.name));
    const paths = db.rows('SELECT path FROM source').map((row) => String(row.path));
    const systems = db.rows(`SELECT DISTINCT value FROM condition WHERE key = 'system'`);
    expect(hosts.length).toBeGreaterThan(50);
    expect(left(text, [...hosts, ...paths, ...systems.map((row) => String(row.value))])).toEqual([]);
    expect(found.found.find(({ kind }) => kind === 'host')?.names).toHaveLength(new Set(hosts).size);
    const other = await testDatabase();
    await mergeTables(
      {
        query: (sql) => Promise.resolve(other.rows(sql)),
        insert: (table, ipc) => Promise.resolve(other.insert(table, ipc, true)),
      },
      openContainer(packContainer(out.tables, out.study, 0)),
    );
    for (const sql of [
      'SELECT count(*)::INTEGER AS n, sum(value) AS s FROM measurement',
      'SELECT count(*)::INTEGER AS n, sum(value) AS s FROM pair',
      'SELECT count(*)::INTEGER AS n FROM rank_place JOIN host ON host.id = rank_place.host',
      'SELECT count(DISTINCT name)::INTEGER AS n FROM host',
      `SELECT count(*)::INTEGER AS n FROM effective_condition WHERE key IN ('AR', 'MPI', 'nodes')`,
    ])
      expect(other.rows(sql), sql).toEqual(db.rows(sql));
    expect(other.rows('SELECT count(*)::INTEGER AS n FROM source_text')).toEqual([{ n: 0 }]);
  });
});

describeWithData('real results and fabrics', () => {
  const root = dataDir() ?? '';
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
    const files = [
      ...below(join(root, 'real'), 4e6),
      ...below(join(root, 'generated'), 2e6).filter((_, i) => i % 4 === 0),
    ];
    await loadFiles(db, files);
  }, 300_000);

  it('leave no name of a host, a switch or a GUID in any byte', async () => {
    const { out, found } = await shared(db);
    const text = textOf(out);
    const names = [...mentionsOf(found)]
      .filter(
        ({ kind, name }) =>
          ['host', 'switch', 'guid', 'user'].includes(kind) && /\D/.test(name) && name.length > 3,
      )
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(500);
    const words = new Set(text.match(/[a-z0-9][a-z0-9_.-]*/g));
    const runs = new Set(text.match(/[a-z0-9]+/g));
    expect(names.filter((name) => words.has(name) || runs.has(name))).toEqual([]);
    expect(text).not.toContain('[line not kept]');
  }, 300_000);
});
