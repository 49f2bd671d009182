import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import { EngineDied, type Row } from './engine';

/** Runs `work` in one transaction; any error undoes it whole. */
export async function inTransaction<T>(
  connection: AsyncDuckDBConnection,
  work: () => Promise<T>,
): Promise<T> {
  await connection.query('BEGIN');
  try {
    const result = await work();
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    if (!(error instanceof EngineDied)) await connection.query('ROLLBACK');
    throw error;
  }
}

/** All rows of a query on this connection: within its transaction. */
export async function query(connection: AsyncDuckDBConnection, sql: string): Promise<Row[]> {
  return (await connection.query(sql)).toArray().map((row) => (row as { toJSON(): Row }).toJSON());
}
