import { Button } from '@ariakit/react';
import { setView, useApp } from '../../app/state';
import type { AxisUnit } from '../../model/units';
import type { Drawing } from './plan';
import { shortText } from './words';

/** What is drawn: quantities of pairs first, then what runs measured otherwise. */
export function QuantityField({
  pairs,
  values,
  chosen,
}: Record<'pairs' | 'values', readonly { key: string; title: string }[]> & { chosen: string | null }) {
  if (pairs.length + values.length < 2) return null;
  const options = (of: typeof pairs) =>
    of.map(({ key, title }) => (
      <option key={key} value={key}>
        {title}
      </option>
    ));
  return (
    <label className="field">
      values
      <select
        className="distribution-quantity"
        value={chosen ?? ''}
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
        {pairs.length > 0 && values.length > 0 ? (
          <>
            <optgroup label="Pairs">{options(pairs)}</optgroup>
            <optgroup label="Measurements">{options(values)}</optgroup>
          </>
        ) : (
          options(pairs.length > 0 ? pairs : values)
        )}
      </select>
    </label>
  );
}

/** Width of a bin of values, in `unit`; `width` is that of the drawing, in the unit of the store. */
export function BinWidth({ unit, width }: { unit: AxisUnit; width: number | null }) {
  const bin = useApp((s) => s.view.bin);
  return (
    <NumberField
      label="bin width"
      unit={unit.label}
      value={bin === null ? null : bin / unit.factor}
      shown={width === null ? null : width / unit.factor}
      onValue={(next) => setView({ bin: next === null ? null : next * unit.factor, binZoom: null })}
    />
  );
}

/** Whether bars are shares or counts, and on which scale. */
export function BarFields({ of }: Pick<Drawing, 'of'>) {
  const { bars, barScale } = useApp((s) => s.view);
  return (
    <>
      <Choice
        label="bars"
        value={bars}
        options={[
          ['share', `share of ${of}s`],
          ['count', `number of ${of}s`],
        ]}
        onChange={(next) => setView({ bars: next })}
      />
      <Choice
        label="scale"
        value={barScale}
        options={[
          ['linear', 'linear'],
          ['log', 'log'],
        ]}
        onChange={(next) => setView({ barScale: next })}
      />
    </>
  );
}

/** The way back from a zoom. */
export function WholeRange() {
  const zoomed = useApp((s) => s.view.binZoom !== null);
  return (
    zoomed && (
      <Button className="button" onClick={() => setView({ binZoom: null })}>
        Whole range
      </Button>
    )
  );
}

/** A choice among a few words. */
export function Choice<V extends string>(props: {
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
export function NumberField(props: {
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
