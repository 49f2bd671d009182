import { Button, Combobox, ComboboxItem, ComboboxList, ComboboxProvider, Dialog } from '@ariakit/react';
import { useEffect, useMemo, useState } from 'react';
import './omnibox.css';
import { useApp } from '../session/state';
import { commandsOf } from './commands';
import { foundCommands } from './findCommands';

/** Entries shown; more words find the others. */
const MOST = 12;

/** Search for views, acts, benchmarks and samples, by button or Ctrl/Cmd-K. */
export function Omnibox() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey))
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Button
        className="omnibox-button"
        aria-label="Search or run a command"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search or run a command (Ctrl K)"
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5 14 14" />
        </svg>
        <span className="omnibox-label">Search or run a command</span>
        <kbd>Ctrl K</kbd>
      </Button>
      {open && <Search onClose={() => setOpen(false)} />}
    </>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const catalogue = useApp((s) => s.catalogue);
  const sides = useApp((s) => s.view.sides);
  const undo = useApp((s) => s.undo.length);
  const commands = useMemo(() => commandsOf({ catalogue, sides, undo }), [catalogue, sides, undo]);
  const [text, setText] = useState('');
  const found = useMemo(() => foundCommands(commands, text), [commands, text]);
  return (
    <Dialog
      open
      onClose={onClose}
      className="dialog omnibox"
      backdrop={<div className="backdrop" />}
      aria-label="Search"
    >
      <ComboboxProvider open value={text} setValue={setText} focusLoop={false}>
        <Combobox
          autoSelect="always"
          className="omnibox-field"
          aria-label="Search views, acts, benchmarks and samples"
          placeholder="Search or run a command"
          autoFocus
        />
        <ComboboxList className="omnibox-list" aria-label="Found" alwaysVisible>
          {found.slice(0, MOST).map(({ id, group, label, detail, run }) => (
            <ComboboxItem
              key={id}
              className="omnibox-item"
              value={label}
              setValueOnClick={false}
              onClick={() => {
                onClose();
                run();
              }}
            >
              <span className="omnibox-group">{group}</span>
              <span className="omnibox-name">{label}</span>
              <span className="omnibox-detail">{detail}</span>
            </ComboboxItem>
          ))}
        </ComboboxList>
        <p className="muted omnibox-note" role="status">
          {found.length === 0
            ? 'Nothing found: try another word.'
            : found.length > MOST
              ? `${(found.length - MOST).toLocaleString('en')} more: type to narrow down.`
              : ''}
        </p>
      </ComboboxProvider>
    </Dialog>
  );
}
