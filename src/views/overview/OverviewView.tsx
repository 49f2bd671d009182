import { useDeferredValue, useMemo } from 'react';
import './overview.css';
import { useApp } from '../../app/state';
import { useShown } from '../../app/sides';
import { SidesBar } from '../speedup/SidesBar';
import { accountOf } from './account';
import { Changed } from './Changed';
import { Loaded } from './Loaded';
import { PairChanges } from './PairChanges';
import { useHoldings } from './useHoldings';

/** What changed most between A and B, and what was loaded. */
export function OverviewView() {
  const runs = useDeferredValue(useApp((s) => s.catalogue.runs));
  const shown = useShown();
  const { sides } = shown;
  const { holdings, problem } = useHoldings(runs);
  const account = useMemo(() => accountOf(runs, sides), [runs, sides]);
  return (
    <div className="overview">
      <SidesBar shown={shown} />
      <h1 className="visually-hidden">Overview</h1>
      {shown.missing && <p className="problem">{shown.missing}</p>}
      {sides && <Changed shown={shown} sides={sides} />}
      {sides && holdings && <PairChanges shown={shown} families={holdings.pairs} />}
      {problem && <p className="problem">{problem}</p>}
      <Loaded account={account} holdings={holdings} />
    </div>
  );
}
