/** Explanations in a browser, each in a worker of its own, so that giving one up ends it at once. */
import { moduleBytes } from '../../estimator/browser';
import { browserWire } from '../../worker/browser';
import { WorkerPort } from '../../worker/port';
import type { Step } from './explain';
import ExplainWorker from './explain.worker?worker&inline';
import type { ExplainProtocol } from './messages';
import type { AgainstAnswer, ExplainAnswerOf, ExplainQuestion, RouteAnswer } from './question';

const answers = <Q extends ExplainQuestion>(
  question: Q,
  given: AgainstAnswer | RouteAnswer,
): given is ExplainAnswerOf<Q> & (AgainstAnswer | RouteAnswer) => given.type === question.type;

/**
 * Answers a question; `onStep` hears several times a second how far it is. Rejects with a sentence, or with the signal's
 * reason once it is aborted: the worker is then gone.
 */
export async function askExplainer<Q extends ExplainQuestion>(
  question: Q,
  onStep: (step: Step) => void,
  signal: AbortSignal,
): Promise<ExplainAnswerOf<Q>> {
  signal.throwIfAborted();
  const port = new WorkerPort<ExplainProtocol>(() => browserWire(new ExplainWorker({ name: 'explain' })), {
    died: (reason) => `The worker that explains has ended: ${reason}.`,
  });
  const asked = { type: question.type, module: moduleBytes(), question };
  const given = await port.askOnce(asked, { signal, onProgress: onStep });
  if (!answers(question, given)) throw new Error('The worker answered another question.');
  return given;
}
