import { Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react';
import { useState, type SyntheticEvent } from 'react';
import { isPooled } from '../compare/identity/rules';
import { isAxisKey } from '../compare/conditions';
import { named } from '../model/conditions';
import { sayRule, workspace } from '../session/state';
import type { Chip } from './groups';

/** A condition of a set-up. Labels and conditions that may be taken together open a menu with what can be said of them. */
export function ConditionChip({ chip: { key, value, origin } }: { chip: Chip }) {
  const [naming, setNaming] = useState(false);
  const title = `${key} = ${value}, from the ${origin}`;
  if (isAxisKey(key)) return <span title={title}>{named(key, value)}</span>;
  if (naming) return <NameField from={key} onClose={() => setNaming(false)} />;
  const pooled = isPooled(key, workspace().study.rules);
  return (
    <MenuProvider>
      <MenuButton className="chip-button" title={title}>
        {named(key, value)}
        {pooled && <span className="muted"> · pooled</span>}
      </MenuButton>
      <Menu className="menu" gutter={4} aria-label={`Condition ${key}`}>
        {origin === 'label' && (
          <MenuItem className="menu-item" onClick={() => setNaming(true)}>
            Rename label…
          </MenuItem>
        )}
        <MenuItem className="menu-item" onClick={() => void sayRule({ kind: 'repeats', key })}>
          These number repeats
        </MenuItem>
        {!pooled && (
          <MenuItem className="menu-item" onClick={() => void sayRule({ kind: 'pooled', key })}>
            Pool runs that differ only in this
          </MenuItem>
        )}
      </Menu>
    </MenuProvider>
  );
}

/** The new name of a label: Enter keeps it, Escape leaves it. */
function NameField({ from, onClose }: { from: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const as = name.trim();
    if (as !== '') void sayRule({ kind: 'name', key: from, as });
    onClose();
  };
  return (
    <form onSubmit={submit}>
      <input
        autoFocus
        aria-label={`New name of ${from}`}
        placeholder={from}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        onBlur={onClose}
      />
    </form>
  );
}
