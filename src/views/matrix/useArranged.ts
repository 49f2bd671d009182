import { useEffect, useMemo, useState } from 'react';
import { sentence } from '../../app/state';
import type { HeldPairs } from '../pairs/held';
import { arrange, type Arranged, type Wanted } from './arrange';

/** What is shown of one or two sets; null while it is being made. What was wanted before never stands in for it. */
export function useArranged(
  a: HeldPairs | null,
  b: HeldPairs | null,
  wanted: Wanted,
): { arranged: Arranged | null; problem: string | null } {
  const text = JSON.stringify(wanted);
  const asked = useMemo(() => ({ a, b, text }), [a, b, text]);
  const [told, setTold] = useState<{
    asked: object;
    arranged: Arranged | null;
    problem: string | null;
  } | null>(null);
  useEffect(() => {
    const { a: one, b: other, text: how } = asked;
    if (!one) return undefined;
    let current = true;
    const drop = ({ owned }: Arranged) => void Promise.all(owned.map((matrix) => one.client.drop(matrix)));
    const making = arrange(one, other, JSON.parse(how) as Wanted);
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
