import { browserWire } from '../worker/browser';
import { MatrixClient } from './client';
import MatrixWorker from './matrix.worker?worker&inline';

/** A client with a worker of its own; the worker's code is part of the bundle, so that it also runs from a file. */
export function browserMatrixClient(onDied?: (reason: Error) => void): MatrixClient {
  return new MatrixClient(() => browserWire(new MatrixWorker({ name: 'matrix' })), onDied);
}
