import type { Mapping, MappedColumn } from '../formats/tables/mapping';
import { sniff } from '../formats/tables/sniff';
import { suggestMapping } from '../formats/tables/suggest';
import type { Sniffed } from '../formats/tables/types';
import { collect, memorySource } from './collect';

/** The table in a text; throws where there is none. */
export function found(text: string | Uint8Array): Sniffed {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const table = sniff({ path: 'some.file', bytes, whole: true });
  if (!table) throw new Error('no table found');
  return table;
}

/** A mapping of these columns. */
export const mapped = (columns: readonly MappedColumn[], rest: Partial<Mapping> = {}): Mapping => ({
  fabriscope: 'mapping',
  version: 1,
  kind: 'measured',
  constants: {},
  columns,
  ...rest,
});

/** Reads a text by a mapping, in pieces of so many bytes. */
export const read = (text: string | Uint8Array, mapping: Mapping | null, piece?: number) =>
  collect(memorySource('some.file', text, piece), { mappingFor: () => mapping });

/** Reads a text by the mapping that is suggested for it. */
export const readSuggested = (text: string | Uint8Array, piece?: number) =>
  read(text, suggestMapping(found(text)).mapping, piece);

/** `benchmark size value` of each number, with conditions. */
export async function told(text: string | Uint8Array): Promise<string[]> {
  const { found: got } = await readSuggested(text);
  return got.rows.map(({ series, bytes, statistic, printed, line }) => {
    const start = got.allSeries[series];
    const conditions = Object.entries(got.runs[start?.run ?? -1]?.conditions ?? {});
    return `${line}: ${start?.benchmark ?? ''} ${start?.metric ?? ''} ${statistic} ${bytes ?? '-'} ${printed} ${start?.printedUnit ?? ''} ${conditions.map(([key, value]) => `${key}=${value}`).join(' ')}`.trim();
  });
}
