import { expect, test } from 'vitest';
import { testDatabase } from '../testing/duckdb';
import { loadCatalogue } from './catalogue';

test('runs of one setting share their conditions, and each keeps what numbers it', async () => {
  const db = await testDatabase();
  const insert = (table: string, ...rows: string[]) =>
    db.rows(`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row})`).join(', ')}`);
  db.rows(
    `INSERT INTO source (id, path, sha256, tool, lines_unknown) VALUES (1, 'b.out', 'x', 'OSU', 2), (2, 'a.out', 'y', 'OSU', 0)`,
  );
  db.rows(`INSERT INTO run (id, source, position, kind, status) VALUES ('x:0', 1, 0, 'measured', 'complete'),
    ('x:1', 1, 1, 'measured', 'partial'), ('y:0', 2, 0, 'measured', 'complete'), ('y:1', 2, 1, 'measured', 'failed')`);
  insert(
    'condition (run, key, value, origin)',
    "'x:0', 'AR', 'on', 'content'",
    "'x:1', 'AR', 'on', 'content'",
    "'x:1', 'Repeat', '2', 'name'",
    "'y:0', 'AR', 'off', 'folder'",
  );
  db.rows(`INSERT INTO series (id, run, benchmark, metric, better, unit) VALUES
    (1, 'x:0', 'osu_bw', 'bandwidth', 'higher', 'B/s'), (2, 'x:1', 'osu_bw', 'bandwidth', 'higher', 'B/s'),
    (3, 'y:0', 'osu_bw', 'bandwidth', 'higher', 'B/s')`);
  insert('measurement_text', "1, 1, 'avg', 1, '1', 1", "1, 2, 'avg', 1, '1', 2", "2, 1, 'min', 1, '1', 1");
  const { runs, metrics, measurements, unknownLines } = await loadCatalogue((sql) =>
    Promise.resolve(db.rows(sql)),
  );
  expect(runs.map(({ id, path, measurements: n }) => [id, path, n])).toEqual([
    ['y:0', 'a.out', 0],
    ['y:1', 'a.out', 0],
    ['x:0', 'b.out', 2],
    ['x:1', 'b.out', 1],
  ]);
  const [off, none, first, second] = runs;
  expect(first?.setting).toBe(second?.setting);
  expect(new Set(runs.map(({ setting }) => setting)).size).toBe(3);
  expect({ ...off?.conditions }).toEqual({ AR: { value: 'off', origin: 'folder' } });
  expect({ ...none?.conditions }).toEqual({});
  expect(none?.benchmarks).toEqual([]);
  expect({ ...first?.conditions }).toEqual({ AR: { value: 'on', origin: 'content' } });
  expect({ ...second?.conditions }).toEqual({
    AR: { value: 'on', origin: 'content' },
    Repeat: { value: '2', origin: 'name' },
  });
  expect(metrics).toEqual([
    {
      benchmark: 'osu_bw',
      metric: 'bandwidth',
      better: 'higher',
      unit: 'B/s',
      statistics: ['avg', 'min'],
      counts: [2, 1],
    },
  ]);
  expect([measurements, unknownLines]).toEqual([3, 2]);
});
