import type { AsyncDuckDB, AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import { nextTurn, STRETCH } from '../model/turns';
import type { Booted } from './boot';
import { toStream } from './ipc';

/** A row of a query result: numbers (also of 64-bit columns), texts, booleans, null, or lists of these. */
export type Row = Record<string, unknown>;

/** A connection in a transaction that may not write, as a query of the user needs it. */
export interface Reader {
  /** The words of a text by the engine's own lexer: where each begins, in bytes of UTF-8, and its `WordKind`. */
  words: (sql: string) => Promise<{ offsets: readonly number[]; types: readonly number[] }>;
  /** Rejects unless the text is one statement that the engine understands. Runs nothing. */
  prepare: (sql: string) => Promise<void>;
  /** The rows of a statement, batch by batch while the engine makes them. */
  batches: (sql: string) => AsyncIterable<Row[]>;
}

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
    return this.withConnection((connection) =>
      cancellable(connection, signal, async () => {
        const out: Row[] = [];
        for await (const batch of batches(connection, sql, false)) for (const row of batch) out.push(row);
        return out;
      }),
    );
  }

  /**
   * Runs `work` on a connection of its own in a transaction that may not write. Cancelled through `signal`; then
   * rejects with `QueryCancelled`.
   */
  async reading<T>(work: (reader: Reader) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.withConnection((connection) =>
      cancellable(connection, signal, async () => {
        await connection.query('BEGIN TRANSACTION READ ONLY');
        // Closing the connection ends the transaction.
        return work({
          words: (sql) => this.db.tokenize(sql),
          prepare: async (sql) => (await connection.prepare(sql)).close(),
          batches: (sql) => {
            signal?.throwIfAborted();
            return batches(connection, sql, true);
          },
        });
      }),
    );
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

  /** Ends the worker in the middle of its work, which then rejects with `EngineDied`. */
  kill(): void {
    this.booted.kill();
  }
}

/** Runs `work` so that the signal cancels the statement under way on its connection; then rejects with `QueryCancelled`. */
async function cancellable<T>(
  connection: AsyncDuckDBConnection,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const cancel = () => void connection.cancelSent();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cancel);
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw new QueryCancelled();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Rows of a query as the engine gives them; `stream` = while it is still at work. The page is let go on in between. */
async function* batches(
  connection: AsyncDuckDBConnection,
  sql: string,
  stream: boolean,
): AsyncGenerator<Row[]> {
  let until = performance.now() + STRETCH;
  for await (const batch of await connection.send(sql, stream)) {
    const names = batch.schema.fields.map((field) => field.name);
    const columns = names.map((_, i) => batch.getChildAt(i));
    const rows: Row[] = [];
    for (let r = 0; r < batch.numRows; r++) {
      const row: Row = {};
      names.forEach((name, i) => (row[name] = plain(columns[i]?.get(r))));
      rows.push(row);
      if (r % 128 === 127 && performance.now() > until) {
        await nextTurn();
        until = performance.now() + STRETCH;
      }
    }
    yield rows;
  }
}

/** Arrow's values as plain ones: 64-bit integers become numbers, vectors arrays. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value !== null && typeof value === 'object' && Symbol.iterator in value)
    return Array.from(value as Iterable<unknown>, plain);
  return value ?? null;
}
