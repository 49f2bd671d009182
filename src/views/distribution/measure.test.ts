import { describe, expect, it } from 'vitest';
import { clientHere } from '../../matrix/testing';
import type { PairSet } from '../../queries/pairs';
import type { HeldPairs } from '../../pairs/held';
import { measure, type DistributionQuestion } from './measure';

const nan = Number.NaN;
const { client } = clientHere();

async function heldOf(
  rows: readonly (readonly number[])[],
  hosts: readonly string[],
  better: PairSet['better'] = 'higher',
  schedule: PairSet['schedule'] = null,
): Promise<HeldPairs> {
  const n = rows.length;
  const set: PairSet = {
    ...{ id: hosts.join(' '), runs: ['r'], from: { table: 'matrix', id: 1 }, benchmark: 'made' },
    ...{ metric: 'made', better, unit: better === 'lower' ? 's' : 'B/s', params: '', statistic: 'avg' },
    ...{ printed: { unit: 'MB/s', factor: 1e6 }, bytes: null, axis: 'rank', layout: 'source', ranks: n },
    ...{ schedule, measuredAt: null, concurrency: null, hosts: null },
  };
  const pairs = await client.create(n, n);
  await client.rows(pairs, 0, Float32Array.from(rows.flat()));
  const { summary } = await client.ask({ type: 'summary', matrix: pairs });
  const shape = { senders: n, receivers: n, firstReceiver: 0, phases: null };
  return { ...shape, set, client, pairs, summary, hosts, sockets: hosts.map(() => null), hostNumbers: null };
}

const question = (
  held: readonly HeldPairs[],
  more: Partial<DistributionQuestion> = {},
): DistributionQuestion => ({
  sources: held.map(({ set }, i) => ({
    ...{ side: i === 0 ? ('a' as const) : ('b' as const), name: '', set, color: '', dash: '', stated: null },
  })),
  hold: (set) => {
    const found = held.find((each) => each.set === set);
    return found ? Promise.resolve(found) : Promise.reject(new Error('There is no such set.'));
  },
  excluded: [],
  chosen: null,
  ratio: false,
  ...more,
});
const NONE = new AbortController().signal;
const there = (matrix: number) =>
  client.ask({ type: 'summary', matrix }).then(
    () => true,
    () => false,
  );

describe('what is measured of two sides', () => {
  const A = [
    [nan, 10, 20],
    [10, nan, 20],
    [20, 20, nan],
  ];
  const halved = A.map((row) => row.map((value) => value / 2));

  it('leaves out a rank of A, and of B the one on its host', async () => {
    const sides = [await heldOf(A, ['n1', 'n2', 'n3']), await heldOf(A, ['n3', 'n2', 'n1'])];
    const { sources } = await measure(question(sides, { excluded: [0] }), NONE);
    expect(sources.map(({ measured }) => measured.figures.mean)).toEqual([20, 10]);
  });

  it('counts the pairs of the chosen box alone, of B on the same hosts', async () => {
    const sides = [await heldOf(A, ['n1', 'n2', 'n3']), await heldOf(A, ['n3', 'n2', 'n1'])];
    const { sources } = await measure(question(sides, { chosen: [[[0, 1]], [[0, 0]]] }), NONE);
    // 2 → 1 of A is 10, and n2 → n1 of B 20.
    expect(sources.map(({ measured }) => measured.figures)).toMatchObject([
      { count: 1, mean: 10 },
      { count: 1, mean: 20 },
    ]);
    // What a link gives is not what the box gets.
    expect(sources.map(({ fastest }) => fastest)).toEqual([20, 20]);
    const none = question(sides, { chosen: [[[7, 9]], [[0, 0]]] });
    await expect(measure(none, NONE)).rejects.toThrow('or the box has none of them');
  });

  it('counts the pairs of some shifts alone, of B on the same hosts; those of others are not missing', async () => {
    const sides = [
      await heldOf(A, ['n1', 'n2', 'n3'], 'higher', 'shift'),
      await heldOf(A, ['n3', 'n2', 'n1'], 'higher', 'shift'),
    ];
    // Shift 1 of all: 10 from n1 to n2, 20 from n2 to n3 and from n3 to n1; in B 20, 10 and 20.
    const chosen: DistributionQuestion['chosen'] = [[[0, 2]], [[0, 2]], [[1, 1]]];
    const told = await measure(question(sides, { chosen, ratio: true }), NONE);
    expect(told.sources.map(({ measured, itself }) => [measured.figures, itself])).toMatchObject([
      [{ count: 3, sum: 50, missing: 0 }, 0],
      [{ count: 3, sum: 50, missing: 0 }, 0],
    ]);
    expect(told.ratio?.measured.figures).toMatchObject({ count: 3, min: 0.5, max: 2 });
    // Where a set has no shifts, the box limits it to senders and receivers.
    const plain = await measure(question([await heldOf(A, ['n1', 'n2', 'n3'])], { chosen }), NONE);
    expect(plain.sources[0]?.measured.figures.count).toBe(6);
  });

  it('divides so that above 1 B is better: times are A over B', async () => {
    const names = ['n1', 'n2', 'n3'];
    const times = [await heldOf(A, names, 'lower'), await heldOf(halved, names, 'lower')];
    const faster = (await measure(question(times, { ratio: true }), NONE)).ratio;
    expect(faster).toMatchObject({ turned: true, measured: { figures: { min: 2, max: 2, count: 6 } } });
    const rates = [await heldOf(A, names), await heldOf(halved, names)];
    const slower = (await measure(question(rates, { ratio: true }), NONE)).ratio;
    expect(slower).toMatchObject({ turned: false, measured: { figures: { min: 0.5, max: 0.5, count: 6 } } });
  });

  it('drops what it made when it fails or is given up', async () => {
    const held = [await heldOf(A, ['n1', 'n2', 'n3']), await heldOf(A, ['n3', 'n2', 'n1'])];
    const asked = question(held, { excluded: [0] });
    let made = await client.create(1, 1);
    const second = (failing: () => Promise<HeldPairs>): DistributionQuestion => ({
      ...asked,
      hold: async (set) => {
        if (set === held[0]?.set) return asked.hold(set);
        // The matrix without rank 0 of the first set is there by now.
        expect(await there(++made)).toBe(true);
        return failing();
      },
    });
    const failed = second(() => Promise.reject(new Error('no memory')));
    await expect(measure(failed, NONE)).rejects.toThrow('no memory');
    expect(await there(made)).toBe(false);
    const controller = new AbortController();
    const given = second(() => {
      controller.abort();
      return Promise.resolve(held[0] as HeldPairs);
    });
    await expect(measure(given, controller.signal)).rejects.toThrow();
    expect(await there(made)).toBe(false);
  });
});
