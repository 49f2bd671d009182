/* global document, URL, Worker */
// The least page that starts DuckDB-WASM as its documentation shows, and asks it one question.
import * as duckdb from '@duckdb/duckdb-wasm';
import engine from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import worker from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';

const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), new Worker(worker));
await db.instantiate(new URL(engine, document.baseURI).href);
const connection = await db.connect();
await connection.query('SELECT 1');
document.title = 'ready';
