import * as v from 'valibot';

/**
 * Most characters of data in a link, our choice: with a view of some 2,000 the address stays below 32,767, what a command
 * of Windows may have, by which other programs hand addresses to a browser, and what Chromium's address bar shows.
 */
export const INLINE_LIMIT = 30_000;

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** What opens an encrypted work: 32 bytes as base64url. */
const Key = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** Data that a link brings. docs/links.md describes it. */
export const DataSchema = v.pipe(
  v.array(
    v.union([
      v.object({ sample: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)) }),
      /** The data itself, see `src/share/transport/inline.ts`. */
      v.object({ inline: v.pipe(v.string(), v.maxLength(INLINE_LIMIT), v.regex(/^[\w-]+$/)) }),
      /** A file of this origin or one that the site allows; encrypted where there is a key. */
      v.object({ url: v.pipe(v.string(), v.maxLength(500)), sha256: Sha256, key: v.optional(Key) }),
      /** The files that a listing of this origin names (`fabriscope serve`). */
      v.object({ listing: v.pipe(v.string(), v.maxLength(500)) }),
      /** The key of an encrypted file that comes by another way. */
      v.object({ sha256: Sha256, key: Key }),
    ]),
  ),
  v.maxLength(32),
);
export type LinkedData = v.InferOutput<typeof DataSchema>[number];
