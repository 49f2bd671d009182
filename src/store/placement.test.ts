import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadRanks } from '../queries/pairs';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { placeHosts } from './placement';
import { TABLES } from './tables';
import { BANDWIDTH, COMMUNICATION, TestRows } from '../testing/rows';

let db: TestDatabase;
let rows: TestRows;
let ids = 0;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => {
  for (const table of TABLES) db.rows(`DELETE FROM ${table}`);
  rows = new TestRows();
  ids = 0;
});

const load = () => {
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
};
const place = (since = 1) => {
  load();
  return placeHosts((sql) => Promise.resolve(db.rows(sql)), since);
};
const hostsOf = async (run: string) =>
  (await loadRanks((sql) => Promise.resolve(db.rows(sql)), run)).map(({ host }) => host);

function source(path: string, format: string): number {
  const id = ++ids;
  rows.put('source', { id, path, sha256: `${id}`, format });
  return id;
}

/** A file with a matrix of so many ranks; its run is named by its path. */
function matrix(path: string, ranks: number, own: readonly string[] = []): number {
  const id = source(path, 'matrix');
  rows.put('run', { id: path, source: id });
  rows.put('series', { id, run: path, benchmark: 'matrix', ...BANDWIDTH });
  rows.put('matrix', { id, series: id, ranks });
  own.forEach((name, rank) => {
    rows.put('host', { source: id, id: 1000 * id + rank, name });
    rows.put('rank_map', { run: path, rank, host: 1000 * id + rank });
  });
  return id;
}

function hosts(
  path: string,
  names: readonly string[],
  format = 'host-list',
  of = source(path, format),
): number {
  names.forEach((name, rank) => {
    rows.put('host', { source: of, id: 1000 * of + 500 + rank, name });
    rows.put('host_list', { source: of, rank, host: 1000 * of + 500 + rank, socket: rank });
  });
  return of;
}

describe('host lists', () => {
  it('place the runs beside them that name no hosts, and no others', async () => {
    matrix('x/a.csv', 3);
    matrix('x/deep/b.csv', 3);
    matrix('y/c.csv', 3);
    matrix('x/own.csv', 3, ['p', 'q', 'r']);
    hosts('x/hosts.txt', ['n1', 'n2', 'n2']);
    expect(await place()).toEqual([
      {
        kind: 'hosts',
        path: 'x/hosts.txt',
        size: 0,
        text: 'It gives the hosts of 3 ranks to 2 runs that named none.',
      },
    ]);
    for (const run of ['x/a.csv', 'x/deep/b.csv']) expect(await hostsOf(run)).toEqual(['n1', 'n2', 'n2']);
    expect(await hostsOf('y/c.csv')).toEqual([]);
    expect(await hostsOf('x/own.csv')).toEqual(['p', 'q', 'r']);
  });

  it('hold for matrices that come later and for lists that come later; loose ones for loose files', async () => {
    hosts('hosts.txt', ['n1', 'n2']);
    expect((await place())[0]?.text).toMatch(/waits for one of 2 ranks/);
    const late = matrix('late.csv', 2);
    matrix('folder/other.csv', 2);
    expect((await place(late))[0]?.text).toMatch(/to 1 run that/);
    expect(await hostsOf('late.csv')).toEqual(['n1', 'n2']);
    expect(await hostsOf('folder/other.csv')).toEqual([]);
    const later = hosts('folder/hosts', ['m1', 'm2']);
    expect(await place(later)).toMatchObject([{ kind: 'hosts', path: 'folder/hosts' }]);
    expect(await hostsOf('folder/other.csv')).toEqual(['m1', 'm2']);
    expect(await place(99)).toEqual([]);
    expect(await hostsOf('late.csv')).toEqual(['n1', 'n2']);
  });

  it('that do not fit are told and place nothing; the nearest folder wins, a later version of a file too', async () => {
    matrix('x/a.csv', 4);
    matrix('x/b.csv', 4);
    hosts('x/hosts.txt', ['n1', 'n2']);
    const told = await place();
    expect(told).toMatchObject([{ kind: 'misfit', path: 'x/hosts.txt' }]);
    expect(told[0]?.text).toMatch(
      /^It has 2 entries, but x\/a\.csv has 4 ranks: not used for it\..*1 more\.$/,
    );
    expect(await hostsOf('x/a.csv')).toEqual([]);
    hosts('hosts.txt', ['o1', 'o2', 'o3', 'o4']);
    const second = hosts('x/hosts.txt', ['n1', 'n2', 'n3', 'n4']);
    await place(second);
    expect(await hostsOf('x/a.csv')).toEqual(['n1', 'n2', 'n3', 'n4']);
    const third = hosts('x/hosts.txt', ['m1', 'm2', 'm3', 'm4']);
    await place(third);
    expect(await hostsOf('x/a.csv')).toEqual(['m1', 'm2', 'm3', 'm4']);
  });

  it('that both fit place nothing: which is meant cannot be told', async () => {
    matrix('x/a.csv', 2);
    hosts('x/one.txt', ['n1', 'n2']);
    hosts('x/two.txt', ['m1', 'm2']);
    const told = await place();
    expect(told[0]).toMatchObject({ kind: 'misfit', path: 'x/two.txt' });
    expect(told[0]?.text).toMatch(/^x\/one\.txt has as many entries: .* neither is used/);
    expect(await hostsOf('x/a.csv')).toEqual([]);
  });

  it('of a sidecar hold for their own file and win over files; a wrong number is told', async () => {
    const a = matrix('x/a.csv', 2);
    const b = matrix('x/b.csv', 3);
    hosts('', ['s1', 's2'], '', a);
    hosts('', ['s1', 's2'], '', b);
    hosts('x/hosts.txt', ['n1', 'n2']);
    expect(await place()).toMatchObject([
      {
        kind: 'misfit',
        path: 'x/b.csv',
        text: expect.stringMatching(/^The sidecar lists 2 entries, but x\/b\.csv has 3/) as string,
      },
      { kind: 'hosts', path: 'x/hosts.txt', text: expect.stringMatching(/waits/) as string },
    ]);
    expect(await hostsOf('x/a.csv')).toEqual(['s1', 's2']);
    expect(await hostsOf('x/b.csv')).toEqual([]);
  });

  it('place what each rank wrote into a file of its own, by the ranks of all of them', async () => {
    for (const rank of [0, 1, 2]) {
      const path = `prof/p.${rank}.prof`;
      const id = source(path, 'ompi-monitoring');
      rows.put('run', { id: path, source: id });
      rows.put('rank_map', { run: path, rank });
      rows.put('series', { id, run: path, benchmark: 'application', ...COMMUNICATION });
      const destination = rank === 2 ? 1 : rank + 1;
      rows.put('traffic', { series: id, source: rank, destination, call: 'E', bytes: 1, messages: 1 });
    }
    hosts('prof/hosts', ['n1', 'n1', 'n2']);
    expect((await place())[0]?.text).toMatch(/3 ranks to 3 runs/);
    expect(await hostsOf('prof/p.0.prof')).toEqual(['n1', 'n1', 'n2']);
  });
});
