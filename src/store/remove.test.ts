import { beforeEach, describe, expect, it } from 'vitest';
import type { FileReport } from '../formats/reader/report';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { FileRows } from './ingest';
import type { ImportReport } from './messages';
import { dropLostCorrections, mustBeRead, removeFiles } from './remove';
import { RowBuffers } from './rows';
import { TABLES } from './tables';

const SHA = (letter: string) => letter.repeat(64);

const report = (path: string, sha256: string): FileReport => ({
  path,
  size: 10,
  sha256,
  format: 'table',
  tool: 'CSV',
  version: null,
  why: 'as said',
  lines: { total: 3, understood: 3, skipped: 0, unknown: 0 },
  unknownLines: [{ line: 3, text: 'odd' }],
  problems: [],
  problemCount: 0,
  runs: 1,
  measurements: 1,
  cells: 4,
  fabric: { nodes: 0, cables: 0, tables: 0, entries: 0, counters: 0 },
  statuses: ['complete'],
  partial: false,
});

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
const query = (sql: string) => Promise.resolve(db.rows(sql));

/** Loads a file that fills every table a reader can fill; `ar` = its condition. */
function load(id: number, path: string, sha256: string, ar: string): void {
  const rows = new RowBuffers();
  const sink = new FileRows(rows, { source: id, series: id, host: id, matrix: id });
  const run = sink.run({ kind: 'measured', line: 1, started: null });
  sink.condition(run, 'AR', ar);
  sink.rank(run, 0, sink.host('node1'), null);
  const series = sink.series({
    run,
    benchmark: 'ring',
    metric: 'latency',
    better: 'lower',
    unit: 's',
    printedUnit: 'us',
    factor: 1e-6,
    params: { pairs: '1' },
  });
  sink.measurement(series, 8, 'avg', 1e-6, '1', 2);
  sink.statistic(series, 0, 'avg');
  sink.measurements({
    length: 1,
    series: Int32Array.of(series),
    bytes: Float64Array.of(8),
    statistics: ['avg'],
    statistic: Uint8Array.of(0),
    value: Float64Array.of(2e-6),
    line: Int32Array.of(2),
    decimals: Uint8Array.of(1),
  });
  const matrix = sink.matrix({
    series,
    axis: 'host',
    layout: 'source',
    ranks: 1,
    measuredAt: null,
    statistic: 'avg',
    bytes: 8,
    concurrency: null,
    schedule: null,
  });
  sink.matrixRow(matrix, 0, Float32Array.of(1), 2);
  const none = { region: null, bytes: null, messages: null, seconds: null };
  sink.traffic(series, { source: 0, destination: 0, call: null, ...none }, 2);
  const call = { rank: 0, region: null, call: 'MPI_Send', bytes: 8, count: 1, seconds: 1 };
  sink.mpiCall(series, { ...call, minSeconds: null, maxSeconds: null }, 2);
  sink.rankProfile(series, 0, 'wall', 1, 's', 2);
  sink.text(1, ['a', 'b']);
  sink.finish(report(path, sha256), { conditions: [], kind: null, hosts: null }, 1, id + 1);
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
}

describe('taking files out', () => {
  it('leaves nothing of them in any table, and everything of the others', async () => {
    load(1, 'a.csv', SHA('a'), 'on');
    const alone = TABLES.map((table) => db.rows(`SELECT * FROM ${table}`));
    load(2, 'b.csv', SHA('b'), 'on');
    const filled = TABLES.filter((table) => db.rows(`SELECT * FROM ${table}`).length > 0);
    expect(filled).toEqual(
      expect.arrayContaining([
        'measurement_text',
        'measurement_plain',
        'matrix_row',
        'rank_map',
        'source_note',
      ]),
    );
    await removeFiles(query, [{ path: 'b.csv', sha256: SHA('b') }]);
    expect(TABLES.map((table) => db.rows(`SELECT * FROM ${table}`))).toEqual(alone);
  });

  it('keeps the corrections of runs that come again as they were, and drops those of others', async () => {
    load(1, 'a.csv', SHA('a'), 'on');
    load(2, 'b.csv', SHA('b'), 'on');
    load(3, 'c.csv', SHA('c'), 'on');
    for (const letter of ['a', 'b', 'c', 'd'])
      db.rows(`INSERT INTO override VALUES ('${letter.repeat(16)}:0', 'nodes', '4')`);
    await removeFiles(query, [
      { path: 'a.csv', sha256: SHA('a') },
      { path: 'b.csv', sha256: SHA('b') },
    ]);
    load(4, 'a.csv', SHA('a'), 'on');
    load(5, 'b.csv', SHA('b'), 'off');
    expect(await dropLostCorrections(query)).toBe(1);
    expect(db.rows('SELECT run FROM override ORDER BY run').map(({ run }) => String(run)[0])).toEqual([
      'a',
      'c',
      'd',
    ]);
    expect(
      db.rows(`SELECT table_name FROM information_schema.tables WHERE table_name = 'corrected'`),
    ).toEqual([]);
  });
});

describe('files that are read anew', () => {
  const file = { path: 'a.csv', sha256: SHA('a') };
  const read = (change: Partial<FileReport>): ImportReport => ({
    type: 'file',
    report: { ...report('a.csv', SHA('a')), ...change },
  });
  it.each<[string, ImportReport[], string]>([
    ['are missing', [], 'a.csv is not there any more.'],
    ['have changed', [read({ sha256: SHA('b') })], 'a.csv has changed since it was loaded.'],
    ['give nothing', [read({ measurements: 0, cells: 0 })], 'a.csv gave no number this way.'],
    [
      'cannot be read',
      [{ type: 'other', other: { kind: 'error', path: 'a.csv', size: 1, text: 'No reading.' } }],
      'No reading.',
    ],
  ])('are answered with a sentence where they %s', (_what, reports, says) => {
    expect(() => mustBeRead([file], reports)).toThrow(says);
  });

  it('are well when each gives numbers', () => {
    expect(() => mustBeRead([file], [read({})])).not.toThrow();
  });
});
