import type { ByteSource } from '../formats/reader/report';
import type { FileBytes } from './served';
import { nativeSha256 } from './sha256';

/**
 * Sizes of files that are held in memory while they are read, in bytes: then the browser itself can hash them, which
 * takes all bytes at once and is several times as fast. It does not pay for small ones.
 */
const HELD = { least: 2 ** 22, most: 2 ** 28 };

/** What is read of a held file while the whole of it is on its way: enough to recognise it. */
const HEAD = 2 ** 21;

/** A dropped or served file as a source. */
export function sourceOf(path: string, file: FileBytes): ByteSource {
  const { size } = file;
  // Plain http has no digest of the browser; what comes from a server is best taken as it comes.
  if (!isSecureContext || !(file instanceof Blob) || size < HELD.least || size > HELD.most)
    return { path, size, stream: () => file.stream() };
  const whole = file.arrayBuffer();
  // Who reads the stream meets the error there.
  whole.catch(() => undefined);
  const pieces = [
    async () => new Uint8Array(await file.slice(0, HEAD).arrayBuffer()),
    async () => new Uint8Array(await whole, HEAD),
  ].values();
  return {
    path,
    size,
    stream: () =>
      new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            const { done, value } = pieces.next();
            if (done) controller.close();
            else controller.enqueue(await value());
          },
        },
        { highWaterMark: 0 },
      ),
    sha256: async () => nativeSha256(await whole),
  };
}
