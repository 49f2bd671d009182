import { readLink } from '../share/link';
import { decryptWork } from '../share/transport/encrypted';
import type { ImportFile } from '../store/messages';
import { wholeFile } from '../store/served';
import { importFiles } from './imports';
import { openByLink } from './linked';
import { notify, sentence, setView, useApp } from './state';

const get = useApp.getState;
const set = useApp.setState;

/**
 * Opens an encrypted file by a key that the address has. Resolves to false when it has none for this file, which then still
 * waits.
 */
export async function openByAddress(file: ImportFile): Promise<boolean> {
  try {
    const opened = await openByLink(await wholeFile(file), get().view.data);
    if (!opened) return false;
    if (await load(file, opened.work)) opened.loaded();
  } catch (error) {
    putAway(file);
    notify('problem', `${file.path} could not be opened. ${sentence(error)}`);
  }
  return true;
}

/**
 * Opens an encrypted file by what was typed: a key, or the link that has it, whose view is then shown. Rejects with a
 * sentence when it does not open.
 */
export async function openByText(file: ImportFile, typed: string): Promise<void> {
  const text = typed.trim();
  const at = text.indexOf('#');
  if (at < 0) {
    await load(file, await decryptWork(await wholeFile(file), text));
    return;
  }
  const link = readLink(text.slice(at));
  if (!link.ok) throw new Error(link.problem);
  const opened = await openByLink(await wholeFile(file), link.view.data);
  if (!opened) throw new Error(NOT_OF_THIS);
  if (!(await load(file, opened.work))) return;
  opened.loaded();
  setView(link.view);
}

const NOT_OF_THIS = 'This link does not hold the key of this file: it belongs to another one.';

/** Leaves a file closed. */
export function leave(file: ImportFile): void {
  putAway(file);
  notify('info', `${file.path} stays closed. Drop it again when you have its key.`);
}

function putAway(file: ImportFile): void {
  set({ locked: get().locked.filter((one) => one !== file) });
}

function load(file: ImportFile, work: Blob): Promise<boolean> {
  putAway(file);
  return importFiles([{ file: work, path: file.path }]);
}
