import { Button, Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMemo, useState } from 'react';
import { findFormats, type FormatEntry } from './findFormats';

/** Each format: how to make its file, what is read, what is not, what it is recognised by; and what is only named. */
export default function FormatsDialog({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [copied, setCopied] = useState('');
  const { read, named } = useMemo(() => findFormats(query), [query]);

  const copy = (command: string) =>
    navigator.clipboard
      .writeText(command)
      .then(() => setCopied('Copied.'))
      .catch(() =>
        setCopied(
          'The browser does not let this page write to the clipboard: select the command and copy it.',
        ),
      );
  const count = [
    `${read.length} ${read.length === 1 ? 'format' : 'formats'}`,
    ...(named.length > 0 ? [`${named.length} only named`] : []),
  ];

  return (
    <Dialog
      open
      onClose={onClose}
      className="dialog dialog-wide formats"
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading className="dialog-title">What can be read</DialogHeading>
      <p>
        Drop files as the tools write them, under any name, alone, in folders or in archives (.zip, .tar, .gz,
        .bz2, .xz). They are recognised by their content; a table that no tool is known for is read once you
        have said what its columns are.
      </p>
      <div className="formats-find">
        <label>
          Find a tool, a command or a word of the file
          <input
            type="search"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setCopied('');
            }}
            spellCheck={false}
          />
        </label>
        <DialogDismiss className="button">Close</DialogDismiss>
        <p role="status" className="formats-count">
          {copied || `${count.join(', ')}.`}
        </p>
      </div>
      {read.length + named.length === 0 && (
        <p>
          No format is told with these words. Tables of any making can be read all the same: drop the file,
          and say what its columns are.
        </p>
      )}
      <ul className="formats-list" aria-label="Formats">
        {read.map((format) => (
          <li key={format.id}>
            <Entry format={format} onCopy={(command) => void copy(command)} />
          </li>
        ))}
      </ul>
      {named.length > 0 && (
        <section aria-labelledby="formats-named">
          <h2 id="formats-named" className="dialog-title">
            Only named
          </h2>
          <p>These are recognised for what they are, but not read.</p>
          <ul className="formats-list">
            {named.map(({ id, what, instead }) => (
              <li key={id}>
                {what}
                <p className="formats-count">{instead}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

function Entry({ format, onCopy }: { format: FormatEntry; onCopy: (command: string) => void }) {
  const { name, looksFor, help } = format;
  return (
    <>
      <h2>{name}</h2>
      <dl className="formats-facts">
        {help.make.length > 0 && <dt>How to make it</dt>}
        {help.make.map((command) => (
          <dd key={command} className="formats-command">
            <code>{command}</code>
            <Button className="button-quiet" onClick={() => onCopy(command)}>
              Copy<span className="visually-hidden"> {command}</span>
            </Button>
          </dd>
        ))}
        <dt>Read</dt>
        <dd>{help.reads}</dd>
        <dt>Not read</dt>
        <dd>{help.not}</dd>
        <dt>Recognised by</dt>
        <dd>{looksFor}</dd>
      </dl>
    </>
  );
}
