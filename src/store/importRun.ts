import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import type { IdentityRule } from '../compare/identity/rules';
import type { TableRows } from './batches';
import ImportWorker from './import.worker?worker&inline';
import type { ImportMessage, ImportReport, ImportRequest, OpenContainer } from './messages';
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
  request: Extract<ImportRequest, { type: 'start' }>;
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
export async function runImport(connection: AsyncDuckDBConnection, run: ImportRun): Promise<void> {
  const worker = new ImportWorker();
  const tell = (request: ImportRequest) => worker.postMessage(request);
  let ended = false;
  try {
    await new Promise<void>((resolve, reject) => {
      const abort = () => reject(new DOMException('The import was cancelled.', 'AbortError'));
      if (run.signal.aborted) abort();
      run.signal.addEventListener('abort', abort);
      worker.addEventListener('error', (event) =>
        reject(
          new Error(
            `The reading worker has stopped (${event.message || 'no reason given'}). Nothing of this import was kept; try again.`,
          ),
        ),
      );
      // Messages are taken one after the other, so that nothing overtakes rows on their way into the engine. Rows go to
      // it at once, for it takes them in order and need not wait for this thread; but not before what changes tables.
      let queue: Promise<void> = Promise.resolve();
      let changed: Promise<void> = Promise.resolve();
      const over = () => ended || run.signal.aborted;
      worker.addEventListener('message', ({ data }: MessageEvent<ImportMessage>) => {
        if (data.type === 'rows') {
          const inserted = changed.then(() => (over() ? undefined : insertAll(connection, data.tables)));
          queue = Promise.all([queue, inserted]).then(() => (over() ? undefined : tell({ type: 'taken' })));
        } else {
          queue = queue.then(() => (over() ? undefined : take(data)));
          if (data.type === 'discard' || data.type === 'container') changed = queue;
        }
        queue.catch(reject);
      });
      const take = async (message: Exclude<ImportMessage, { type: 'rows' }>): Promise<void> => {
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
          case 'container':
            await run.onContainer(message.container);
            run.onReport({
              type: 'other',
              other: {
                kind: 'container',
                path: message.path,
                size: 0,
                text: 'A saved work: added to what is loaded.',
              },
            });
            break;
          case 'rules':
            run.onRules(message.rules);
            break;
          case 'done':
            resolve();
            break;
          case 'failed':
            reject(new Error(message.text));
            break;
        }
      };
      tell(run.request);
    });
  } finally {
    ended = true;
    worker.terminate();
  }
}
