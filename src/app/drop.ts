import type { ImportFile } from '../store/messages';

function readEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** All files below an entry, folders at any depth; a reader gives at most 100 entries at a time. */
async function walk(entry: FileSystemEntry, out: ImportFile[], unreadable: string[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (entry.isFile) {
      out.push({ file: await fileOf(entry as FileSystemFileEntry), path });
    } else if (entry.isDirectory) {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      for (;;) {
        const entries = await readEntries(reader);
        if (entries.length === 0) break;
        for (const child of entries) await walk(child, out, unreadable);
      }
    }
  } catch {
    unreadable.push(path);
  }
}

/** The files of a drop, and the paths that the browser could not read. */
export interface Dropped {
  files: ImportFile[];
  unreadable: string[];
}

/** Files and folders of a drop, with their paths below what was dropped, in the order of their paths. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // The entries must be taken before the first await: the list empties after the event.
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  const files: ImportFile[] = [];
  const unreadable: string[] = [];
  if (entries.length === 0) for (const file of transfer.files) files.push({ file, path: file.name });
  for (const entry of entries) await walk(entry, files, unreadable);
  return { files: sortByPath(files), unreadable };
}

/** The files of an `<input type="file">`, of a folder choice with their paths in it. */
export function chosenFiles(list: FileList): ImportFile[] {
  return sortByPath([...list].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
}

const collator = new Intl.Collator('en', { numeric: true });

function sortByPath(files: ImportFile[]): ImportFile[] {
  return files.sort((a, b) => collator.compare(a.path, b.path));
}
