import type { CatalogueRun } from '../queries/catalogue';
import { text } from '../queries/sql';

/** The user's word on one condition of one run. */
export interface Correction {
  run: string;
  key: string;
  /** A value; null = the run has no such condition; undefined = no word of the user (what was found holds again). */
  value: string | null | undefined;
}

/** Statements that put corrections into the `override` table, which goes by the content of the file. */
export function overrideStatements(
  runs: readonly CatalogueRun[],
  corrections: readonly Correction[],
): string[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  return corrections.flatMap(({ run, key, value }) => {
    const found = byId.get(run);
    if (!found) return [];
    const where = `sha256 = ${text(found.sha256)} AND position = ${found.position} AND key = ${text(key)}`;
    const remove = `DELETE FROM override WHERE ${where}`;
    if (value === undefined) return [remove];
    const stored = value === null ? 'NULL' : text(value);
    return [
      remove,
      `INSERT INTO override VALUES (${text(found.sha256)}, ${found.position}, ${text(key)}, ${stored})`,
    ];
  });
}
