import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientHere } from '../../matrix/testing';
import type { PairSet } from '../../queries/pairs';
import type { HeldPairs } from '../../pairs/held';
import { arrange, type ArrangeRequest } from './arrange';
import { asymmetryOf, changesOf, findingsOf } from './compared';
import { BY_RANK } from './folds';
import { chosenOf } from '../pairs/chosen';
import { cellsWithin, makePart, partOf, together } from './parts';

const nan = Number.NaN;
const { client } = clientHere();

async function heldOf(
  rows: number[][],
  hosts: (string | null)[],
  better: PairSet['better'] = 'higher',
): Promise<HeldPairs> {
  const ranks = rows.length;
  const pairs = await client.create(ranks, ranks);
  await client.rows(pairs, 0, Float32Array.from(rows.flat()));
  const { summary } = await client.ask({ type: 'summary', matrix: pairs });
  const set: PairSet = {
    id: 'x/0',
    runs: ['x'],
    from: { table: 'matrix', id: 1 },
    benchmark: 'made',
    metric: 'made',
    better,
    unit: better === 'none' ? 'B' : better === 'lower' ? 's' : 'B/s',
    params: '',
    statistic: 'sum',
    bytes: null,
    axis: 'rank',
    layout: 'source',
    ranks,
    schedule: null,
    measuredAt: null,
    concurrency: null,
    hosts: null,
    printed: { unit: 'MB/s', factor: 1e6 },
  };
  return {
    ...{
      set,
      client,
      pairs,
      phases: null,
      senders: ranks,
      receivers: ranks,
      firstReceiver: 0,
      summary,
      hosts,
    },
    sockets: hosts.map(() => null),
    hostNumbers: null,
  };
}
const wanted = (change: Partial<ArrangeRequest> = {}): ArrangeRequest => ({
  frame: 'single',
  order: 'rank',
  fold: BY_RANK,
  excluded: [],
  ...change,
});
async function cells(matrix: number | undefined): Promise<number[]> {
  const box = { row0: 0, row1: 99, column0: 0, column1: 99 };
  return [...(await client.ask({ type: 'block', matrix: matrix ?? -1, box })).values];
}

describe('what is shown', () => {
  it('leaves ranks out and stands in the order of the hosts', async () => {
    const held = await heldOf(
      [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ],
      ['c', 'b', 'a'],
    );
    const made = await arrange(held, null, wanted({ order: 'host', excluded: [1] }));
    expect(made.rows.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(await cells(made.shown[0]?.matrix)).toEqual([9, 7, 3, 1]);
    // A rank with itself is no pair of a test.
    expect(made.shown[0]?.summary).toMatchObject({ count: 2, apart: 2 });
  });

  it('adds traffic of hosts up and takes the mean of a test', async () => {
    const rows = [
      [0, 1, 2, 3],
      [4, 0, 5, 6],
      [7, 8, 0, nan],
      [9, 10, 11, 0],
    ];
    const hosts = ['h', 'h', 'i', 'i'];
    const sum = await arrange(
      await heldOf(rows, hosts, 'none'),
      null,
      wanted({ fold: { ...BY_RANK, fold: 'host' } }),
    );
    expect(await cells(sum.shown[0]?.matrix)).toEqual([5, 16, 34, 11]);
    const mean = await arrange(
      await heldOf(rows, hosts),
      null,
      wanted({ fold: { ...BY_RANK, fold: 'host' }, excluded: [0] }),
    );
    expect(await cells(mean.shown[0]?.matrix)).toEqual([0, 5.5, 9, 11 / 3].map(Math.fround));
  });

  it('takes the mean of a test between groups of hosts without pairs on one host', async () => {
    const rows = [
      [nan, 900, 1, 2],
      [900, nan, 3, 4],
      [5, 6, nan, 7],
      [8, 9, 10, nan],
    ];
    const hosts = ['h1', 'h1', 'h2', 'h3'];
    const apart = Int32Array.of(0, 0, 1, 2);
    const plain = await heldOf(rows, hosts);
    const pairs = await client.create(4, 4, { rows: apart, columns: apart });
    await client.rows(pairs, 0, Float32Array.from(rows.flat()));
    const fold = { ...BY_RANK, fold: 'group', perGroup: 2 } as const;
    const made = await arrange({ ...plain, pairs, hostNumbers: apart }, null, wanted({ fold }));
    expect(made.rows.map(({ name, ranks }) => [name, ranks])).toEqual([
      ['h1 – h2', [0, 1, 2]],
      ['h3', [3]],
    ]);
    // Within the first group 1, 3, 5 and 6; h3 has no pair of its own.
    expect(await cells(made.shown[0]?.matrix)).toEqual([3.75, 13 / 3, 9, nan].map(Math.fround));
  });

  it('takes the mean of a test between leaf switches, and sets those of one name against each other', async () => {
    const rows = [
      [nan, 1, 2, 3],
      [4, nan, 5, 6],
      [7, 8, nan, 9],
      [10, 11, 12, nan],
    ];
    const leaves = new Map(Object.entries({ h1: 'l1', h2: 'l2', h3: 'l1', h4: 'l2', h5: 'l2' }));
    const fold = { ...BY_RANK, fold: 'leaf', leaves } as const;
    const a = await heldOf(rows, ['h1', 'h2', 'h3', 'h4']);
    const one = await arrange(a, null, wanted({ fold, order: 'leaf' }));
    expect(one.rows.map(({ name, ranks }) => [name, ranks])).toEqual([
      ['l1', [0, 2]],
      ['l2', [1, 3]],
    ]);
    // Within l1 the pairs 2 and 7, from it to l2 1, 3, 8 and 9; back 4, 5, 10 and 12, within l2 6 and 11.
    expect(await cells(one.shown[0]?.matrix)).toEqual([4.5, 5.25, 7.75, 8.5]);
    // h5, which A has not, is on l2: twice what A had between the switches.
    const b = await heldOf(
      [
        [nan, 15.5],
        [10.5, nan],
      ],
      ['h5', 'h1'],
    );
    const ratio = await arrange(a, b, wanted({ frame: 'ratio', fold }));
    expect(ratio.rows.map(({ name }) => name)).toEqual(['l1', 'l2']);
    expect(await cells(ratio.shown[0]?.matrix)).toEqual([nan, 2, 2, nan]);
    const unknown = await arrange(a, null, wanted({ order: 'leaf' }));
    expect(unknown.orderProblem).toContain('not known');
  });

  it('adds traffic of sockets up, so many ranks each', async () => {
    const rows = [1, 2, 3, 4].map((row) => [row, row, row, row]);
    const held = await heldOf(rows, ['h', 'h', 'h', 'h'], 'none');
    const fold = { ...BY_RANK, fold: 'socket', perSocket: 2 } as const;
    const made = await arrange(held, null, wanted({ fold }));
    expect(made.rows.map(({ name }) => name)).toEqual(['h socket 0', 'h socket 1']);
    expect(await cells(made.shown[0]?.matrix)).toEqual([6, 6, 14, 14]);
  });

  it('sets B against A by host: a ratio of times says how many times better B is', async () => {
    const a = await heldOf(
      [
        [nan, 2],
        [6, nan],
      ],
      ['p', 'q'],
      'lower',
    );
    const b = await heldOf(
      [
        [nan, 3, 1],
        [1, nan, 1],
        [1, 1, nan],
      ],
      ['q', 'p', 'r'],
      'lower',
    );
    const ratio = await arrange(a, b, wanted({ frame: 'ratio' }));
    expect(ratio.turned).toBe(true);
    expect(ratio.rows.map(({ name }) => name)).toEqual(['p', 'q', 'r']);
    // p → q took 2, then 1; q → p took 6, then 3.
    expect(await cells(ratio.shown[0]?.matrix)).toEqual([nan, 2, nan, 2, nan, nan, nan, nan, nan]);
    expect(ratio.overlap).toEqual({ both: 2, onlyA: 0, onlyB: 4 });
    const { largest } = await changesOf(a, ratio, ratio.shown[0]?.matrix ?? -1, 1);
    expect(largest).toEqual([{ row: 0, column: 1, value: 2, a: 2, b: 1 }]);
    const difference = await arrange(a, b, wanted({ frame: 'difference', excluded: [1] }));
    // q is left out on both sides, though it is rank 0 of B.
    expect(difference.rows.map(({ name }) => name)).toEqual(['p', 'r']);
  });

  it('permuting the hosts of B changes nothing that is drawn', async () => {
    const n = 5;
    const hosts = Array.from({ length: n }, (_, i) => `h${i}`);
    const values = (i: number, j: number) => (i === j ? nan : 1 + i * n + j);
    const table = (order: readonly number[], factor: number) =>
      order.map((i) => order.map((j) => values(i, j) * factor));
    const inOrder = [...hosts.keys()];
    const a = await heldOf(table(inOrder, 1), hosts);
    const drawn = async (order: readonly number[], excluded: readonly number[]) => {
      const b = await heldOf(
        table(order, 2),
        order.map((i) => hosts[i] ?? null),
      );
      const { shown, rows, overlap } = await arrange(a, b, wanted({ frame: 'ratio', excluded }));
      return { cells: await cells(shown[0]?.matrix), names: rows.map(({ name }) => name), overlap };
    };
    const one = fc.shuffledSubarray(inOrder, { minLength: n });
    await fc.assert(
      fc.asyncProperty(one, fc.subarray(inOrder, { maxLength: n - 1 }), async (order, excluded) => {
        expect(await drawn(order, excluded)).toEqual(await drawn(inOrder, excluded));
      }),
      { numRuns: 25 },
    );
  });

  it('brings both sides to one shape side by side', async () => {
    const a = await heldOf([[1]], [null], 'none');
    const b = await heldOf(
      [
        [1, 2],
        [3, 4],
      ],
      [null, null],
      'none',
    );
    const made = await arrange(a, b, wanted({ frame: 'side' }));
    expect(await cells(made.shown[0]?.matrix)).toEqual([1, nan, nan, nan]);
    expect(await cells(made.shown[1]?.matrix)).toEqual([1, 2, 3, 4]);
  });

  it('says why when nothing is left', async () => {
    const held = await heldOf([[1]], [null]);
    await expect(arrange(held, null, wanted({ excluded: [0] }))).rejects.toThrow('All ranks are left out');
  });
});

describe('the chosen box', () => {
  it('is a part of what is shown, in any order, and limits figures and findings', async () => {
    const rows = [
      [0, 1, 2, 3],
      [4, 0, 5, 6],
      [7, 8, 0, 9],
      [10, 11, 12, 0],
    ];
    const held = await heldOf(rows, ['d', 'c', 'b', 'a'], 'none');
    const chosen = { senders: new Set([1, 3]), receivers: new Set([0, 2]), shifts: null };
    const made = await arrange(held, null, wanted({ order: 'host' }));
    const question = partOf(client, made, chosen);
    // By host the ranks stand 3, 2, 1, 0.
    expect(question).toMatchObject({ rows: [0, 2], columns: [1, 3] });
    const part = question && (await makePart(question, new AbortController().signal));
    expect(await cells(part?.of[0]?.alone)).toEqual([12, 10, 5, 4]);
    const masked = await cells(part?.of[0]?.masked);
    expect(masked.filter((value) => !Number.isNaN(value))).toEqual([12, 10, 5, 4]);
    expect(masked).toHaveLength(16);
    const found = await findingsOf(held, [], chosen, 3, null, new AbortController().signal);
    expect(found).toMatchObject({ kind: 'traffic', pairs: 4, total: 31 });
    // Distances |1 − 0|, |1 − 2|, |3 − 0|, |3 − 2|.
    expect([...(found.kind === 'traffic' ? found.profile : [])]).toEqual([0, 4 + 5 + 12, 0, 10]);
    expect(partOf(client, made, null)).toBeNull();
    expect(partOf(client, made, { ...chosen, senders: new Set([9]) })).toBeNull();
  });

  it('says of a comparison what of the box both sides have', async () => {
    const a = await heldOf(
      [
        [0, 1, nan],
        [2, 0, 3],
        [4, 5, 0],
      ],
      ['x', 'y', 'z'],
      'none',
    );
    const b = await heldOf(
      [
        [0, 1, 6],
        [nan, 0, 3],
        [4, 5, 0],
      ],
      ['x', 'y', 'z'],
      'none',
    );
    const made = await arrange(a, b, wanted({ frame: 'difference', order: 'host' }));
    expect(made.overlap).toEqual({ both: 7, onlyA: 1, onlyB: 1 });
    const box = { senders: new Set([0, 1]), receivers: new Set([0]), shifts: null };
    const question = partOf(client, made, box);
    const part = question && (await makePart(question, new AbortController().signal));
    expect(part?.overlap).toEqual({ both: 1, onlyA: 1, onlyB: 0 });
  });

  it('is limited to its shifts, in any order of the ranks, but not where cells hold several ranks', async () => {
    const rows = [
      [0, 1, 2, 3],
      [4, 0, 5, 6],
      [7, 8, 0, 9],
      [10, 11, 12, 0],
    ];
    const found = await heldOf(rows, ['d', 'c', 'b', 'a']);
    const held: HeldPairs = { ...found, set: { ...found.set, schedule: 'shift' } };
    const chosen = chosenOf([[[0, 2]], [[0, 3]], [[1, 1]]], held);
    const made = await arrange(held, null, wanted({ order: 'host' }));
    const question = partOf(client, made, chosen);
    const part = question && (await makePart(question, new AbortController().signal));
    // By host the ranks stand 3, 2, 1, 0: 2 to 3, 1 to 2 and 0 to 1.
    const values = await cells(part?.of[0]?.masked);
    expect(values.flatMap((value, at) => (Number.isNaN(value) ? [] : [[at, value]]))).toEqual([
      [4, 9],
      [9, 5],
      [14, 1],
    ]);
    expect((await cells(part?.of[0]?.alone)).filter((value) => !Number.isNaN(value))).toEqual([9, 5, 1]);
    expect(part?.pairs).toBe(3);
    expect(question && cellsWithin(question)).toEqual([
      { row: 1, column: 0 },
      { row: 2, column: 1 },
      { row: 3, column: 2 },
    ]);
    const grouped = await arrange(held, null, wanted({ fold: { ...BY_RANK, fold: 'group', perGroup: 2 } }));
    expect(together(grouped)).toBe(true);
    expect(partOf(client, grouped, chosen)).toMatchObject({ rows: [0, 1], columns: [0, 1], shifts: null });
  });
});

it('finds how far the two directions of pairs differ', async () => {
  const held = await heldOf(
    [
      [nan, 4, 1],
      [2, nan, 1],
      [1, 1, nan],
    ],
    [null, null, null],
  );
  const found = await asymmetryOf(held, [], null, 5);
  expect(found?.pairs).toEqual([{ sender: 0, receiver: 1, there: 4, back: 2 }]);
  expect(found?.typical).toBe(0);
  expect((await asymmetryOf(held, [2], null, 5))?.typical).toBeCloseTo(1);
});
