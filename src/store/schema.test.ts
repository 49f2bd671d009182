import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { RowBuffers } from './rows';
import { COLUMNS, TABLES } from './tables';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});

describe('schema.sql', () => {
  it('has exactly the tables that a container lists', () => {
    const made = db.rows(`SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE'`);
    expect(made.map((row) => row.table_name).sort()).toEqual([...TABLES].sort());
  });

  it.each(Object.entries(COLUMNS))(
    'has the columns of %s in the order of the Arrow streams',
    (table, columns) => {
      const made = db.rows(
        `SELECT column_name FROM information_schema.columns WHERE table_name = '${table}' ORDER BY ordinal_position`,
      );
      expect(made.map((row) => row.column_name)).toEqual(Object.keys(columns));
    },
  );
});

describe('rows into the engine', () => {
  it('keeps texts, numbers, nulls and 64-bit sizes', () => {
    const rows = new RowBuffers();
    rows.add('measurement', 7, 2 ** 40, 'avg', 1.25e-6, '1.25', 12);
    rows.add('measurement', 7, null, 'avg', 3e-6, '3.00', 13);
    for (const { table, ipc } of rows.take()) db.insert(table, ipc);
    expect(db.rows('SELECT * FROM measurement ORDER BY line')).toEqual([
      { series: 7, message_bytes: 2 ** 40, statistic: 'avg', value: 1.25e-6, printed: '1.25', line: 12 },
      { series: 7, message_bytes: null, statistic: 'avg', value: 3e-6, printed: '3.00', line: 13 },
    ]);
    expect(rows.rows).toBe(0);
  });
});

describe('effective_condition', () => {
  it('lets the stronger origin win and the user above all; an empty word of the user takes the condition away', () => {
    const rows = new RowBuffers();
    rows.add('source', 1, 'a.out', 10, 'aa', 1, 'osu', null, null, '', 1, 1, 0, 0, 0);
    rows.add('run', 'aa:0', 1, 0, 1, 'measured', 'complete', null, null);
    rows.add('condition', 'aa:0', 'AR', 'off', 'name');
    rows.add('condition', 'aa:0', 'AR', 'on', 'content');
    rows.add('condition', 'aa:0', 'nodes', '4', 'folder');
    rows.add('condition', 'aa:0', 'nodes', '8', 'template');
    rows.add('condition', 'aa:0', 'MPI', 'x', 'content');
    rows.add('override', 'aa:0', 'nodes', '16');
    rows.add('override', 'aa:0', 'MPI', null);
    for (const { table, ipc } of rows.take()) db.insert(table, ipc);
    expect(
      db.rows(`SELECT key, value, origin FROM effective_condition WHERE run = 'aa:0' ORDER BY key`),
    ).toEqual([
      { key: 'AR', value: 'on', origin: 'content' },
      { key: 'nodes', value: '16', origin: 'user' },
    ]);
    expect(db.rows('SELECT nodes FROM run_list')).toEqual([{ nodes: 16 }]);
  });
});
