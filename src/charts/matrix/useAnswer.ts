import { useEffect, useState } from 'react';
import type { MatrixClient } from '../../matrix/client';
import type { AnswerTo, QuestionOfOne } from '../../matrix/messages';

/**
 * The worker's answer to a question, which must keep its identity while it is the same; null until there is one. The
 * answer to the last question on the same matrix stands in while the new one is awaited.
 */
export function useAnswer<Q extends QuestionOfOne>(
  client: MatrixClient,
  question: Q | null,
  failed: (reason: string) => void,
): AnswerTo<Q['type']> | null {
  const [told, setTold] = useState<{ matrix: number; answer: AnswerTo<Q['type']> } | null>(null);
  useEffect(() => {
    if (!question) return;
    const controller = new AbortController();
    client.ask(question, { signal: controller.signal }).then(
      (answer) => setTold({ matrix: question.matrix, answer }),
      (error: unknown) => {
        if (!controller.signal.aborted) failed(error instanceof Error ? error.message : String(error));
      },
    );
    return () => controller.abort();
  }, [client, question, failed]);
  return question && told?.matrix === question.matrix ? told.answer : null;
}
