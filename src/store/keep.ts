/** Why nothing can be kept between visits here, or that it can. */
export type Keeping = { kept: true } | { kept: false; why: string };

const FILE = 'work.fabriscope';
const LOCK = 'fabriscope-work';

let held: Promise<boolean> | null = null;

/**
 * Takes the stored work for this tab: only one tab at a time writes it, so two tabs cannot hurt each other's
 * data. Resolves to false when another tab has it.
 */
function takeLock(): Promise<boolean> {
  held ??= new Promise((resolve) => {
    void navigator.locks
      .request(LOCK, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        // Held until the tab ends.
        return lock === null ? undefined : new Promise<void>(() => undefined);
      })
      .catch(() => resolve(false));
  });
  return held;
}

async function directory(): Promise<FileSystemDirectoryHandle> {
  return navigator.storage.getDirectory();
}

/** Whether this tab keeps the work between visits; if not, a sentence that says why. */
export async function keeping(): Promise<Keeping> {
  const none =
    'This browser gives no storage here (it does on https and on localhost): save a .fabriscope file to keep the work.';
  if (!window.isSecureContext || !('storage' in navigator) || !('locks' in navigator))
    return { kept: false, why: none };
  try {
    await directory();
  } catch {
    return { kept: false, why: none };
  }
  if (await takeLock()) return { kept: true };
  return {
    kept: false,
    why: 'Another tab keeps the stored work; what you do here is not kept between visits. Save a .fabriscope file to keep it.',
  };
}

/** The stored work, or null when there is none. */
export async function loadKept(): Promise<Blob | null> {
  try {
    const handle = await (await directory()).getFileHandle(FILE);
    const file = await handle.getFile();
    return file.size > 0 ? file : null;
  } catch {
    // No such file, or no storage at all: there is nothing to load.
    return null;
  }
}

/** Replaces the stored work in one step: a half-written file is never left behind. */
export async function storeKept(blob: Blob): Promise<void> {
  const handle = await (await directory()).getFileHandle(FILE, { create: true });
  const writable = await handle.createWritable();
  await writable.write(blob);
  await writable.close();
}

/** Removes the stored work. */
export async function forgetKept(): Promise<void> {
  const root = await directory();
  await root.removeEntry(FILE).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  });
}
