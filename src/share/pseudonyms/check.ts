import { mapText, readTable, textColumns } from './arrow';
import { WORDS } from './columns';
import { LEFT_OUT } from './conditions';
import { holdings, type Tables } from './survey';
import type { Words } from './words';

/** A name that should have been replaced stands in what was to go out; the message is a sentence that says where. */
export class Leak extends Error {
  override name = 'Leak';
}

const refusal = (where: string) =>
  new Leak(
    `Nothing was shared: a name that was to be replaced still stands in ${where}. This is a fault of Fabriscope; please report it with the name of this place, and share without pseudonyms only what everybody may read.`,
  );

/**
 * Looks for every replaced name in all texts that are to go out, whatever their case. Throws a `Leak`. `notes` are the
 * texts beside the tables.
 */
export function check(tables: Tables, words: Words, notes: Readonly<Record<string, string>>): void {
  for (const { table, ipc } of tables) {
    const read = readTable(ipc);
    const holds = new Map(holdings(table, read.names));
    for (const column of textColumns(read)) {
      if (table === 'source_note') continue;
      const own = holds.get(column) === 'word';
      mapText(
        read,
        column,
        (text) => {
          if (text !== LEFT_OUT && !(own && WORDS.has(text)) && words.has(text))
            throw refusal(`the table ${table}, column ${column}`);
          return null;
        },
        true,
      );
    }
  }
  for (const [where, text] of Object.entries(notes)) if (words.has(text)) throw refusal(where);
}
