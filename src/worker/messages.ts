/**
 * What goes between the page and a worker, the same for all workers. A worker has one protocol: unions of questions and
 * answers. An answer has the `type` of its question.
 */
export interface Protocol {
  question: { readonly type: string };
  answer: { readonly type: string };
  /** What a worker tells while it works on a question. */
  progress: unknown;
  /** What an error carries beside its sentence. */
  fault: unknown;
}

/** The answer to questions of one type. */
export type AnswerOf<P extends Protocol, K> = P['answer'] extends infer A
  ? A extends { type: infer T }
    ? K extends T
      ? A
      : never
    : never
  : never;

/** From the page: a question, the wish to have no more of one, or the word that progress was taken. */
export type ToWorker<P extends Protocol> =
  | { readonly id: number; readonly question: P['question'] }
  | { readonly id: number; readonly cancel: true }
  | { readonly id: number; readonly taken: number };

/** From the worker. Progress with a `lot` number waits until the page has taken it. */
export type FromWorker<P extends Protocol> =
  | { readonly id: number; readonly answer: P['answer'] }
  | { readonly id: number; readonly error: string; readonly fault: P['fault'] | null }
  | { readonly id: number; readonly progress: P['progress']; readonly lot: number | null };

/** The message of an error, or the text of anything else that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
