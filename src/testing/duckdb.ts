import { createRequire } from 'node:module';
import path from 'node:path';
import type { Reader } from '../store/engine';
import { SCHEMA } from '../store/schema';

/** The part of DuckDB's blocking Node face that the tests use. */
export interface TestDatabase {
  rows(sql: string): Record<string, unknown>[];
  /** Adds rows to a table, or makes the table of them. */
  insert(table: string, ipc: Uint8Array, create?: boolean): void;
  /** A result as the engine writes it: an Arrow IPC file. */
  ipc(sql: string): Uint8Array;
  /** Runs `work` on a connection of its own in a transaction that may not write, as `Engine.reading` does. */
  reading<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
}

interface Blocking {
  instantiate(progress: () => void): Promise<unknown>;
  open(config: object): void;
  tokenize(sql: string): { offsets: number[]; types: number[] };
  connect(): {
    close(): void;
    prepare(sql: string): { close(): void };
    send(
      sql: string,
      stream: boolean,
    ): Promise<Iterable<{ toArray(): { toJSON(): Record<string, unknown> }[] }>>;
    query(sql: string): { toArray(): { toJSON(): Record<string, unknown> }[] };
    insertArrowFromIPCStream(ipc: Uint8Array, options: { name: string; create: boolean }): void;
    useUnsafe<T>(work: (bindings: { runQuery(id: number, sql: string): Uint8Array }, id: number) => T): T;
  };
}

/** Lists as arrays, as the engine's front gives them. */
function plain(row: Record<string, unknown>): Record<string, unknown> {
  for (const [key, value] of Object.entries(row))
    if (value !== null && typeof value === 'object') row[key] = Array.from(value as Iterable<unknown>);
  return row;
}

/** The same WASM engine as in the browser, in Node, with the schema loaded. */
export async function testDatabase(): Promise<TestDatabase> {
  const require = createRequire(import.meta.url);
  const duckdb = require('@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs') as {
    createDuckDB(bundles: object, logger: unknown, runtime: unknown): Promise<Blocking>;
    VoidLogger: new () => unknown;
    NODE_RUNTIME: unknown;
  };
  const dist = path.dirname(require.resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));
  const bundle = (name: string) => ({ mainModule: `${dist}/duckdb-${name}.wasm`, mainWorker: '' });
  const db = await duckdb.createDuckDB(
    { mvp: bundle('mvp'), eh: bundle('eh') },
    new duckdb.VoidLogger(),
    duckdb.NODE_RUNTIME,
  );
  await db.instantiate(() => undefined);
  db.open({ query: { castDecimalToDouble: true, castBigIntToDouble: true } });
  const connection = db.connect();
  connection.query('SET autoload_known_extensions=false');
  connection.query(SCHEMA);
  return {
    rows: (sql) =>
      connection
        .query(sql)
        .toArray()
        .map((row) => plain(row.toJSON())),
    insert: (table, ipc, create = false) => connection.insertArrowFromIPCStream(ipc, { name: table, create }),
    ipc: (sql) => connection.useUnsafe((bindings, id) => bindings.runQuery(id, sql)),
    reading: async (work) => {
      const own = db.connect();
      own.query('BEGIN TRANSACTION READ ONLY');
      try {
        return await work({
          words: (sql) => Promise.resolve(db.tokenize(sql)),
          prepare: (sql) => Promise.resolve().then(() => own.prepare(sql).close()),
          async *batches(sql) {
            for (const batch of await own.send(sql, true))
              yield batch.toArray().map((row) => plain(row.toJSON()));
          },
        });
      } finally {
        own.close();
      }
    },
  };
}
