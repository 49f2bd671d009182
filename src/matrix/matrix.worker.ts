/** Entry of the matrix worker in a browser. */
import type { Request } from './messages';
import { serve } from './serve';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const handle = serve(
  (response, transfer) => scope.postMessage(response, transfer),
  async ({ pixels, width, height }) =>
    width > 0 && height > 0 ? createImageBitmap(new ImageData(pixels, width, height)) : null,
);
scope.addEventListener('message', (event: MessageEvent<Request>) => handle(event.data));
