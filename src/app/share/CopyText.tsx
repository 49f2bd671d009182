import { Button } from '@ariakit/react';
import { useId, useState } from 'react';

/** A text to be sent: shown whole, and copied by a button where the browser allows it. */
export function CopyText({
  label,
  value,
  button = 'Copy',
}: {
  label: string;
  value: string;
  button?: string;
}) {
  const id = useId();
  const [said, setSaid] = useState('');
  // Without HTTPS or localhost a page has no clipboard.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const copy = () => {
    clipboard?.writeText(value).then(
      () => setSaid('Copied.'),
      () =>
        setSaid('The browser does not let this page write to the clipboard: select the text and copy it.'),
    );
  };
  return (
    <div className="share-copy">
      <label htmlFor={id}>{label}</label>
      <div className="share-copy-row">
        <input id={id} readOnly value={value} onFocus={(event) => event.target.select()} />
        {clipboard && (
          <Button className="button" onClick={copy} aria-describedby={id}>
            {button}
          </Button>
        )}
      </div>
      <p className="muted" role="status">
        {clipboard
          ? said
          : 'This page is not on https or localhost, so it has no clipboard: select the text and copy it.'}
      </p>
    </div>
  );
}
