import { NumberField, Select } from '../../parts/fields';
import { setView, useApp } from '../../session/state';
import type { Aggregate } from '../../matrix/picture';
import type { AxisUnit } from '../../model/units';
import { CELLS } from '../../share/view';
import { LeftOut, PairsChoice } from '../pairs/choices';
import type { Pairs } from '../../session/usePairs';

const CELL_LABEL = { max: 'max', min: 'min', mean: 'mean', below: 'share below' } as const;

interface Props {
  pairs: Pairs;
  /** What a pixel shows; null while nothing is read. */
  aggregate: Exclude<Aggregate, 'size'> | null;
  /** Unit of the value below which a pixel counts: of values, or of their comparison. */
  unit: AxisUnit;
}

/** What is looked at: quantity, run of each side, what a pixel shows, and the hosts left out. */
export function Controls({ pairs, aggregate, unit }: Props) {
  const typed = useApp((s) => s.view.cellBelow);
  return (
    <>
      <div className="controls pair-controls" role="group" aria-label="What is drawn">
        <PairsChoice pairs={pairs} />
        {aggregate !== null && (
          <Select
            label="pixel"
            value={typeof aggregate === 'object' ? 'below' : aggregate}
            options={CELLS.map((each) => [each, CELL_LABEL[each]] as const)}
            onChange={(cells) => setView({ cells })}
          />
        )}
        {aggregate !== null && typeof aggregate === 'object' && (
          <NumberField
            label="below"
            unit={unit.label}
            least={-Infinity}
            value={typed === null ? null : typed / unit.factor}
            hint={String(Number((aggregate.below / unit.factor).toPrecision(3)))}
            onValue={(next) => setView({ cellBelow: next === null ? null : next * unit.factor })}
          />
        )}
      </div>
      <LeftOut held={pairs.a.held} />
    </>
  );
}
