import { describe, expect, it } from 'vitest';
import { matchSources, topologies, withTables } from './match';
import { folderOf, type FabricSource } from './rows';

const file = (id: number, path: string, said: Partial<FabricSource> = {}): FabricSource => ({
  ...{ id, key: String(id), path, format: 'x', tool: 'x' },
  ...{ nodes: 0, hosts: 0, switches: 0, cables: 0, tables: 0, counters: 0, guids: [], every: [] },
  ...said,
});
const GUIDS = ['0x00aa000000000100', '0x00aa000000000101'];
const HOST = '0x00bb000000000301';
const topology = file(1, 'day/net.txt', { nodes: 4, guids: GUIDS, every: [...GUIDS, HOST] });

describe('the folder of a file', () => {
  it.each([
    ['x.txt', ''],
    ['a/b/x.txt', 'a/b/'],
    ['a/b/x.txt.gz/x.txt', 'a/b/'],
    ['x.dump.xz/x.dump', ''],
    ['a.tgz/b/x.bz2/x', 'a.tgz/b/'],
    ['a.tar.gz/x.txt', 'a.tar.gz/'],
    ['a.zip/x.txt', 'a.zip/'],
  ])('of %s is “%s”', (path, folder) => expect(folderOf(path)).toBe(folder));

  it('compressed files of one folder are one choice', () => {
    const net = file(1, 'day/net.txt.gz/net.txt', { nodes: 4, guids: GUIDS });
    const { choices } = matchSources(net, [
      net,
      file(2, 'day/lfts.dump.gz/lfts.dump', { tables: 2, guids: GUIDS }),
      file(3, 'day/fts.txt.bz2/fts.txt', { tables: 2, guids: GUIDS }),
    ]);
    expect(choices.map(({ folder, tables }) => [folder, tables.length])).toEqual([['day/', 2]]);
  });
});

describe('counters', () => {
  it('by GUID go with the fabric that has half of the GUIDs, from any folder', () => {
    const { counters, refusedCounters } = matchSources(topology, [
      file(2, 'x/own', { counters: 4, every: [HOST] }),
      file(3, 'x/other', { counters: 4, every: [HOST, '0x01', '0x02'] }),
      file(4, 'day/none', { counters: 4, every: ['0x01'] }),
    ]);
    expect(counters.map(({ path }) => path)).toEqual(['x/own']);
    expect(refusedCounters).toEqual([
      'x/other is of another fabric: 1 of its 3 GUIDs is in day/net.txt.',
      'day/none is of another fabric: none of its 1 GUIDs are in day/net.txt.',
    ]);
  });

  it('by LID alone go with a topology of their folder', () => {
    const { counters, refusedCounters } = matchSources(topology, [
      file(2, 'day/own.gz/own', { counters: 4 }),
      file(3, 'other/pq', { counters: 4 }),
    ]);
    expect(counters.map(({ path }) => path)).toEqual(['day/own.gz/own']);
    expect(refusedCounters[0]).toMatch(/^other\/pq names ports by LID alone/);
  });
});

describe('topologies with tables', () => {
  it('are those for which there is a choice of tables', () => {
    const guids = (...ends: number[]) => ends.map((end) => `0x${end.toString(16).padStart(16, '0')}`);
    const sources = [
      file(1, 'a/net', { nodes: 4, guids: guids(1, 2, 3, 4) }),
      file(2, 'b/net', { nodes: 4, guids: guids(3, 4, 5, 6) }),
      file(3, 'c/net', { nodes: 2, guids: guids(9) }),
      file(4, 'd/net', { nodes: 2 }),
      file(5, 'a/half', { tables: 2, guids: guids(1, 2, 7, 8) }),
      file(6, 'b/few', { tables: 2, guids: guids(5, 7, 8) }),
      file(7, 'c/none', { tables: 1 }),
    ];
    expect([...withTables(sources)].sort()).toEqual(
      topologies(sources).flatMap((topology) =>
        matchSources(topology, sources).choices.length > 0 ? [topology.id] : [],
      ),
    );
    expect([...withTables(sources)]).toEqual([1]);
  });
});
