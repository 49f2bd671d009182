import * as v from 'valibot';
import { counted } from '../model/units';
import { loadSources } from '../queries/reports';
import { ListingSchema } from '../share/listing';
import type { ImportFile } from '../store/messages';
import { removeFiles } from './imports';
import { ask, notify } from './state';

/** A folder as its server lists it: its files by paths below its name, and what of it is not among them. */
export interface ServedFolder {
  name: string;
  files: ImportFile[];
  left: readonly string[];
  /** Whether the folder has more files than the list. */
  cut: boolean;
}

/** Asks for a listing; its files are fetched when they are read. Rejects with a sentence. */
export async function listServed(url: URL): Promise<ServedFolder> {
  const answer = await fetch(url, { cache: 'no-store' }).catch(() => null);
  if (answer?.status === 410) throw new Error((await answer.text()).trim());
  if (!answer?.ok)
    throw new Error(
      `The folder that this address was made for is not served any more (${answer ? `HTTP ${answer.status}` : 'no answer'}): start "fabriscope serve" again and open the address that it prints.`,
    );
  const parsed = v.safeParse(ListingSchema, await answer.json().catch(() => null));
  const base = parsed.success ? new URL(parsed.output.base, url) : null;
  if (!parsed.success || base?.origin !== url.origin)
    throw new Error(
      'The list of files at this address is not one that this version of Fabriscope understands.',
    );
  const { name, files, left, cut } = parsed.output;
  const address = (path: string) => new URL(path.split('/').map(encodeURIComponent).join('/'), base).href;
  return {
    name,
    files: files.map(({ path, size, modified }) => ({
      path: `${name}/${path}`,
      file: { url: address(path), size, modified },
    })),
    left,
    cut,
  };
}

/** What is loaded, to be compared with a folder after it was read again. */
export const loadedFiles = () => loadSources(ask);

/**
 * Brings what was loaded before in line with a folder that was read again: of a file whose content has changed the old
 * one is taken out; of files that are gone it is said that they are still loaded. `before` = what was loaded.
 */
export async function followFolder(
  { name, files, left, cut }: ServedFolder,
  before: Awaited<ReturnType<typeof loadedFiles>>,
): Promise<void> {
  for (const sentence of left) notify('info', sentence);
  const earlier = before.filter(({ path }) => path.startsWith(`${name}/`));
  if (earlier.length === 0) return;
  const key = (file: { path: string; sha256: string }) => `${file.sha256} ${file.path}`;
  const known = new Set(before.map(key));
  const renewed = new Set(
    (await loadedFiles()).filter((file) => !known.has(key(file))).map(({ path }) => path),
  );
  const old = earlier.filter(({ path }) => renewed.has(path));
  if (old.length > 0)
    await removeFiles(
      old,
      `${counted(old.length, 'file has', 'files have')} changed in the folder: what was loaded of ${old.length === 1 ? 'it' : 'them'} before is replaced.`,
    );
  const there = new Set(files.map(({ path }) => path));
  const inFolder = (path: string) => there.has(path) || parentsOf(path).some((parent) => there.has(parent));
  const gone = cut ? 0 : earlier.filter(({ path }) => !inFolder(path)).length;
  if (gone > 0)
    notify(
      'info',
      `${counted(gone, 'loaded file is', 'loaded files are')} not in the folder any more and ${gone === 1 ? 'stays' : 'stay'} loaded: remove ${gone === 1 ? 'it' : 'them'} in Files.`,
    );
}

/** The paths above a path: one of them is the archive that a file was read from. */
function parentsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}
