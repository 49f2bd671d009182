import { beforeEach, describe, expect, it } from 'vitest';
import { assemble } from '../../fabric/assemble';
import { matchHosts } from '../../fabric/explain/hosts';
import { shortHash } from '../../model/hash';
import { loadTopology } from '../../queries/fabrics';
import { linesAround } from '../../queries/trace';
import { emptyStudy } from '../../store/study';
import { testDatabase, type TestDatabase } from '../../testing/duckdb';
import { tablesOfDatabase } from '../../testing/loaded';
import { DEFAULT_VIEW, type View } from '../view';
import { check } from './check';
import type { NameKind } from './names';
import { replacerOf } from './replace';
import { shareWork, type PseudonymisedWork } from './share';
import { mentionsOf, plainKinds, survey, withView, withWords } from './survey';
import { newTable, pseudonymsOf, withNames } from './table';

const SHA = '0123456789abcdef'.repeat(4);
const RUN = `${SHA.slice(0, 16)}:0`;

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
  db.rows(`INSERT INTO source VALUES (1, 'home/alice/acme/lat.out', 12345, '${SHA}', 1, 'osu', 'OSU', '7.4',
    'line 1 is of n001', 9, 8, 0, 1, 2, 0)`);
  db.rows(`INSERT INTO source_text VALUES (1, 1, 'lines of n001')`);
  db.rows(`INSERT INTO source_note VALUES (1, 'problem', 3, 'n001 is odd')`);
  db.rows(
    `INSERT INTO run (id, source, position, line, kind, status, status_reason, started) VALUES ('${RUN}', 1, 0, 1, 'measured', 'failed', 'n001 died', NULL)`,
  );
  db.rows(`INSERT INTO condition (run, key, value, origin) VALUES ('${RUN}', 'system', 'Acme One', 'name'), ('${RUN}', 'AR', 'on', 'name'),
    ('${RUN}', 'partition', 'fat', 'content'), ('${RUN}', 'MPI', 'build of alice', 'content')`);
  db.rows(`INSERT INTO override VALUES ('${RUN}', 'partition', NULL)`);
  db.rows(
    `INSERT INTO series VALUES (1, '${RUN}', 'ring on N001 of Acme One', 'latency', 'lower', 's', 'us', 1e-6, 'region=n001x')`,
  );
  db.rows(`INSERT INTO host VALUES (1, 1, 'n001.acme.example'), (1, 2, 'N002.acme.example'), (1, 3, 'avg')`);
  db.rows(`INSERT INTO measurement_text VALUES (1, 8, 'avg', 1e-6, '1.0', 4)`);
  db.rows(`INSERT INTO event VALUES ('2020-05-12', 'Acme gets AR', 'home/alice/acme/fabriscope.yaml')`);
  db.rows(
    `INSERT INTO system_card VALUES ('Acme One', 'description', 'In hall 3'), ('Acme One', 'nodes', '2')`,
  );
  db.rows(`INSERT INTO fabric_node VALUES (1, 0, '0x0002c903000a0001', 'host', 'n001 HCA-1', 1, NULL, 1),
    (1, 1, '0x0002c903000a0002', 'host', 'n002 HCA-1', 1, NULL, 2), (1, 2, '0x0002c90300800001', 'switch', 'acme-leaf', 2, 1, 3)`);
  db.rows(
    `INSERT INTO fabric_link VALUES (1, 0, 1, 2, 1, 4, 'EDR', 'up', 1), (1, 1, 1, 2, 2, 4, 'EDR', 'up', 2)`,
  );
});

async function share(
  view: View = DEFAULT_VIEW,
  kept?: NameKind[],
  study = emptyStudy(),
  words: string[] = [],
): Promise<PseudonymisedWork> {
  const tables = tablesOfDatabase(db);
  const found = withWords(withView(survey(tables), view), words);
  const names = withNames(newTable(), mentionsOf(found));
  const steps = shareWork({ tables, study, view }, found, names, kept ? new Set(kept) : plainKinds(found));
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

async function opened({ tables }: PseudonymisedWork): Promise<TestDatabase> {
  const other = await testDatabase();
  for (const { table, ipc } of tables) other.insert(table, ipc);
  return other;
}

describe('a shared work', () => {
  it('has pseudonyms in place of names, and no text of files', async () => {
    const other = await opened(await share());
    expect(other.rows('SELECT path, size, why FROM source')).toEqual([
      { path: 'home/user-01/folder-001/file-0002.out', size: 12000, why: 'Left out by the sender.' },
    ]);
    expect(other.rows('SELECT name FROM host ORDER BY id').map(({ name }) => name)).toEqual([
      'host-0002.domain-01',
      'host-0003.domain-01',
      'host-0001',
    ]);
    expect(other.rows('SELECT benchmark, params FROM series')).toEqual([
      { benchmark: 'ring on host-0002 of system-01', params: 'region=n001x' },
    ]);
    expect(other.rows('SELECT key, value FROM condition ORDER BY key')).toEqual([
      { key: 'AR', value: 'on' },
      { key: 'MPI', value: 'build of user-01' },
      { key: 'partition', value: 'partition-01' },
      { key: 'system', value: 'system-01' },
    ]);
    expect(other.rows('SELECT status_reason FROM run')).toEqual([
      { status_reason: 'Left out by the sender.' },
    ]);
    expect(other.rows('SELECT what, origin FROM event')).toEqual([
      { what: 'event-01', origin: 'home/user-01/folder-001/file-0001.yaml' },
    ]);
    expect(other.rows('SELECT key, value FROM system_card ORDER BY key')).toEqual([
      { key: 'description', value: 'Left out by the sender.' },
      { key: 'nodes', value: '2' },
    ]);
    expect(other.rows('SELECT statistic FROM measurement_text')).toEqual([{ statistic: 'avg' }]);
    expect(other.rows('SELECT * FROM source_text')).toEqual([]);
    expect(other.rows('SELECT kind, text FROM source_note')).toEqual([
      {
        kind: 'sender',
        text: 'Names are pseudonyms that the sender of this work chose. Its lines and 2 remarks were left out.',
      },
    ]);
    expect(await linesAround((sql) => Promise.resolve(other.rows(sql)), 1, 4)).toEqual([
      { line: 4, text: '[lines were left out by the sender]' },
    ]);
  });

  it('still joins runs, corrections and the hosts of its fabric', async () => {
    const other = await opened(await share());
    const [run] = other.rows('SELECT run.id, s.sha256 FROM run JOIN source s ON s.id = run.source');
    expect(String(run?.id)).toBe(`${String(run?.sha256).slice(0, 16)}:0`);
    expect(String(run?.sha256)).not.toBe(SHA);
    expect(
      other.rows('SELECT count(*)::INTEGER AS n FROM override JOIN run ON run.id = override.run'),
    ).toEqual([{ n: 1 }]);
    const topology = await loadTopology((sql) => Promise.resolve(other.rows(sql)), { id: 1, path: 'x' });
    const fabric = assemble({ topology, tables: [], companions: [] });
    const hosts = other
      .rows('SELECT name FROM host WHERE id < 3 ORDER BY id')
      .map(({ name }) => String(name));
    const matched = matchHosts({ ends: fabric.ends, hosts, rail: 0, inOrder: false });
    expect(matched.ok && [...matched.matching.ends]).toEqual([0, 1]);
  });

  it('has words that its owner named replaced, and ids of files wherever they stand', async () => {
    db.rows(`UPDATE source SET tool = 'Acmebench ring, of file ${SHA.slice(0, 16)}'`);
    const other = await opened(await share(DEFAULT_VIEW, undefined, emptyStudy(), ['Ring', 'absent']));
    const [row] = other.rows('SELECT tool, sha256 FROM source');
    expect(row?.tool).toBe(`Acmebench word-02, of file ${String(row?.sha256).slice(0, 16)}`);
    expect(other.rows('SELECT benchmark FROM series')).toEqual([
      { benchmark: 'word-02 on host-0002 of system-01' },
    ]);
  });

  it('keeps the kinds that its owner keeps', async () => {
    const other = await opened(
      await share(DEFAULT_VIEW, ['host', 'domain', 'switch', 'condition partition']),
    );
    expect(other.rows('SELECT name FROM host ORDER BY id').map(({ name }) => name)).toContain(
      'N002.acme.example',
    );
    expect(other.rows('SELECT name FROM fabric_node').map(({ name }) => name)).toContain('acme-leaf');
    expect(other.rows(`SELECT value FROM condition WHERE key = 'MPI'`)).toEqual([{ value: 'mpi-01' }]);
    expect(other.rows(`SELECT value FROM condition WHERE key = 'partition'`)).toEqual([{ value: 'fat' }]);
  });

  it('has a view and a study that say the same of it', async () => {
    const hash = shortHash([RUN, '|'].join('\n'));
    const { view, study, tables } = await share(
      {
        ...DEFAULT_VIEW,
        sides: { by: 'condition', key: 'partition', a: 'fat', b: 'thin' },
        benchmarks: ['ring on N001 of Acme One'],
        pairA: `${RUN}/1`,
        fabric: SHA.slice(0, 16),
        onFabric: `file:${SHA.slice(0, 16)}`,
        onRouting: 'minhop',
        hidden: hash,
        sql: 'SELECT 1',
        data: [{ url: 'acme.fabriscope', sha256: SHA }],
      },
      undefined,
      {
        ...emptyStudy(),
        template: 'acme_{ar}.out',
        hidden: { [hash]: [RUN] },
        selections: { [hash]: { a: [RUN], b: [] } },
        rules: [
          { kind: 'repeats', key: 'acme' },
          { kind: 'trusted', runs: [RUN] },
          {
            ...{ kind: 'excluded', run: RUN, bytes: 8 },
            ...{ benchmark: 'ring on N001 of Acme One', params: 'region=n001x' },
          },
        ],
      },
    );
    const other = await opened({ tables, study, view });
    const id = String(other.rows('SELECT id FROM run')[0]?.id);
    expect(view).toMatchObject({
      sides: { by: 'condition', key: 'partition', a: 'partition-01', b: 'partition-02' },
      benchmarks: ['ring on host-0002 of system-01'],
      pairA: `${id}/1`,
      fabric: id.slice(0, 16),
      onFabric: `file:${id.slice(0, 16)}`,
      onRouting: 'minhop',
      sql: null,
      data: [],
    });
    expect(study.template).toBeNull();
    expect(Object.values(study.selections)).toEqual([{ a: [id], b: [] }]);
    expect(study.hidden[view.hidden ?? '']).toEqual([id]);
    const measured = { benchmark: 'ring on host-0002 of system-01', params: 'region=n001x' };
    expect(study.rules).toEqual([
      { kind: 'trusted', runs: [id] },
      { kind: 'excluded', run: id, bytes: 8, ...measured },
    ]);
  });
});

describe('the check of what goes out', () => {
  it('refuses a name that is left, and says where', async () => {
    const tables = tablesOfDatabase(db);
    const found = survey(tables);
    const names = await pseudonymsOf(withNames(newTable(), mentionsOf(found)));
    const { words } = replacerOf(found, names, new Set());
    const out = await share();
    const other = await opened(out);
    expect(() => check(tablesOfDatabase(other), words, {})).not.toThrow();
    for (const [column, text] of [
      ['tool', 'run by ALICE'],
      ['tool_version', '1.0 (n002)'],
      ['format', '2c903000a0001'],
      ['tool', 'see home/alice/acme/lat.out'],
    ] as const) {
      other.rows(`UPDATE source SET ${column} = '${text}'`);
      expect(() => check(tablesOfDatabase(other), words, {}), text).toThrow(
        `the table source, column ${column}`,
      );
      other.rows(`UPDATE source SET ${column} = 'x'`);
    }
    expect(() => check([], words, { 'the link': '#1&x=Acme One' })).toThrow('the link');
    expect(() => check([], words, { 'the link': '#1&x=n0011' })).not.toThrow();
  });
});
