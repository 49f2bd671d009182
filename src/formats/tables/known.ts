import { missingColumns, type Mapping, type MappingFor } from './mapping';

/** A mapping with the path of its file. */
export interface PlacedMapping {
  path: string;
  mapping: Mapping;
}

/**
 * What is known of tables: a mapping file holds for tables with its columns in its folder and below, the nearest one
 * first; then come the mappings that are remembered for the very header, by fingerprint.
 */
export function knownMappings(
  placed: readonly PlacedMapping[],
  remembered: Readonly<Record<string, Mapping>>,
): MappingFor {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  const nearest = placed.toSorted((a, b) => folderOf(b.path).length - folderOf(a.path).length);
  return (table, path, laidOut) => {
    const fits = (mapping: Mapping) => {
      const found = mapping.layout ? laidOut(mapping.layout) : table;
      return found !== null && missingColumns(mapping, found).length === 0;
    };
    const beside = nearest.find((one) => path.startsWith(folderOf(one.path)) && fits(one.mapping));
    if (beside) return beside.mapping;
    if (table.fingerprint === null || !Object.hasOwn(remembered, table.fingerprint)) return null;
    return remembered[table.fingerprint] ?? null;
  };
}
