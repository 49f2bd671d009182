/** Entry of the worker in Node. */
import { parentPort } from 'node:worker_threads';
import { serve, type Request } from './protocol';

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
const handle = serve((response) => port.postMessage(response));
port.on('message', (request: Request) => handle(request));
