import { useMemo } from 'react';
import type { HeldPairs } from '../../pairs/held';
import type { AnswerKeeping } from '../../session/answers';
import { useCurrent } from '../../session/query';
import { arrange, type Arranged, type ArrangeRequest } from './arrange';

interface ArrangeQuestion {
  readonly a: HeldPairs;
  readonly b: HeldPairs | null;
  readonly how: Omit<ArrangeRequest, 'fold'> & { fold: Omit<ArrangeRequest['fold'], 'leaves'> };
  readonly leaves: ArrangeRequest['fold']['leaves'];
}

interface Made {
  readonly client: HeldPairs['client'];
  readonly arranged: Arranged;
}

const make = async ({ a, b, how, leaves }: ArrangeQuestion): Promise<Made> => ({
  client: a.client,
  arranged: await arrange(a, b, { ...how, fold: { ...how.fold, leaves } }),
});

const KEEPING: AnswerKeeping<Made> = {
  // A worker that has ended holds nothing any more.
  dispose: ({ client, arranged }) =>
    void Promise.allSettled(arranged.owned.map((matrix) => client.drop(matrix))),
  bytes: ({ arranged: { owned, rows, columns } }) => owned.length * rows.length * columns.length * 8,
};

/** What is shown of one or two sets; null while it is being made. What was wanted before never stands in for it. */
export function useArranged(
  a: HeldPairs | null,
  b: HeldPairs | null,
  wanted: ArrangeRequest,
): { arranged: Arranged | null; problem: string | null } {
  const { leaves, ...fold } = wanted.fold;
  const text = JSON.stringify({ ...wanted, fold });
  const question = useMemo(
    (): ArrangeQuestion | null => a && { a, b, how: JSON.parse(text) as ArrangeQuestion['how'], leaves },
    [a, b, text, leaves],
  );
  const { answer, problem } = useCurrent(question, make, KEEPING);
  return { arranged: answer?.arranged ?? null, problem };
}
