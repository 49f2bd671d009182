import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { NumberField, Select } from '../../parts/fields';
import { setView, useApp } from '../../session/state';
import type { AxisUnit } from '../../model/units';
import type { View } from '../../share/view';
import type { DistributionDrawing } from './plan';
import { showQuantity, SizeChoice } from '../pairs/choices';
import { chosenOf, familiesOf, familyOf } from '../../pairs/quantities';
import type { Pairs } from '../../session/usePairs';
import { hintText } from './words';

/** What is drawn: quantities of pairs first, then what runs measured otherwise. `chosen` = key of what is in sight. */
export function QuantityField({
  quantities,
  quantity,
  values,
  chosen,
}: Pick<Pairs, 'quantities' | 'quantity'> & {
  values: readonly { key: string; title: string }[];
  chosen: string | null;
}) {
  const pairs = useMemo(() => familiesOf(quantities), [quantities]);
  if (quantities.length + values.length < 2) return null;
  const options = (of: readonly { key: string; title: string }[]) =>
    of.map(({ key, title }) => (
      <option key={key} value={key}>
        {title}
      </option>
    ));
  return (
    <>
      <label className="field field-wide">
        values
        <select
          value={familyOf(pairs, chosen)?.key ?? chosen ?? ''}
          onChange={({ target }) => showQuantity(chosenOf(pairs, target.value, quantity))}
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
      {chosen === quantity?.key && <SizeChoice quantities={quantities} quantity={quantity} />}
    </>
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
      hint={hintText(width === null ? null : width / unit.factor)}
      onValue={(next) => setView({ bin: next === null ? null : next * unit.factor, binZoom: null })}
    />
  );
}

/** Whether bars are shares or counts, and on which scale. */
export function BarFields({ of }: Pick<DistributionDrawing, 'of'>) {
  const { bars, barScale } = useApp((s) => s.view);
  return (
    <>
      <Select
        label="bars"
        value={bars}
        options={[
          ['share', `share of ${of}s`],
          ['count', `number of ${of}s`],
        ]}
        onChange={(next) => setView({ bars: next })}
      />
      <Select
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

/** How bars are chosen where that is not as usual. */
export const barsMade = (
  { bars, barScale }: Pick<View, 'bars' | 'barScale'>,
  of: DistributionDrawing['of'],
): string[] =>
  [bars === 'count' && `bars: number of ${of}s`, barScale === 'log' && 'scale: log'].filter(
    (text) => text !== false,
  );

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
