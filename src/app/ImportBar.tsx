import { Button } from '@ariakit/react';
import { useApp } from '../session/state';
import { cancel } from '../session/imports';

/** Progress of the running import: what, how much, and Cancel. */
export function ImportBar() {
  const importing = useApp((s) => s.importing);
  if (!importing) return null;
  const { bytes, total, file, done, files } = importing;
  const share = total > 0 ? Math.min(1, bytes / total) : 0;
  return (
    <section className="import-bar" aria-label="Import">
      <div className="import-bar-text">
        <span>
          Reading {files === 1 ? 'a file' : `${files.toLocaleString('en')} files`}:{' '}
          {Math.min(done + 1, files)} of {files}
        </span>
        <span className="import-bar-file">{file}</span>
        <span>{Math.round(share * 100)} %</span>
      </div>
      <progress value={share} max={1} aria-label="Progress of the import" />
      <Button className="button" onClick={cancel}>
        Cancel
      </Button>
    </section>
  );
}
