import type { ReactNode } from 'react';
import { setView, useApp } from '../../session/state';
import { NumberField, Select } from '../../parts/fields';
import type { AxisUnit } from '../../model/units';
import type { Frame, View } from '../../share/view';
import { Calls } from '../pairs/Calls';
import { LeftOut, setOptions } from '../pairs/choices';
import { MoreChoices } from '../pairs/MoreChoices';
import { BarFields, barsMade, BinWidth, WholeRange } from './fields';
import { hintText, shortText } from './words';
import type { Distribution } from './useDistribution';
import { MOST_SETS } from './useDistribution';

/** What is drawn: quantity, sets, bins, scale, limits; and the ranks that are left out. */
export function Controls({ distribution, values }: { distribution: Distribution; values: ReactNode }) {
  const view = useApp((s) => s.view);
  const { pairs, sources, drawing } = distribution;
  const { quantity, a, b, frame } = pairs;
  const plan = drawing?.plan;
  const limits = quantity?.unit === 'B/s' && quantity.better === 'higher';
  const printed = quantity?.sets[0]?.printed;
  const unit = printed && limits ? { factor: printed.factor, label: printed.unit } : plan?.unit;
  const byPeak = view.binOf === 'peak' && limits && frame !== 'ratio';
  const setChoice = (side: typeof a, id: string | null, key: 'pairA' | 'pairB') => {
    const all = key === 'pairA' && b === null;
    const options = setOptions(side, pairs.shown.runs);
    const chosen = id !== null && options.some(([each]) => each === id) ? id : (side.set?.id ?? '');
    const whole =
      side.sets.length > MOST_SETS ? `first ${MOST_SETS} of ${side.sets.length}` : `all ${side.sets.length}`;
    return (
      side.sets.length > 1 && (
        <Select
          label={b === null ? 'run' : key === 'pairA' ? 'run of A' : 'run of B'}
          value={all && chosen !== id ? '' : chosen}
          options={[...(all ? [['', whole] as const] : []), ...options]}
          onChange={(next) => setView({ [key]: next === '' ? null : next })}
        />
      )
    );
  };
  return (
    <>
      <div className="controls pair-controls" role="group" aria-label="What is drawn">
        {values}
        {setChoice(a, view.pairA, 'pairA')}
        {b && frame !== 'single' && setChoice(b, view.pairB, 'pairB')}
        {quantity?.better === 'none' && a.set && <Calls set={a.set} />}
        {frame !== 'ratio' &&
          unit &&
          (byPeak ? (
            <NumberField
              label="bin width"
              unit="%"
              value={view.binPart === null ? null : view.binPart * 100}
              hint={hintText(plan?.across === 'peak' ? plan.width * 100 : null)}
              most={100}
              onValue={(part) => setView({ binPart: part === null ? null : part / 100, binZoom: null })}
            />
          ) : (
            <BinWidth unit={unit} width={plan?.across === 'value' ? plan.width : null} />
          ))}
        {(frame !== 'difference' || limits) && (
          <MoreChoices made={madeOf(view, frame, limits ? unit : null)}>
            {frame !== 'ratio' && limits && (
              <Select
                label="across"
                value={view.binOf}
                options={[
                  ['value', 'value'],
                  ['peak', 'share of each peak'],
                ]}
                onChange={(binOf) => setView({ binOf, binZoom: null })}
              />
            )}
            {frame !== 'difference' && <BarFields of="pair" />}
            {limits && unit && (
              <>
                <NumberField
                  label="peak of a link"
                  unit={unit.label}
                  value={view.peak === null ? null : view.peak / unit.factor}
                  hint={hintText((sources?.[0]?.peak?.value ?? Number.NaN) / unit.factor)}
                  onValue={(peak) =>
                    setView({ peak: peak === null ? null : peak * unit.factor, binZoom: null })
                  }
                />
                <NumberField
                  label="host limit"
                  unit={unit.label}
                  value={view.hostLimit === null ? null : view.hostLimit / unit.factor}
                  hint={hintText((sources?.[0]?.hostLimit?.value ?? Number.NaN) / unit.factor)}
                  onValue={(limit) => setView({ hostLimit: limit === null ? null : limit * unit.factor })}
                />
              </>
            )}
          </MoreChoices>
        )}
        <WholeRange />
      </div>
      <LeftOut held={sources?.[0]?.held ?? null} />
    </>
  );
}

/** The seldom choices that are not as usual; `unit` is that of limits, null where the values have none. */
function madeOf(view: View, frame: Frame, unit: AxisUnit | null | undefined): string[] {
  const { binOf, peak, hostLimit } = view;
  const bars = frame === 'difference' ? [] : barsMade(view, 'pair');
  if (!unit) return bars;
  const limit = (label: string, value: number | null) =>
    value !== null && `${label}: ${shortText(value / unit.factor)} ${unit.label}`;
  return [
    frame !== 'ratio' && binOf === 'peak' && 'across: share of each peak',
    ...bars,
    limit('peak of a link', peak),
    limit('host limit', hostLimit),
  ].filter((text) => text !== false);
}
