/** Entry of the worker in Node. */
import { parentPort } from 'node:worker_threads';
import { serve, type Request } from './protocol';

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
const handle = serve((response, moved) => port.postMessage(response, moved));
port.on('message', (request: Request) => handle(request));
