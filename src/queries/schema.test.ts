import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { EXAMPLES } from './examples';
import { runFree, statementsOf } from './free';
import { loadSchema, quoted } from './schema';
import { BANDWIDTH, LATENCY, TestRows } from '../testing/rows';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});

describe('loadSchema', () => {
  it('lists every table and view with types, meanings and the rows of tables', async () => {
    db.rows("INSERT INTO run (id) VALUES ('a'), ('b')");
    const schema = await loadSchema((sql) => Promise.resolve(db.rows(sql)));
    const of = (name: string) => schema.find((table) => table.name === name);
    expect(of('run')).toMatchObject({ rows: 2, meaning: 'Executions' });
    expect(of('run_list')?.rows).toBeNull();
    expect(of('measurement')?.columns).toContainEqual({
      name: 'value',
      type: 'DOUBLE',
      meaning: 'in the unit of its series',
    });
    expect(schema.filter(({ columns }) => columns.length === 0)).toEqual([]);
    db.rows('DELETE FROM run');
  });
});

describe('quoted', () => {
  it('makes of every name of ours one that the engine takes', async () => {
    const schema = await loadSchema((sql) => Promise.resolve(db.rows(sql)));
    for (const { name, columns } of schema)
      db.rows(`SELECT ${columns.map((column) => quoted(column.name)).join(', ')} FROM ${quoted(name)}`);
    expect(quoted('row')).toBe('"row"');
    expect(quoted('run')).toBe('run');
    expect(quoted('a "b"')).toBe('"a ""b"""');
  });
});

describe('examples', () => {
  const example = (name: string) =>
    db.reading(async (reader) => {
      const [statement] = await statementsOf(reader, EXAMPLES.find((e) => e.name === name)?.sql ?? '');
      if (!statement) throw new Error('no statement');
      return (await runFree(reader, statement)).rows;
    });

  it('keep runs apart that are alike, and take the best by what is better', async () => {
    const rows = new TestRows();
    rows.put('source', { id: 1, path: 'a.out', sha256: 'aa', format: 'osu', tool: 'osu' });
    for (const run of ['aa:0', 'aa:1']) rows.put('run', { id: run, source: 1 });
    rows.put('series', { id: 1, run: 'aa:0', benchmark: 'osu_bw', ...BANDWIDTH });
    rows.put('series', { id: 2, run: 'aa:1', benchmark: 'osu_latency', ...LATENCY });
    for (const [series, bytes, value] of [
      [1, 8, 5],
      [1, 16, 9],
      [2, 8, 5],
      [2, 16, 9],
    ] as const)
      rows.put('measurement_text', { series, message_bytes: bytes, value, printed: String(value) });
    for (const { table, ipc } of rows.take()) db.insert(table, ipc);
    expect((await example('Runs')).map(([run]) => run)).toEqual(['aa:0', 'aa:1']);
    expect((await example('Best of each run')).map((row) => row.slice(0, 6))).toEqual([
      ['osu_bw', 'bandwidth', 'avg', '9.0', 'B/s', '16'],
      ['osu_latency', 'latency', 'avg', '5.0', 's', '8'],
    ]);
    for (const table of ['source', 'run', 'series', 'measurement_text']) db.rows(`DELETE FROM ${table}`);
  });

  it.each(EXAMPLES.map(({ name, sql }) => [name, sql]))('%s is a query that reads', async (_, sql) => {
    const answer = await db.reading(async (reader) => {
      const [statement, second] = await statementsOf(reader, sql);
      if (!statement || second) throw new Error('not one statement');
      return runFree(reader, statement);
    });
    expect(answer.columns.length).toBeGreaterThan(2);
    expect(answer.rows).toEqual([]);
  });
});
