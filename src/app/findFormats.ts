import type { Format } from '../formats/format';
import { NAMED } from '../formats/named';
import type { Named } from '../formats/namedLine';
import { FORMATS } from '../formats/registry';

/** What a search through the formats found, in the order of the registry. */
export interface FoundFormats {
  read: readonly Format[];
  /** Kinds of files that are only named. */
  named: readonly Named[];
}

/** The formats, and the kinds that are only named, in whose texts every word of `query` occurs, whatever its case. */
export function findFormats(query: string): FoundFormats {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const fits = (...texts: readonly string[]) => {
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return {
    read: FORMATS.filter(({ id, name, looksFor, help }) =>
      fits(id, name, looksFor, ...help.make, help.reads, help.not),
    ),
    named: NAMED.filter(({ id, what, instead }) => fits(id, what, instead)),
  };
}
