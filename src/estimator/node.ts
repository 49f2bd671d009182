/** The estimator in Node: the committed module and worker threads. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import type { FromWorker } from '../worker/messages';
import type { Wire } from '../worker/port';
import { EstimatorPool } from './pool';
import type { EstimatorProtocol } from './protocol';

/** The bytes of `estimator.wasm`. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(fileURLToPath(new URL('./estimator.wasm', import.meta.url))));
}

/** A pool of worker threads; call `close` when done, or the process stays alive. */
export function nodePool(size: number): EstimatorPool {
  return new EstimatorPool(moduleBytes(), spawn, size);
}

function spawn(): Wire<EstimatorProtocol> {
  const worker = new Worker(new URL('./worker-node.mjs', import.meta.url));
  return {
    post: (message, moved) => worker.postMessage(message, moved as ArrayBuffer[]),
    listen: (received, failed) => {
      worker.on('message', (message: FromWorker<EstimatorProtocol>) => received(message));
      worker.on('error', (error) => failed(error.message));
    },
    terminate: () => void worker.terminate(),
  };
}
