import type { Parts } from './assemble';
import FabricWorker from './fabric.worker?worker&inline';
import type { NoJob } from './job';
import type { LeafEnd } from './leaves';
import type { LoadedFabric } from './loaded';
import type { Fabric } from './model';
import type { FabricReport } from './report';

/** A fabric and what was found of it. */
export interface SeenFabric {
  fabric: Fabric;
  report: FabricReport;
}

/** What the worker is asked: the report on a fabric, the fabric as the estimator takes it, or its leaf switches. */
export interface FabricRequest {
  want: 'report' | 'estimate' | 'leaves';
  parts: Parts;
}

/** Puts a fabric together and looks it over in a worker of its own; ended by the signal. Rejects with a sentence. */
export const seeFabric = (parts: Parts, signal: AbortSignal): Promise<SeenFabric> =>
  askWorker({ want: 'report', parts }, signal);

/** Puts a fabric together for the estimator in a worker of its own; ended by the signal. Rejects with a sentence. */
export const readyFabric = (parts: Parts, signal: AbortSignal): Promise<LoadedFabric | NoJob> =>
  askWorker({ want: 'estimate', parts }, signal);

/** Finds the leaf switch of each host of a fabric in a worker of its own; ended by the signal. Rejects with a sentence. */
export const leafSwitches = (parts: Parts, signal: AbortSignal): Promise<LeafEnd[]> =>
  askWorker({ want: 'leaves', parts }, signal);

function askWorker<T>(request: FabricRequest, signal: AbortSignal): Promise<T> {
  const worker = new FabricWorker();
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('No longer asked for.', 'AbortError')));
    worker.addEventListener('message', ({ data }: MessageEvent<T>) => resolve(data));
    worker.addEventListener('error', (event) =>
      reject(
        new Error(
          `The fabric could not be put together: the worker has ended (${event.message || 'no reason given'}).`,
        ),
      ),
    );
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
