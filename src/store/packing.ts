import { browserWire } from '../worker/browser';
import { WorkerPort } from '../worker/port';
import ContainerWorker from './container.worker?worker&inline';
import type { ContainerProtocol, OpenContainer } from './messages';
import type { Study } from './study';
import type { TableName } from './tables';

/** A container worker for one question. */
const packer = () =>
  new WorkerPort<ContainerProtocol>(() => browserWire(new ContainerWorker({ name: 'container' })), {
    died: (reason) => `the packing worker has stopped (${reason})`,
  });

/** Packs tables and study into a container, off the main thread. */
export async function packInWorker(
  tables: { table: TableName; ipc: Uint8Array }[],
  study: Study,
  level: 0 | 6,
): Promise<Blob> {
  const transfer = tables.map(({ ipc }) => ipc.buffer as ArrayBuffer);
  return (await packer().askOnce({ type: 'pack', tables, study, level }, { transfer })).blob;
}

/** Opens and checks a container, off the main thread. Rejects with a sentence. */
export async function openInWorker(blob: Blob): Promise<OpenContainer> {
  return (await packer().askOnce({ type: 'open', blob })).container;
}
