import { useId } from 'react';
import type { Choosable } from './held/files';
import { isFile } from './held/key';
import { fieldOf, kindOf, parseSpec, printSpec, withField, type SpecKind, type SpecField } from './spec';

interface Props {
  /** What is chosen: names the choice for a screen reader. */
  label: string;
  kinds: readonly SpecKind[];
  /** Loaded things, chosen whole: they stand before the kinds and have no fields. */
  loaded?: readonly Choosable[];
  value: string;
  onChange: (value: string) => void;
  /** Whether the value can be typed as the text that it is. */
  asText?: boolean;
  /** Set before the choices: words for the value of the first setting. */
  inherited?: { readonly label: string; readonly chosen: boolean; readonly choose: () => void };
}

/** A specification as a choice with the fields of what is chosen, and as the text that it is. */
export function SpecFields({ label, kinds, loaded = [], value, onChange, asText = true, inherited }: Props) {
  const file = isFile(value);
  const kind = file ? null : kindOf(value, kinds);
  const spec = parseSpec(value);
  const own = inherited?.chosen !== true;
  const groups = [...new Set(kinds.map(({ group }) => group ?? ''))];
  const options = (group: string) =>
    kinds
      .filter((each) => (each.group ?? '') === group)
      .map((each) => (
        <option key={each.name} value={each.name}>
          {each.label}
        </option>
      ));
  return (
    <div className="congestion-spec">
      <label className="field congestion-kind">
        <span className="congestion-label">{label}</span>
        <select
          value={own ? (file ? value : (kind?.name ?? '')) : '='}
          onChange={({ target }) => {
            if (target.value === '=') return inherited?.choose();
            if (isFile(target.value)) return onChange(target.value);
            const chosen = kinds.find(({ name }) => name === target.value);
            if (chosen) onChange(chosen.start);
          }}
        >
          {inherited && <option value="=">{inherited.label}</option>}
          {loaded.length > 0 && (
            <optgroup label="loaded">
              {loaded.map((each) => (
                <option key={each.key} value={each.key}>
                  {each.label}
                </option>
              ))}
            </optgroup>
          )}
          {file && !loaded.some(({ key }) => key === value) && <option value={value}>not loaded here</option>}
          {kind === null && !file && (
            <option value="" disabled>
              as text
            </option>
          )}
          {groups.map((group) =>
            group === '' ? (
              options(group)
            ) : (
              <optgroup key={group} label={group}>
                {options(group)}
              </optgroup>
            ),
          )}
        </select>
      </label>
      {own &&
        kind?.fields.map((field) => (
          <Field
            key={field.label}
            field={field}
            value={fieldOf(spec, field)}
            onChange={(next) => onChange(printSpec(withField(spec, field, next)))}
          />
        ))}
      {own && !file && asText && (
        <TextField label="as text" wide value={value} onChange={(next) => next !== '' && onChange(next)} />
      )}
    </div>
  );
}

function Field({
  field,
  value,
  onChange,
}: {
  field: SpecField;
  value: string;
  onChange: (v: string) => void;
}) {
  const { label, hint, choices, empty, text } = field;
  if (!choices)
    return (
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        wide={text === true}
        {...(hint === undefined ? {} : { hint })}
        {...(empty === undefined ? {} : { empty })}
      />
    );
  return (
    <label className="field">
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A text that holds from Enter or leaving the field on; Escape gives the old one back. */
export function TextField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  empty?: string;
  wide?: boolean;
  unit?: string;
  /** Most letters: links hold no more. */
  most?: number;
}) {
  const { label, value, onChange, hint, empty, wide, unit, most = 280 } = props;
  const id = useId();
  const commit = (input: HTMLInputElement) => {
    const next = input.value.trim();
    if (next === value) return;
    onChange(next);
    // A refused text gives way to what holds; a taken one is filled in anew.
    input.value = value;
  };
  return (
    <label className="field" title={hint}>
      {label}
      <input
        // Filled anew when the link changes it.
        key={value}
        className={wide ? 'congestion-text' : 'congestion-number'}
        defaultValue={value}
        placeholder={empty}
        maxLength={most}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={hint === undefined ? undefined : id}
        onBlur={({ currentTarget }) => commit(currentTarget)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') commit(currentTarget);
          if (key === 'Escape') currentTarget.value = value;
        }}
      />
      {unit}
      {hint !== undefined && (
        <span id={id} className="visually-hidden">
          {hint}
        </span>
      )}
    </label>
  );
}
