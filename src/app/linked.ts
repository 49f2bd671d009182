import type { LinkedData } from '../share/view';
import type { ImportFile } from '../store/messages';
import { sha256Of } from '../store/sha256';
import { sampleFiles } from './samples';
import { listServed, type ServedFolder } from './served';

/** Largest file that a link may bring: 256 MiB. */
const LINKED_LIMIT = 256 * 1024 * 1024;

/** Data that links have brought in this tab, so that going back and forth does not bring it again. */
const brought = new Set<string>();

/** Files that a link brings, and how to say that they are loaded now and need not be brought again. */
export interface LinkedFiles {
  files: ImportFile[];
  /** Folders that a server of this origin has listed; their files are among `files`. */
  folders: ServedFolder[];
  loaded: () => void;
}

/**
 * Fetches what a link names: samples by id, files of the same origin by address and sha256; of the files that a listing
 * names only where they are. Rejects with a sentence when an address is of another origin or the content is not what
 * the link says.
 */
export async function openLinkedData(data: readonly LinkedData[]): Promise<LinkedFiles> {
  const files: ImportFile[] = [];
  const folders: ServedFolder[] = [];
  const names: string[] = [];
  for (const item of data) {
    const name = JSON.stringify(item);
    if (brought.has(name)) continue;
    if ('sample' in item) files.push(...(await sampleFiles(item.sample)));
    else if ('url' in item) files.push(await fetchChecked(item.url, item.sha256));
    else {
      const folder = await listServed(ofThisOrigin(item.listing));
      folders.push(folder);
      files.push(...folder.files);
    }
    names.push(name);
  }
  return { files, folders, loaded: () => names.forEach((name) => brought.add(name)) };
}

/** Lets links bring their data again, after everything was forgotten. */
export function forgetBrought(): void {
  brought.clear();
}

/** An address of a link. Throws a sentence when it leads elsewhere. */
function ofThisOrigin(address: string): URL {
  const url = new URL(address, document.baseURI);
  if (url.origin !== window.location.origin)
    throw new Error(`The link names data at another place (${url.origin}), which Fabriscope does not fetch.`);
  return url;
}

/** Fetches a file of this origin and checks its content. Rejects with a sentence. */
async function fetchChecked(address: string, sha256: string): Promise<ImportFile> {
  const url = ofThisOrigin(address);
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok)
    throw new Error(
      `The data at ${address} could not be fetched (${answer ? `HTTP ${answer.status}` : 'no answer'}).`,
    );
  const said = Number(answer.headers.get('content-length') ?? 0);
  const blob = said > LINKED_LIMIT ? null : await answer.blob();
  if (!blob || blob.size > LINKED_LIMIT) throw new Error(`The data at ${address} is larger than 256 MiB.`);
  if ((await sha256Of(blob)) !== sha256)
    throw new Error(`The data at ${address} is not what the link was made for: its sha256 differs.`);
  return { file: blob, path: decodeURIComponent(url.pathname.split('/').at(-1) ?? address) };
}
