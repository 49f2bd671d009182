import { Button } from '@ariakit/react';
import { chosenFiles } from './drop';
import { useApp } from '../session/state';
import { importFiles } from '../session/imports';

const FILES = 'files-to-open';
const FOLDER = 'folder-to-open';

/** Lets the user choose files; `FileInputs` must be on the page. */
export const chooseFiles = (): void => document.getElementById(FILES)?.click();

/** Lets the user choose a folder; `FileInputs` must be on the page. */
export const chooseFolder = (): void => document.getElementById(FOLDER)?.click();

/** "Open files…" and "Open folder…", the keyboard's way to what a drop does. `FileInputs` must be on the page. */
export function OpenButtons() {
  const ready = useApp((s) => s.phase === 'ready');
  return (
    <div className="open-buttons">
      <Button className="button" disabled={!ready} onClick={chooseFiles}>
        Open files…
      </Button>
      <Button className="button" disabled={!ready} onClick={chooseFolder}>
        Open folder…
      </Button>
    </div>
  );
}

/** The inputs behind the buttons. They stay while views come and go, so that no choice of files is ever lost. */
export function FileInputs() {
  const take = (input: HTMLInputElement) => {
    const chosen = input.files ? chosenFiles(input.files) : [];
    // The same choice again must be a change again.
    input.value = '';
    void importFiles(chosen);
  };
  return (
    <>
      <input
        id={FILES}
        type="file"
        multiple
        hidden
        aria-label="Files to open"
        onChange={(e) => take(e.target)}
      />
      <input
        id={FOLDER}
        type="file"
        hidden
        aria-label="Folder to open"
        {...{ webkitdirectory: '' }}
        onChange={(e) => take(e.target)}
      />
    </>
  );
}
