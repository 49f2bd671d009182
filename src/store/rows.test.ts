import { tableFromIPC } from '@uwdata/flechette';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/duckdb';
import { TestRows } from '../testing/rows';

const TEXTS = ['AR', '', null, '1.50', 'µs', null, 'größer 🙂', '\uFFFD', 'b'.repeat(400), null];

test.each([
  ['plain texts', TEXTS.filter((text) => text === null || ![...text].some((c) => c > '\x7f'))],
  ['any texts', TEXTS],
  ['nothing but nulls', [null, null]],
])('%s come out as they went in, in Arrow and in the engine', async (_name, texts) => {
  const rows = new TestRows();
  texts.forEach((text, i) =>
    rows.put('condition', {
      run: `r${String(i).padStart(2, '0')}`,
      key: 'key',
      value: text,
      origin: 'content',
    }),
  );
  const [taken] = rows.take();
  if (!taken) throw new Error('no rows');
  const table = tableFromIPC(taken.ipc);
  expect([...(table.getChild('value') as Iterable<unknown>)]).toEqual(texts);
  const db = await testDatabase();
  db.insert('condition', taken.ipc);
  expect(db.rows('SELECT value FROM condition ORDER BY run').map(({ value }) => value)).toEqual(texts);
});

test('cells and lists keep their values, NaN stays NaN, and they count by their length', async () => {
  const rows = new TestRows();
  rows.put('matrix_row', { matrix: 1, row: 0, cells: Float32Array.of(1.5, Number.NaN, 3), line: 7 });
  rows.put('matrix_row', { matrix: 1, row: 1, cells: Float32Array.of(), lines: Int32Array.of(4, 5) });
  expect(rows.rows).toBeGreaterThan(2);
  const db = await testDatabase();
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
  expect(
    db.rows(
      'SELECT "row", floats(cells)::VARCHAR AS v, line, lines::VARCHAR AS l FROM matrix_row ORDER BY "row"',
    ),
  ).toEqual([
    { row: 0, v: '[1.5, nan, 3.0]', line: 7, l: null },
    { row: 1, v: '[]', line: null, l: '[4, 5]' },
  ]);
});

test('rows added since a mark can be taken out again, unless they were handed out', () => {
  const rows = new TestRows();
  const add = (run: string) => rows.put('condition', { run, key: 'key', value: 'value', origin: 'content' });
  const runs = () =>
    rows.take().map(({ table, ipc }) => [table, [...(tableFromIPC(ipc).getChildAt(0) as Iterable<unknown>)]]);
  add('a');
  const back = rows.mark();
  add('b');
  rows.put('event', { day: '2026', what: 'what', origin: 'path' });
  expect(back()).toBe(true);
  expect(rows.rows).toBe(1);
  add('c');
  expect(runs()).toEqual([['condition', ['a', 'c']]]);
  add('d');
  expect(back()).toBe(false);
  expect(runs()).toEqual([['condition', ['d']]]);
});

test('a row is given by the names of its columns: what is missing, unknown or of another type does not compile', () => {
  const rows = new TestRows();
  rows.add('experiment', { repeat: 2, id: 1, run: 'a' });
  const [taken] = rows.take();
  expect(taken && tableFromIPC(taken.ipc).toArray()).toEqual([{ run: 'a', id: 1, repeat: 2 }]);
  // @ts-expect-error no repeat
  rows.add('experiment', { run: 'a', id: 1 });
  // @ts-expect-error a text where a number stands
  rows.add('experiment', { run: 'a', id: 'a', repeat: 1 });
  // @ts-expect-error a column of another table
  rows.add('experiment', { run: 'a', id: 1, repeat: 1, key: 'k' });
  // @ts-expect-error a run is never NULL
  rows.add('experiment', { run: null, id: 1, repeat: 1 });
});
