import { createSHA256 } from 'hash-wasm';
import type { FileBytes } from './served';

/** sha256 of a file, hex; streamed, so that its size does not matter. */
export async function sha256Of(file: Pick<FileBytes, 'stream'>): Promise<string> {
  const hasher = await createSHA256();
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return hasher.digest('hex');
    hasher.update(value);
  }
}

/** sha256 of bytes in memory, hex, by the browser itself: beside this thread. Not on plain http. */
export async function nativeSha256(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
