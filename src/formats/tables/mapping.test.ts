import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint';
import { knownMappings } from './known';
import { isMappingPath, mappingText, parseMapping, type Mapping } from './mapping';
import { sniff } from './sniff';
import type { Sniffed } from './types';

const mapping: Mapping = {
  fabriscope: 'mapping',
  version: 1,
  name: 'my script',
  kind: 'measured',
  columns: [
    { column: 'size', role: 'size', unit: 'KiB' },
    { column: 'nodes', role: 'condition', key: 'nodes' },
    { column: 'lat', role: 'value', unit: 'us', better: 'lower', conditions: { AR: 'on' } },
  ],
  constants: { benchmark: 'osu_bcast', conditions: { system: 'test' } },
};

describe('mapping files', () => {
  it('come back as they were written', () => {
    expect(parseMapping(mappingText(mapping))).toEqual({ ok: true, mapping });
  });

  const broken = (change: (text: string) => string) => {
    const parsed = parseMapping(change(mappingText(mapping)));
    return parsed.ok ? [] : parsed.problems;
  };
  it.each([
    ['"version": 1', '"version": 2', 3, 'version must be 1: a newer mapping needs a newer Fabriscope.'],
    [
      '"unit": "KiB"',
      '"unit": "furlong"',
      10,
      'columns[0].unit must be one of B, KiB, MiB, GiB, kB, MB, GB.',
    ],
    ['"role": "size"', '"role": "width"', 7, 'columns[0] needs a "role"'],
    ['"lat"', '"size"', 6, 'columns must not name the column "size" twice.'],
    ['"role": "value"', '"role": "rank"', 20, 'columns[2].unit is not known here'],
    ['"AR": "on"', '"AR": "maybe"', 23, 'columns[2].conditions.AR must be on or off, not "maybe".'],
    ['"kind": "measured"', '"kind": "guessed"', 5, 'kind must be measured, simulated or published.'],
    ['"name"', '"nmae"', 4, 'nmae is not known here'],
    ['"columns": [', '"columns": [[', 0, 'This is not JSON'],
  ])('%s → %s is told with its line', (from, to, line, text) => {
    const [problem] = broken((written) => written.replace(from, to));
    expect(problem?.text).toContain(text);
    if (line > 0) expect(problem?.line).toBe(line);
  });

  it('never throw', () => {
    for (const text of [
      '',
      '[]',
      'null',
      '{',
      '{"fabriscope":"mapping"}',
      '{"__proto__":1}',
      '[['.repeat(5000),
    ])
      expect(parseMapping(text).ok, text.slice(0, 20)).toBe(false);
  });

  it('are known by their names', () => {
    expect(['a/mapping.json', 'x.mapping.json', 'MAPPING.JSON'].every(isMappingPath)).toBe(true);
    expect(['mapping.csv', 'remapping.json', 'mapping.json.csv'].some(isMappingPath)).toBe(false);
  });
});

describe('what is known of a table', () => {
  const table = sniff({
    path: 'x.csv',
    bytes: new TextEncoder().encode('lat,nodes,size\n1.5,2,4\n1.6,2,8\n'),
    whole: true,
  });
  if (!table) throw new Error('no table found');
  const placed = (path: string, name: string) => ({ path, mapping: { ...mapping, name } });

  it('comes from the nearest folder, then from what is remembered of the header', () => {
    const look = knownMappings([placed('a/mapping.json', 'a'), placed('a/b/x.mapping.json', 'b')], {
      [fingerprint(['Size', 'nodes ', 'LAT'])]: { ...mapping, name: 'remembered' },
    });
    const known = (found: Sniffed, path: string) => look(found, path, () => null);
    expect(known(table, 'a/b/c/x.csv')?.name).toBe('b');
    expect(known(table, 'a/x.csv')?.name).toBe('a');
    expect(known(table, 'other/x.csv')?.name).toBe('remembered');
    expect(
      known({ ...table, fingerprint: fingerprint(['size', 'nodes', 'lat', 'more']) }, 'x.csv'),
    ).toBeNull();
    expect(known({ ...table, fingerprint: null }, 'x.csv')).toBeNull();
    expect(known({ ...table, fingerprint: 'constructor' }, 'x.csv')).toBeNull();
  });

  it('does not come from a mapping of other columns', () => {
    const other = { ...mapping, columns: [{ column: 'bw', role: 'value' as const }] };
    expect(
      knownMappings([{ path: 'mapping.json', mapping: other }], {})(table, 'x.csv', () => null),
    ).toBeNull();
  });

  it('comes from a mapping of another layout where its columns are there in that layout', () => {
    const columns = [{ column: 'bw', role: 'value' as const }];
    const other = { ...mapping, columns, layout: { begins: { line: 2, header: true } } };
    const known = knownMappings([{ path: 'mapping.json', mapping: other }], {});
    const asked: unknown[] = [];
    const [column] = table.columns;
    if (!column) throw new Error('no column');
    const laidOut = { ...table, columns: [{ ...column, name: 'bw' }] };
    expect(known(table, 'x.csv', (layout) => (asked.push(layout), laidOut))).toBe(other);
    expect(asked).toEqual([other.layout]);
    expect(known(table, 'x.csv', () => table)).toBeNull();
    expect(known(table, 'x.csv', () => null)).toBeNull();
  });
});
