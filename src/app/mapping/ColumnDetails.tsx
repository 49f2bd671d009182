import { Button } from '@ariakit/react';
import type { ReactNode } from 'react';
import type { Better } from '../../model/vocabulary';
import type { RoleName } from '../../formats/tables/mapping';
import { usualBetter } from '../../formats/tables/suggest';
import { SIZE_UNITS, splitName } from '../../formats/tables/units';
import { ONLY_FOR, withOnlyFor, type DraftColumn, type OnlyFor } from './draft';
import { CONDITIONS_LIST, METRICS_LIST, STATISTICS_LIST, UNITS_LIST } from './Offers';
import { ROLE_HINTS } from './roles';

interface ColumnDetailsProps {
  one: DraftColumn;
  /** Columns that say row by row what value columns may leave open, by their role. */
  named: NamedBy;
  onChange: (next: DraftColumn) => void;
  /** Makes all value columns like this one; null where they are. */
  onLike: (() => void) | null;
}

/** The columns that name something of the values, by role. */
export type NamedBy = Partial<Record<RoleName, string>>;

/** What must be known of a column beyond its role. */
export function ColumnDetails({ one, named, onChange, onLike }: ColumnDetailsProps) {
  const { role } = one;
  const hint = ROLE_HINTS[role];
  if (role === 'value') return <ValueDetails one={one} named={named} onChange={onChange} onLike={onLike} />;
  if (role === 'size')
    return (
      <select
        className="mapping-beside"
        aria-label={`Unit of plain sizes in “${one.column}”`}
        value={one.unit}
        onChange={({ target }) => onChange({ ...one, unit: target.value })}
      >
        {SIZE_UNITS.map((unit) => (
          <option key={unit} value={unit}>
            in {unit}
          </option>
        ))}
      </select>
    );
  if (role === 'condition' || role === 'param')
    return (
      <input
        className="mapping-beside"
        aria-label={`Name of the ${role === 'param' ? 'parameter' : 'condition'} in “${one.column}”`}
        placeholder="its name"
        value={one.key}
        list={role === 'condition' ? CONDITIONS_LIST : undefined}
        onChange={({ target }) => onChange({ ...one, key: target.value })}
      />
    );
  return hint === undefined ? null : <p className="mapping-hint">{hint}</p>;
}

const BETTER_TITLES: Readonly<Record<Better, string>> = {
  higher: 'higher',
  lower: 'lower',
  none: 'neither',
};
const BETTERS = ['higher', 'lower', 'none'] as const;

const ONLY_TITLES: Readonly<Record<OnlyFor, string>> = {
  '': 'nothing else',
  bytes: 'one message size',
  benchmark: 'one benchmark',
  conditions: 'conditions',
  params: 'parameters',
};
const ONLY_PLACEHOLDERS: Readonly<Record<OnlyFor, string>> = {
  '': '',
  bytes: '4K',
  benchmark: 'osu_latency',
  conditions: 'AR = on; nodes = 8',
  params: 'operation = sum',
};

function ValueDetails({ one, named, onChange, onLike }: ColumnDetailsProps) {
  const plain = one.onlyFor === 'bytes' ? 'value' : splitName(one.column).plain || one.column;
  const usual = BETTER_TITLES[usualBetter(one.metric || plain, one.unit || null)];
  return (
    <div className="mapping-details">
      <Field label="Metric">
        <input
          value={one.metric}
          list={METRICS_LIST}
          placeholder={from(named.metric) ?? plain}
          onChange={({ target }) => onChange({ ...one, metric: target.value })}
        />
      </Field>
      <Field label="Unit">
        <input
          className="mapping-short"
          value={one.unit}
          list={UNITS_LIST}
          placeholder={from(named.unit)}
          onChange={({ target }) => onChange({ ...one, unit: target.value })}
        />
      </Field>
      <Field label="Statistic">
        <input
          className="mapping-short"
          value={one.statistic}
          list={STATISTICS_LIST}
          placeholder={from(named.statistic) ?? 'value'}
          onChange={({ target }) => onChange({ ...one, statistic: target.value })}
        />
      </Field>
      <Field label="Better">
        <select
          value={one.better}
          onChange={({ target }) =>
            onChange({ ...one, better: BETTERS.find((better) => better === target.value) ?? '' })
          }
        >
          <option value="">{from(named.better) ?? `as usual: ${usual}`}</option>
          {BETTERS.map((better) => (
            <option key={better} value={better}>
              {BETTER_TITLES[better]}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Its name stands for">
        <select
          value={one.onlyFor}
          onChange={({ target }) =>
            onChange(withOnlyFor(one, ONLY_FOR.find((only) => only === target.value) ?? ''))
          }
        >
          {ONLY_FOR.map((only) => (
            <option key={only} value={only}>
              {ONLY_TITLES[only]}
            </option>
          ))}
        </select>
      </Field>
      {one.onlyFor !== '' && (
        <Field label="namely">
          <input
            value={one.only}
            placeholder={ONLY_PLACEHOLDERS[one.onlyFor]}
            onChange={({ target }) => onChange({ ...one, only: target.value })}
          />
        </Field>
      )}
      {onLike && (
        <Button className="button-quiet" onClick={onLike}>
          Same for all values<span className="visually-hidden"> as for {one.column}</span>
        </Button>
      )}
    </div>
  );
}

function from(column: string | undefined): string | undefined {
  return column === undefined ? undefined : `as “${column}” says`;
}

/** A control with its label above. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="mapping-field">
      <span>{label}</span>
      {children}
    </label>
  );
}
