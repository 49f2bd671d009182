import { entriesOf, type NameTable } from './table';

const WORD = /0x[0-9a-f]{16}|[a-z][a-z0-9-]*-\d+/gi;

/** A text with the names in place of their pseudonyms. */
export function translated(text: string, table: NameTable): string {
  if (text === '') return text;
  const names = new Map<string, string>();
  for (const { name, pseudonym } of entriesOf(table)) names.set(pseudonym.toLowerCase(), name);
  return text.replace(WORD, (word) => names.get(word.toLowerCase()) ?? word);
}
