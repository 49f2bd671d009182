/** Entry of the fabric worker: one fabric put together and looked over, then it is ended. */
import { assemble, type Parts } from './assemble';
import { reportOf } from './report';

const scope = self as unknown as DedicatedWorkerGlobalScope;
scope.addEventListener('message', ({ data }: MessageEvent<Parts>) => {
  const fabric = assemble(data);
  scope.postMessage({ fabric, report: reportOf(fabric) });
});
