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

/** All files below a handle: the way that is left for folders where a page opened from disk gets no entries. */
async function walkHandle(handle: FileSystemHandle, path: string, out: ImportFile[]): Promise<void> {
  if (handle.kind === 'file') {
    out.push({ file: await (handle as FileSystemFileHandle).getFile(), path });
    return;
  }
  for await (const [name, child] of (handle as FileSystemDirectoryHandle).entries())
    await walkHandle(child, `${path}/${name}`, out);
}

/** One thing that was dropped, in every form in which browsers give it. */
interface DroppedItem {
  entry: FileSystemEntry | null;
  file: File | null;
  handle: Promise<FileSystemHandle | null> | undefined;
}

function take(item: DataTransferItem): DroppedItem {
  const { getAsFileSystemHandle } = item as DataTransferItem & {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  };
  const handle = getAsFileSystemHandle?.call(item);
  // Asked for in any case, for it must be asked now; often it is not needed.
  handle?.catch(() => undefined);
  return { entry: item.webkitGetAsEntry(), file: item.getAsFile(), handle };
}

/** Reads one dropped thing; a page opened from disk cannot read entries in Chromium: then by file or handle. */
async function read({ entry, file, handle }: DroppedItem, dropped: Dropped): Promise<void> {
  const unreadable: string[] = [];
  if (entry) await walk(entry, dropped.files, unreadable);
  else if (file) dropped.files.push({ file, path: file.name });
  if (entry && unreadable.length === 1 && unreadable[0] === entry.name) {
    if (entry.isFile && file) return void dropped.files.push({ file, path: file.name });
    const held = await handle?.catch(() => null);
    if (held) return walkHandle(held, entry.name, dropped.files);
  }
  dropped.unreadable.push(...unreadable);
}

/** Files and folders of a drop, with their paths below what was dropped, in the order of their paths. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // All must be taken before the first await: the list empties after the event.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file').map(take);
  const dropped: Dropped = { files: [], unreadable: [] };
  for (const item of items) await read(item, dropped);
  return { files: sortByPath(dropped.files), unreadable: dropped.unreadable };
}

/** The files of an `<input type="file">`, of a folder choice with their paths in it. */
export function chosenFiles(list: FileList): ImportFile[] {
  return sortByPath([...list].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
}

const collator = new Intl.Collator('en', { numeric: true });

function sortByPath(files: ImportFile[]): ImportFile[] {
  return files.sort((a, b) => collator.compare(a.path, b.path));
}
