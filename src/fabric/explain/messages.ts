/** Between the page and the worker that explains. */
import type { Step } from './explain';
import type { AgainstAnswer, ExplainQuestion, RouteAnswer } from './question';

/** The protocol of the worker that explains: a question with the estimator's module, told of as it goes. */
export interface ExplainProtocol {
  question: { type: ExplainQuestion['type']; module: BufferSource; question: ExplainQuestion };
  answer: AgainstAnswer | RouteAnswer;
  progress: Step;
  fault: never;
}
