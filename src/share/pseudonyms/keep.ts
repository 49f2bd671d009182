import { newTable, parseTable, type NameTable } from './table';

const FILE = 'pseudonyms.json';

const folder = (): Promise<FileSystemDirectoryHandle> | null =>
  window.isSecureContext && 'storage' in navigator ? navigator.storage.getDirectory() : null;

/** What the browser keeps, and whether it keeps anything here. */
export interface KeptNames {
  table: NameTable;
  kept: boolean;
}

/** The names that were replaced before and their pseudonyms; a new table where there are none. */
export async function loadNames(): Promise<KeptNames> {
  const root = await folder()?.catch(() => null);
  if (!root) return { table: newTable(), kept: false };
  try {
    const file = await (await root.getFileHandle(FILE)).getFile();
    const table = parseTable(JSON.parse(await file.text()));
    if (table) return { table, kept: true };
  } catch {
    // There is none yet, or it is damaged: then it tells nothing any more.
  }
  return { table: newTable(), kept: true };
}

/** Keeps a table, so that the same names get the same pseudonyms in later sharings too. */
export async function storeNames(table: NameTable): Promise<void> {
  const root = await folder();
  if (!root) return;
  const writable = await (await root.getFileHandle(FILE, { create: true })).createWritable();
  await writable.write(JSON.stringify(table));
  await writable.close();
}

/** Removes the table from the browser. */
export async function forgetNames(): Promise<void> {
  const root = await folder()?.catch(() => null);
  await root?.removeEntry(FILE).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  });
}
