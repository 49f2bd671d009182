import { MatrixClient, type MatrixPort } from './client';
import type { Response } from './messages';
import MatrixWorker from './matrix.worker?worker&inline';

/** A client with a worker of its own; the worker's code is part of the bundle, so that it also runs from a file. */
export function browserMatrixClient(): MatrixClient {
  return new MatrixClient(spawn);
}

function spawn(): MatrixPort {
  const worker = new MatrixWorker();
  return {
    post: (request, transfer) => worker.postMessage(request, transfer),
    listen: (received, failed) => {
      worker.addEventListener('message', (event: MessageEvent<Response>) => received(event.data));
      worker.addEventListener('error', (event) => failed(event.message));
    },
    terminate: () => worker.terminate(),
  };
}
