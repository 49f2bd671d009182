import type { Row } from './engine';
import type { FirstIds } from './ingest';
import type { ImportReport } from './messages';

/** A file that is loaded, by its content and the path it was dropped with. */
export interface LoadedFile {
  sha256: string;
  path: string;
}

type Query = (sql: string) => Promise<Row[]>;

/** Tables with rows that belong to a series. */
const OF_SERIES = ['measurement_text', 'measurement_plain', 'traffic', 'mpi_call', 'rank_profile'] as const;

/** Tables with rows of a source that are written while it is read. */
const OF_SOURCE = [
  'source_text',
  'host',
  'host_list',
  'fabric_node',
  'fabric_port',
  'fabric_link',
  'forwarding',
  'lid_owner',
  'port_counter',
] as const;

/** The statements that take the rows of a half-read file out again: those that are written while a file is read. */
export function takeOut(first: FirstIds): string[] {
  return [
    ...OF_SERIES.map((table) => `DELETE FROM ${table} WHERE series >= ${first.series}`),
    `DELETE FROM matrix WHERE id >= ${first.matrix}`,
    `DELETE FROM matrix_row WHERE matrix >= ${first.matrix}`,
    ...OF_SOURCE.map((table) => `DELETE FROM ${table} WHERE source >= ${first.source}`),
  ];
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
  for (const statement of [
    `DELETE FROM matrix_row WHERE matrix IN (SELECT id FROM matrix WHERE series IN ${series})`,
    ...[...OF_SERIES, 'matrix', 'series_param', 'series_statistic'].map(
      (table) => `DELETE FROM ${table} WHERE series IN ${series}`,
    ),
    ...['series', 'condition', 'evidence', 'rank_map'].map(
      (table) => `DELETE FROM ${table} WHERE run IN ${runs}`,
    ),
    ...[...OF_SOURCE, 'run', 'source_note'].map((table) => `DELETE FROM ${table} WHERE source IN ${sources}`),
    `DELETE FROM source WHERE id IN ${sources}`,
  ])
    await query(statement);
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
