/** Between the page and the worker that explains. */
import type { Step } from './explain';
import type { AgainstAnswer, Question, RouteAnswer } from './question';

export interface Request {
  readonly module: BufferSource;
  readonly question: Question;
}

export type Response =
  { readonly step: Step } | { readonly answer: AgainstAnswer | RouteAnswer } | { readonly error: string };

/** What is said of an error. */
export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
