import { unzipSync } from 'fflate';
import { openContainer, ContainerError } from '../../store/container';
import { INLINE_LIMIT } from '../data';
import { fromBase64Url, toBase64Url } from './base64';
import { deflated, inflated } from './deflate';
import { fromLean, toLean } from './lean';

/**
 * An address of up to so many characters should pass everywhere (RFC 9110, section 4.1); of longer ones, mail and chat
 * programs may cut some.
 */
export const ADDRESS_THAT_PASSES = 8000;
/** Largest container in bytes that is tried, packed and unpacked: a link holds half of a packed one, by what was measured. */
export const TRIED = 128 * 1024;
const TRIED_UNPACKED = 4 * 1024 * 1024;
/** Most bytes that data in a link may unpack to. */
const UNPACKED_LIMIT = 2 * 1024 * 1024;
/** Version of the form of data in a link: its first byte. */
const VERSION = 1;

/**
 * Data for a link, or that it is too large for one. `characters` = what it takes or would take, null where that is so much
 * that it was not counted.
 */
export type InlineData =
  { fits: true; text: string } | { fits: false; characters: number | null; limit: number };

/** A container as text for a link. Rejects with a `ContainerError` when the bytes are none. */
export async function dataInLink(container: Blob | Uint8Array<ArrayBuffer>): Promise<InlineData> {
  const blob = container instanceof Blob ? container : new Blob([container]);
  const tooLarge = (characters: number | null): InlineData => ({
    fits: false,
    characters,
    limit: INLINE_LIMIT,
  });
  if (blob.size > TRIED) return tooLarge(null);
  const zip = new Uint8Array(await blob.arrayBuffer());
  if (unpackedSize(zip) > TRIED_UNPACKED) return tooLarge(null);
  const lean = toLean(openContainer(zip));
  if (lean.length > UNPACKED_LIMIT) return tooLarge(null);
  const packed = await deflated(lean);
  const bytes = new Uint8Array(1 + packed.length);
  bytes[0] = VERSION;
  bytes.set(packed, 1);
  const text = toBase64Url(bytes);
  return text.length > INLINE_LIMIT ? tooLarge(text.length) : { fits: true, text };
}

/** Bytes that a zip says it unpacks to. */
function unpackedSize(zip: Uint8Array): number {
  let total = 0;
  try {
    unzipSync(zip, {
      filter: ({ originalSize }) => {
        total += originalSize;
        return false;
      },
    });
  } catch {
    // Opening it says why.
    return 0;
  }
  return total;
}

/**
 * The container that a link holds as text, which is to be opened and checked as a file is. Rejects with a `ContainerError`:
 * the link may come from anybody, or be cut.
 */
export async function containerInLink(text: string): Promise<Blob> {
  if (text.length > INLINE_LIMIT) throw new ContainerError('The data in the link is too long.');
  const bytes = fromBase64Url(text);
  const version = bytes?.[0];
  if (!bytes || version === undefined || version === 0) throw cut();
  if (version > VERSION)
    throw new ContainerError(
      `The data in the link was made by a newer Fabriscope (version ${version}; this one reads ${VERSION}). Open it with that version.`,
    );
  const json = await inflated(bytes.slice(1), UNPACKED_LIMIT);
  if (!json) throw cut();
  return new Blob([fromLean(json)]);
}

const cut = () =>
  new ContainerError(
    'The data in the link is damaged or cut short: some mail and chat programs cut long links. Ask for it as a file.',
  );
