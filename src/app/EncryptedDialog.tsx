import { Button, Dialog, DialogHeading } from '@ariakit/react';
import { useEffect, useState, type FormEvent } from 'react';
import type { ImportFile } from '../store/messages';
import { leave, openByAddress, openByText } from '../session/locked';
import { sentence, useApp } from '../session/state';
import './encrypted.css';

/** Asks for the key of an encrypted file, where the address does not have it. */
export function EncryptedDialogs() {
  const file = useApp((s) => (s.importing ? undefined : s.locked[0]));
  return file ? <EncryptedDialog key={file.path} file={file} /> : null;
}

const PROBLEM = 'encrypted-problem';

function EncryptedDialog({ file }: { file: ImportFile }) {
  const [state, setState] = useState<'trying' | 'asking' | 'opening'>('trying');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void openByAddress(file).then((opened) => {
      if (!opened && !gone) setState('asking');
    });
    return () => {
      gone = true;
    };
  }, [file]);
  if (state === 'trying') return null;
  const open = async (event: FormEvent) => {
    event.preventDefault();
    setState('opening');
    setProblem(null);
    try {
      await openByText(file, text);
    } catch (error) {
      setProblem(sentence(error));
      setState('asking');
    }
  };
  return (
    <Dialog open onClose={() => leave(file)} className="dialog" backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">This work is encrypted</DialogHeading>
      <p>
        <strong>{file.path}</strong> opens with the link that it was sent with, or with the key in that link.
        Neither leaves this tab.
      </p>
      <form onSubmit={(event) => void open(event)}>
        <label className="field encrypted-field">
          Link or key
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            required
            value={text}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : PROBLEM}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        {problem !== null && (
          <p id={PROBLEM} className="problem" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-buttons">
          <Button className="button" onClick={() => leave(file)}>
            Not now
          </Button>
          <Button type="submit" className="button button-primary" disabled={state === 'opening'}>
            {state === 'opening' ? 'Opening …' : 'Open'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
