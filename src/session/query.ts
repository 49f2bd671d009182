import { startTransition, useEffect, useRef, useState } from 'react';
import { answers, type AnswerLease, type AnswerKeeping, type Answering } from './answers';
import { sentence } from './state';

/** An answer with the very question it is the answer to. */
export interface Answered<Q, T> {
  asked: Q;
  value: T;
}

const NO_KEEPING = {};

/**
 * Asks `work` each new question and gives the last answer: an answer that the session still has is there at once. The
 * answer to an older question stays until the new one is there, and `current` says which it is. `work` and `keeping` do
 * not change: declare them outside the component. A question that nobody waits for any more is aborted.
 */
export function useAsked<Q, T>(
  question: Q | null,
  work: Answering<Q, T>,
  keeping: AnswerKeeping<T> = NO_KEEPING,
): {
  answer: Answered<Q, T> | null;
  current: boolean;
  problem: string | null;
  /** The last answer, also while nothing is asked. */
  last: Answered<Q, T> | null;
} {
  const [answer, setAnswer] = useState<Answered<Q, T> | null>(() => {
    const known = question === null ? null : answers().settled(work, question);
    return known && question !== null ? { asked: question, value: known.value } : null;
  });
  const [failed, setFailed] = useState<{ asked: Q; problem: string } | null>(null);
  const shown = useRef<AnswerLease<T> | null>(null);
  useEffect(() => {
    if (question === null) return undefined;
    const lease = answers().lease(work, question, keeping);
    let waiting = true;
    lease.value.then(
      (value) => {
        if (!waiting) return;
        waiting = false;
        shown.current?.release();
        shown.current = lease;
        // Drawing much gives way to clicks.
        startTransition(() =>
          setAnswer((last) =>
            last?.asked === question && last.value === value ? last : { asked: question, value },
          ),
        );
      },
      (error: unknown) => {
        if (waiting) setFailed({ asked: question, problem: sentence(error) });
      },
    );
    return () => {
      if (waiting) lease.release();
      waiting = false;
    };
  }, [question, work, keeping]);
  useEffect(
    () => () => {
      shown.current?.release();
      shown.current = null;
    },
    [],
  );
  return {
    answer: question === null ? null : answer,
    current: question !== null && answer?.asked === question,
    problem: failed !== null && failed.asked === question ? failed.problem : null,
    last: answer,
  };
}

/** Like `useAsked`, but what was asked before never stands in: null, and not `done`, until the answer to this question is there. */
export function useCurrent<Q, T>(
  question: Q | null,
  work: Answering<Q, T>,
  keeping: AnswerKeeping<T> = NO_KEEPING,
): { answer: T | null; done: boolean; problem: string | null } {
  const { answer, current, problem } = useAsked(question, work, keeping);
  return { answer: current && answer ? answer.value : null, done: current, problem };
}
