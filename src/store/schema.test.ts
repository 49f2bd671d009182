import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { TABLES } from './tables';
import { TestRows } from '../testing/rows';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});

it('every table of the description has its line in docs/tables.md', () => {
  const documented = [...readFileSync('docs/tables.md', 'utf8').matchAll(/^\| `(\w+)`/gm)].map(
    ([, name]) => name,
  );
  expect(TABLES.filter((name) => !documented.includes(name))).toEqual([]);
});

describe('rows into the engine', () => {
  it('keeps texts, numbers, nulls and 64-bit sizes', () => {
    const rows = new TestRows();
    rows.put('measurement_text', {
      series: 7,
      message_bytes: 2 ** 40,
      value: 1.25e-6,
      printed: '1.25',
      line: 12,
    });
    rows.put('measurement_text', { series: 7, value: 3e-6, printed: '3.00', line: 13 });
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
    const rows = new TestRows();
    rows.put('source', { id: 1, path: 'a.out', sha256: 'aa', format: 'osu' });
    rows.put('run', { id: 'aa:0', source: 1 });
    rows.put('condition', { run: 'aa:0', key: 'AR', value: 'off', origin: 'name' });
    rows.put('condition', { run: 'aa:0', key: 'AR', value: 'on', origin: 'content' });
    rows.put('condition', { run: 'aa:0', key: 'nodes', value: '4', origin: 'folder' });
    rows.put('condition', { run: 'aa:0', key: 'nodes', value: '8', origin: 'template' });
    rows.put('condition', { run: 'aa:0', key: 'MPI', value: 'x', origin: 'content' });
    rows.put('override', { run: 'aa:0', key: 'nodes', value: '16' });
    rows.put('override', { run: 'aa:0', key: 'MPI' });
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
    const rows = new TestRows();
    rows.put('matrix', { id: 1, series: 1, layout, ranks, message_bytes: 8, schedule });
    lists.forEach((list, i) =>
      rows.put('matrix_row', { matrix: 1, row: i, cells: Float32Array.from(list), line: i + 1 }),
    );
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
