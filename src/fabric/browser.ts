import type { Parts } from './assemble';
import FabricWorker from './fabric.worker?worker&inline';
import type { Fabric } from './model';
import type { FabricReport } from './report';

/** A fabric and what was found of it. */
export interface SeenFabric {
  fabric: Fabric;
  report: FabricReport;
}

/** Puts a fabric together and looks it over in a worker of its own; ended by the signal. Rejects with a sentence. */
export function seeFabric(parts: Parts, signal: AbortSignal): Promise<SeenFabric> {
  const worker = new FabricWorker();
  return new Promise<SeenFabric>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('No longer asked for.', 'AbortError')));
    worker.addEventListener('message', ({ data }: MessageEvent<SeenFabric>) => resolve(data));
    worker.addEventListener('error', (event) =>
      reject(
        new Error(
          `The fabric could not be put together: the worker has ended (${event.message || 'no reason given'}).`,
        ),
      ),
    );
    worker.postMessage(parts);
  }).finally(() => worker.terminate());
}
