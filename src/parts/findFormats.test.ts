import { describe, expect, it } from 'vitest';
import { NAMED } from '../formats/named/named';
import { FORMATS } from '../formats/registry';
import { ANY_TABLE, findFormats } from './findFormats';

const ids = (query: string) => findFormats(query).read.map(({ id }) => id);

describe('findFormats', () => {
  it('finds everything without words', () => {
    for (const query of ['', '  '])
      expect(findFormats(query)).toEqual({ read: [...FORMATS, ANY_TABLE], named: NAMED });
  });

  it('finds each format by what was looked for and by its commands', () => {
    for (const { id, name, looksFor, help } of FORMATS)
      for (const query of [id, name, looksFor, ...help.make]) expect(ids(query)).toContain(id);
  });

  it('wants every word, in any order and case', () => {
    expect(ids('OSU Kubernetes')).toEqual(['osu-json']);
    expect(ids('kubernetes  osu')).toEqual(['osu-json']);
    expect(ids('osu imbalance-of-nothing')).toEqual([]);
  });

  it.each(['parquet', 'Excel', 'csv', 'xlsx', 'json', 'feather'])('finds tables by “%s”', (query) => {
    expect(ids(query)).toContain('table');
  });

  it('finds kinds that are only named', () => {
    expect(findFormats('eztrace').named.map(({ id }) => id)).toContain('eztrace-stats');
  });
});
