import { useEffect, useRef, useState } from 'react';
import { sentence } from './state';

/** An answer with the very question it is the answer to. */
export interface Answered<Q, T> {
  asked: Q;
  value: T;
}

/**
 * Asks `work` for each new question and gives the last answer. The answer of an older question stays until the new one
 * is there, and `current` says which it is. `work` and `dispose` do not change; `dispose` gets answers that are replaced.
 */
export function useAsked<Q, T>(
  question: Q | null,
  work: (question: Q, signal: AbortSignal) => Promise<T>,
  dispose?: (value: T) => void,
): { answer: Answered<Q, T> | null; current: boolean; problem: string | null } {
  const [answer, setAnswer] = useState<Answered<Q, T> | null>(null);
  const [failed, setFailed] = useState<{ asked: Q; problem: string } | null>(null);
  const kept = useRef<Answered<Q, T> | null>(null);
  useEffect(() => {
    if (question === null) return undefined;
    const controller = new AbortController();
    work(question, controller.signal).then(
      (value) => {
        if (controller.signal.aborted) return dispose?.(value);
        if (kept.current) dispose?.(kept.current.value);
        kept.current = { asked: question, value };
        setAnswer(kept.current);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setFailed({ asked: question, problem: sentence(error) });
      },
    );
    return () => controller.abort();
  }, [question, work, dispose]);
  useEffect(
    () => () => {
      if (kept.current) dispose?.(kept.current.value);
      kept.current = null;
    },
    [dispose],
  );
  return {
    answer: question === null ? null : answer,
    current: question !== null && answer?.asked === question,
    problem: failed !== null && failed.asked === question ? failed.problem : null,
  };
}

/** Like `useAsked`, but what was asked before never stands in: null, and not `done`, until the answer to this question is there. */
export function useCurrent<Q, T>(
  question: Q | null,
  work: (question: Q, signal: AbortSignal) => Promise<T>,
  dispose?: (value: T) => void,
): { answer: T | null; done: boolean; problem: string | null } {
  const { answer, current, problem } = useAsked(question, work, dispose);
  return { answer: current && answer ? answer.value : null, done: current, problem };
}
