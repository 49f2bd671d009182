import type { ContainerAnswer, ContainerRequest } from './container.worker';
import ContainerWorker from './container.worker?worker&inline';
import type { OpenContainer } from './messages';
import type { Study } from './study';
import type { TableName } from './tables';

/** One question to a container worker of its own, which ends with the answer. */
function ask(request: ContainerRequest, transfer: Transferable[]): Promise<ContainerAnswer> {
  const worker = new ContainerWorker();
  return new Promise<ContainerAnswer>((resolve, reject) => {
    worker.addEventListener('error', (event) =>
      reject(new Error(event.message || 'the packing worker has stopped')),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<ContainerAnswer>) => {
      if (data.type === 'failed') reject(new Error(data.text));
      else resolve(data);
    });
    worker.postMessage(request, transfer);
  }).finally(() => worker.terminate());
}

/** Packs tables and study into a container, off the main thread. */
export async function packInWorker(
  tables: { table: TableName; ipc: Uint8Array }[],
  study: Study,
  level: 0 | 6,
): Promise<Blob> {
  const answer = await ask(
    { type: 'pack', tables, study, level },
    tables.map(({ ipc }) => ipc.buffer as ArrayBuffer),
  );
  if (answer.type !== 'packed') throw new Error('the packing worker gave no container');
  return answer.blob;
}

/** Opens and checks a container, off the main thread. Rejects with a sentence. */
export async function openInWorker(blob: Blob): Promise<OpenContainer> {
  const answer = await ask({ type: 'open', blob }, []);
  if (answer.type !== 'opened') throw new Error('the packing worker opened nothing');
  return answer.container;
}
