import * as duckdb from '@duckdb/duckdb-wasm';
import workerText from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?raw';
import { base64, url } from 'virtual:duckdb-engine';
import { LOCKDOWN } from './lockdown';

const ENGINE_URL = 'http://engine.invalid/duckdb.wasm';

/**
 * Runs first inside the engine's worker. The page posts the engine's bytes (gzipped or not, or as base64); the
 * worker unpacks them and serves them to the engine's own fetch: so no MIME type and no second download matter,
 * and `file://` works. It refuses every other request, beside the policy of the page. It holds a lock for as long
 * as it lives, by which the page sees its end: a worker that closes or is killed sends no event.
 */
const PRELUDE = `let __engine;
const __unpack = async (packed) => {
  const bytes = typeof packed === 'string' ? Uint8Array.from(atob(packed), (c) => c.charCodeAt(0)) : new Uint8Array(packed);
  // A server may already have undone the gzip.
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
};
addEventListener('message', (e) => {
  if (!e.data || !e.data.__boot) return;
  e.stopImmediatePropagation();
  const { packed, life } = e.data.__boot;
  const alive = new Promise((resolve) => {
    if (!navigator.locks) return resolve();
    navigator.locks.request(life, () => { resolve(); return new Promise(() => {}); }).catch(resolve);
  });
  __engine = alive.then(() => __unpack(packed));
});
self.fetch = async (request) => {
  const url = typeof request === 'string' ? request : request.url;
  if (url !== '${ENGINE_URL}') throw new Error('network access is off: ' + url);
  return new Response(await __engine, { headers: { 'content-type': 'application/wasm' } });
};
XMLHttpRequest.prototype.open = function (method, url) { throw new Error('network access is off: ' + url); };
`;

async function packedEngine(): Promise<ArrayBuffer | string> {
  if (base64) return base64;
  const answer = await fetch(url);
  if (!answer.ok)
    throw new Error(`the database engine could not be loaded: HTTP ${answer.status} for ${url}`);
  return answer.arrayBuffer();
}

/** A running engine and a promise that settles when its worker dies. */
export interface Booted {
  db: duckdb.AsyncDuckDB;
  /** Resolves when the worker has ended for whatever reason but `terminate`. */
  died: Promise<void>;
  terminate(): void;
  /** Ends the worker as an accident would. */
  kill(): void;
}

/**
 * Starts DuckDB in a worker of its own from a blob: extensions and access to files and network off, the
 * configuration locked. Rejects with a sentence when the engine cannot be loaded.
 */
export async function boot(): Promise<Booted> {
  const script = URL.createObjectURL(new Blob([PRELUDE, workerText], { type: 'text/javascript' }));
  const worker = new Worker(script);
  const packed = await packedEngine();
  const life = `fabriscope-engine-${performance.timeOrigin}-${Math.random()}`;
  worker.postMessage({ __boot: { packed, life } }, typeof packed === 'string' ? [] : [packed]);
  const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
  await db.instantiate(ENGINE_URL);
  URL.revokeObjectURL(script);
  let ended = false;
  let end = () => {};
  const died = new Promise<void>((resolve) => {
    end = () => {
      if (!ended) resolve();
    };
    worker.addEventListener('error', end);
    // The worker holds the lock by now; it comes free when the worker is gone. Plain http has no locks.
    if ('locks' in navigator) void navigator.locks.request(life, end).catch(() => undefined);
  });
  await db.open({ query: { castDecimalToDouble: true, castBigIntToDouble: true } });
  const connection = await db.connect();
  for (const statement of LOCKDOWN) await connection.query(statement);
  await connection.close();
  return {
    db,
    died,
    terminate: () => {
      ended = true;
      worker.terminate();
    },
    kill: () => {
      worker.terminate();
      end();
    },
  };
}
