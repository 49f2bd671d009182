import { beforeAll, describe, expect, test } from 'vitest';
import type { Estimator } from '../../estimator/core';
import { testEstimator } from '../../estimator/testing/module';
import { atOnce } from '../../model/turns';
import { alternatives, hostsOf, hottest, improve, linkLoads, slotTraffic, type ToRoute } from './route';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

/** Four leaves of four hosts (nodes 16 … 19), four spines; capacity 2 everywhere. */
const TOPOLOGY = 'pgft:4,4/1,4/1,1:cap=2';
const ranks = (n: number) => Int32Array.from({ length: n }, (_, rank) => rank);

function asked(cells: [number, number, number][], slots = 16): ToRoute {
  const { traffic } = slotTraffic(cells, ranks(slots));
  return { job: { topology: TOPOLOGY, routing: 'dmodk' }, traffic, placing: { rule: 'order' }, seed: 1 };
}

test('bytes of ranks on one host stay inside, those of ranks without a host outside', () => {
  const { traffic, inside, outside } = slotTraffic(
    [
      [0, 1, 10],
      [0, 2, 5],
      [1, 2, 7],
      [3, 0, 9],
      [2, 0, Number.NaN],
    ],
    Int32Array.of(0, 0, 1, -1),
  );
  expect(traffic).toEqual({
    slots: 2,
    source: Uint32Array.of(0),
    target: Uint32Array.of(1),
    bytes: Float64Array.of(12),
  });
  expect({ inside, outside }).toEqual({ inside: 10, outside: 9 });
});

describe('loads', () => {
  test('two flows to hosts of the same residue share an uplink under D-mod-K', () => {
    // Destinations 4 and 8 both leave leaf 0 by up port 0.
    const loads = linkLoads(
      estimator,
      asked([
        [0, 4, 100],
        [1, 8, 60],
        [2, 3, 30],
      ]),
    );
    const fabric = estimator.fabric();
    expect(loads).toMatchObject({ fullest: 80, fullestHost: 50, fullestInner: 80, lost: 0 });
    const [hot] = hottest(loads, fabric, 1);
    expect([fabric.source[hot ?? 0], fabric.target[hot ?? 0], loads.bytes[hot ?? 0]]).toEqual([16, 20, 160]);
    // Bytes × hops: 4 links for pairs between leaves, 2 within one.
    expect(loads.bytes.reduce((sum, value) => sum + value, 0)).toBe(4 * 160 + 2 * 30);
  });

  test('a placement slot by slot moves the load', () => {
    const hosts = ranks(16);
    // Slot 8 changes places with host 9: its residue is another one.
    [hosts[8], hosts[9]] = [9, 8];
    const loads = linkLoads(estimator, {
      ...asked([
        [0, 4, 100],
        [1, 8, 60],
      ]),
      placing: { hosts },
    });
    expect(loads.fullestInner).toBe(50);
  });

  test('placements at random are those of the estimator: whole leaves, sorted hosts, any hosts', () => {
    linkLoads(estimator, asked([[0, 1, 1]], 4));
    expect(hostsOf(estimator, { rule: 'order' }, 4, 1)).toEqual(ranks(4));
    const packed = hostsOf(estimator, { rule: 'packed' }, 4, 3);
    expect(new Set(packed.map((host) => host >> 2)).size).toBe(1);
    const scattered = hostsOf(estimator, { rule: 'scattered' }, 6, 3);
    expect([...scattered]).toEqual([...new Set(scattered)].sort((p, q) => p - q));
    expect(new Set(hostsOf(estimator, { rule: 'random' }, 16, 3)).size).toBe(16);
  });
});

test('other placements and routings are named with what they give, or why they cannot', () => {
  const found = atOnce(
    alternatives(
      estimator,
      asked([
        [0, 4, 100],
        [1, 8, 60],
      ]),
    ),
  );
  expect(found.find(({ name }) => name === 'spray')?.fullest).toBe(50);
  expect(found.filter(({ kind }) => kind === 'placement').map(({ name }) => name)).toEqual([
    'packed',
    'scattered',
    'random',
  ]);
  const torus = atOnce(
    alternatives(estimator, { ...asked([[0, 1, 8]]), job: { topology: 'torus:4x4', routing: 'minhop' } }),
  );
  expect(torus.find(({ name }) => name === 'dmodk')).toMatchObject({ fullest: null });
  expect(torus.find(({ name }) => name === 'dmodk')?.why).toMatch(/needs a regular tree/);
});

test('a better placement is found where four flows share an uplink, and no slot is lost', () => {
  const question = asked([
    [0, 4, 90],
    [1, 8, 90],
    [2, 12, 90],
  ]);
  linkLoads(estimator, question);
  const better = atOnce(
    withoutSteps(improve(estimator, estimator.fabric(), question.traffic, ranks(13), 1, 60)),
  );
  expect(better.before).toBe(135);
  expect(better.after).toBeLessThanOrEqual(45);
  expect(new Set(better.hosts).size).toBe(13);
  expect(better.kept).toBeGreaterThan(0);
  expect(linkLoads(estimator, { ...question, placing: { hosts: better.hosts } }).fullestInner).toBe(
    better.after,
  );
});

test('a better placement does not depend on the unit of the bytes', () => {
  const found = (bytes: number) => {
    const question = asked([
      [0, 4, bytes],
      [1, 8, bytes],
    ]);
    linkLoads(estimator, question);
    return atOnce(withoutSteps(improve(estimator, estimator.fabric(), question.traffic, ranks(9), 1, 60)));
  };
  const [large, little] = [found(1024), found(2 ** -10)];
  expect(large.kept).toBeGreaterThan(0);
  expect([...little.hosts]).toEqual([...large.hosts]);
});

function* withoutSteps<T>(work: Generator<unknown, T>): Generator<void, T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    yield;
  }
}
