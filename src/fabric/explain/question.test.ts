import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Estimator } from '../../estimator/core';
import { testEstimator } from '../../estimator/testing/module';
import { emptyGrid } from '../../pairs/grid';
import { answer, type AgainstQuestion, type ExplainQuestion, type RouteQuestion } from './question';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

function run(question: ExplainQuestion) {
  const steps = answer(estimator, question);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const ALL = { excluded: [], only: null };
const words = { kind: 'words', topology: 'pgft:4,4/1,4/1,1', routing: 'dmodk' } as const;
const grid = () => {
  const made = emptyGrid({ layout: 'shift', ranks: 16, schedule: 'half forward' });
  made.values.fill(5e9);
  return made;
};
const against = (): AgainstQuestion => ({
  type: 'against',
  fabric: words,
  hosts: Array.from({ length: 16 }, () => null),
  rail: 0,
  inOrder: false,
  drawn: null,
  grid: grid(),
  together: 'half forward',
  limits: ALL,
  lineRate: true,
  hostLimit: null,
  again: null,
});

describe('against a measurement', () => {
  test('a generated fabric has no names: ranks are its hosts in order, and its bandwidth is fitted', () => {
    const told = run(against());
    if (told.type !== 'against' || !told.explained) throw new Error('no explanation');
    expect(told.matched).toMatchObject({ ok: true, matching: { matchedHosts: 16 } });
    expect(told.explained.expected).toMatchObject({ fitted: true, fittedTo: 64, perCapacity: 5e9 });
    expect(told.explained.verdict).toMatchObject({ known: true, verdict: { accused: [] } });
  });

  test('pairs that are not looked at ran all the same, but are not compared', () => {
    const only = { senders: new Set([0, 1]), receivers: new Set([8, 9, 10]) };
    const told = run({ ...against(), limits: { excluded: [9], only } });
    if (told.type !== 'against' || !told.explained) throw new Error('no explanation');
    expect(told.explained.agreement.pairs).toBe(4);
    expect(told.explained.flows.source).toHaveLength(64);
    expect(told.explained.residual.filter((value) => !Number.isNaN(value))).toHaveLength(4);
  });

  test('how pairs ran is not assumed', () => {
    expect(run({ ...against(), together: null })).toMatchObject({ explained: null, matched: { ok: true } });
  });

  test('a fabric that is too small is a sentence', () => {
    const small = { ...words, topology: 'pgft:2,4/1,2/1,1' };
    expect(run({ ...against(), fabric: small })).toMatchObject({ explained: null, matched: { ok: false } });
  });

  test('a generated fabric that is too large is a sentence, for nobody knows which part was measured', () => {
    const large = { ...words, topology: 'pgft:4,8/1,4/1,1' };
    expect(run({ ...against(), fabric: large })).toMatchObject({
      explained: null,
      matched: { ok: false, problem: expect.stringContaining('16 hosts, the generated fabric 32') as string },
    });
  });

  test('ranks in a random order of a simulated test stand where the estimator drew them', () => {
    const text = readFileSync(
      join(import.meta.dirname, '../../../sample-data/rotate-three-levels/dmodk/rotate_r1.csv'),
      'utf8',
    );
    const rows = text
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split(',').map(Number));
    const half = rows.length;
    const made = emptyGrid({ layout: 'shift', ranks: 2 * half, schedule: 'half forward' });
    rows.forEach((row, shift) =>
      row.forEach(
        (value, sender) => (made.values[sender * made.receivers + ((sender + shift) % half)] = value * 1e6),
      ),
    );
    const sample = {
      ...against(),
      fabric: { kind: 'words', topology: 'tree3:8:pods=6', routing: 'dmodk' } as const,
      hosts: Array.from({ length: 2 * half }, (_, rank) => `made-up-${rank}`),
      grid: made,
    };
    const told = run({ ...sample, drawn: 1 });
    if (told.type !== 'against' || !told.explained) throw new Error('no explanation');
    expect(told.explained.agreement).toMatchObject({ pairs: half * half });
    expect(told.explained.agreement.pearson).toBeCloseTo(1, 6);
    expect(told.explained.agreement.spread).toBeCloseTo(0, 6);
    expect(told.matched).toMatchObject({
      matching: { notes: [expect.stringContaining('random order (seed 1)') as string] },
    });
    // In the order of the hosts the prediction is of other pairs.
    const other = run({ ...sample, drawn: 1, inOrder: true });
    if (other.type !== 'against' || !other.explained) throw new Error('no explanation');
    expect(Number.isNaN(other.explained.agreement.pearson) || other.explained.agreement.pearson < 0.5).toBe(
      true,
    );
  });

  test('words that are none are refused by the estimator', () => {
    expect(() => run({ ...against(), fabric: { ...words, topology: 'cube:3' } })).toThrow(/cube/);
  });
});

describe('routed traffic', () => {
  const bytes = new Float32Array(64);
  bytes[2] = 100; // rank 0 to rank 2
  bytes[1] = 7; // rank 0 to rank 1
  const route = (more: Partial<RouteQuestion> = {}): RouteQuestion => ({
    ...{
      type: 'route',
      fabric: words,
      hosts: Array.from({ length: 8 }, () => null),
      rail: 0,
      ranks: 8,
      bytes,
      limits: ALL,
    },
    ...{ placing: 'order', ranksPerHost: 2, listed: '', seed: 1, improved: false },
    ...more,
  });

  test('ranks of one host keep their bytes inside', () => {
    const told = run(route());
    expect(told).toMatchObject({ routed: { slots: 4, bytes: 100, inside: 7, outside: 0 } });
  });

  test('only the bytes of the pairs that are looked at, without ranks left out', () => {
    const only = { senders: new Set([0]), receivers: new Set([2, 3]) };
    expect(run(route({ limits: { excluded: [], only } }))).toMatchObject({
      routed: { bytes: 100, inside: 0 },
    });
    expect(run(route({ ranksPerHost: 1, limits: { excluded: [2], only: null } }))).toMatchObject({
      routed: { bytes: 7 },
    });
  });

  test('hosts that the files do not name cannot be found by name', () => {
    expect(run(route({ placing: 'named' }))).toMatchObject({
      routed: null,
      placed: { by: 'name', matched: { ok: false } },
    });
  });

  test('a rule says what it did, not that hosts were found', () => {
    expect(run(route({ placing: 'random', ranksPerHost: 1 }))).toMatchObject({
      placed: { by: 'rule', placing: 'random', seed: 1, ranks: 8, hosts: 8 },
    });
    expect(run(route())).toMatchObject({ placed: { placing: 'order', seed: null, hosts: 4 } });
  });

  test('hosts that are listed', () => {
    const told = run(route({ placing: 'listed', listed: '8-11' }));
    expect(told).toMatchObject({ placed: { placing: 'listed', seed: null }, routed: { bytes: 100 } });
    expect(told.type === 'route' && [...(told.routed?.place ?? [])]).toEqual([8, 9, 10, 11]);
    expect(() => run(route({ placing: 'listed', listed: '8' }))).toThrow('the ranks need 4');
  });

  test('more ranks than the fabric has room for: a sentence', () => {
    const small = { ...words, topology: 'pgft:2,4/1,2/1,1' };
    const many = { ranks: 32, bytes: new Float32Array(1024), ranksPerHost: 2 };
    expect(() => run(route({ fabric: small, ...many }))).toThrow('32 ranks with 2 on a host need 16 hosts');
  });

  test('no bytes between hosts: a sentence', () => {
    expect(() => run(route({ ranksPerHost: 8 }))).toThrow(/nothing to route/);
  });
});
