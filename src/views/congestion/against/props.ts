import type { Explanation } from '../../../fabric/explain/explain';
import type { AgainstAnswer } from '../../../fabric/explain/question';
import type { HeldPairs } from '../../../pairs/held';

/** What the findings of a comparison with a prediction are drawn from. `format` writes a measured value with its unit. */
export interface FindingsProps {
  answer: AgainstAnswer;
  explained: Explanation;
  held: HeldPairs;
  topology: string;
  format: (value: number) => string;
}
