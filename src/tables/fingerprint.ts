import { shortHash } from '../model/hash';

/** A column name as it is compared: capitals, blanks, `_` and `-` do not matter. */
export function normalName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}

/**
 * The name under which what is known of a header is remembered. The order of the columns does not matter, because a
 * mapping goes by names: a script that moves a column is still known, one that adds or renames one asks again.
 */
export function fingerprint(names: readonly string[]): string {
  return shortHash(names.map(normalName).sort().join('\n'));
}
