import { Button } from '@ariakit/react';
import { useRef } from 'react';
import { chosenFiles } from './drop';
import { importFiles, useApp } from './state';

/** "Open files…" and "Open folder…", the keyboard's way to what a drop does. */
export function OpenButtons() {
  const ready = useApp((s) => s.phase === 'ready');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    const chosen = input.files ? chosenFiles(input.files) : [];
    // The same choice again must be a change again.
    input.value = '';
    void importFiles(chosen);
  };
  return (
    <div className="open-buttons">
      <Button className="button" disabled={!ready} onClick={() => files.current?.click()}>
        Open files…
      </Button>
      <Button className="button" disabled={!ready} onClick={() => folder.current?.click()}>
        Open folder…
      </Button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to open"
        onChange={(e) => take(e.target)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder to open"
        {...{ webkitdirectory: '' }}
        onChange={(e) => take(e.target)}
      />
    </div>
  );
}
