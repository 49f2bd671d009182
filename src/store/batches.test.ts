import { expect, it } from 'vitest';
import type { TextBatch } from '../formats/format';
import { testDatabase } from '../testing/duckdb';
import { TestRows } from '../testing/rows';

const encoder = new TextEncoder();

function batch(rows: readonly [number, number, string, number, string, number][]): TextBatch {
  const statistics = [...new Set(rows.map((row) => row[2]))];
  const printed = rows.map((row) => encoder.encode(row[4]));
  let end = 0;
  return {
    length: rows.length,
    series: Int32Array.from(rows, (row) => row[0]),
    bytes: Float64Array.from(rows, (row) => row[1]),
    statistics,
    statistic: Uint16Array.from(rows, (row) => statistics.indexOf(row[2])),
    value: Float64Array.from(rows, (row) => row[3]),
    line: Int32Array.from(rows, (row) => row[5]),
    printed: Uint8Array.from(printed.flatMap((text) => [...text])),
    printedEnds: Int32Array.from(printed, (text) => (end += text.length)),
  };
}

it('brings batches into the engine as they are, beside rows that came one by one', async () => {
  const rows = new TestRows();
  rows.put('measurement_text', { series: 7, message_bytes: 4, value: 1.5, printed: '1.5' });
  rows.addMeasurements(
    10,
    batch([
      [0, 4, 'avg', 2.5, '2.5', 2],
      [1, Number.NaN, 'max', -3.5, '−3,5', 3],
      [0, 2 ** 31, 'avg', 4.5, '', 4],
      [0, 2 ** 52 + 1, 'p99.9', 5.5, '5.50', 5],
      [0, 2 ** 31 - 1, 'avg', 6.5, '6', 6],
    ]),
  );
  rows.addMeasurements(0, batch([[3, 2 ** 40 + 2 ** 31, 'value', 7.5, '7', 7]]));
  rows.addText(2, 5, encoder.encode('µ first\nsecond'));
  rows.addText(2, 9, encoder.encode(''));
  const db = await testDatabase();
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
  expect(rows.empty).toBe(true);
  expect(rows.take()).toEqual([]);
  expect(
    db
      .rows('SELECT series, message_bytes, statistic, value, printed, line FROM measurement ORDER BY line')
      .map((row) => Object.values(row)),
  ).toEqual([
    [7, 4, 'avg', 1.5, '1.5', 1],
    [10, 4, 'avg', 2.5, '2.5', 2],
    [11, null, 'max', -3.5, '−3,5', 3],
    [10, 2 ** 31, 'avg', 4.5, '', 4],
    [10, 2 ** 52 + 1, 'p99.9', 5.5, '5.50', 5],
    [10, 2 ** 31 - 1, 'avg', 6.5, '6', 6],
    [3, 2 ** 40 + 2 ** 31, 'value', 7.5, '7', 7],
  ]);
  expect(db.rows('SELECT first_line, text FROM source_text ORDER BY first_line')).toEqual([
    { first_line: 5, text: 'µ first\nsecond' },
    { first_line: 9, text: '' },
  ]);
});

it('takes out the batches and texts that came since a mark, and nothing before it', async () => {
  const rows = new TestRows();
  rows.addMeasurements(0, batch([[0, 4, 'avg', 1.5, '1.5', 1]]));
  rows.addText(0, 1, encoder.encode('kept µ'));
  const takeBack = rows.mark();
  rows.addMeasurements(1, batch([[0, 8, 'max', 2.5, '2.5', 1]]));
  rows.addText(1, 1, encoder.encode('taken back'));
  expect(takeBack()).toBe(true);
  rows.addText(2, 1, encoder.encode('after'));
  const db = await testDatabase();
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
  expect(db.rows('SELECT series, statistic FROM measurement')).toEqual([{ series: 0, statistic: 'avg' }]);
  expect(db.rows('SELECT source, text FROM source_text ORDER BY source')).toEqual([
    { source: 0, text: 'kept µ' },
    { source: 2, text: 'after' },
  ]);
  expect(rows.mark()()).toBe(true);
  const late = rows.mark();
  rows.addText(3, 1, encoder.encode('handed out'));
  rows.take();
  expect(late()).toBe(false);
});
