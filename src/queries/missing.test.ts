import { beforeAll, expect, it } from 'vitest';
import { RowBuffers } from '../store/rows';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { missingOf } from './missing';
import { loadPairSets } from './pairs';

let db: TestDatabase;
const ask = (sql: string) => Promise.resolve(db.rows(sql));

/** Rank 0 of three sends to rank 1; rank 2 has written nothing. */
function log(rows: RowBuffers, n: number, reason: string | null): void {
  const run = `t${n}:0`;
  rows.add('run', run, n, 0, 1, 'measured', reason === null ? 'complete' : 'partial', reason, null);
  rows.add('source', n, `x/${n}.xml`, 1, `t${n}`, 1, 'ipm', 'IPM', null, '', 1, 1, 0, 0, 0);
  for (const rank of [0, 1]) rows.add('rank_map', run, rank, null, null);
  rows.add('series', n, run, 'IPM', 'communication', 'none', 'B', 'B', 1, '');
  rows.add('traffic', n, 0, 1, 'MPI_Send', null, 100, 2, null, 5);
  rows.add('traffic', n, 1, 2, 'MPI_Send', null, 100, 1, null, 6);
}

/** A square of three ranks that ends after two rows and has a cell that is no number. */
function square(rows: RowBuffers, n: number, reason: string | null, diagonal = 0): void {
  const run = `t${n}:0`;
  rows.add('run', run, n, 0, 1, 'measured', reason === null ? 'complete' : 'partial', reason, null);
  rows.add('source', n, `x/${n}.csv`, 1, `t${n}`, 1, 'm', 'M', null, '', 1, 1, 0, 0, 0);
  rows.add('series', n, run, 'M', 'bytes', 'none', 'B', 'B', 1, '');
  rows.add('matrix', n, n, 'rank', 'source', 3, null, 'sum', null, null, null);
  rows.add('matrix_row', n, 0, Float32Array.of(diagonal, Number.NaN, 4), 1, null);
  rows.add('matrix_row', n, 1, Float32Array.of(3, diagonal, 4), 2, null);
}

beforeAll(async () => {
  db = await testDatabase();
  const rows = new RowBuffers();
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
