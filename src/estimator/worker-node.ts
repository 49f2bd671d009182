/** Entry of the worker in Node. */
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from '../worker/messages';
import { serveEstimator, type EstimatorProtocol } from './protocol';

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
// Buffers alone are moved, in a browser and here.
const handle = serveEstimator((message, moved) => port.postMessage(message, moved as ArrayBuffer[]));
port.on('message', (message: ToWorker<EstimatorProtocol>) => handle(message));
