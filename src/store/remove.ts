import type { Row } from './engine';
import type { FirstIds } from './ingest';
import type { ImportReport } from './messages';
import { DESCRIPTION, idsOf, type IdTable, TABLES, type TableName } from './tables';

/** A file that is loaded, by its content and the path it was dropped with. */
export interface LoadedFile {
  sha256: string;
  path: string;
}

type Query = (sql: string) => Promise<Row[]>;

/** The tables whose rows belong to rows of `owner`, and the columns that say to which. */
function ownedBy(owner: IdTable): { table: TableName; column: string }[] {
  return TABLES.filter((table) => DESCRIPTION[table].belongs === 'file').flatMap((table) => {
    const first = idsOf(table).find(({ of }) => of !== table);
    return first?.of === owner ? [{ table, column: first.column }] : [];
  });
}

/** The statements that take the rows of a half-read file out again. */
export function takeOut(first: FirstIds): string[] {
  return (['matrix', 'series', 'source'] as const).flatMap((owner) =>
    ownedBy(owner).map(({ table, column }) => `DELETE FROM ${table} WHERE ${column} >= ${first[owner]}`),
  );
}

/** What the content of each corrected run says of its conditions. */
const CORRECTED = `SELECT run.id, string_agg(key || '=' || value, chr(10) ORDER BY key) FILTER (origin = 'content') AS said
  FROM run LEFT JOIN condition ON condition.run = run.id WHERE run.id IN (SELECT run FROM override) GROUP BY run.id`;

/**
 * Takes loaded files out with all that belongs to them but the user's corrections, of which `dropLostCorrections` is to
 * be asked when the files are read anew. The caller holds the transaction.
 */
export async function removeFiles(query: Query, files: readonly LoadedFile[]): Promise<void> {
  await query(`CREATE TEMP TABLE corrected AS ${CORRECTED}`);
  const loaded = await query('SELECT id, sha256, path FROM source');
  const ids = loaded
    .filter((one) => files.some(({ sha256, path }) => one.sha256 === sha256 && one.path === path))
    .map(({ id }) => Number(id));
  const sources = `(${['NULL', ...ids].join(', ')})`;
  const runs = `(SELECT id FROM run WHERE source IN ${sources})`;
  const series = `(SELECT id FROM series WHERE run IN ${runs})`;
  const matrix = `(SELECT id FROM matrix WHERE series IN ${series})`;
  const gone = [
    ['matrix', matrix],
    ['series', series],
    ['run', runs],
    ['source', sources],
  ] as const;
  for (const [owner, ids] of gone)
    for (const { table, column } of ownedBy(owner))
      await query(`DELETE FROM ${table} WHERE ${column} IN ${ids}`);
  await query(`DELETE FROM source WHERE id IN ${sources}`);
}

/**
 * Drops the corrections of runs that are not what they were before `removeFiles`: read by another mapping, a run of the
 * same id may be of other conditions. Returns how many there were.
 */
export async function dropLostCorrections(query: Query): Promise<number> {
  const lost = `run IN (SELECT id FROM (FROM corrected EXCEPT ${CORRECTED}))`;
  const [row] = await query(`SELECT count(*) AS n FROM override WHERE ${lost}`);
  await query(`DELETE FROM override WHERE ${lost}`);
  await query('DROP TABLE corrected');
  return Number(row?.n);
}

/** Throws a sentence when one of the files that were to be read anew gave nothing. */
export function mustBeRead(files: readonly LoadedFile[], reports: readonly ImportReport[]): void {
  for (const { sha256, path } of files) {
    const failed = reports.find(
      (r) => r.type === 'other' && r.other.kind === 'error' && r.other.path === path,
    );
    if (failed?.type === 'other') throw new Error(failed.other.text);
    const read = reports.find((r) => r.type === 'file' && r.report.path === path);
    if (read?.type !== 'file') throw new Error(`${path} is not there any more.`);
    const { measurements, cells } = read.report;
    if (read.report.sha256 !== sha256) throw new Error(`${path} has changed since it was loaded.`);
    if (measurements + cells === 0) throw new Error(`${path} gave no number this way.`);
  }
}
