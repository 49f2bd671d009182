import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { loadCalls, loadPairSets, loadRanks, pairPlaces, rowsSql, type PairSet } from './pairs';
import { ALL_PAIRS, BANDWIDTH, COMMUNICATION, MPIGRAPH, ROTATE, TestRows } from '../testing/rows';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  const rows = new TestRows();
  rows.put('series', { id: 1, run: 'aa:0', ...MPIGRAPH });
  rows.put('matrix', { id: 1, series: 1, ranks: 3, ...ALL_PAIRS, message_bytes: 65536 });
  rows.put('matrix_row', { matrix: 1, row: 0, cells: Float32Array.of(Number.NaN, 2, 3), line: 10 });
  rows.put('matrix_row', { matrix: 1, row: 2, cells: Float32Array.of(7, 8, Number.NaN), line: 12 });
  rows.put('source', { id: 1, path: 'x/a.out', sha256: 'aa', format: 'mpigraph', tool: 'mpiGraph' });
  rows.put('source', { id: 2, path: 'x/b.xml', sha256: 'bb', format: 'ipm', tool: 'IPM' });
  rows.put('run', { id: 'aa:0', source: 1 });
  rows.put('run', { id: 'bb:0', source: 2 });
  for (const rank of [0, 2]) rows.put('rank_map', { run: 'bb:0', rank });
  for (const rank of [0, 1]) {
    const run = `c${rank}:0`;
    rows.put('source', {
      id: 3 + rank,
      path: `prof/p.${rank}.prof`,
      sha256: `c${rank}`,
      format: 'ompi',
      tool: 'Open MPI',
    });
    rows.put('run', { id: run, source: 3 + rank });
    rows.put('rank_map', { run, rank });
    rows.put('series', { id: 10 + rank, run, benchmark: 'Open MPI', ...COMMUNICATION });
    const sent = { source: rank, destination: 1 - rank, bytes: 10 + rank, messages: 1 };
    rows.put('traffic', { series: 10 + rank, call: 'E', ...sent });
  }
  rows.put('series', { id: 2, run: 'bb:0', benchmark: 'IPM', ...COMMUNICATION });
  for (const [source, destination, call, bytes, messages, line] of [
    [0, 1, 'MPI_Isend', 100, 2, 5],
    [0, 1, 'MPI_Send', 50, 1, 6],
    [2, 0, 'MPI_Isend', 7, 1, 7],
  ] as const)
    rows.put('traffic', { series: 2, source, destination, call, bytes, messages, line });
  rows.put('host', { source: 1, id: 4, name: 'n<01>' });
  rows.put('rank_map', { run: 'aa:0', rank: 0, host: 4, socket: 1 });
  rows.put('rank_map', { run: 'aa:0', rank: 1 });
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
});

const ask = (sql: string) => Promise.resolve(db.rows(sql));
const lists = (set: PairSet, calls: readonly string[] | null = null) =>
  [...rowsSql(set, calls)].flatMap((sql) => db.rows(sql)).map((r) => [r.row, JSON.stringify(r.values)]);

describe('a rotate test', () => {
  it('is read in the direction that holds: the user’s word, a sidecar’s, else the file’s', async () => {
    const rotate = await testDatabase();
    const rows = new TestRows();
    rows.put('series', { id: 1, run: 'r:0', benchmark: 'rotate', ...BANDWIDTH });
    rows.put('matrix', { id: 1, series: 1, ...ROTATE, ranks: 6 });
    rows.put('matrix_row', { matrix: 1, row: 1, cells: Float32Array.of(10, 11, 12), line: 2 });
    rows.put('condition', { run: 'r:0', key: 'rotation', value: 'forward', origin: 'content' });
    for (const { table, ipc } of rows.take()) rotate.insert(table, ipc);
    const read = async () => {
      const [set] = await loadPairSets((sql) => Promise.resolve(rotate.rows(sql)), ['r:0']);
      const pairs = rotate.rows('SELECT source, destination, value FROM pair ORDER BY source');
      return [
        set?.schedule,
        ...pairs.map((p) => `${String(p.source)}>${String(p.destination)} ${String(p.value)}`),
      ];
    };
    expect(await read()).toEqual(['half forward', '0>4 10', '1>5 11', '2>3 12']);
    rotate.rows(
      `INSERT INTO condition (run, key, value, origin) VALUES ('r:0', 'rotation', 'backward', 'sidecar')`,
    );
    expect(await read()).toEqual(['half backward', '0>5 10', '1>3 11', '2>4 12']);
    rotate.rows(`INSERT INTO override VALUES ('r:0', 'rotation', 'forward')`);
    expect(await read()).toEqual(['half forward', '0>4 10', '1>5 11', '2>3 12']);
  });
});

describe('pair sets', () => {
  it('are the matrices and the traffic of the chosen runs', async () => {
    const sets = await loadPairSets(ask, ['aa:0', 'bb:0']);
    expect(sets.map(({ id, metric, unit, ranks }) => [id, metric, unit, ranks])).toEqual([
      ['aa:0/0', 'bandwidth', 'B/s', 3],
      ['bb:0/0', 'bytes', 'B', 3],
      ['bb:0/1', 'messages', 'count', 3],
      ['bb:0/2', 'message size', 'B', 3],
    ]);
    expect(sets[0]?.printed).toEqual({ unit: 'MiB/s', factor: 1048576 });
    expect(await loadPairSets(ask, ['none'])).toEqual([]);
  });

  it('give their rows, with what is missing left missing', async () => {
    const [matrix, bytes] = await loadPairSets(ask, ['aa:0', 'bb:0']);
    if (!matrix || !bytes) throw new Error('no sets');
    expect(lists(matrix)).toEqual([
      [0, '[null,2,3]'],
      [2, '[7,8,null]'],
    ]);
    expect(lists(bytes)).toEqual([
      [0, '[0,150,0]'],
      [2, '[7,0,0]'],
    ]);
    expect(lists(bytes, ['MPI_Send'])[0]).toEqual([0, '[0,50,0]']);
  });

  it('have a mean size of messages where there were any, over the chosen calls', async () => {
    const size = (await loadPairSets(ask, ['bb:0']))[2];
    if (!size) throw new Error('no set');
    expect(lists(size)).toEqual([
      [0, '[null,50,null]'],
      [2, '[7,null,null]'],
    ]);
    expect(lists(size, ['MPI_Isend'])[0]).toEqual([0, '[null,50,null]']);
    expect(await loadCalls(ask, size)).toEqual(['MPI_Isend', 'MPI_Send']);
    expect((await pairPlaces(ask, size, 0, 1, 9)).map(({ line }) => line)).toEqual([5, 6]);
  });

  it('put together what each rank wrote into a file of its own', async () => {
    const [bytes] = await loadPairSets(ask, ['c0:0', 'c1:0']);
    if (!bytes) throw new Error('no sets');
    expect([bytes.runs, bytes.ranks]).toEqual([['c0:0', 'c1:0'], 2]);
    expect(lists(bytes)).toEqual([
      [0, '[0,10]'],
      [1, '[11,0]'],
    ]);
  });

  it('put runs of pairs of hosts together, by folder and size, the largest size that all have first', async () => {
    const rows = new TestRows();
    const pairs = [
      ['n1', 'n2'],
      ['n3', 'n1'],
      ['n2', 'n3'],
    ];
    pairs.forEach(([first, second], i) => {
      const [run, series] = [`p${i}:0`, 20 + i];
      rows.put('source', {
        id: 20 + i,
        path: `sweep/p${i}.out`,
        sha256: `p${i}`,
        format: 'osu',
        tool: 'OSU',
      });
      rows.put('run', { id: run, source: 20 + i });
      rows.put('host', { source: 20 + i, id: 40 + 2 * i, name: first ?? '' });
      rows.put('host', { source: 20 + i, id: 41 + 2 * i, name: second ?? '' });
      rows.put('rank_map', { run, rank: 0, host: 40 + 2 * i });
      rows.put('rank_map', { run, rank: 1, host: 41 + 2 * i });
      rows.put('series', { id: series, run, benchmark: 'osu_bw', ...BANDWIDTH });
      rows.put('measurement_text', { series, message_bytes: 1024, value: 10 + i, printed: '1', line: 5 });
      rows.put('measurement_text', { series, message_bytes: 4096, value: 20 + i, printed: '2', line: 6 });
      if (i === 0)
        rows.put('measurement_text', { series, message_bytes: 8192, value: 99, printed: '3', line: 7 });
    });
    for (const { table, ipc } of rows.take()) db.insert(table, ipc);
    const [set, ...others] = await loadPairSets(ask, ['p0:0', 'p1:0', 'p2:0']);
    // Fewer than three of them have 8192.
    expect(others.map(({ bytes }) => bytes)).toEqual([1024]);
    expect(others[0] && lists(others[0])[0]).toEqual([0, '[null,10,null]']);
    if (!set) throw new Error('no set');
    expect(set).toMatchObject({
      hosts: ['n1', 'n2', 'n3'],
      bytes: 4096,
      concurrency: 'one at a time',
      ranks: 3,
    });
    expect(lists(set)).toEqual([
      [0, '[null,20,null]'],
      [1, '[null,null,22]'],
      [2, '[21,null,null]'],
    ]);
    if (set.from.table !== 'runs') throw new Error('not of runs');
    const both: PairSet = { ...set, from: { ...set.from, bothWays: true } };
    expect(lists(both)[0]).toEqual([0, '[null,20,21]']);
    expect((await pairPlaces(ask, set, 2, 0, 5)).map(({ run, line }) => [run, line])).toEqual([['p1:0', 6]]);
    expect(await loadPairSets(ask, ['p0:0', 'p1:0'])).toEqual([]);
  });

  it('have medians of repeats, of the values that are there, and lead to the lines of all', async () => {
    const repeats = await testDatabase();
    const rows = new TestRows();
    const cells = [
      [Number.NaN, 2, 3],
      [Number.NaN, 4, Number.NaN],
      [Number.NaN, 9, 7],
    ];
    cells.forEach((values, i) => {
      const [run, id] = [`r${i}:0`, i + 1];
      rows.put('source', { id, path: `r${i}.out`, sha256: `r${i}`, format: 'mpigraph', tool: 'mpiGraph' });
      rows.put('run', { id: run, source: id });
      rows.put('series', { id, run, ...MPIGRAPH });
      rows.put('matrix', { id, series: id, ranks: 3, ...ALL_PAIRS, message_bytes: 65536 });
      rows.put('matrix_row', { matrix: id, row: 0, cells: Float32Array.from(values), line: 10 + i });
    });
    for (const { table, ipc } of rows.take()) repeats.insert(table, ipc);
    const asked = (sql: string) => Promise.resolve(repeats.rows(sql));
    const of = await loadPairSets(asked, ['r0:0', 'r1:0', 'r2:0']);
    const [first] = of;
    if (!first) throw new Error('no set');
    const median: PairSet = { ...first, from: { table: 'repeats', of } };
    const told = [...rowsSql(median, null)].flatMap((sql) => repeats.rows(sql));
    expect(told.map((r) => [r.row, JSON.stringify(r.values)])).toEqual([[0, '[null,4,5]']]);
    expect((await pairPlaces(asked, median, 0, 1, 9)).map(({ run, line }) => [run, line])).toEqual([
      ['r0:0', 10],
      ['r1:0', 11],
      ['r2:0', 12],
    ]);
  });

  it('know the hosts of their ranks', async () => {
    expect(await loadRanks(ask, 'aa:0')).toEqual([
      { rank: 0, host: 'n<01>', socket: 1 },
      { rank: 1, host: null, socket: null },
    ]);
  });

  it('know their calls, the one that sent most first', async () => {
    const [matrix, bytes] = await loadPairSets(ask, ['aa:0', 'bb:0']);
    if (!matrix || !bytes) throw new Error('no sets');
    expect(await loadCalls(ask, bytes)).toEqual(['MPI_Isend', 'MPI_Send']);
    expect(await loadCalls(ask, matrix)).toEqual([]);
  });

  it('lead from a pair to its lines', async () => {
    const [matrix, bytes] = await loadPairSets(ask, ['aa:0', 'bb:0']);
    if (!matrix || !bytes) throw new Error('no sets');
    expect(await pairPlaces(ask, matrix, 2, 0, 9)).toEqual([{ run: 'aa:0', source: 1, line: 12 }]);
    // Row 2 of shifts forward among six ranks is the pair of sender 1 and receiver 3 + (1 + 2) mod 3.
    const shifts: PairSet = { ...matrix, layout: 'shift', ranks: 6, schedule: 'half forward' };
    expect(await pairPlaces(ask, shifts, 1, 3, 9)).toEqual([{ run: 'aa:0', source: 1, line: 12 }]);
    expect((await pairPlaces(ask, bytes, 0, 1, 9)).map(({ line }) => line)).toEqual([5, 6]);
    expect(await pairPlaces(ask, bytes, 0, 1, 1)).toHaveLength(1);
  });
});
