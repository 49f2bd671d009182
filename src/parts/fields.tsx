/** A choice among a few words; a value that is none of them stands as it is. */
export function Select<V extends string>(props: {
  label: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChange: (value: V) => void;
  /** Whether its words are long. */
  wide?: boolean;
}) {
  const { label, value, options, onChange, wide = false } = props;
  return (
    <label className={wide ? 'field field-wide' : 'field'}>
      {label}
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => each === target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {!options.some(([each]) => each === value) && <option value={value}>{value}</option>}
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A number that holds from Enter or leaving the field on; empty is the automatic one, which `hint` names. */
export function NumberField(props: {
  label: string;
  /** Behind the field. */
  unit?: string;
  value: number | null;
  hint?: string;
  /** Ends of what may be typed; above 0 without `least`. */
  least?: number;
  most?: number;
  /** Whether only whole numbers may be typed. */
  whole?: boolean;
  onValue: (value: number | null) => void;
}) {
  const { label, unit, value, hint = '', least, most = Infinity, whole = false, onValue } = props;
  const text = value === null ? '' : String(Number(value.toPrecision(12)));
  const commit = (input: HTMLInputElement) => {
    if (input.value === text) return;
    const next = input.valueAsNumber;
    const within = next <= most && (least === undefined ? next > 0 : next >= least);
    if (input.value.trim() === '') onValue(null);
    else if (within && (!whole || Number.isInteger(next))) onValue(next);
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
        min={least === undefined ? 0 : Number.isFinite(least) ? least : undefined}
        step={whole ? 1 : 'any'}
        defaultValue={text}
        placeholder={hint}
        onBlur={({ currentTarget }) => commit(currentTarget)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') commit(currentTarget);
        }}
      />
      {unit}
    </label>
  );
}
