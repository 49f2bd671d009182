import type { Format } from '../formats/format';
import { NAMED } from '../formats/named/named';
import type { NamedKind } from '../formats/named/namedLine';
import { FORMATS } from '../formats/registry';

/** What is told of a format. */
export type FormatEntry = Pick<Format, 'id' | 'name' | 'looksFor' | 'help'>;

/** Tables of anybody's making, which are no format of their own: a person says what their columns are. */
export const ANY_TABLE: FormatEntry = {
  id: 'table',
  name: 'Any table',
  looksFor: 'rows of as many cells each, one column at least of numbers',
  help: {
    make: [],
    reads:
      'CSV, TSV and text with columns parted by semicolons, bars or blanks; JSON and NDJSON; Parquet; Arrow and Feather. You say once what the columns are, and files with the same header are read so from then on.',
    not: 'Excel workbooks (.xlsx, .xls): save the sheet as CSV. HDF5, SQLite and netCDF: export the results as text.',
  },
};

/** What a search through the formats found, in the order of the registry. */
export interface FoundFormats {
  read: readonly FormatEntry[];
  /** Kinds of files that are only named. */
  named: readonly NamedKind[];
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
    read: [...FORMATS, ANY_TABLE].filter(({ id, name, looksFor, help }) =>
      fits(id, name, looksFor, ...help.make, help.reads, help.not),
    ),
    named: NAMED.filter(({ id, what, instead }) => fits(id, what, instead)),
  };
}
