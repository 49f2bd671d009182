/** Entry of the fabric worker: one fabric put together and looked over, made ready for the estimator or asked for its leaf switches, then it is ended. */
import { assemble } from './assemble';
import type { FabricRequest } from './browser';
import { leavesOf } from './leaves';
import { loadFabric } from './loaded';
import { reportOf } from './report';

const scope = self as unknown as DedicatedWorkerGlobalScope;
scope.addEventListener('message', ({ data: { want, parts } }: MessageEvent<FabricRequest>) => {
  if (want === 'estimate') return scope.postMessage(loadFabric(parts));
  const fabric = assemble(parts);
  if (want === 'leaves') return scope.postMessage(leavesOf(fabric));
  scope.postMessage({ fabric, report: reportOf(fabric) });
});
