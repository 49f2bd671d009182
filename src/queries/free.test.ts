import { beforeAll, describe, expect, it } from 'vitest';
import { LOCKDOWN } from '../store/lockdown';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { csvOfFree, MOST_ROWS, namesIn, runFree, statementAt, statementsOf, type FreeAnswer } from './free';
import { TestRows } from '../testing/rows';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  const rows = new TestRows();
  rows.put('source', { id: 1, path: 'jobs/ar_off.out', sha256: 'aa', format: 'osu' });
  rows.put('run', { id: 'aa:0', source: 1 });
  rows.put('run', { id: 'aa:1', source: 1, position: 1, line: 9, status: 'failed', status_reason: 'killed' });
  rows.put('host', { source: 1, id: 1, name: 'node-17' });
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
  for (const statement of LOCKDOWN) db.rows(statement);
});

const run = (sql: string, cursor = 0): Promise<FreeAnswer> =>
  db.reading(async (reader) => {
    const statements = await statementsOf(reader, sql);
    const statement = statements[statementAt(statements, cursor)];
    if (!statement) throw new Error('no statement');
    return runFree(reader, statement);
  });
const texts = async (sql: string) => (await run(sql)).rows;

describe('statements of a text', () => {
  const split = (sql: string) => db.reading((reader) => statementsOf(reader, sql));

  it('are cut where the lexer of the engine cuts, not in texts, names or comments', async () => {
    const sql = `SELECT 'ä;b' AS "r;n" -- c;\n; /* ; */\nFROM run; -- end`;
    const found = await split(sql);
    expect(found.map((s) => s.sql)).toEqual([`SELECT 'ä;b' AS "r;n" -- c;`, '/* ; */\nFROM run']);
    for (const { sql: part, from, to } of found) expect(sql.slice(from, to)).toBe(part);
    expect(found.map((s) => s.words[0])).toEqual(['select', 'from']);
  });

  it('are none where there are only comments', async () => {
    expect(await split('-- nothing;\n ; /* ; */ ')).toEqual([]);
  });

  it('are chosen by the cursor: the one it stands in or behind', async () => {
    const sql = 'SELECT 1;\n\nSELECT 2;  ';
    const found = await split(sql);
    expect([0, 8, 9, 10, 11, sql.length].map((at) => statementAt(found, at))).toEqual([0, 0, 0, 0, 1, 1]);
  });
});

describe('what only reads', () => {
  it.each([
    ['SELECT id FROM run ORDER BY line DESC;', [['aa:1'], ['aa:0']]],
    ['FROM run SELECT count(*) -- all of them', [['2']]],
    ['WITH r AS (SELECT line FROM run) SELECT sum(line) FROM r', [['10']]],
    [
      "(VALUES (1, NULL), (2, ''))",
      [
        ['1', null],
        ['2', ''],
      ],
    ],
    ["PIVOT run ON status IN ('failed') USING count(*) GROUP BY source", [['1', '1']]],
    ['SELECT 1 AS a, 2 AS a', [['1', '2']]],
  ])('runs: %s', async (sql, expected) => {
    expect(await texts(sql)).toEqual(expected);
  });

  it.each(['DESCRIBE run', 'SHOW TABLES', 'SUMMARIZE run', 'TABLE run', 'EXPLAIN SELECT 1'])(
    'runs: %s',
    async (sql) => {
      expect((await texts(sql)).length).toBeGreaterThan(0);
    },
  );

  it('says the types of columns as DuckDB does', async () => {
    const { columns } = await run(
      "SELECT 1::BIGINT AS n, 'x' AS t, [1.5::FLOAT] AS l, 0.5::DECIMAL(4, 1) AS d",
    );
    expect(columns).toEqual([
      { name: 'n', type: 'BIGINT', number: true },
      { name: 't', type: 'VARCHAR', number: false },
      { name: 'l', type: 'FLOAT[]', number: false },
      { name: 'd', type: 'DECIMAL(4,1)', number: true },
    ]);
  });
});

describe('what does not only read', () => {
  const everything = () =>
    JSON.stringify([
      db.rows('FROM run'),
      db.rows('SELECT table_name, sql FROM duckdb_tables()'),
      db.rows('SELECT view_name, sql FROM duckdb_views() WHERE NOT internal'),
      db.rows('SELECT database_name FROM duckdb_databases() ORDER BY 1'),
      db.rows("SELECT value FROM duckdb_settings() WHERE name IN ('threads', 'max_memory')"),
    ]);

  it.each([
    'DROP TABLE run',
    'DROP VIEW run_list',
    "INSERT INTO run (id) VALUES ('x')",
    "UPDATE run SET id = 'z'",
    'DELETE FROM run',
    'TRUNCATE run',
    'CREATE TABLE x AS SELECT 1',
    'CREATE TEMP TABLE x AS SELECT 1',
    'CREATE OR REPLACE VIEW run_list AS SELECT 1',
    'CREATE MACRO floats(a) AS 1',
    'ALTER TABLE run ADD COLUMN x INT',
    "ATTACH ':memory:' AS other",
    'USE temp',
    "COPY run TO 'x.csv'",
    "EXPORT DATABASE 'x'",
    'SET threads = 1',
    'SET VARIABLE a = 1',
    'PRAGMA enable_profiling',
    'INSTALL json',
    'LOAD json',
    'CHECKPOINT',
    'FORCE CHECKPOINT',
    'VACUUM',
    'CALL force_checkpoint()',
    'BEGIN',
    'COMMIT',
    'ROLLBACK',
    'PREPARE p AS SELECT 1',
    "COMMENT ON TABLE run IS 'x'",
    'EXPLAIN ANALYZE DELETE FROM run',
    'EXPLAIN (ANALYZE) DELETE FROM run',
    'EXPLAIN ANALYZE CHECKPOINT',
  ])('is refused by its first word: %s', async (sql) => {
    const before = everything();
    const word = (/^\w+/.exec(sql) ?? [''])[0];
    await expect(run(sql)).rejects.toThrow(`${word} is not run here: SQL only reads what is loaded.`);
    expect(everything()).toBe(before);
  });

  it('is refused where it comes after WITH', async () => {
    const before = everything();
    const sql = "WITH x AS (SELECT 'x' AS id)\n  INSERT INTO run (id) FROM x";
    await expect(run(sql)).rejects.toMatchObject({
      message: expect.stringContaining('INSERT is not run here') as string,
      place: { line: 2, column: 3 },
    });
    expect(everything()).toBe(before);
  });

  it.each([
    'SELECT * INTO y FROM run',
    "SELECT * FROM query('DROP TABLE run')",
    'SELECT 1) ; DROP TABLE run; SELECT * FROM (SELECT 1',
    'FROM run) TO x',
    "FROM read_csv('x.csv')",
    'FROM force_checkpoint()',
  ])('is refused by the engine: %s', async (sql) => {
    const before = everything();
    await expect(run(sql)).rejects.toThrow();
    expect(everything()).toBe(before);
  });

  it('cannot end the transaction that may not write: one statement is run, whatever stands around it', async () => {
    const before = everything();
    const sql = 'SELECT 1 AS a; COMMIT; DROP TABLE run';
    expect((await run(sql, 0)).rows).toEqual([['1']]);
    for (const cursor of [15, sql.length]) await expect(run(sql, cursor)).rejects.toThrow('is not run here');
    // Even where a text went as one statement to the engine.
    await expect(
      db.reading((reader) =>
        runFree(reader, { sql, from: 0, to: sql.length, words: ['select'], keyword: true }),
      ),
    ).rejects.toThrow('several statements');
    expect(everything()).toBe(before);
  });

  it('says how a PIVOT runs that the engine makes several statements of', async () => {
    await expect(run('PIVOT run ON status USING count(*)')).rejects.toThrow("ON column IN ('a', 'b')");
  });

  it('is an error with its place where it is no SQL', async () => {
    await expect(run('SELEC 1')).rejects.toMatchObject({
      message: 'Parser Error: syntax error at or near "SELEC"',
      place: { line: 1, column: 1 },
    });
    await expect(run('SELECT 1;\nSELECT id,\n  nope FROM run', 12)).rejects.toMatchObject({
      place: { line: 2, column: 3 },
    });
    await expect(run("SELECT id,\n 'a'::INT FROM run")).rejects.toMatchObject({
      place: { line: 2, column: 5 },
    });
  });
});

describe('values', () => {
  it('are as the engine prints them, whatever their type', async () => {
    const sql = `SELECT 9007199254740993 AS big, 1.50::DECIMAL(8, 2) AS d, TIMESTAMP '2026-01-02 03:04:05.6' AS ts,
      INTERVAL 3 DAY AS i, {'x': 1} AS s, MAP {'k': 1} AS m, true AS b, 1e-7 AS f, NULL AS n, 'nan'::DOUBLE AS nan, 'a\tb' AS t`;
    expect(await texts(sql)).toEqual([
      [
        ...[
          '9007199254740993',
          '1.50',
          '2026-01-02 03:04:05.6',
          '3 days',
          "{'x': 1}",
          '{k=1}',
          'true',
          '1e-07',
        ],
        ...[null, 'nan', 'a\tb'],
      ],
    ]);
  });

  it('are shortened with their length said when they are lists, bytes or long texts', async () => {
    const sql = `SELECT range(2000) AS l, [1, NULL] AS short, repeat('ab', 1000)::BLOB AS b, repeat('x', 1000) AS t,
      [1, 2, 3]::INTEGER[3] AS a, NULL::INTEGER[] AS n`;
    const [row] = await texts(sql);
    expect(row).toEqual([
      '[0, 1, 2, 3, 4, 5, 6, 7, … 2,000 values]',
      '[1, NULL]',
      'abababababababab … 2,000 bytes',
      `${'x'.repeat(400)} … 1,000 characters`,
      '[1, 2, 3]',
      null,
    ]);
  });

  it(`are those of the first ${MOST_ROWS} rows, and it is known that there are more`, async () => {
    const exact = await run(`FROM range(${MOST_ROWS})`);
    expect([exact.rows.length, exact.more]).toEqual([MOST_ROWS, false]);
    const over = await run(`SELECT range AS i FROM range(${MOST_ROWS + 1}) ORDER BY i DESC`);
    expect([over.rows.length, over.more, over.rows[0]]).toEqual([MOST_ROWS, true, [String(MOST_ROWS)]]);
  });
});

describe('rows as a file', () => {
  it('are all of them and whole, quoted where needed, NULL as nothing', async () => {
    const told: number[] = [];
    const csv = await db.reading(async (reader) => {
      const [statement] = await statementsOf(
        reader,
        `SELECT range AS i, CASE WHEN range = 1 THEN 'a,"b"' END AS t, range(20) AS l FROM range(${MOST_ROWS + 5})`,
      );
      if (!statement) throw new Error('no statement');
      return csvOfFree(reader, statement, (rows) => told.push(rows));
    });
    const lines = (await csv.text()).split('\n');
    expect(lines.length).toBe(MOST_ROWS + 6);
    const list = `"[${Array.from({ length: 20 }, (_, i) => i).join(', ')}]"`;
    expect(lines.slice(0, 3)).toEqual(['i,t,l', `0,,${list}`, `1,"a,""b""",${list}`]);
    expect(told.at(-1)).toBe(MOST_ROWS + 5);
  });
});

describe('names in a text', () => {
  const names = (sql: string) => db.reading((reader) => namesIn(reader, sql));

  it('are those of loaded hosts and files, whole and in any case', async () => {
    expect(await names("FROM host WHERE name = 'NODE-17'")).toEqual(['node-17']);
    expect(await names("FROM source WHERE path LIKE '%/ar_off.out' -- it's")).toEqual(['ar_off.out']);
    expect(await names("FROM host WHERE name = 'node-171'")).toEqual([]);
    expect(await names('FROM run')).toEqual([]);
  });
});
