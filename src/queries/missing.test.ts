import { beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { missingOf } from './missing';
import { loadPairSets } from './pairs';
import { COMMUNICATION, TestRows } from '../testing/rows';

let db: TestDatabase;
const ask = (sql: string) => Promise.resolve(db.rows(sql));

/** Rank 0 of three sends to rank 1; rank 2 has written nothing. */
function log(rows: TestRows, n: number, reason: string | null): void {
  const run = `t${n}:0`;
  const status = reason === null ? 'complete' : 'partial';
  rows.put('run', { id: run, source: n, status, status_reason: reason });
  rows.put('source', { id: n, path: `x/${n}.xml`, sha256: `t${n}`, format: 'ipm', tool: 'IPM' });
  for (const rank of [0, 1]) rows.put('rank_map', { run, rank });
  rows.put('series', { id: n, run, benchmark: 'IPM', ...COMMUNICATION });
  const sent = { series: n, call: 'MPI_Send', bytes: 100 };
  rows.put('traffic', { ...sent, source: 0, destination: 1, messages: 2, line: 5 });
  rows.put('traffic', { ...sent, source: 1, destination: 2, messages: 1, line: 6 });
}

/** A square of three ranks that ends after two rows and has a cell that is no number. */
function square(rows: TestRows, n: number, reason: string | null, diagonal = 0): void {
  const run = `t${n}:0`;
  const status = reason === null ? 'complete' : 'partial';
  rows.put('run', { id: run, source: n, status, status_reason: reason });
  rows.put('source', { id: n, path: `x/${n}.csv`, sha256: `t${n}`, format: 'm', tool: 'M' });
  rows.put('series', { id: n, run, benchmark: 'M', ...COMMUNICATION, metric: 'bytes' });
  rows.put('matrix', { id: n, series: n, ranks: 3, statistic: 'sum' });
  rows.put('matrix_row', { matrix: n, row: 0, cells: Float32Array.of(diagonal, Number.NaN, 4), line: 1 });
  rows.put('matrix_row', { matrix: n, row: 1, cells: Float32Array.of(3, diagonal, 4), line: 2 });
}

beforeAll(async () => {
  db = await testDatabase();
  const rows = new TestRows();
  log(rows, 1, null);
  log(rows, 2, 'The log ends after 2 of 3 tasks: the file is cut.');
  square(rows, 3, 'The matrix ends after 2 of 3 rows.');
  square(rows, 4, null, Number.NaN);
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
});

async function told(run: string, metric: string, missing: number) {
  const set = (await loadPairSets(ask, [run])).find((each) => each.metric === metric);
  if (!set) throw new Error('no set');
  return missingOf(ask, set, missing);
}

it('says why a cell of traffic has no value, where that is known', async () => {
  expect(await told('t1:0', 'bytes', 3)).toEqual([['of ranks that no file covers', 3]]);
  expect(await told('t1:0', 'message size', 7)).toEqual([
    ['of ranks that no file covers', 3],
    ['without a message', 4],
  ]);
  expect(await told('t2:0', 'bytes', 3)).toEqual([['of ranks that the cut of the file leaves out', 3]]);
  expect(await told('t1:0', 'bytes', 0)).toEqual([]);
});

it('says of a square which cells the cut took and which could not be read, else that they are missing', async () => {
  expect(await told('t3:0', 'bytes', 4)).toEqual([
    ['in rows that the cut of the file leaves out', 3],
    ['empty or could not be read', 1],
  ]);
  expect(await told('t4:0', 'bytes', 6)).toEqual([
    ['in rows that the file does not have', 3],
    ['of a rank with itself, not measured', 2],
    ['missing', 1],
  ]);
});
