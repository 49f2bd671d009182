import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { sentence } from '../../../session/state';
import { askExplainer } from '../../../fabric/explain/browser';
import type { Step } from '../../../fabric/explain/explain';
import type { ExplainAnswerOf, ExplainQuestion } from '../../../fabric/explain/question';

/** What is known of a question so far. */
export interface Explaining<Q extends ExplainQuestion, Of> {
  /** The last whole answer; of an older question while `stale`. */
  readonly told: ExplainedAnswer<Q, Of> | null;
  readonly stale: boolean;
  /** What is being done; null when nothing is. */
  readonly step: Step | null;
  readonly problem: string | null;
  readonly cancelled: boolean;
  readonly cancel: () => void;
  readonly again: () => void;
}

/** A whole answer and what was asked about: names and shapes to draw it with, whatever is chosen by now. */
export interface ExplainedAnswer<Q extends ExplainQuestion, Of> {
  readonly answer: ExplainAnswerOf<Q>;
  readonly of: Of;
}

interface Told<Q extends ExplainQuestion, Of> {
  key: string;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  answered: ExplainedAnswer<Q, Of> | null;
  step: Step | null;
  problem: string | null;
}

/**
 * Asks the worker that explains. A new key is a new question and ends the one before it at once; the old answer stays,
 * marked, until the new one is whole. No key, no question. `make` gives the question and what its answer is drawn with.
 */
export function useExplainer<Q extends ExplainQuestion, Of>(
  key: string | null,
  make: (signal: AbortSignal) => Promise<{ question: Q; of: Of }>,
): Explaining<Q, Of> {
  const [told, setTold] = useState<Told<Q, Of> | null>(null);
  const [turn, setTurn] = useState(0);
  const [cancelled, setCancelled] = useState<string | null>(null);
  const stopped = key !== null && cancelled === key;
  // Made anew with each turn; the key says when it is another question.
  const begin = useEffectEvent(make);
  useEffect(() => {
    if (key === null || stopped) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const say = (change: Partial<Told<Q, Of>>) => {
      if (signal.aborted) return;
      setTold((held) => ({
        ...{ key, state: 'running', step: null, problem: null },
        answered: held?.answered ?? null,
        ...change,
      }));
    };
    begin(signal)
      .then(async ({ question, of }) => ({
        answer: await askExplainer(question, (step) => say({ step }), signal),
        of,
      }))
      .then(
        (answered) => say({ answered, state: 'done' }),
        (error: unknown) => say({ state: 'failed', problem: sentence(error), answered: null }),
      );
    return () => controller.abort(new Error('Another question was asked.'));
  }, [key, turn, stopped]);
  const own = told !== null && told.key === key ? told : null;
  const running = key !== null && !stopped && (own === null || own.state === 'running');
  return {
    told: key === null ? null : (told?.answered ?? null),
    stale: running || stopped,
    step: running ? (own?.step ?? { said: 'Reading the pairs', part: 0 }) : null,
    problem: own?.problem ?? null,
    cancelled: stopped,
    cancel: useCallback(() => setCancelled(key), [key]),
    again: useCallback(() => {
      setCancelled(null);
      setTurn((n) => n + 1);
    }, []),
  };
}
