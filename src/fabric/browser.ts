import { browserWire } from '../worker/browser';
import { WorkerPort } from '../worker/port';
import type { Parts } from './assemble';
import FabricWorker from './fabric.worker?worker&inline';
import type { NoJob } from './job';
import type { LeafEnd } from './leaves';
import type { LoadedFabric } from './loaded';
import type { FabricProtocol, SeenFabric } from './messages';

/** A fabric worker for one question. */
const assembler = () =>
  new WorkerPort<FabricProtocol>(() => browserWire(new FabricWorker({ name: 'fabric' })), {
    died: (reason) => `The fabric could not be put together: the worker has ended (${reason}).`,
  });

/** Puts a fabric together and looks it over in a worker of its own; ended by the signal. Rejects with a sentence. */
export const seeFabric = async (parts: Parts, signal: AbortSignal): Promise<SeenFabric> =>
  (await assembler().askOnce({ type: 'report', parts }, { signal })).seen;

/** Puts a fabric together for the estimator in a worker of its own; ended by the signal. Rejects with a sentence. */
export const readyFabric = async (parts: Parts, signal: AbortSignal): Promise<LoadedFabric | NoJob> =>
  (await assembler().askOnce({ type: 'estimate', parts }, { signal })).loaded;

/** Finds the leaf switch of each host of a fabric in a worker of its own; ended by the signal. Rejects with a sentence. */
export const leafSwitches = async (parts: Parts, signal: AbortSignal): Promise<LeafEnd[]> =>
  (await assembler().askOnce({ type: 'leaves', parts }, { signal })).leaves;
