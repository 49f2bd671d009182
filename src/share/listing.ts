import * as v from 'valibot';

/** Most files that a listing names. */
export const LISTED_LIMIT = 20_000;

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(4_096));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What `fabriscope serve` tells the app of a folder. */
export const ListingSchema = v.object({
  version: v.literal(1),
  /** Name of the folder: the first part of the paths of its files in the app. */
  name: Text,
  /** Address of the folder's files, relative to the listing's. */
  base: Text,
  /** Paths below the folder with `/` between, sizes in bytes, times of the last change in ms since 1970. */
  files: v.pipe(
    v.array(v.object({ path: Text, size: Count, modified: v.number() })),
    v.maxLength(LISTED_LIMIT),
  ),
  /** What of the folder is not in the list, in whole sentences. */
  left: v.pipe(v.array(v.string()), v.maxLength(20)),
  /** Whether there are more files than a listing may name. */
  cut: v.boolean(),
});
export type Listing = v.InferOutput<typeof ListingSchema>;
