import { expect, it } from 'vitest';
import { testDatabase } from '../testing/duckdb';
import { toStream } from './ipc';

it('makes streams that the engine takes back of what it writes, also of tables without rows', async () => {
  const db = await testDatabase();
  const copy = (table: string) => db.insert(table, toStream(db.ipc(`SELECT * FROM ${table}`)));
  copy('run');
  expect(db.rows('SELECT count(*)::INTEGER AS n FROM run')).toEqual([{ n: 0 }]);
  db.rows("INSERT INTO event SELECT 'day ' || i, 'what', 'user' FROM range(100000) t(i)");
  copy('event');
  copy('event');
  expect(db.rows('SELECT count(*)::INTEGER AS n, count(DISTINCT day)::INTEGER AS days FROM event')).toEqual([
    { n: 400_000, days: 100_000 },
  ]);
});

it('leaves a whole stream as it is and ends one that has no end', () => {
  const stream = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
  const ended = toStream(stream);
  expect([...ended]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 255, 255, 255, 255, 0, 0, 0, 0]);
  expect([...toStream(ended)]).toEqual([...ended]);
});
