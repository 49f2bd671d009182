import { Button, Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useState } from 'react';
import { useApp } from '../session/state';
import { forget } from '../session/start';

/** Asks before everything is removed from the tab and from the browser. */
export function ForgetDialog({ onClose }: { onClose: () => void }) {
  const files = useApp((s) => s.catalogue.files);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await forget();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} className="dialog" backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">Forget everything?</DialogHeading>
      <p>
        {files === 1 ? 'The loaded file' : `All ${files.toLocaleString('en')} loaded files`}, corrections,
        selections, remembered tables and the key of pseudonyms go from this tab and from this browser. The
        files on your disk stay as they are.
      </p>
      <div className="dialog-buttons">
        <DialogDismiss className="button" autoFocus>
          Cancel
        </DialogDismiss>
        <Button className="button button-primary" disabled={busy} onClick={() => void remove()}>
          {busy ? 'Forgetting …' : 'Forget everything'}
        </Button>
      </div>
    </Dialog>
  );
}
