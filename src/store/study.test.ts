import { describe, expect, it } from 'vitest';
import type { Mapping } from '../formats/tables/mapping';
import { emptyStudy, lastMappings, MAPPINGS_LIMIT, parseStudy } from './study';

const mapping: Mapping = {
  fabriscope: 'mapping',
  version: 1,
  kind: 'measured',
  columns: [{ column: 'lat', role: 'value', unit: 'us' }],
  constants: { benchmark: 'ring', conditions: { AR: 'on' } },
  layout: { decimal: ',' },
};
const stored = (mappings: unknown): unknown => JSON.parse(JSON.stringify({ ...emptyStudy(), mappings }));
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`h${String(i).padStart(4, '0')}`, mapping]));

describe('mappings kept with the study', () => {
  it('come back as they were', () => {
    expect(parseStudy(stored({ abc: mapping }))?.mappings).toEqual({ abc: mapping });
  });

  it('are none in work that was saved before there were any', () => {
    const { selections, hidden, template } = emptyStudy();
    const before = { selections, hidden, template };
    expect(parseStudy(before)).toEqual(emptyStudy());
  });

  it('are checked: a damaged one, or too many, are no study', () => {
    expect(parseStudy(stored({ abc: { ...mapping, columns: [] } }))).toBeNull();
    expect(parseStudy(stored(many(MAPPINGS_LIMIT)))).not.toBeNull();
    expect(parseStudy(stored(many(MAPPINGS_LIMIT + 1)))).toBeNull();
  });

  it('give way to newer ones', () => {
    const kept = Object.keys(lastMappings(many(MAPPINGS_LIMIT + 2)));
    expect(kept).toHaveLength(MAPPINGS_LIMIT);
    expect([kept[0], kept.at(-1)]).toEqual(['h0002', 'h0201']);
  });
});
