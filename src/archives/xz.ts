import { ArchiveFault, piecesOf, type ByteReader, type Bytes } from './bytes';

interface Decoder {
  XzReadableStream: new (packed: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>;
}

const decoding = { now: false };

/** The decoder, an external one in WebAssembly, loaded when the first .xz is met. */
async function load(): Promise<Decoder> {
  const module: object = await import('xz-decompress');
  const found = [module, 'default' in module ? module.default : null].find(isDecoder);
  if (!found) throw new Error('The decoder of .xz could not be loaded.');
  return found;
}

function isDecoder(module: unknown): module is Decoder {
  return typeof module === 'object' && module !== null && 'XzReadableStream' in module;
}

/**
 * Unpacks .xz of one or more streams (xz file format 1.2). What was unpacked before a cut or damage is given first,
 * then a `Fault` is thrown. An .xz inside an .xz is refused: the decoder has one context for all.
 */
export async function* unxz(source: ByteReader, path: string): Bytes {
  if (decoding.now)
    throw new ArchiveFault(path, 'An .xz inside another .xz is not opened. Decompress it first: xz -d FILE');
  const { XzReadableStream } = await load();
  decoding.now = true;
  try {
    yield* piecesOf(new XzReadableStream(streamOf(source)));
  } catch (error) {
    throw source.fault ?? (error instanceof ArchiveFault ? error : damage(path, error));
  } finally {
    decoding.now = false;
  }
}

/** The decoder tells errors by the codes of xz-embedded (enum xz_ret). */
function damage(path: string, error: unknown): ArchiveFault {
  const text = error instanceof Error ? error.message : String(error);
  if (/code [34]$/.test(text))
    return new ArchiveFault(
      path,
      'The .xz needs a dictionary of over 64 MiB, more than is given here. Decompress it first: xz -d FILE',
    );
  if (/code 8$/.test(text))
    return new ArchiveFault(path, 'The compressed data is cut short: what stood before the cut was read.');
  return new ArchiveFault(
    path,
    'The compressed data is damaged: what stood before the damage was read.',
    true,
  );
}

/** The packed bytes for the decoder, which asks once more after the last ones. */
function streamOf(source: ByteReader): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await source.next();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
