import { expect, it } from 'vitest';
import { testDatabase } from '../testing/duckdb';
import { MEANINGS } from './meanings';

it('the meanings are those of all tables and views, and name no column that is not there', async () => {
  const db = await testDatabase();
  const columns = db.rows(
    `SELECT table_name, list(column_name) AS names FROM duckdb_columns() WHERE NOT internal GROUP BY table_name`,
  );
  expect(columns.map(({ table_name }) => table_name).sort()).toEqual(Object.keys(MEANINGS).sort());
  for (const { table_name, names } of columns)
    expect(names, String(table_name)).toEqual(
      expect.arrayContaining(Object.keys(MEANINGS[String(table_name)]?.columns ?? {})),
    );
});
