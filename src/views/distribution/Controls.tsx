import { Button } from '@ariakit/react';
import { setView, useApp } from '../../app/state';
import type { View } from '../../share/view';
import { exclude, rankName } from '../pairs/usePairs';
import type { Distribution } from './useDistribution';
import { MOST_SETS } from './useDistribution';
import { shortText } from './words';

/** What is drawn: quantity, sets, bins, scale, limits; and the ranks that are left out. */
export function Controls({ distribution }: { distribution: Distribution }) {
  const view = useApp((s) => s.view);
  const { pairs, names, sources, drawing } = distribution;
  const { quantities, quantity, a, b, frame } = pairs;
  const plan = drawing?.plan;
  const held = sources?.[0]?.held;
  const limits = quantity?.unit === 'B/s' && quantity.better === 'higher';
  const printed = quantity?.sets[0]?.printed;
  const unit = printed && limits ? { factor: printed.factor, label: printed.unit } : plan?.unit;
  const byPeak = view.binOf === 'peak' && limits && frame !== 'ratio';
  const setChoice = (
    side: typeof a,
    ofSide: readonly string[],
    id: string | null,
    key: 'pairA' | 'pairB',
  ) => {
    const all = key === 'pairA' && b === null;
    return (
      side.sets.length > 1 && (
        <label className="field">
          {b === null ? 'set' : key === 'pairA' ? 'set of A' : 'set of B'}
          <select
            value={
              id !== null && side.sets.some((set) => set.id === id) ? id : all ? '' : (side.set?.id ?? '')
            }
            onChange={({ target }) => setView({ [key]: target.value === '' ? null : target.value })}
          >
            {all && (
              <option value="">
                {side.sets.length > MOST_SETS
                  ? `first ${MOST_SETS} of ${side.sets.length}`
                  : `all ${side.sets.length}`}
              </option>
            )}
            {side.sets.map((set, i) => (
              <option key={set.id} value={set.id}>
                {ofSide[i]}
              </option>
            ))}
          </select>
        </label>
      )
    );
  };
  return (
    <>
      <div className="controls" role="group" aria-label="What is drawn">
        {quantities.length > 1 && (
          <label className="field">
            values
            <select
              className="distribution-quantity"
              value={quantity?.key ?? ''}
              onChange={({ target }) =>
                setView({
                  quantity: target.value,
                  pairA: null,
                  pairB: null,
                  bin: null,
                  binZoom: null,
                  chosen: null,
                })
              }
            >
              {quantities.map(({ key, title }) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        {setChoice(a, names.a, view.pairA, 'pairA')}
        {b && frame !== 'single' && setChoice(b, names.b, view.pairB, 'pairB')}
        {frame !== 'ratio' && limits && (
          <Choice
            label="across"
            value={view.binOf}
            options={[
              ['value', 'value'],
              ['peak', 'share of each peak'],
            ]}
            onChange={(binOf) => setView({ binOf, binZoom: null })}
          />
        )}
        {frame !== 'ratio' &&
          unit &&
          (byPeak ? (
            <NumberField
              label="bin width"
              unit="%"
              value={view.binPart === null ? null : view.binPart * 100}
              shown={plan?.across === 'peak' ? plan.width * 100 : null}
              most={100}
              onValue={(part) => setView({ binPart: part === null ? null : part / 100, binZoom: null })}
            />
          ) : (
            <NumberField
              label="bin width"
              unit={unit.label}
              value={view.bin === null ? null : view.bin / unit.factor}
              shown={plan?.across === 'value' ? plan.width / unit.factor : null}
              onValue={(width) =>
                setView({ bin: width === null ? null : width * unit.factor, binZoom: null })
              }
            />
          ))}
        {frame !== 'difference' && (
          <>
            <Choice
              label="bars"
              value={view.bars}
              options={[
                ['share', 'share of pairs'],
                ['count', 'number of pairs'],
              ]}
              onChange={(bars) => setView({ bars })}
            />
            <Choice
              label="scale"
              value={view.barScale}
              options={[
                ['linear', 'linear'],
                ['log', 'log'],
              ]}
              onChange={(barScale) => setView({ barScale })}
            />
          </>
        )}
        {limits && unit && (
          <>
            <NumberField
              label="peak of a link"
              unit={unit.label}
              value={view.peak === null ? null : view.peak / unit.factor}
              shown={(sources?.[0]?.peak?.value ?? Number.NaN) / unit.factor}
              onValue={(peak) => setView({ peak: peak === null ? null : peak * unit.factor, binZoom: null })}
            />
            <NumberField
              label="host limit"
              unit={unit.label}
              value={view.hostLimit === null ? null : view.hostLimit / unit.factor}
              shown={(sources?.[0]?.hostLimit?.value ?? Number.NaN) / unit.factor}
              onValue={(limit) => setView({ hostLimit: limit === null ? null : limit * unit.factor })}
            />
          </>
        )}
        {view.binZoom && (
          <Button className="button" onClick={() => setView({ binZoom: null })}>
            Whole range
          </Button>
        )}
      </div>
      {view.excluded.length > 0 && (
        <div className="controls" role="group" aria-label="Ranks left out">
          <span className="muted">left out:</span>
          {view.excluded.map((rank) => (
            <Button
              key={rank}
              className="chip distribution-chip"
              onClick={() => exclude(rank, false)}
              aria-label={`Take ${held ? rankName(held, rank) : `rank ${rank}`} in again`}
            >
              {held ? rankName(held, rank) : `rank ${rank}`} ×
            </Button>
          ))}
          <Button className="button-quiet" onClick={() => setView({ excluded: [] })}>
            Take all in again
          </Button>
        </div>
      )}
    </>
  );
}

function Choice<V extends View['bars'] | View['barScale'] | View['binOf']>(props: {
  label: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChange: (value: V) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <label className="field">
      {label}
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => each === target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A number that holds from Enter or leaving the field on; empty is the automatic one, which `shown` names. */
function NumberField(props: {
  label: string;
  unit: string;
  value: number | null;
  shown: number | null;
  most?: number;
  onValue: (value: number | null) => void;
}) {
  const { label, unit, value, shown, most, onValue } = props;
  const text = value === null ? '' : String(Number(value.toPrecision(12)));
  const commit = (input: HTMLInputElement) => {
    if (input.value === text) return;
    const next = input.valueAsNumber;
    if (input.value.trim() === '') onValue(null);
    else if (next > 0 && next <= (most ?? Infinity)) onValue(next);
    else input.value = text;
  };
  return (
    <label className="field">
      {label}
      <input
        // Filled anew when the link changes it.
        key={text}
        type="number"
        className="number"
        min={0}
        step="any"
        defaultValue={text}
        placeholder={shown !== null && shown > 0 ? shortText(Number(shown.toPrecision(3))) : ''}
        onBlur={({ currentTarget }) => commit(currentTarget)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') commit(currentTarget);
        }}
      />
      {unit}
    </label>
  );
}
