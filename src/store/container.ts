import { tableFromIPC } from '@uwdata/flechette';
import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import * as v from 'valibot';
import type { OpenContainer } from './messages';
import { withCells } from './older';
import { parseStudy, type Study } from './study';
import { columnsOf, SCHEMA_VERSION, TABLES, type TableName } from './tables';

/** Largest container that is opened, packed and unpacked, in bytes. */
export const CONTAINER_LIMIT = 2 ** 31 - 2 ** 20;

/** The version in which tables that nothing had filled before got their columns. */
const FILLED_SINCE: Partial<Record<TableName, number>> = {
  host: 2,
  rank_map: 2,
  matrix: 2,
  matrix_row: 2,
  traffic: 2,
  mpi_call: 2,
  rank_profile: 2,
  fabric_node: 4,
  fabric_link: 4,
  forwarding: 4,
};
/** Names that tables had in containers up to a version. */
const CALLED: Partial<Record<TableName, { until: number; name: string }>> = {
  measurement_text: { until: 4, name: 'measurement' },
};
/** Tables that had other columns in containers up to a version, and what makes the present ones of them. */
const MADE: Partial<Record<TableName, { until: number; of: (ipc: Uint8Array) => Uint8Array }>> = {
  matrix_row: { until: 5, of: withCells },
};
const MANIFEST = 'manifest.json';
const STUDY = 'study.json';

const Manifest = v.object({
  format: v.literal('fabriscope'),
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  application: v.string(),
  tables: v.record(v.string(), v.object({ bytes: v.number() })),
});

/** A container could not be opened; the message is a sentence for the user. */
export class ContainerError extends Error {
  override name = 'ContainerError';
}

/**
 * Packs tables and study into one zip: `manifest.json`, `study.json` and `tables/<name>.arrow` (Arrow IPC
 * streams). `level` 0 stores (fast, for keeping between visits), 6 packs (for files that travel). `schema` = the version that
 * the tables are of.
 */
export function packContainer(
  tables: { table: TableName; ipc: Uint8Array }[],
  study: Study,
  level: 0 | 6,
  schema = SCHEMA_VERSION,
): Uint8Array<ArrayBuffer> {
  const manifest: v.InferOutput<typeof Manifest> = {
    format: 'fabriscope',
    schema,
    application: __APP_VERSION__,
    tables: Object.fromEntries(tables.map(({ table, ipc }) => [table, { bytes: ipc.byteLength }])),
  };
  const entries: Zippable = {
    [MANIFEST]: strToU8(JSON.stringify(manifest)),
    [STUDY]: strToU8(JSON.stringify(study)),
  };
  for (const { table, ipc } of tables) entries[`tables/${table}.arrow`] = ipc;
  return zipSync(entries, { level });
}

function json(bytes: Uint8Array | undefined): unknown {
  if (!bytes) return undefined;
  try {
    return JSON.parse(strFromU8(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A stream from outside as the present schema has it, whose columns it knows by name; `schema` = that of the container.
 * Throws a `ContainerError`.
 */
function checked(table: TableName, ipc: Uint8Array, schema: number): Uint8Array {
  const expected = columnsOf(table).map(([name]) => name);
  const made = MADE[table];
  let present = ipc;
  let names: string[];
  try {
    if (made && schema <= made.until) present = made.of(ipc);
    names = tableFromIPC(present).schema.fields.map((field) => field.name);
  } catch {
    throw new ContainerError(`The table "${table}" in the container is damaged: it is no Arrow stream.`);
  }
  const odd = names.find((name) => !expected.includes(name));
  if (odd !== undefined)
    throw new ContainerError(
      `The table "${table}" in the container has a column "${odd}" that this version does not know.`,
    );
  return present;
}

/**
 * Opens a container. It may come from anybody: sizes, names, the version and the columns are checked. Throws a
 * `ContainerError` with a sentence.
 */
export function openContainer(bytes: Uint8Array): OpenContainer {
  if (bytes.byteLength > CONTAINER_LIMIT)
    throw new ContainerError('The container is larger than 2 GiB, which a browser tab cannot hold.');
  let total = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const wanted = /^(manifest\.json|study\.json|tables\/[a-z_]+\.arrow)$/.test(name);
        if (wanted) total += originalSize;
        if (total > CONTAINER_LIMIT)
          throw new ContainerError(
            'The container unpacks to more than 2 GiB, which a browser tab cannot hold.',
          );
        return wanted;
      },
    });
  } catch (error) {
    if (error instanceof ContainerError) throw error;
    throw new ContainerError('The container is damaged or cut short: its zip directory cannot be read.');
  }
  const manifest = v.safeParse(Manifest, json(entries[MANIFEST]));
  if (!manifest.success)
    throw new ContainerError(
      'This zip is not a Fabriscope container: its manifest.json is missing or damaged.',
    );
  const { schema, application } = manifest.output;
  if (schema > SCHEMA_VERSION)
    throw new ContainerError(
      `The container was written by a newer Fabriscope (${application}, tables version ${schema}; this one knows ${SCHEMA_VERSION}). Open it with that version.`,
    );
  const study = parseStudy(json(entries[STUDY]));
  if (!study) throw new ContainerError('The container has a damaged study.json.');
  const tables: OpenContainer['tables'] = [];
  for (const table of TABLES) {
    const called = CALLED[table];
    const ipc = entries[`tables/${called && schema <= called.until ? called.name : table}.arrow`];
    if (!ipc || schema < (FILLED_SINCE[table] ?? 1)) continue;
    tables.push({ table, ipc: checked(table, ipc, schema) as Uint8Array<ArrayBuffer> });
  }
  return { tables, study };
}

/**
 * True when a zip with these names is a container and no archive of results. Of a zip that is cut only the first name
 * is known: that of the manifest is taken for one.
 */
export function isContainer({ names, cut }: { names: readonly string[]; cut: boolean }): boolean {
  if (cut) return names[0] === MANIFEST;
  return names.includes(MANIFEST) && names.includes(STUDY);
}
