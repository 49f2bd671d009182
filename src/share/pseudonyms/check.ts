import { mapText, readTable, textColumns } from './arrow';
import { WORDS } from './ownWords';
import { LEFT_OUT } from './conditions';
import { holdings, type ContainerTables } from './survey';
import type { NameIndex } from './words';

/** A name that should have been replaced stands in what was to go out; the message is a sentence that says where. */
export class Leak extends Error {
  override name = 'Leak';
}

const refusal = (where: string, name: string) =>
  new Leak(
    `Nothing was made: “${name}”, which was to be replaced, still stands in ${where}. If it is an ordinary word there, take it out of your words or keep names of its kind; else it is a fault of Fabriscope: please report the place.`,
  );

/**
 * Looks for every replaced name in all texts that are to go out, whatever their case. Throws a `Leak`. `notes` are the
 * texts beside the tables.
 */
export function check(
  tables: ContainerTables,
  words: NameIndex,
  notes: Readonly<Record<string, string>>,
): void {
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
          const name = text === LEFT_OUT || (own && WORDS.has(text)) ? null : words.first(text);
          if (name !== null) throw refusal(`the table ${table}, column ${column}`, name);
          return null;
        },
        true,
      );
    }
  }
  for (const [where, text] of Object.entries(notes)) {
    const name = words.first(text);
    if (name !== null) throw refusal(where, name);
  }
}
