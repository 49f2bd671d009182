import { useEffect, useMemo, useState } from 'react';
import { sentence } from '../../session/state';
import type { HeldPairs } from '../../pairs/held';
import { arrange, type Arranged, type ArrangeRequest } from './arrange';

/** What is shown of one or two sets; null while it is being made. What was wanted before never stands in for it. */
export function useArranged(
  a: HeldPairs | null,
  b: HeldPairs | null,
  wanted: ArrangeRequest,
): { arranged: Arranged | null; problem: string | null } {
  const { leaves, ...fold } = wanted.fold;
  const text = JSON.stringify({ ...wanted, fold });
  const asked = useMemo(() => ({ a, b, text, leaves }), [a, b, text, leaves]);
  const [told, setTold] = useState<{
    asked: object;
    arranged: Arranged | null;
    problem: string | null;
  } | null>(null);
  useEffect(() => {
    const { a: one, b: other } = asked;
    if (!one) return undefined;
    let current = true;
    const drop = ({ owned }: Arranged) => void Promise.all(owned.map((matrix) => one.client.drop(matrix)));
    const how = JSON.parse(asked.text) as ArrangeRequest;
    const making = arrange(one, other, { ...how, fold: { ...how.fold, leaves: asked.leaves } });
    making.then(
      (arranged) => {
        if (current) setTold({ asked, arranged, problem: null });
      },
      (error: unknown) => {
        if (current) setTold({ asked, arranged: null, problem: sentence(error) });
      },
    );
    return () => {
      current = false;
      // What could not be made has nothing to drop, and was told above.
      making.then(drop, () => undefined);
    };
  }, [asked]);
  return told && told.asked === asked ? told : { arranged: null, problem: null };
}
