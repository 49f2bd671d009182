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
    rows.add('measurement_text', 7, 2 ** 40, 'avg', 1.25e-6, '1.25', 12);
    rows.add('measurement_text', 7, null, 'avg', 3e-6, '3.00', 13);
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

describe('pair', () => {
  const cells = (layout: string, schedule: string | null, ranks: number, lists: number[][]) => {
    const rows = new RowBuffers();
    rows.add('matrix', 1, 1, 'rank', layout, ranks, null, 'avg', 8, null, schedule);
    lists.forEach((list, i) => rows.add('matrix_row', 1, i, Float32Array.from(list), i + 1, null));
    for (const { table, ipc } of rows.take()) db.insert(table, ipc);
    const made = db.rows('SELECT source, destination, value FROM pair ORDER BY source, destination');
    db.rows('DELETE FROM matrix');
    db.rows('DELETE FROM matrix_row');
    return made
      .map(({ source, destination, value }) => `${Number(source)}>${Number(destination)}=${Number(value)}`)
      .join(' ');
  };

  it('takes a row as a sender, as a receiver or as a shift from the lower half to the upper half', () => {
    const lists = [
      [1, 2],
      [3, 4],
    ];
    expect(cells('source', null, 2, lists)).toBe('0>0=1 0>1=2 1>0=3 1>1=4');
    expect(cells('destination', null, 2, lists)).toBe('0>0=1 0>1=3 1>0=2 1>1=4');
    const shifts = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ];
    expect(cells('shift', 'half forward', 6, shifts)).toBe(
      '0>3=1 0>4=4 0>5=7 1>3=8 1>4=2 1>5=5 2>3=6 2>4=9 2>5=3',
    );
    expect(cells('shift', 'half backward', 6, shifts)).toBe(
      '0>3=1 0>4=7 0>5=4 1>3=5 1>4=2 1>5=8 2>3=9 2>4=6 2>5=3',
    );
  });
});
