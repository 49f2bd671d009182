/** Explanations in a browser, each in a worker of its own, so that giving one up ends it at once. */
import { moduleBytes } from '../../estimator/browser';
import type { Step } from './explain';
import ExplainWorker from './explain.worker?worker&inline';
import type { Request, Response } from './messages';
import type { AgainstAnswer, AnswerOf, Question, RouteAnswer } from './question';

const answers = <Q extends Question>(
  question: Q,
  given: AgainstAnswer | RouteAnswer,
): given is AnswerOf<Q> & (AgainstAnswer | RouteAnswer) => given.type === question.type;

/**
 * Answers a question; `onStep` hears several times a second how far it is. Rejects with a sentence, or with the signal's
 * reason once it is aborted: the worker is then gone.
 */
export function askExplainer<Q extends Question>(
  question: Q,
  onStep: (step: Step) => void,
  signal: AbortSignal,
): Promise<AnswerOf<Q>> {
  return new Promise<AnswerOf<Q>>((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new ExplainWorker();
    const end = (error: unknown) => {
      worker.terminate();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    signal.addEventListener('abort', () => end(signal.reason), { once: true });
    worker.addEventListener('error', (event) =>
      end(`The worker that explains has ended: ${event.message || 'the browser would not start it'}.`),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<Response>) => {
      if ('step' in data) return onStep(data.step);
      if ('error' in data) return end(data.error);
      if (!answers(question, data.answer)) return end('The worker answered another question.');
      worker.terminate();
      resolve(data.answer);
    });
    worker.postMessage({ module: moduleBytes(), question } satisfies Request);
  });
}
