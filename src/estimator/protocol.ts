/** The messages between a pool and its workers. */
import { startEstimator, EstimatorError, type Estimator, type Part } from './core';
import type { Batch, Extent, FabricGraph, Job, Measures, Setup } from './job';

export type Request =
  | { readonly id: number; readonly type: 'start'; readonly module: WebAssembly.Module }
  | { readonly id: number; readonly type: 'prepare'; readonly job: Job }
  | { readonly id: number; readonly type: 'route'; readonly job: Job }
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
  | { readonly type: 'routed'; readonly setup: Setup }
  | { readonly type: 'fabric'; readonly fabric: FabricGraph }
  | { readonly type: 'batch'; readonly batch: Batch };

export type Response =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: string; readonly part: Part | null };

/** The worker's side: answers requests one after the other with one estimator. */
export function serve(post: (response: Response) => void): (request: Request) => void {
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
        return { type: 'routed', setup: started().route(request.job) };
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
        post({ id: request.id, answer: await answer(request) });
      } catch (error) {
        post({
          id: request.id,
          error: error instanceof Error ? error.message : String(error),
          part: error instanceof EstimatorError ? error.part : null,
        });
      }
    });
  };
}
