/** Entry of the worker in a browser. */
import { serve, type Request } from './protocol';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const handle = serve((response, moved) => scope.postMessage(response, moved));
scope.addEventListener('message', (event: MessageEvent<Request>) => handle(event.data));
