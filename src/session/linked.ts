import type { LinkedData } from '../share/data';
import { decryptWork } from '../share/transport/encrypted';
import { WrongKey } from '../share/transport/encryptionError';
import { containerInLink } from '../share/transport/inline';
import type { ImportFile } from '../store/messages';
import { sha256Of } from '../store/sha256';
import { owned } from './owned';
import { allowedOrigins, ownPolicy } from './origins';
import { sampleFiles } from './samples';
import { listServed, type ServedFolder } from './served';

/** Largest file that a link may bring: 256 MiB. */
const LINKED_LIMIT = 256 * 1024 * 1024;

/** Data that links have brought in this tab, so that going back and forth does not bring it again. */
const brought = owned(() => new Set<string>());

/** Files that a link brings, and how to say that they are loaded now and need not be brought again. */
export interface LinkedFiles {
  files: ImportFile[];
  /** Folders that a server of this origin has listed; their files are among `files`. */
  folders: ServedFolder[];
  /** Whether the link has the key of an encrypted file that comes by another way and is not here yet. */
  waits: boolean;
  loaded: () => void;
}

/**
 * What a link names: samples by id, its own data, files by address and sha256, decrypted where it has their key; of the files that a
 * listing of this origin names only where they are. Rejects with a sentence when an address may not be fetched or the content
 * is not what the link says.
 */
export async function openLinkedData(data: readonly LinkedData[]): Promise<LinkedFiles> {
  const files: ImportFile[] = [];
  const folders: ServedFolder[] = [];
  const names: string[] = [];
  let waits = false;
  for (const item of data) {
    const name = JSON.stringify(item);
    if (brought().has(name)) continue;
    if ('sample' in item) files.push(...(await sampleFiles(item.sample)));
    else if ('inline' in item)
      files.push({ file: await containerInLink(item.inline), path: 'data in the link' });
    else if ('url' in item) files.push(await fetchFile(item));
    else if ('listing' in item) {
      const folder = await listServed(ofThisOrigin(item.listing));
      folders.push(folder);
      files.push(...folder.files);
    } else {
      waits = true;
      continue;
    }
    names.push(name);
  }
  return { files, folders, waits, loaded: () => names.forEach((name) => brought().add(name)) };
}

/**
 * An encrypted file opened by one of the keys that a link has, and how to say that it is loaded; null when none of them is
 * its key. Rejects with a sentence when the file is damaged.
 */
export async function openByLink(
  file: Blob,
  data: readonly LinkedData[],
): Promise<{ work: Blob; loaded: () => void } | null> {
  for (const item of data) {
    if (!('key' in item) || item.key === undefined) continue;
    try {
      const work = await decryptWork(file, item.key);
      return { work, loaded: () => brought().add(JSON.stringify(item)) };
    } catch (error) {
      if (!(error instanceof WrongKey)) throw error;
    }
  }
  return null;
}

/** An address of a link. Throws a sentence when it leads elsewhere. */
function ofThisOrigin(address: string): URL {
  const url = new URL(address, document.baseURI);
  if (url.origin !== window.location.origin)
    throw new Error(`The link names data at another place (${url.origin}), which Fabriscope does not fetch.`);
  return url;
}

/** Fetches a file, checks its content and decrypts it. Rejects with a sentence. */
async function fetchFile(item: Extract<LinkedData, { url: string }>): Promise<ImportFile> {
  const { url: address, sha256, key } = item;
  const url = new URL(address, document.baseURI);
  const home = url.origin === window.location.origin;
  if (!home && !allowedOrigins(ownPolicy()).includes(url.origin))
    throw new Error(
      `The link names data at another place (${url.origin}), which this site does not let Fabriscope fetch. ${key ? DROP_IT : 'Fetch the file yourself and drop it here.'}`,
    );
  const answer = await fetch(url, home ? {} : { credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(
    () => null,
  );
  if (!answer?.ok) {
    const said = answer ? `HTTP ${answer.status}` : 'no answer';
    const store = home || answer ? '' : ' The store must allow this site to read it (CORS).';
    throw new Error(
      `The data at ${address} could not be fetched (${said}).${store}${key ? ` ${DROP_IT}` : ''}`,
    );
  }
  const blob = await upTo(LINKED_LIMIT, answer);
  if (!blob) throw new Error(`The data at ${address} is larger than 256 MiB.`);
  if ((await sha256Of(blob)) !== sha256)
    throw new Error(`The data at ${address} is not what the link was made for: its sha256 differs.`);
  return {
    file: key === undefined ? blob : await decryptWork(blob, key),
    path: decodeURIComponent(url.pathname.split('/').at(-1) ?? address),
  };
}

const DROP_IT = 'If you have the encrypted file, drop it here: the link holds its key.';

/** What an answer brings; null when that is more than the limit, and then no more of it is read. */
async function upTo(limit: number, answer: Response): Promise<Blob | null> {
  if (Number(answer.headers.get('content-length') ?? 0) > limit) return null;
  const reader = answer.body?.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return new Blob(pieces);
    size += piece.value.length;
    if (size > limit) {
      await reader?.cancel();
      return null;
    }
    pieces.push(piece.value);
  }
}
