import type { Row } from './engine';
import type { OpenContainer } from './messages';
import { DESCRIPTION, idsOf, TABLES, type TableName } from './tables';

/** The part of a connection that merging needs. */
export interface Statements {
  query(sql: string): Promise<Row[]>;
  /** Makes a table of an Arrow IPC stream. */
  insert(table: string, ipc: Uint8Array): Promise<void>;
}

/** Which rows of a staged table are taken: those of files that are not loaded yet. */
function newRows(table: TableName): string {
  const { belongs } = DESCRIPTION[table];
  if (belongs === 'all') return 'false';
  if (belongs === 'work') return 'true';
  if (table === 'source') return '(sha256, copy) NOT IN (SELECT (sha256, copy) FROM main.source)';
  return idsOf(table)
    .filter(({ of }) => of !== table && of !== 'host')
    .map(({ column, of }) => `${column} IN (SELECT id FROM fresh_${of})`)
    .join(' AND ');
}

/**
 * Adds the tables of a container to those of the engine: ids are moved past those in use, files that are loaded
 * already (same content) are left out with all that belongs to them. The caller holds the transaction.
 */
export async function mergeTables(connection: Statements, container: OpenContainer): Promise<void> {
  const offsets = new Map<string, number>();
  for (const table of ['source', 'series', 'matrix', 'host'] as const) {
    const [row] = await connection.query(`SELECT coalesce(max(id), 0)::INTEGER AS top FROM ${table}`);
    offsets.set(table, Number(row?.top));
  }
  const staged = new Set(container.tables.map(({ table }) => table));
  for (const { table, ipc } of container.tables) await connection.insert(`staged_${table}`, ipc);
  const fresh = (table: TableName) =>
    staged.has(table)
      ? `SELECT id FROM staged_${table} WHERE ${newRows(table)}`
      : 'SELECT NULL AS id LIMIT 0';
  for (const table of ['source', 'run', 'series', 'matrix'] as const)
    await connection.query(`CREATE TEMP TABLE fresh_${table} AS ${fresh(table)}`);
  for (const table of TABLES.filter((name) => staged.has(name))) {
    const moved = idsOf(table)
      .filter(({ of }) => of !== 'run')
      .map(({ column, of }) => `(${column} + ${offsets.get(of) ?? 0})::INTEGER AS ${column}`);
    const columns = moved.length > 0 ? `* REPLACE (${moved.join(', ')})` : '*';
    const distinct = DESCRIPTION[table].belongs === 'work' ? `EXCEPT SELECT * FROM main.${table}` : '';
    await connection.query(
      `INSERT INTO main.${table} BY NAME SELECT ${columns} FROM staged_${table} WHERE ${newRows(table)} ${distinct}`,
    );
  }
  for (const table of staged) await connection.query(`DROP TABLE staged_${table}`);
  for (const table of ['source', 'run', 'series', 'matrix'] as const)
    await connection.query(`DROP TABLE fresh_${table}`);
}
