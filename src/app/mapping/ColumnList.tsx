import { useRef } from 'react';
import { useVirtualRows } from '../../charts/useVirtualRows';
import { ROLE_NAMES, type RoleName } from '../../formats/tables/mapping';
import type { Reason } from '../../formats/tables/suggest';
import type { Sniffed, SniffedColumn } from '../../formats/tables/types';
import { ColumnDetails, type NamedBy } from './ColumnDetails';
import { areAlike, likeColumn, withRole, type DraftColumn } from './draft';
import { ROLE_GROUPS, ROLE_TITLES } from './roles';

/** Height of a row before it is measured. */
const ROW = 44;

export interface ColumnListProps {
  table: Sniffed;
  columns: readonly DraftColumn[];
  /** The first guess: what each column was taken for, and why. */
  guessed: ReadonlyMap<string, Reason & { role: RoleName }>;
  onChange: (columns: readonly DraftColumn[]) => void;
}

/** One row per column of the table: its name, examples, what it is, and the details of that. */
export function ColumnList({ table, columns, guessed, onChange }: ColumnListProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows({
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const named: NamedBy = Object.fromEntries(columns.map(({ role, column }) => [role, column]));
  const replace = (at: number, next: DraftColumn) =>
    onChange(columns.map((one, i) => (i === at ? next : one)));
  return (
    <div className="mapping-columns" ref={box}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const one = columns[index];
          const found = table.columns[index];
          if (!one || !found) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={columns.length}
              aria-posinset={index + 1}
              className={one.role === 'ignore' ? 'mapping-column mapping-unused' : 'mapping-column'}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ColumnRow
                one={one}
                found={found}
                guess={guessed.get(one.column)}
                named={named}
                onChange={(next) => replace(index, next)}
                onLike={() => onChange(likeColumn(columns, one))}
                alike={one.role !== 'value' || areAlike(columns, one)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface ColumnRowProps {
  one: DraftColumn;
  found: SniffedColumn;
  guess: (Reason & { role: RoleName }) | undefined;
  named: NamedBy;
  /** Whether all value columns are like this one. */
  alike: boolean;
  onChange: (next: DraftColumn) => void;
  onLike: () => void;
}

function ColumnRow({ one, found, guess, named, alike, onChange, onLike }: ColumnRowProps) {
  const { examples } = found;
  return (
    <fieldset>
      <legend className="visually-hidden">Column {one.column}</legend>
      <div className="mapping-what">
        <span className="mapping-name">{one.column}</span>
        <span className="mapping-examples">
          {examples.length > 0 ? examples.slice(0, 3).join(' · ') : 'empty'}
        </span>
        {guess?.role === one.role && (
          <span className={guess.likely ? 'mapping-reason' : 'mapping-reason mapping-guess'}>
            {guess.likely ? '' : 'A guess: '}
            {guess.text}
          </span>
        )}
      </div>
      <select
        className="mapping-role"
        aria-label={`What “${one.column}” is`}
        value={one.role}
        onChange={({ target }) => {
          const role = ROLE_NAMES.find((name) => name === target.value);
          if (role) onChange(withRole(one, role));
        }}
      >
        {ROLE_GROUPS.map(({ title, roles }) => (
          <optgroup key={title} label={title}>
            {roles.map((role) => (
              <option key={role} value={role}>
                {ROLE_TITLES[role]}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <ColumnDetails one={one} named={named} onChange={onChange} onLike={alike ? null : onLike} />
    </fieldset>
  );
}
