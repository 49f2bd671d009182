import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientHere } from '../../matrix/testing';
import type { PairSet } from '../../queries/pairs';
import type { HeldPairs } from '../../pairs/held';
import { EVERYWHERE, QUANTILES } from './counting';
import type { MeasuredSource } from './measure';
import { count, limited, planOf, type Choices } from './plan';

const CHOICES: Choices = { bin: null, binPart: null, binOf: 'value', peak: null, hostLimit: null };

function setOf(better: 'higher' | 'none'): PairSet {
  return {
    ...{
      id: 'r/0',
      runs: ['r'],
      from:
        better === 'none' ? { table: 'traffic', series: [1], column: 'bytes' } : { table: 'matrix', id: 1 },
      benchmark: 'rotate',
      metric: 'bandwidth',
    },
    ...{ better, unit: better === 'none' ? 'B' : 'B/s', printed: { unit: 'MB/s', factor: 1e6 }, params: '' },
    ...{ statistic: 'best', bytes: null, axis: 'rank', layout: 'source', ranks: 4, schedule: null },
    ...{ measuredAt: null, concurrency: 'at once', hosts: null },
  };
}

/** A source over a matrix in a worker of this thread. */
async function source(
  client: ReturnType<typeof clientHere>['client'],
  rows: readonly (readonly number[])[],
  better: 'higher' | 'none' = 'higher',
): Promise<MeasuredSource> {
  const n = rows.length;
  const set = setOf(better);
  const numbers = better === 'none' ? null : Int32Array.from({ length: n }, (_, rank) => rank);
  const matrix = await client.create(n, n, numbers && { rows: numbers, columns: numbers });
  await client.rows(matrix, 0, Float32Array.from(rows.flat()));
  const { summary } = await client.ask({ type: 'summary', matrix });
  const { figures } = await client.ask({ type: 'figures', matrix, box: EVERYWHERE });
  const asked = { type: 'quantiles', matrix, box: EVERYWHERE, positive: better === 'none' } as const;
  const { values } = await client.ask({ ...asked, shares: [0, ...QUANTILES] });
  const [least = Number.NaN, ...quantiles] = values;
  const held: HeldPairs = {
    ...{ set, client, pairs: matrix, phases: null, senders: n, receivers: n, firstReceiver: 0, summary },
    ...{ hosts: rows.map(() => null), sockets: rows.map(() => null), hostNumbers: numbers },
  };
  return {
    ...{ side: null, name: '', set, color: '', dash: '', stated: null, held, itself: n, sameHost: 0 },
    measured: { matrix, figures, quantiles, least },
    fastest: quantiles.at(-1) ?? Number.NaN,
    limits: { excluded: [], chosen: null },
  };
}

const NONE = new AbortController().signal;

async function drawn(
  client: ReturnType<typeof clientHere>['client'],
  sources: readonly MeasuredSource[],
  choices: Partial<Choices> = {},
) {
  const all = { ...CHOICES, ...choices };
  const known = { sources, ratio: null, client, own: [] };
  const plan = planOf(known, limited(sources, all), 'single', all);
  if (!plan) throw new Error('nothing to draw');
  return { plan, counts: await count(plan, NONE) };
}

const MB = 1e6;
const matrixOf = (...rows: number[][]) => rows.map((row) => row.map((value) => value * MB));

describe('a drawing of pair values', () => {
  it('counts each pair once in bins of the chosen width, ranks with themselves left out', async () => {
    const { client } = clientHere();
    const one = await source(client, matrixOf([900, 10, 60], [49, 900, 100], [101, 149, 900]));
    const { plan, counts } = await drawn(client, [one], { bin: 50 * MB });
    expect(plan.edges.map((edge) => edge / MB)).toEqual([0, 50, 100, 150]);
    expect(counts.bins).toEqual([[2, 1, 3]]);
    expect(counts.fine[0]?.reduce((sum, n) => sum + n, 0)).toBe(6);
    expect(plan.unit).toEqual({ factor: MB, label: 'MB/s' });
  });

  it('sets each system against its own peak', async () => {
    const { client } = clientHere();
    const myrinet = await source(client, matrixOf([0, 240, 120], [240, 0, 240], [60, 240, 0]));
    const infiniband = await source(client, matrixOf([0, 960, 480], [960, 0, 960], [240, 960, 0]));
    const { plan, counts } = await drawn(client, [myrinet, infiniband], { binOf: 'peak', binPart: 0.25 });
    expect(plan.across).toBe('peak');
    expect(plan.edges).toEqual([0.25, 0.5, 0.75, 1]);
    expect(counts.bins[0]).toEqual([1, 1, 4]);
    expect(counts.bins[1]).toEqual(counts.bins[0]);
  });

  it('counts pairs that sent nothing apart', async () => {
    const { client } = clientHere();
    const sent = await source(
      client,
      [
        [0, 3, 0],
        [5, 0, 0],
        [9, 9, 0],
      ],
      'none',
    );
    for (const bin of [5, 2]) {
      const { counts } = await drawn(client, [sent], { bin });
      expect(counts.bins[0]?.reduce((sum, n) => sum + n, 0)).toBe(4);
      expect(counts.bins[0]?.every((n) => n >= 0)).toBe(true);
    }
  });

  it('has nothing where every value is missing', async () => {
    const { client } = clientHere();
    const empty = await source(client, matrixOf([1, NaN], [NaN, 1]));
    const known = limited([empty], CHOICES);
    expect(planOf({ sources: [empty], ratio: null, client, own: [] }, known, 'single', CHOICES)).toBeNull();
  });

  it('is the same for every order of the hosts', async () => {
    const n = 5;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { minLength: n * n, maxLength: n * n }),
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: n }),
        async (values, order) => {
          const { client } = clientHere();
          const at = (row: number, column: number) => values[row * n + column] ?? 0;
          const rows = order.map((_, r) => order.map((__, c) => at(r, c)));
          const permuted = order.map((r) => order.map((c) => at(r, c)));
          const [before, after] = [await source(client, rows), await source(client, permuted)];
          const first = await drawn(client, [before]);
          const second = await drawn(client, [after]);
          expect(second.plan.edges).toEqual(first.plan.edges);
          expect(second.counts).toEqual(first.counts);
          expect(after.measured.quantiles).toEqual(before.measured.quantiles);
        },
      ),
      { numRuns: 30 },
    );
  });
});
