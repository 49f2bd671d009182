import { useMemo } from 'react';
import { useApp } from '../../../session/state';
import type { FlowFilter } from '../../../fabric/explain/flows';
import { chosenOf } from '../../pairs/chosen';
import type { HeldPairs } from '../../../pairs/held';

/** Which pairs of a set count: the chosen box and the ranks left out, as in every view of pairs. */
export function useLimits(held: HeldPairs | null): FlowFilter {
  const excluded = useApp((s) => s.view.excluded);
  const chosen = useApp((s) => s.view.chosen);
  return useMemo(() => ({ excluded, only: held && chosenOf(chosen, held) }), [excluded, chosen, held]);
}
