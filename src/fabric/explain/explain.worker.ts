/** Entry of the worker that explains, in a browser: one question, told of as it goes, then its answer. */
import { createEstimator } from '../../estimator/core';
import { sentence, type Request, type Response } from './messages';
import { answer, type AgainstAnswer, type RouteAnswer } from './question';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const post = (response: Response, transfer: Transferable[] = []) => scope.postMessage(response, transfer);
/** Milliseconds between two words on how far it is. */
const TOLD = 100;

async function work({ module, question }: Request): Promise<void> {
  const steps = answer(await createEstimator(module), question);
  let told = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return post({ answer: step.value }, large(step.value));
    if (performance.now() - told < TOLD) continue;
    post({ step: step.value });
    told = performance.now();
  }
}

/** What is handed over without a copy: the links of all pairs. */
function large(of: AgainstAnswer | RouteAnswer): Transferable[] {
  const paths = of.type === 'against' ? of.explained?.paths : null;
  return paths ? [paths.links.buffer] : [];
}

scope.addEventListener('message', (event: MessageEvent<Request>) => {
  work(event.data).catch((error: unknown) => post({ error: sentence(error) }));
});
