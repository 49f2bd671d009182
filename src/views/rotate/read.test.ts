import { describe, expect, it } from 'vitest';
import { clientHere } from '../../matrix/testing';
import type { PairSet } from '../../queries/pairs';
import { groupsOf, hostsApart } from '../../pairs/apart';
import type { HeldPairs } from '../../pairs/held';
import { LinkedCameras } from './link';
import { readRotate } from './read';
import type { RotateRequest } from './reading';
import { alike } from '../../pairs/repeats';

const { client } = clientHere();

/** An all-pairs test of which `values` are rows of senders; ranks on the named hosts. */
async function held(
  id: string,
  values: readonly (readonly number[])[],
  hosts: readonly string[],
): Promise<HeldPairs> {
  const ranks = values.length;
  const set: PairSet = {
    ...{ id, runs: [id], from: { table: 'matrix', id: 0 }, benchmark: 'mpiGraph', metric: 'bandwidth' },
    ...{ better: 'higher', unit: 'B/s', params: '', statistic: 'avg', bytes: null, axis: 'rank' },
    ...{
      measuredAt: null,
      concurrency: 'at once',
      layout: 'source',
      ranks,
      schedule: 'shift',
      hosts: null,
      printed: { unit: 'MB/s', factor: 1e6 },
    },
  };
  const names = [...new Set(hosts)];
  const hostNumbers = Int32Array.from(hosts, (host) => names.indexOf(host));
  const pairs = await client.create(ranks, ranks, groupsOf(hostsApart(hostNumbers), ranks, ranks, 0));
  await client.rows(pairs, 0, Float32Array.from(values.flat()));
  const phases = await client.arrange(pairs, { how: 'phases', schedule: 'shift' });
  const { summary } = await client.ask({ type: 'summary', matrix: pairs });
  const shape = { senders: ranks, receivers: ranks, firstReceiver: 0 };
  return {
    set,
    client,
    pairs,
    phases,
    ...shape,
    summary,
    hosts,
    sockets: hosts.map(() => null),
    hostNumbers,
  };
}

const HOSTS = ['n1', 'n1', 'n2', 'n3'];
const A = [
  [0, 900, 100, 110],
  [900, 0, 100, 110],
  [100, 105, 0, 50],
  [100, 105, 200, 0],
];

const wanted = (a: HeldPairs, b: HeldPairs | null, more: Partial<RotateRequest> = {}): RotateRequest => ({
  ...{ a, b, names: { a: 'one', b: 'two' }, frame: 'single', excluded: [], chosen: null },
  ...{ repeats: { a: () => Promise.resolve([]), b: () => Promise.resolve([]) }, sets: { a: 1, b: 1 } },
  ...more,
});
const read = (of: RotateRequest) => readRotate(of, new AbortController().signal);
const cell = async (matrix: number | null | undefined, row: number, column: number) =>
  (await client.ask({ type: 'value', matrix: matrix ?? -1, row, column })).cell;

describe('what is read of a test in shifts', () => {
  it('leaves pairs on one host apart in both matrices, and compares the two ways', async () => {
    const { a, drawn } = await read(wanted(await held('a', A, HOSTS), null));
    expect(a.findings).toMatchObject({ pairs: 10, sameHost: 6, excluded: 0 });
    expect(await cell(drawn[0]?.pairs, 0, 1)).toMatchObject({ value: 900, apart: true });
    expect(await cell(drawn[0]?.phases, 1, 0)).toMatchObject({ value: 900, apart: true });
    expect(await cell(drawn[0]?.phases, 1, 2)).toMatchObject({ value: 50, apart: false });
    expect(a.directions?.pairs[0]).toEqual({ pair: { sender: 2, receiver: 3 }, times: 4 });
    expect(a.persistence).toBeNull();
  });

  it('takes pairs for what there is where all ranks are on one host', async () => {
    const { a } = await read(wanted(await held('a', A, ['n1', 'n1', 'n1', 'n1']), null));
    expect(a.findings).toMatchObject({ pairs: 12, sameHost: 4 });
  });

  it('leaves out a rank of A everywhere, on B by its host', async () => {
    const a = await held('a', A, ['n1', 'n2', 'n3', 'n4']);
    const b = await held('b', A, ['n4', 'n3', 'n2', 'n1']);
    const found = await read(wanted(a, b, { frame: 'side', excluded: [0] }));
    expect(found.alignment?.by).toBe('host');
    expect(found.b?.excluded).toEqual([3]);
    expect(found.a.findings?.excluded).toBe(6);
    expect((await cell(found.drawn[0]?.pairs, 0, 2)).value).toBeNaN();
    expect((await cell(found.drawn[0]?.phases, 2, 2)).value).toBeNaN();
    expect((await cell(found.drawn[1]?.pairs, 0, 3)).value).toBeNaN();
    expect(found.made.length).toBeGreaterThanOrEqual(4);
  });

  it('compares the same hosts, wherever they stand, and says both sides in both matrices', async () => {
    const a = await held('a', A, ['n1', 'n2', 'n3', 'n4']);
    const turned = A.map((row) => row.map((value) => value * 2).toReversed()).toReversed();
    const b = await held('b', turned, ['n4', 'n3', 'n2', 'n1']);
    const { drawn, compared } = await read(wanted(a, b, { frame: 'ratio' }));
    expect(await cell(drawn[0]?.pairs, 0, 2)).toMatchObject({ value: 2, sides: { a: 100, b: 200 } });
    expect(await cell(drawn[0]?.phases, 2, 0)).toMatchObject({ value: 2, sides: { a: 100, b: 200 } });
    expect(compared?.slower).toEqual([]);
    expect(compared?.faster).toHaveLength(12);
  });

  it('limits lists and strips to the chosen box, of B on the same hosts, and draws all', async () => {
    const hosts = ['n1', 'n2', 'n3', 'n4'];
    const a = await held('a', A, hosts);
    const b = await held('b', A.map((row) => row.toReversed()).toReversed(), hosts.toReversed());
    const chosen: RotateRequest['chosen'] = [[[0, 1]], [[2, 3]]];
    const found = await read(wanted(a, b, { frame: 'side', chosen }));
    const limits = found.b && [found.a.findings, found.b.findings].map((of) => [of?.pairs, of?.median]);
    expect(limits).toEqual([
      [4, 105],
      [4, 105],
    ]);
    expect([...(found.b?.chosen?.senders ?? [])]).toEqual([3, 2]);
    expect(found.a.findings?.senders.map(({ rank }) => rank)).toEqual([0, 1]);
    // No chosen pair has a way back that is chosen too.
    expect(found.a.directions).toBeNull();
    expect(found.drawn[0]?.pairs).toBe(a.pairs);
    const ratio = await read(wanted(a, b, { frame: 'ratio', chosen: [[[2, 3]], [[2, 3]]] }));
    expect(ratio.a.findings?.pairs).toBe(2);
    expect(ratio.a.directions?.pairs[0]).toMatchObject({ pair: { sender: 2, receiver: 3 }, times: 4 });
  });

  it('limits lists and strips to shifts of some senders, of B to the same pairs of hosts', async () => {
    const hosts = ['n1', 'n2', 'n3', 'n4'];
    const a = await held('a', A, hosts);
    const b = await held('b', A.map((row) => row.toReversed()).toReversed(), hosts.toReversed());
    // Shift 1 of ranks 0 to 2: 900 from 0 to 1, 100 from 1 to 2, 50 from 2 to 3.
    const chosen: RotateRequest['chosen'] = [[[0, 2]], [[0, 3]], [[1, 1]]];
    const found = await read(wanted(a, b, { frame: 'side', chosen }));
    const read_ = [found.a.findings, found.b?.findings].map((of) => of?.slowest.map(({ value }) => value));
    expect(read_).toEqual([
      [50, 100, 900],
      [50, 100, 900],
    ]);
    const ratio = await read(wanted(a, b, { frame: 'ratio', chosen }));
    expect(ratio.a.findings?.pairs).toBe(3);
    // The way back of shift 1 is shift 3: with both of them chosen, each pair of the ring has both ways.
    const ring: RotateRequest['chosen'] = [[[0, 3]], [[0, 3]], 'K'];
    expect((await read(wanted(a, null, { chosen: ring }))).a.directions?.pairs[0]).toMatchObject({
      times: 4,
    });
    expect(found.a.directions).toBeNull();
  });

  it('a ratio of times above 1 says that B is faster', async () => {
    const timed = async (id: string, factor: number) => {
      const made = await held(
        id,
        A.map((row) => row.map((value) => value * factor)),
        ['n1', 'n2', 'n3', 'n4'],
      );
      return { ...made, set: { ...made.set, better: 'lower', unit: 's' } as const };
    };
    const [a, b] = [await timed('a', 1), await timed('b', 0.5)];
    const { drawn, compared } = await read(wanted(a, b, { frame: 'ratio' }));
    expect(compared).toMatchObject({ turned: true, slower: [] });
    expect(compared?.faster).toHaveLength(12);
    // The worker tells the sides of a turned ratio as B, A.
    expect(await cell(drawn[0]?.pairs, 0, 2)).toMatchObject({ value: 2, sides: { a: 50, b: 100 } });
    const difference = await read(wanted(a, b, { frame: 'difference' }));
    expect(difference.compared?.slower).toEqual([]);
    expect(difference.compared?.faster).toHaveLength(12);
  });

  it('of repeats of a latency the long times are the slow positions', async () => {
    const hosts = Array.from({ length: 8 }, (_, rank) => `n${rank}`);
    const slow = (i: number, j: number) => (i * 3 + j) % 5 === 0;
    const table = hosts.map((_, i) =>
      hosts.map((__, j) => (i === j ? Number.NaN : slow(i, j) ? 9e-6 : 2e-6)),
    );
    const timed = async (id: string) => {
      const made = await held(id, table, hosts);
      return { ...made, set: { ...made.set, better: 'lower', unit: 's' } as const };
    };
    const [one, two] = [await timed('1'), await timed('2')];
    const repeats = { a: () => Promise.resolve([one, two]), b: () => Promise.resolve([]) };
    const { a } = await read(wanted(one, null, { repeats, sets: { a: 2, b: 0 } }));
    const count = table.flat().filter((value) => value > 5e-6).length;
    expect(a.findings?.slow).toBe(count);
    expect(a.persistence).toMatchObject({ verdict: 'same positions', slowShare: count / 56 });
  });

  it('compares by position where the number of ranks differs and no host is named', async () => {
    const a = { ...(await held('a', A, HOSTS)), hosts: [null, null, null, null] };
    const small = A.slice(0, 3).map((row) => row.slice(0, 3));
    const b = { ...(await held('b', small, HOSTS.slice(0, 3))), hosts: [null, null, null] };
    const { drawn, compared } = await read(wanted(a, b, { frame: 'difference' }));
    expect(drawn[0]).toMatchObject({ pairs: null });
    const { summary } = await client.ask({ type: 'summary', matrix: drawn[0]?.phases ?? -1 });
    expect(summary).toMatchObject({ rows: 3, columns: 3 });
    expect(compared?.faster).toEqual([]);
  });
});

describe('limits of the colours', () => {
  const hosts = Array.from({ length: 12 }, (_, rank) => `n${rank}`);
  /** Limits of a test of 132 pairs: so many as `fast` say are at that part of the others, which get 1, and one at `slow`. */
  const limits = async (better: 'higher' | 'lower', count: number, fast: number, slow: number) => {
    const places = hosts.flatMap((_, i) => hosts.flatMap((__, j) => (i === j ? [] : [i * 12 + j])));
    const values = new Array<number>(144).fill(Number.NaN);
    places.forEach((place, i) => (values[place] = i === 131 ? slow : i < count ? fast : 1));
    const rows = hosts.map((_, i) => values.slice(12 * i, 12 * i + 12));
    const made = await held('a', rows, hosts);
    const found = await read(wanted({ ...made, set: { ...made.set, better } }, null));
    return found.limits?.map((value) => Math.round(value * 1000) / 1000);
  };

  it('of a latency reach from what all but the fastest twentieth take to the longest time', async () => {
    // Six fast pairs are less than a twentieth.
    expect(await limits('lower', 6, 0.1, 9)).toEqual([1, 9]);
    // Of twelve the twentieth is one of them, and as many are a level of their own.
    expect(await limits('lower', 12, 0.1, 9)).toEqual([0.1, 9]);
    // Eight are no level yet: not beyond half the time of the peak.
    expect(await limits('lower', 8, 0.1, 9)).toEqual([0.5, 9]);
    expect(await limits('lower', 8, 0.6, 9)).toEqual([0.6, 9]);
  });

  it('of a bandwidth reach from the slowest pair to what all but the fastest twentieth get', async () => {
    expect(await limits('higher', 6, 10, 0.125)).toEqual([0.125, 1]);
    expect(await limits('higher', 12, 10, 0.125)).toEqual([0.125, 10]);
    expect(await limits('higher', 8, 10, 0.125)).toEqual([0.125, 2]);
    expect(await limits('higher', 8, 1.5, 0.125)).toEqual([0.125, 1.5]);
  });

  it('are unknown where all values are one', async () => {
    expect(await limits('lower', 0, 1, 1)).toBeUndefined();
  });
});

describe('repeats', () => {
  it('are sets of one test under the same conditions, the one in sight first', async () => {
    const [one, two, three] = await Promise.all(['1', '2', '3'].map((id) => held(id, A, HOSTS)));
    const sets = [one, two, three].flatMap((each) => (each ? [each.set] : []));
    const runs = [
      { id: '1', experiment: 7 },
      { id: '2', experiment: 7 },
      { id: '3', experiment: 8 },
    ];
    const second = sets[1];
    expect(second && alike(second, sets, runs).map(({ id }) => id)).toEqual(['2', '1']);
  });
});

describe('linked cameras', () => {
  it('point at the same pair, and never answer each other', () => {
    const cameras = new LinkedCameras({
      ...{ schedule: 'half forward', ranks: 200, senders: 100, receivers: 100, firstReceiver: 100 },
    });
    const end = cameras.link();
    cameras.phases.point({ row: 3, column: 98, byKey: true });
    expect(cameras.pairs.cursor).toEqual({ row: 98, column: 1, byKey: false });
    expect(cameras.phases.cursor?.byKey).toBe(true);
    cameras.pairs.point(null);
    expect(cameras.phases.cursor).toBeNull();
    end();
    cameras.pairs.point({ row: 1, column: 1, byKey: false });
    expect(cameras.phases.cursor).toBeNull();
    cameras.show({ sender: 98, receiver: 101 });
    expect(cameras.pairs.view).toMatchObject({ y1: 100, x0: 0 });
    expect(cameras.pairs.view.x1 - cameras.pairs.view.x0).toBe(64);
  });
});
