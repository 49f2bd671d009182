/** The messages between a pool and its workers. */
import { EstimatorError, failedInside, startEstimator, type Estimator, type RefusedPart } from './core';
import type { FromWorker, ToWorker } from '../worker/messages';
import { serve } from '../worker/serve';
import type { Batch, Extent, FabricGraph, Job, Measures, JobSetup, TablePart } from './job';

export type EstimatorQuestion =
  | { readonly type: 'start'; readonly module: WebAssembly.Module }
  | { readonly type: 'prepare'; readonly job: Job }
  | { readonly type: 'route'; readonly job: Job; readonly part: TablePart }
  /** Another worker's part of the tables, before the first run. */
  | { readonly type: 'take'; readonly share: Uint8Array<ArrayBuffer> }
  /** The fabric of the job that was routed last, with its cuts. */
  | { readonly type: 'fabric' }
  | {
      readonly type: 'run';
      readonly first: number;
      readonly count: number;
      readonly seed: bigint;
      readonly measures: Measures;
    };

export type EstimatorAnswer =
  | { readonly type: 'start' }
  | { readonly type: 'prepare'; readonly extent: Extent }
  /** `shares`: the part of the tables made here, once for each of the other workers; none if nobody waits for it. */
  | { readonly type: 'route'; readonly setup: JobSetup; readonly shares: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly type: 'take' }
  | { readonly type: 'fabric'; readonly fabric: FabricGraph }
  | { readonly type: 'run'; readonly batch: Batch };

/** What an error is about. `fatal`: the estimator failed inside; its worker must be ended. */
export interface EstimatorFault {
  readonly part: RefusedPart | null;
  readonly fatal: boolean;
}

/** The protocol of the workers of a pool. */
export interface EstimatorProtocol {
  question: EstimatorQuestion;
  answer: EstimatorAnswer;
  progress: never;
  fault: EstimatorFault;
}

/** The worker's side: answers questions one after the other with one estimator. `post` gives up what it moves. */
export function serveEstimator(
  post: (message: FromWorker<EstimatorProtocol>, moved: Transferable[]) => void,
): (message: ToWorker<EstimatorProtocol>) => void {
  let estimator: Estimator | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const started = (): Estimator => {
    if (!estimator) throw new Error('The estimator worker was not started.');
    return estimator;
  };
  const answer = async (question: EstimatorQuestion): Promise<EstimatorAnswer> => {
    switch (question.type) {
      case 'start':
        estimator = await startEstimator(question.module);
        return { type: 'start' };
      case 'prepare':
        return { type: 'prepare', extent: started().prepare(question.job) };
      case 'route':
        return { type: 'route', ...route(started(), question.job, question.part) };
      case 'take':
        started().take(question.share);
        return { type: 'take' };
      case 'fabric':
        return { type: 'fabric', fabric: started().fabric() };
      case 'run': {
        const { first, count, seed, measures } = question;
        return { type: 'run', batch: started().run(first, count, seed, measures) };
      }
    }
  };
  const inTurn = (question: EstimatorQuestion): Promise<EstimatorAnswer> => {
    const turn = queue.then(() => answer(question));
    queue = turn.catch(() => undefined);
    return turn.catch((error: unknown) => {
      throw error instanceof EstimatorError ? error : failedInside(error);
    });
  };
  return serve<EstimatorProtocol>(post, {
    answer: inTurn,
    handed: (done) => (done.type === 'route' ? done.shares.map((share) => share.buffer) : []),
    fault: (error) => {
      const { part, fatal } = error instanceof EstimatorError ? error : failedInside(error);
      return { part, fatal };
    },
  });
}

function route(estimator: Estimator, job: Job, part: TablePart) {
  const setup = estimator.route(job, part);
  const shares = Array.from({ length: part.of - 1 }, () => estimator.share());
  return { setup, shares: shares.filter((share) => share.length > 0) };
}
