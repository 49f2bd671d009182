/** Marks of bytes that decide how the lines they stand in are kept. */

/** Without one of these no line looks like an environment variable (see `looksLikeEnvironment`): `=`, quote. */
export const SUSPECT = 1;
/** A dash: within a line, behind a blank, it may begin an option. */
export const DASH = 2;
/** CR. */
export const RETURN = 4;

/** The mark of each byte, 0 for most. */
export const MARKS = new Uint8Array(256);
MARKS[61] = SUSPECT;
MARKS[34] = SUSPECT;
MARKS[45] = DASH;
MARKS[13] = RETURN;

/** The marks of these bytes together. */
export function marksIn(bytes: Uint8Array, from: number, to: number): number {
  let marks = 0;
  for (let at = from; at < to; at++) marks |= MARKS[bytes[at] ?? 0] ?? 0;
  return marks;
}
