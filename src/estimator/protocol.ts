/** The messages between a pool and its workers. */
import { EstimatorError, failedInside, startEstimator, type Estimator, type Part } from './core';
import type { Batch, Extent, FabricGraph, Job, Measures, Setup, TablePart } from './job';

export type Request =
  | { readonly id: number; readonly type: 'start'; readonly module: WebAssembly.Module }
  | { readonly id: number; readonly type: 'prepare'; readonly job: Job }
  | { readonly id: number; readonly type: 'route'; readonly job: Job; readonly part: TablePart }
  /** Another worker's part of the tables, before the first run. */
  | { readonly id: number; readonly type: 'take'; readonly share: Uint8Array<ArrayBuffer> }
  /** The fabric of the job that was routed last, with its cuts. */
  | { readonly id: number; readonly type: 'fabric' }
  | {
      readonly id: number;
      readonly type: 'run';
      readonly first: number;
      readonly count: number;
      readonly seed: bigint;
      readonly measures: Measures;
    };

export type Answer =
  | { readonly type: 'started' }
  | { readonly type: 'prepared'; readonly extent: Extent }
  /** `shares`: the part of the tables made here, once for each of the other workers; none if nobody waits for it. */
  | { readonly type: 'routed'; readonly setup: Setup; readonly shares: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly type: 'taken' }
  | { readonly type: 'fabric'; readonly fabric: FabricGraph }
  | { readonly type: 'batch'; readonly batch: Batch };

export type Response =
  | { readonly id: number; readonly answer: Answer }
  /** `fatal`: the estimator failed inside; its worker must be ended. */
  | { readonly id: number; readonly error: string; readonly part: Part | null; readonly fatal: boolean };

/** The worker's side: answers requests one after the other with one estimator. `post` gives up what it moves. */
export function serve(post: (response: Response, moved: ArrayBuffer[]) => void): (request: Request) => void {
  let estimator: Estimator | undefined;
  let queue = Promise.resolve();
  const started = (): Estimator => {
    if (!estimator) throw new Error('The estimator worker was not started.');
    return estimator;
  };
  const answer = async (request: Request): Promise<Answer> => {
    switch (request.type) {
      case 'start':
        estimator = await startEstimator(request.module);
        return { type: 'started' };
      case 'prepare':
        return { type: 'prepared', extent: started().prepare(request.job) };
      case 'route':
        return { type: 'routed', ...route(started(), request.job, request.part) };
      case 'take':
        started().take(request.share);
        return { type: 'taken' };
      case 'fabric':
        return { type: 'fabric', fabric: started().fabric() };
      case 'run': {
        const { first, count, seed, measures } = request;
        return { type: 'batch', batch: started().run(first, count, seed, measures) };
      }
    }
  };
  return (request) => {
    queue = queue.then(async () => {
      try {
        const done = await answer(request);
        const moved = done.type === 'routed' ? done.shares.map((share) => share.buffer) : [];
        post({ id: request.id, answer: done }, moved);
      } catch (error) {
        const { message, part, fatal } = error instanceof EstimatorError ? error : failedInside(error);
        post({ id: request.id, error: message, part, fatal }, []);
      }
    });
  };
}

function route(estimator: Estimator, job: Job, part: TablePart) {
  const setup = estimator.route(job, part);
  const shares = Array.from({ length: part.of - 1 }, () => estimator.share());
  return { setup, shares: shares.filter((share) => share.length > 0) };
}
