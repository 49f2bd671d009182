import type { AsyncDuckDB, AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import { nextTurn, STRETCH } from '../model/turns';
import type { Booted } from './boot';
import { toStream } from './ipc';

/** A row of a query result: numbers (also of 64-bit columns), texts, booleans, null, or lists of these. */
export type Row = Record<string, unknown>;

/** Said of a query whose engine ended under it. */
export class EngineDied extends Error {
  constructor() {
    super('The database engine has stopped; it is being started again.');
    this.name = 'EngineDied';
  }
}

/** Said of a query that was cancelled. */
export class QueryCancelled extends Error {
  constructor() {
    super('The query was cancelled.');
    this.name = 'QueryCancelled';
  }
}

/** One running database with its connections. Every call rejects with `EngineDied` when the worker ends under it. */
export class Engine {
  private readonly db: AsyncDuckDB;
  private readonly dead: Promise<never>;

  constructor(private readonly booted: Booted) {
    this.db = booted.db;
    this.dead = booted.died.then(() => {
      throw new EngineDied();
    });
    this.dead.catch(() => undefined);
  }

  /** Runs `work` with a connection of its own. */
  async withConnection<T>(work: (connection: AsyncDuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await Promise.race([this.db.connect(), this.dead]);
    try {
      return await Promise.race([work(connection), this.dead]);
    } finally {
      // A dead worker cannot close anything; the connection is gone with it.
      void Promise.race([connection.close(), this.dead]).catch(() => undefined);
    }
  }

  /** All rows of a query. Cancelled through `signal`; then rejects with `QueryCancelled`. */
  async rows(sql: string, signal?: AbortSignal): Promise<Row[]> {
    return this.withConnection(async (connection) => {
      const cancel = () => void connection.cancelSent();
      signal?.throwIfAborted();
      signal?.addEventListener('abort', cancel);
      try {
        const out: Row[] = [];
        let until = performance.now() + STRETCH;
        for await (const batch of await connection.send(sql)) {
          const names = batch.schema.fields.map((field) => field.name);
          const columns = names.map((_, i) => batch.getChildAt(i));
          for (let r = 0; r < batch.numRows; r++) {
            const row: Row = {};
            names.forEach((name, i) => (row[name] = plain(columns[i]?.get(r))));
            out.push(row);
            if (r % 128 === 127 && performance.now() > until) {
              await nextTurn();
              until = performance.now() + STRETCH;
            }
          }
        }
        return out;
      } catch (error) {
        if (signal?.aborted) throw new QueryCancelled();
        throw error;
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    });
  }

  /** The whole of a query as one Arrow IPC stream. */
  async ipc(sql: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.withConnection(async (connection) =>
      toStream(await connection.useUnsafe((bindings, id) => bindings.runQuery(id, sql))),
    );
  }

  /**
   * Hands out the rows of a query lot by lot as the engine makes them, all of one state of the data: each lot as the
   * parts of an Arrow IPC stream, columns first, whose end is not said. The next lot is made while `take` works on one.
   */
  async lots(sql: string, take: (parts: Uint8Array<ArrayBuffer>[]) => Promise<unknown>): Promise<void> {
    await this.withConnection((connection) =>
      connection.useUnsafe(async (bindings, id) => {
        let columns = await bindings.startPendingQuery(id, sql, true);
        while (columns === null) columns = await bindings.pollPendingQuery(id);
        const fetchLot = async () => {
          let lot: Uint8Array | null = null;
          while (lot === null) lot = await bindings.fetchQueryResults(id);
          return lot as Uint8Array<ArrayBuffer>;
        };
        let lot = await fetchLot();
        while (lot.length > 0) {
          const next = fetchLot();
          const [fetched] = await Promise.all([next, take([columns.slice(), lot])]);
          lot = fetched;
        }
      }),
    );
  }

  /** Ends the worker; its memory is given back. */
  terminate(): void {
    this.booted.terminate();
  }
}

/** Arrow's values as plain ones: 64-bit integers become numbers, vectors arrays. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value !== null && typeof value === 'object' && Symbol.iterator in value)
    return Array.from(value as Iterable<unknown>, plain);
  return value ?? null;
}
