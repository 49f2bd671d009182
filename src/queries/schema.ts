import { MEANINGS } from '../store/meanings';
import { TABLES } from '../store/tables';
import type { Ask } from './catalogue';

/** A table or view as one who writes a query sees it. */
export interface SchemaTable {
  name: string;
  meaning: string;
  /** Rows, or null for a view: what it holds is worked out each time it is asked. */
  rows: number | null;
  columns: readonly { name: string; type: string; meaning: string }[];
}

const COLUMNS = `SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal
ORDER BY table_name, column_index`;

const COUNTS = TABLES.map((table) => `SELECT '${table}' AS name, count(*)::DOUBLE AS n FROM ${table}`).join(
  '\nUNION ALL ',
);

/** All tables and views with their columns and how many rows are loaded, those first that most questions begin with. */
export async function loadSchema(ask: Ask, signal?: AbortSignal): Promise<SchemaTable[]> {
  const [columns, counts] = await Promise.all([ask(COLUMNS, signal), ask(COUNTS, signal)]);
  const rows = new Map(counts.map(({ name, n }) => [String(name), Number(n)]));
  return Object.entries(MEANINGS).map(([name, meaning]) => ({
    name,
    meaning: meaning.table,
    rows: rows.get(name) ?? null,
    columns: columns
      .filter((column) => column.table_name === name)
      .map(({ column_name, data_type }) => ({
        name: String(column_name),
        type: String(data_type),
        meaning: meaning.columns[String(column_name)] ?? '',
      })),
  }));
}

/** A name as it stands in a query: in quotes where it is a word of SQL or has other signs than letters, digits and _. */
export function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Names of our columns that are reserved words of the engine: a test asks it. */
const RESERVED = new Set<string>(['row']);
