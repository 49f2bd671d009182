import { useDeferredValue } from 'react';
import './overview.css';
import { useApp } from '../../session/state';
import type { Family } from '../../pairs/quantities';
import { useShown } from '../../session/sides';
import { useGrowing } from '../speedup/useGrowing';
import { Changed } from './Changed';
import { Loaded } from './Loaded';
import { PairChanges, usePairChanges } from './PairChanges';
import { useHoldings } from '../../session/holdings';

const NO_FAMILIES: readonly Family[] = [];

/** Parts of the view below the choice of A and B; each comes with a frame of its own, so that none holds up the page. */
const PARTS = 3;

/** What changed most between A and B, and what was loaded. */
export function OverviewView() {
  const runs = useDeferredValue(useApp((s) => s.catalogue.runs));
  const shown = useShown();
  const { sides } = shown;
  const { holdings, problem } = useHoldings(runs);
  const pairs = usePairChanges(shown, holdings?.pairs ?? NO_FAMILIES);
  const drawn = useGrowing(PARTS);
  return (
    <div className="overview" aria-busy={drawn < PARTS}>
      <h1 className="visually-hidden">Overview</h1>
      {shown.missing && <p className="problem">{shown.missing}</p>}
      {sides && drawn > 1 && <Changed shown={shown} sides={sides} pairs={pairs} />}
      {sides && drawn > 1 && <PairChanges shown={shown} found={pairs} />}
      {problem && <p className="problem">{problem}</p>}
      {drawn > 2 && <Loaded runs={runs} sides={sides} holdings={holdings} />}
    </div>
  );
}
