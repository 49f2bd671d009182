import { constants, type Dirent } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { counted } from '../model/units';
import { LISTED_LIMIT, type Listing } from '../share/listing';

/** Entries of a folder that are looked at, so that a home directory given by mistake does not take minutes. */
const SEEN_LIMIT = 200_000;

/** A folder that is served: its real path, and whether files whose name begins with a dot are too. */
export interface Folder {
  root: string;
  hidden: boolean;
}

/** The folder that was served is not there any more. */
export class GoneError extends Error {
  override name = 'GoneError';
}

/** Counts of what was left out. */
interface Left {
  hidden: number;
  links: number;
  special: number;
  unreadable: string[];
}

const isHidden = (name: string): boolean => name.startsWith('.');

/**
 * The files of a folder by path, folders within it included. Symbolic links are left out: those that point into the
 * folder would name a file twice, others would lead out of it. What is left out is said in sentences. Rejects with a
 * `GoneError` where the folder itself is not there.
 */
export async function listFolder({ root, hidden }: Folder): Promise<Listing> {
  if (!(await stat(root).catch(() => null))?.isDirectory())
    throw new GoneError(
      `The directory ${basename(root) || root} is not there any more. Start "fabriscope serve" again with the right one.`,
    );
  const files: Listing['files'] = [];
  const left: Left = { hidden: 0, links: 0, special: 0, unreadable: [] };
  let seen = 0;
  let cut = false;
  const take = async (entry: Dirent, path: string): Promise<void> => {
    if (!hidden && isHidden(entry.name)) left.hidden++;
    else if (entry.isSymbolicLink()) left.links++;
    else if (entry.isDirectory()) await walk(path);
    else if (!entry.isFile()) left.special++;
    else {
      const at = join(root, path);
      const info = await access(at, constants.R_OK)
        .then(() => stat(at))
        .catch(() => null);
      if (info) files.push({ path, size: info.size, modified: Math.floor(info.mtimeMs) });
      else left.unreadable.push(path);
    }
  };
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null);
    if (!entries) return void left.unreadable.push(folder === '' ? '.' : folder);
    for (const entry of entries.sort((a, b) => collator.compare(a.name, b.name))) {
      cut ||= files.length === LISTED_LIMIT || ++seen > SEEN_LIMIT;
      if (cut) return;
      await take(entry, folder === '' ? entry.name : `${folder}/${entry.name}`);
    }
  };
  await walk('');
  return { version: 1, name: basename(root) || 'files', base: 'files/', files, left: said(left, cut), cut };
}

const collator = new Intl.Collator('en', { numeric: true });

function said({ hidden, links, special, unreadable }: Left, cut: boolean): string[] {
  const named = unreadable.slice(0, 3).join(', ');
  const more = unreadable.length > 3 ? ` and ${unreadable.length - 3} more` : '';
  return [
    cut &&
      `The folder is too large: only the first ${LISTED_LIMIT.toLocaleString('en')} files (among ${SEEN_LIMIT.toLocaleString('en')} entries) are brought. Serve a folder within it.`,
    unreadable.length > 0 && `No permission to read ${named}${more}.`,
    links > 0 &&
      `${counted(links, 'symbolic link')} in the folder ${links === 1 ? 'is' : 'are'} not followed.`,
    hidden > 0 &&
      `${counted(hidden, 'name')} beginning with a dot ${hidden === 1 ? 'is' : 'are'} left out (--hidden brings them).`,
    special > 0 && `${counted(special, 'entry is', 'entries are')} neither a file nor a folder and left out.`,
  ].filter((sentence) => sentence !== false);
}

/**
 * The real path of a file of the folder by its path in an address (percent-encoded); null for all that is not to be
 * served: outside the folder, reached by a symbolic link or by `..`, hidden, no file, not there.
 */
export async function fileWithin({ root, hidden }: Folder, encoded: string): Promise<string | null> {
  let names: string[];
  try {
    names = encoded.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
  const fits = (name: string) =>
    name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name) && (hidden || !isHidden(name));
  if (!names.every(fits)) return null;
  const path = join(root, ...names);
  const real = await realpath(path).catch(() => null);
  if (real !== path || !real.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
  const info = await stat(real).catch(() => null);
  return info?.isFile() ? real : null;
}
