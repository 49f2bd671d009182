import { incompleteOf } from './incomplete';
import type { Pairs } from '../../session/usePairs';

/** Says of the shown tests or profiles that are not whole that they are not, and why. */
export function IncompleteNotes({ pairs: { shown, a, b } }: { pairs: Pick<Pairs, 'shown' | 'a' | 'b'> }) {
  const sides = b
    ? [
        { name: 'A', set: a.set },
        { name: 'B', set: b.set },
      ]
    : [{ name: '', set: a.set }];
  return incompleteOf(sides, shown.runs).map((text) => (
    <p key={text} className="also-differs">
      {text}
    </p>
  ));
}
