import { columnsOf, TABLES } from './tables';
import views from './views.sql?raw';

const created = TABLES.map(
  (table) =>
    `CREATE TABLE ${table} (${columnsOf(table)
      .map(([name, { type }]) => `"${name}" ${type}`)
      .join(', ')});`,
);

/** The statements that make all tables and views in an empty engine. */
export const SCHEMA = [...created, views].join('\n');
