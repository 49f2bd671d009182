import type { Sniffed } from './types';

/** Columns named in a sentence. */
const NAMED = 8;

/** What is said of a table whose columns nobody has explained yet. */
export function askForColumns({ says, columns }: Sniffed): string {
  const names = columns.slice(0, NAMED).map(({ name }) => `“${name.slice(0, 40)}”`);
  const more = columns.length > NAMED ? ` and ${columns.length - NAMED} more` : '';
  return `Not the output of a tool that is known here, but a table: ${says} with the columns ${names.join(', ')}${more}. Say what its columns are, and it is read.`;
}
