// In the page: makes a CSV of many rows and brings it into DuckDB, by `read_csv` or by the import of the app.
import * as duckdb from '@duckdb/duckdb-wasm';
import wasm from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import worker from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';
import type { TableRows } from '../../src/store/batches';
import type { ImportMessage, ImportProtocol, ImportRequest } from '../../src/store/messages';
import { SCHEMA } from '../../src/store/schema';
import type { Mapping } from '../../src/formats/tables/mapping';
import { fingerprint } from '../../src/formats/tables/fingerprint';
import ReadingWorker from '../../src/store/reading.worker?worker';
import { browserWire } from '../../src/worker/browser';
import { WorkerPort } from '../../src/worker/port';

const HEADER = ['repeat', 'size', 'iteration', 'latency_us'];
const SIZES = 20;

const mapping: Mapping = {
  fabriscope: 'mapping',
  version: 1,
  kind: 'measured',
  constants: { benchmark: 'bench' },
  columns: [
    { column: 'repeat', role: 'condition', key: 'repeat' },
    { column: 'size', role: 'size' },
    { column: 'iteration', role: 'sample' },
    { column: 'latency_us', role: 'value', metric: 'latency', unit: 'us' },
  ],
};

/** A file of about 22 bytes a row: repeat, message size, iteration, latency. */
function makeFile(rows: number): File {
  const parts: Blob[] = [`${HEADER.join(',')}\n`].map((text) => new Blob([text]));
  const lot = 100_000;
  for (let from = 0; from < rows; from += lot) {
    let text = '';
    for (let i = from; i < Math.min(rows, from + lot); i++) {
      const size = 2 ** (Math.floor(i / 10_000) % SIZES);
      const latency = 1 + size / 1000 + ((i * 7919) % 100_000) / 10_000;
      text += `${1 + Math.floor((i * 10) / rows)},${size},${100_000 + (i % 10_000)},${latency.toFixed(4)}\n`;
    }
    parts.push(new Blob([text]));
  }
  return new File(parts, 'large.csv');
}

let db: duckdb.AsyncDuckDB;
let connection: duckdb.AsyncDuckDBConnection;
let file: File;

/** Makes the file and starts the engine: what no way is timed for. */
async function prepare(rows: number): Promise<void> {
  file = makeFile(rows);
  db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), new Worker(worker));
  await db.instantiate(wasm);
  await db.open({ query: { castBigIntToDouble: true } });
  connection = await db.connect();
  await connection.query(SCHEMA);
  await db.registerFileHandle('large.csv', file, duckdb.DuckDBDataProtocol.BROWSER_FILEREADER, true);
}

async function numberOf(sql: string): Promise<number[]> {
  const [row] = (await connection.query(sql)).toArray() as { toJSON(): Record<string, unknown> }[];
  return Object.values(row?.toJSON() ?? {}).map(Number);
}

/** Which rows of the import go into the engine. */
type Kept = 'all' | 'numbers' | 'none';

interface Outcome {
  bytes: number;
  ms: number;
  rows: number;
  sum: number;
  /** Largest difference between the progress told and the share of rows that were in the engine. */
  drift: number;
}

/** Reads the whole file into a table of its four columns. */
async function byEngine(): Promise<Outcome> {
  const began = performance.now();
  await connection.query("CREATE TABLE t AS SELECT * FROM read_csv('large.csv')");
  const ms = performance.now() - began;
  const [count = 0, sum = 0] = await numberOf('SELECT count(*), sum(latency_us) FROM t');
  return { bytes: file.size, ms, rows: count, sum, drift: 0 };
}

/** Imports the file as the app does: one transaction, the lots as they come. */
async function byImport(rows: number, kept: Kept): Promise<Outcome> {
  const began = performance.now();
  let drift = 0;
  let inside = 0;
  await connection.query('BEGIN');
  const insert = async ({ table, ipc }: TableRows) => {
    if (kept === 'none' || (kept === 'numbers' && table === 'source_text')) return;
    await connection.insertArrowFromIPCStream(ipc, { name: table, create: false });
  };
  const take = (message: ImportMessage) => {
    if (message.type === 'progress')
      drift = Math.max(drift, Math.abs(message.bytes / message.total - inside / rows));
    else if (message.type === 'report' && message.report.type === 'file') {
      const { problems, measurements } = message.report.report;
      if (measurements !== rows) throw new Error(problems[0]?.text ?? 'not all was read');
    }
  };
  let queue: Promise<void> = Promise.resolve();
  const onProgress = (message: ImportMessage): Promise<void> => {
    if (message.type === 'rows') {
      const inserted = Promise.all(message.tables.map(insert));
      queue = Promise.all([queue, inserted]).then(() => {
        for (const { table, rows: count } of message.tables)
          if (table === 'measurement_plain') inside += count;
      });
    } else queue = queue.then(() => take(message));
    return queue;
  };
  const importer = new WorkerPort<ImportProtocol>(() => browserWire(new ReadingWorker()), {
    died: (reason) => `the reading worker has stopped (${reason})`,
  });
  const request: ImportRequest = {
    files: [{ file, path: 'large.csv' }],
    first: { source: 0, series: 0, host: 0, matrix: 0 },
    known: [],
    template: null,
    mappings: { [fingerprint(HEADER)]: mapping },
    explained: null,
  };
  await importer.askOnce({ type: 'import', request }, { onProgress });
  await queue;
  await connection.query('COMMIT');
  const ms = performance.now() - began;
  const [count = 0, sum = 0] = await numberOf('SELECT count(*), sum(value) * 1e6 FROM measurement');
  return { bytes: file.size, ms, rows: count, sum, drift };
}

Object.assign(window, { prepare, byEngine, byImport });
document.title = 'ready';
