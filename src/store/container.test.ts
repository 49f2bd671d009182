import { zipSync, strToU8 } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Condition } from '../model/vocabulary';
import type { FileReport } from '../formats/reader/report';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { isContainer, ContainerError, openContainer, packContainer } from './container';
import { FileRows } from './ingest';
import { toStream } from './ipc';
import { withCells } from './older';
import { mergeTables, type Statements } from './merge';
import { RowBuffers } from './rows';
import { emptyStudy } from './study';
import { TABLES } from './tables';

const report = (path: string, sha256: string): FileReport => ({
  path,
  size: 10,
  sha256,
  format: 'osu',
  tool: 'OSU',
  version: '7.4',
  why: 'line 1',
  lines: { total: 3, understood: 3, skipped: 0, unknown: 0 },
  unknownLines: [],
  problems: [],
  problemCount: 0,
  runs: 1,
  measurements: 1,
  cells: 0,
  fabric: { nodes: 0, cables: 0, tables: 0, entries: 0, counters: 0 },
  statuses: ['complete'],
  partial: false,
});

/** Rows of one file with one run, one series and one number. */
function fill(
  rows: RowBuffers,
  source: number,
  series: number,
  sha256: string,
  value: number,
  copy = 1,
): void {
  const sink = new FileRows(rows, { source, series, host: series, matrix: series });
  const run = sink.run({ kind: 'measured', line: 1, started: null });
  sink.condition(run, 'AR', 'off');
  const s = sink.series({
    run,
    benchmark: 'osu_latency',
    metric: 'latency',
    better: 'lower',
    unit: 's',
    printedUnit: 'us',
    factor: 1e-6,
    params: { datatype: 'MPI_CHAR' },
  });
  sink.measurement(s, 8, 'avg', value, String(value), 3);
  sink.statistic(s, 0, 'min');
  sink.measurements({
    length: 1,
    series: Int32Array.of(s),
    bytes: Float64Array.of(8),
    statistics: ['min'],
    statistic: Uint8Array.of(0),
    value: Float64Array.of(value / 2),
    line: Int32Array.of(3),
    decimals: Uint8Array.of(1),
  });
  sink.text(1, ['# title', '# columns', '8 1']);
  const named: Condition = { key: 'AR', value: 'on', origin: 'name' };
  sink.finish(report(`${sha256}.out`, sha256), { conditions: [named], kind: null, hosts: null }, copy, 1);
}

const insert = (db: TestDatabase, rows: RowBuffers) => {
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
};
const pack = (db: TestDatabase) =>
  packContainer(
    TABLES.map((table) => ({ table, ipc: toStream(db.ipc(`SELECT * FROM ${table}`)) })),
    { ...emptyStudy(), template: '{ar}.out' },
    6,
  );
const statements = (db: TestDatabase): Statements => ({
  query: (sql) => Promise.resolve(db.rows(sql)),
  insert: (table, ipc) => Promise.resolve(db.insert(table, ipc, true)),
});

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});

describe('a container', () => {
  it('brings back every table and the study', async () => {
    const rows = new RowBuffers();
    fill(rows, 1, 1, 'a'.repeat(64), 1.5);
    insert(db, rows);
    const opened = openContainer(pack(db));
    expect(opened.study.template).toBe('{ar}.out');
    const other = await testDatabase();
    await mergeTables(statements(other), opened);
    for (const table of TABLES)
      expect(other.rows(`SELECT * FROM ${table}`), table).toEqual(db.rows(`SELECT * FROM ${table}`));
  });

  it('is added to what is loaded: ids move, what is there already is left out', async () => {
    const rows = new RowBuffers();
    fill(rows, 1, 1, 'a'.repeat(64), 1);
    fill(rows, 2, 2, 'b'.repeat(64), 2);
    insert(db, rows);
    const container = openContainer(pack(db));
    const other = await testDatabase();
    const own = new RowBuffers();
    fill(own, 1, 1, 'c'.repeat(64), 3);
    fill(own, 2, 2, 'b'.repeat(64), 2);
    insert(other, own);
    await mergeTables(statements(other), container);
    const seen = other.rows(
      `SELECT source.path, m.value FROM measurement m JOIN series s ON s.id = m.series JOIN run ON run.id = s.run
       JOIN source ON source.id = run.source ORDER BY m.value`,
    );
    expect(seen.map(({ value }) => value)).toEqual([0.5, 1, 1, 1.5, 2, 3]);
    expect(new Set(seen.map(({ path }) => path)).size).toBe(3);
    await mergeTables(statements(other), openContainer(pack(other)));
    expect(other.rows('SELECT count(*)::INTEGER AS n FROM measurement')).toEqual([{ n: 6 }]);
  });

  it('of version 4 brings its numbers to where they stand now', async () => {
    db.rows(
      `CREATE TABLE old AS SELECT 1 AS series, 8::BIGINT AS message_bytes, 'avg' AS statistic, 2e-6 AS value, '2.0' AS printed, 3 AS line`,
    );
    const rows = new RowBuffers();
    fill(rows, 1, 1, 'a'.repeat(64), 1);
    insert(db, rows);
    const others = TABLES.filter((table) => !table.startsWith('measurement') && table !== 'series_statistic');
    const zipped = zipSync({
      'manifest.json': strToU8(
        JSON.stringify({ format: 'fabriscope', schema: 4, application: '0', tables: {} }),
      ),
      'study.json': strToU8(JSON.stringify(emptyStudy())),
      'tables/measurement.arrow': toStream(db.ipc('SELECT * FROM old')),
      ...Object.fromEntries(
        others.map((table) => [`tables/${table}.arrow`, toStream(db.ipc(`SELECT * FROM ${table}`))]),
      ),
    });
    const other = await testDatabase();
    await mergeTables(statements(other), openContainer(zipped));
    expect(other.rows('SELECT * FROM measurement')).toEqual([
      { series: 1, message_bytes: 8, statistic: 'avg', value: 2e-6, printed: '2.0', line: 3 },
    ]);
  });

  it('of version 5 brings the lists of cells of its matrices as bytes', async () => {
    db.rows(
      `CREATE TABLE old AS SELECT 1 AS matrix, i::INTEGER AS "row", v AS "values", i::INTEGER + 7 AS line, NULL::INTEGER[] AS lines
       FROM (VALUES (0, ['nan'::FLOAT, 2.5]), (1, [-3.25::FLOAT, NULL]), (2, NULL)) AS t(i, v)`,
    );
    db.rows(`CREATE TABLE "now" AS SELECT 1 AS id, 1 AS series, 'source' AS layout, 2 AS ranks`);
    const rows = new RowBuffers();
    fill(rows, 1, 1, 'a'.repeat(64), 1);
    insert(db, rows);
    const others = TABLES.filter((table) => !table.startsWith('matrix'));
    const zipped = zipSync({
      'manifest.json': strToU8(
        JSON.stringify({ format: 'fabriscope', schema: 5, application: '0', tables: {} }),
      ),
      'study.json': strToU8(JSON.stringify(emptyStudy())),
      'tables/matrix.arrow': toStream(db.ipc('SELECT * FROM "now"')),
      'tables/matrix_row.arrow': toStream(db.ipc('SELECT * FROM old')),
      ...Object.fromEntries(
        others.map((table) => [`tables/${table}.arrow`, toStream(db.ipc(`SELECT * FROM ${table}`))]),
      ),
    });
    const other = await testDatabase();
    await mergeTables(statements(other), openContainer(zipped));
    expect(
      other.rows('SELECT "row", floats(cells)::VARCHAR AS cells, line FROM matrix_row ORDER BY "row"'),
    ).toEqual([
      { row: 0, cells: '[nan, 2.5]', line: 7 },
      { row: 1, cells: '[-3.25, nan]', line: 8 },
      { row: 2, cells: null, line: 9 },
    ]);
    expect(
      other.rows('SELECT source, destination, value FROM pair ORDER BY source, destination'),
    ).toMatchObject([{ value: null }, { value: 2.5 }, { value: -3.25 }, { value: null }]);
    const none = withCells(toStream(db.ipc('SELECT * FROM old LIMIT 0')));
    other.insert('none', none, true);
    expect(other.rows('SELECT * FROM none')).toEqual([]);
  });

  it('of version 6 brings its conditions, of no line, and a study without rules', async () => {
    const rows = new RowBuffers();
    fill(rows, 1, 1, 'a'.repeat(64), 1);
    insert(db, rows);
    const said = db.rows('SELECT run, key, value, origin FROM condition ORDER BY ALL');
    expect(said.length).toBeGreaterThan(0);
    db.rows('CREATE TABLE old AS SELECT run, key, value, origin FROM condition');
    const study = { selections: {}, hidden: {}, template: null, mappings: {} };
    const since = ['condition', 'evidence', 'experiment'];
    const others = TABLES.filter((table) => !since.includes(table));
    const zipped = zipSync({
      'manifest.json': strToU8(
        JSON.stringify({ format: 'fabriscope', schema: 6, application: '0', tables: {} }),
      ),
      'study.json': strToU8(JSON.stringify(study)),
      'tables/condition.arrow': toStream(db.ipc('SELECT * FROM old')),
      ...Object.fromEntries(
        others.map((table) => [`tables/${table}.arrow`, toStream(db.ipc(`SELECT * FROM ${table}`))]),
      ),
    });
    const container = openContainer(zipped);
    expect(container.study.rules).toEqual([]);
    const other = await testDatabase();
    await mergeTables(statements(other), container);
    expect(other.rows('SELECT * FROM condition ORDER BY ALL')).toEqual(
      said.map((row) => ({ ...row, line: null })),
    );
  });

  it('of version 1 opens without the tables that nothing filled then', () => {
    const container = openContainer(
      zipSync({
        'manifest.json': strToU8(
          JSON.stringify({ format: 'fabriscope', schema: 1, application: '0', tables: {} }),
        ),
        'study.json': strToU8(JSON.stringify(emptyStudy())),
        'tables/matrix.arrow': strToU8('columns of that time'),
      }),
    );
    expect(container.tables).toEqual([]);
  });

  it('keeps two files with the same content as two runs', () => {
    const rows = new RowBuffers();
    fill(rows, 1, 1, 'a'.repeat(64), 1);
    fill(rows, 2, 2, 'a'.repeat(64), 1, 2);
    insert(db, rows);
    expect(db.rows('SELECT id FROM run ORDER BY id')).toEqual([
      { id: 'aaaaaaaaaaaaaaaa:0' },
      { id: 'aaaaaaaaaaaaaaaa~2:0' },
    ]);
  });

  it.each<[string, () => Uint8Array, string]>([
    ['no zip', () => strToU8('hello'), 'damaged or cut short'],
    ['a foreign zip', () => zipSync({ 'a.txt': strToU8('x') }), 'not a Fabriscope container'],
    ['a cut file', () => pack(db).subarray(0, 500), 'damaged or cut short'],
    [
      'a newer version',
      () =>
        zipSync({
          'manifest.json': strToU8(
            JSON.stringify({ format: 'fabriscope', schema: 999, application: '9.9', tables: {} }),
          ),
        }),
      'newer Fabriscope (9.9',
    ],
    [
      'a broken table',
      () =>
        zipSync({
          'manifest.json': strToU8(
            JSON.stringify({ format: 'fabriscope', schema: 1, application: '0', tables: {} }),
          ),
          'study.json': strToU8(JSON.stringify(emptyStudy())),
          'tables/run.arrow': strToU8('not arrow'),
        }),
      '"run" in the container is damaged',
    ],
  ])('answers %s with a sentence', (_, make, said) => {
    expect(() => openContainer(make())).toThrow(ContainerError);
    expect(() => openContainer(make())).toThrow(said);
  });
});

describe('a zip', () => {
  it.each([
    ['of a container', { names: ['manifest.json', 'study.json', 'tables/run.arrow'], cut: false }, true],
    ['of results with a manifest of their own', { names: ['manifest.json', 'lat.out'], cut: false }, false],
    ['of results', { names: ['lat.out'], cut: false }, false],
    ['of a container that is cut', { names: ['manifest.json'], cut: true }, true],
    ['of results that is cut', { names: ['lat.out'], cut: true }, false],
    ['of nothing', { names: [], cut: false }, false],
  ])('%s is told by its names', (_what, names, is) => {
    expect(isContainer(names)).toBe(is);
  });
});
