import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import type { IdentityRule } from '../compare/identity/rules';
import type { TableRows } from './batches';
import { browserWire } from '../worker/browser';
import { WorkerPort, type Wire } from '../worker/port';
import type { ImportMessage, ImportProtocol, ImportReport, ImportRequest, OpenContainer } from './messages';
import ReadingWorker from './reading.worker?worker&inline';
import { takeOut } from './remove';

/** How far an import is. */
export interface ImportProgress {
  bytes: number;
  total: number;
  file: string;
  done: number;
  files: number;
}

/** One run of the import worker: what it reads, and who is told. */
export interface ImportRun {
  request: ImportRequest;
  onProgress(progress: ImportProgress): void;
  onReport(report: ImportReport): void;
  onContainer(container: OpenContainer): Promise<void>;
  onRules(rules: readonly IdentityRule[]): void;
  signal: AbortSignal;
}

async function insertAll(connection: AsyncDuckDBConnection, tables: readonly TableRows[]): Promise<void> {
  await Promise.all(
    tables.map(({ table, ipc }) => connection.insertArrowFromIPCStream(ipc, { name: table, create: false })),
  );
}

/** Drives one import worker to its end; rejects on failure and on abort, having ended the worker. */
export async function runImport(
  connection: AsyncDuckDBConnection,
  run: ImportRun,
  spawn: () => Wire<ImportProtocol> = () => browserWire(new ReadingWorker({ name: 'reading' })),
): Promise<void> {
  const port = new WorkerPort<ImportProtocol>(spawn, {
    died: (reason) =>
      `The reading worker has stopped (${reason || 'no reason given'}). Nothing of this import was kept; try again.`,
  });
  const over = () => port.ended || run.signal.aborted;
  // Messages are taken one after the other, so that nothing overtakes rows on their way into the engine. Rows go to
  // it at once, for it takes them in order and need not wait for this thread; but not before what changes tables.
  let queue: Promise<void> = Promise.resolve();
  let changed: Promise<void> = Promise.resolve();
  const onProgress = (message: ImportMessage): Promise<void> => {
    if (message.type === 'rows') {
      const inserted = changed.then(() => (over() ? undefined : insertAll(connection, message.tables)));
      queue = Promise.all([queue, inserted]).then(() => undefined);
    } else {
      queue = queue.then(() => (over() ? undefined : take(connection, run, message)));
      if (message.type === 'discard' || message.type === 'container') changed = queue;
    }
    return queue;
  };
  const { signal } = run;
  try {
    await port.ask({ type: 'import', request: run.request }, { signal, onProgress });
    await queue;
    signal.throwIfAborted();
  } finally {
    port.close();
  }
}

async function take(
  connection: AsyncDuckDBConnection,
  run: ImportRun,
  message: Exclude<ImportMessage, { type: 'rows' }>,
): Promise<void> {
  switch (message.type) {
    case 'progress':
      run.onProgress(message);
      break;
    case 'report':
      run.onReport(message.report);
      break;
    case 'discard':
      for (const statement of takeOut(message.first)) await connection.query(statement);
      break;
    case 'container': {
      await run.onContainer(message.container);
      const text = 'A saved work: added to what is loaded.';
      run.onReport({ type: 'other', other: { kind: 'container', path: message.path, size: 0, text } });
      break;
    }
    case 'rules':
      run.onRules(message.rules);
      break;
  }
}
