import { DoubtNotes } from '../../parts/DoubtNotes';
import { incompleteOf } from './incomplete';
import type { Pairs } from '../../session/usePairs';

/** Says of the shown tests or profiles that are not whole that they are not, and why; and which of their repeats may be none. */
export function IncompleteNotes({
  pairs: { shown, a, b, doubts },
}: {
  pairs: Pick<Pairs, 'shown' | 'a' | 'b' | 'doubts'>;
}) {
  const sides = b
    ? [
        { name: 'A', set: a.set },
        { name: 'B', set: b.set },
      ]
    : [{ name: '', set: a.set }];
  return (
    <>
      {incompleteOf(sides, shown.runs).map((text) => (
        <p key={text} className="also-differs">
          {text}
        </p>
      ))}
      <DoubtNotes doubts={doubts} runs={shown.runs} rules={shown.rules} compares={b !== null} />
    </>
  );
}
