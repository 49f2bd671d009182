import { createSHA256 } from 'hash-wasm';

/** sha256 of a blob, hex; streamed, so that its size does not matter. */
export async function sha256Of(blob: Blob): Promise<string> {
  const hasher = await createSHA256();
  const reader = blob.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return hasher.digest('hex');
    hasher.update(value);
  }
}
