import type { Row } from './engine';
import type { OpenContainer } from './messages';
import { COLUMNS, TABLES, type TableName } from './tables';

/** The part of a connection that merging needs. */
export interface Statements {
  query(sql: string): Promise<Row[]>;
  /** Makes a table of an Arrow IPC stream. */
  insert(table: string, ipc: Uint8Array): Promise<void>;
}

/** Columns that hold ids which count from 1 in every work, and the table whose ids they are. */
const IDS: Partial<Record<TableName, Record<string, 'source' | 'series' | 'matrix' | 'host'>>> = {
  source: { id: 'source' },
  source_text: { source: 'source' },
  source_note: { source: 'source' },
  run: { source: 'source' },
  series: { id: 'series' },
  series_param: { series: 'series' },
  series_statistic: { series: 'series' },
  measurement_text: { series: 'series' },
  measurement_plain: { series: 'series' },
  host: { source: 'source', id: 'host' },
  rank_map: { host: 'host' },
  host_list: { source: 'source', host: 'host' },
  run_hosts: { source: 'source' },
  matrix: { id: 'matrix', series: 'series' },
  matrix_row: { matrix: 'matrix' },
  traffic: { series: 'series' },
  mpi_call: { series: 'series' },
  rank_profile: { series: 'series' },
  fabric_node: { source: 'source' },
  fabric_port: { source: 'source' },
  fabric_link: { source: 'source' },
  forwarding: { source: 'source' },
  lid_owner: { source: 'source' },
  port_counter: { source: 'source' },
};

/** Which rows of a staged table belong to files that are not loaded yet. */
const NEW_ROWS: Partial<Record<TableName, string>> = {
  source: '(sha256, copy) NOT IN (SELECT (sha256, copy) FROM main.source)',
  source_text: 'source IN (SELECT id FROM fresh_source)',
  source_note: 'source IN (SELECT id FROM fresh_source)',
  run: 'source IN (SELECT id FROM fresh_source)',
  condition: 'run IN (SELECT id FROM fresh_run)',
  evidence: 'run IN (SELECT id FROM fresh_run)',
  experiment: 'false',
  series: 'run IN (SELECT id FROM fresh_run)',
  series_param: 'series IN (SELECT id FROM fresh_series)',
  series_statistic: 'series IN (SELECT id FROM fresh_series)',
  measurement_text: 'series IN (SELECT id FROM fresh_series)',
  measurement_plain: 'series IN (SELECT id FROM fresh_series)',
  host: 'source IN (SELECT id FROM fresh_source)',
  rank_map: 'run IN (SELECT id FROM fresh_run)',
  host_list: 'source IN (SELECT id FROM fresh_source)',
  run_hosts: 'run IN (SELECT id FROM fresh_run) AND source IN (SELECT id FROM fresh_source)',
  matrix: 'series IN (SELECT id FROM fresh_series)',
  matrix_row: 'matrix IN (SELECT id FROM fresh_matrix)',
  traffic: 'series IN (SELECT id FROM fresh_series)',
  mpi_call: 'series IN (SELECT id FROM fresh_series)',
  rank_profile: 'series IN (SELECT id FROM fresh_series)',
  fabric_node: 'source IN (SELECT id FROM fresh_source)',
  fabric_port: 'source IN (SELECT id FROM fresh_source)',
  fabric_link: 'source IN (SELECT id FROM fresh_source)',
  forwarding: 'source IN (SELECT id FROM fresh_source)',
  lid_owner: 'source IN (SELECT id FROM fresh_source)',
  port_counter: 'source IN (SELECT id FROM fresh_source)',
};

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
      ? `SELECT id FROM staged_${table} WHERE ${NEW_ROWS[table] ?? 'true'}`
      : 'SELECT NULL AS id LIMIT 0';
  for (const table of ['source', 'run', 'series', 'matrix'] as const)
    await connection.query(`CREATE TEMP TABLE fresh_${table} AS ${fresh(table)}`);
  for (const table of TABLES.filter((name) => staged.has(name))) {
    const moved = Object.entries(IDS[table] ?? {}).map(
      ([column, of]) => `(${column} + ${offsets.get(of) ?? 0})::INTEGER AS ${column}`,
    );
    const columns = moved.length > 0 ? `* REPLACE (${moved.join(', ')})` : '*';
    const distinct = table in COLUMNS && !(table in NEW_ROWS) ? `EXCEPT SELECT * FROM main.${table}` : '';
    await connection.query(
      `INSERT INTO main.${table} BY NAME SELECT ${columns} FROM staged_${table} WHERE ${NEW_ROWS[table] ?? 'true'} ${distinct}`,
    );
  }
  for (const table of staged) await connection.query(`DROP TABLE staged_${table}`);
  for (const table of ['source', 'run', 'series', 'matrix'] as const)
    await connection.query(`DROP TABLE fresh_${table}`);
}
