import { text } from '../queries/sql';

/** The user's word on one condition of one run. */
export interface Correction {
  run: string;
  key: string;
  /** A value; null = the run has no such condition; undefined = no word of the user (what was found holds again). */
  value: string | null | undefined;
}

/** Statements that put corrections into the `override` table. */
export function overrideStatements(corrections: readonly Correction[]): string[] {
  return corrections.flatMap(({ run, key, value }) => {
    const remove = `DELETE FROM override WHERE run = ${text(run)} AND key = ${text(key)}`;
    if (value === undefined) return [remove];
    const stored = value === null ? 'NULL' : text(value);
    return [remove, `INSERT INTO override VALUES (${text(run)}, ${text(key)}, ${stored})`];
  });
}
