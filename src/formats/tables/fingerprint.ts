import { shortHash } from '../../model/hash';
import type { Sniffed } from './types';

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

/** Tells tables apart that need mappings of their own: the fingerprint, or for one without a header how it looks. */
export function tableKey({ fingerprint, says, columns }: Sniffed): string {
  return fingerprint ?? `${says}, ${columns.map(({ kind }) => kind).join(' ')}`;
}
