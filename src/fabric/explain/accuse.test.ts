import { beforeAll, describe, expect, test } from 'vitest';
import type { Estimator } from '../../estimator/core';
import { testEstimator } from '../../estimator/testing/module';
import { atOnce } from '../../model/turns';
import { explain, type Explanation, type ToExplain } from './explain';
import { TREE_288, planted, runOn, verdictOf } from './testing/planted';
import { NOISE, RATE, simulated, slowed, tabled, type Noise } from './testing/simulate';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

const QUIET: Noise = { cell: 0.01, host: 0.005, phase: 0, outliers: 0 };
const SMALL = 'pgft:4,8/1,4/1,1';

/** 100 seeds of each are in accuse.slow.ts. */
test('a cable at a quarter of its speed ranks first and nothing else is accused; nothing at all without it', () => {
  const told = planted(estimator, tabled(estimator, TREE_288, 'dmodk:as=table'), 'half forward', 20);
  expect(told).toMatchObject({ first: 20, others: 0, falseAlarms: 0 });
});

describe('on a tree of 32 hosts', () => {
  const small = () => tabled(estimator, SMALL, 'dmodk:as=table');
  const cablesOf = (links: readonly number[]) => [...new Set(links.map((link) => link >> 1))];

  test('both directions of a cable that is used both ways', () => {
    const fabric = small();
    const cable = fabric.inner[3] ?? 0;
    const { accused } = verdictOf(estimator, fabric, 'shift', { cable, fraction: 0.25 }, 1, QUIET);
    expect(accused).toHaveLength(2);
    for (const { links, fractions } of accused) {
      expect(cablesOf(links)).toContain(cable);
      expect(fractions[0]).toBeCloseTo(0.25, 1);
    }
    const sum = accused.reduce((part, { explains }) => part + explains, 0);
    expect(sum).toBeGreaterThan(0.8);
    expect(sum).toBeLessThanOrEqual(1);
  });

  test('two slow cables, the worse one first', () => {
    const fabric = small();
    const [bad, worse] = [fabric.inner[0] ?? 0, fabric.inner[5] ?? 0];
    const job = { ...fabric.job, topology: slowed(fabric.job.topology, { cable: bad, fraction: 0.5 }) };
    const grid = simulated(
      estimator,
      { ...fabric, job },
      'half forward',
      { cable: worse, fraction: 0.25 },
      1,
      QUIET,
    );
    const told = runOn(estimator, fabric, 'half forward', grid);
    expect(told.accused.map(({ links }) => cablesOf(links)[0])).toEqual([worse, bad]);
    expect(told.accused.map(({ fractions }) => fractions[0]?.toFixed(1))).toEqual(['0.3', '0.5']);
  });

  test('a slow host is accused by its own cable, not by a cable between switches', () => {
    const fabric = small();
    // Cable 2 joins host 2 to its leaf.
    const { accused } = verdictOf(estimator, fabric, 'shift', { cable: 2, fraction: 0.5 }, 1, NOISE);
    expect(accused.length).toBeGreaterThan(0);
    for (const { links } of accused) expect(cablesOf(links)).toContain(2);
  });

  test('a downlink that serves one host cannot be told from the cable of that host', () => {
    const fabric = small();
    estimator.setup({ ...fabric.job, traffic: { kind: 'pattern', pattern: 'perm' } });
    const { source, target, hosts } = estimator.fabric();
    // Spine 0 (node 40) to leaf 5 (node 37): under D-mod-K all of it goes to host 20.
    const down = [...source.keys()].find((link) => source[link] === 40 && target[link] === 37) ?? 0;
    expect(hosts).toBe(32);
    const { accused } = verdictOf(
      estimator,
      fabric,
      'half forward',
      { cable: down >> 1, fraction: 0.25 },
      1,
      QUIET,
    );
    const [first] = accused;
    expect(accused).toHaveLength(1);
    expect(first?.links).toContain(down);
    expect(first?.links).toHaveLength(2);
    expect(first?.links.map((link) => target[link]).sort()).toEqual([20, 37]);
  });

  test('what is slow everywhere, or between all leaves, is nobody’s fault', () => {
    const fabric = small();
    const grid = simulated(estimator, fabric, 'shift', null, 1, QUIET);
    for (let s = 0; s < 32; s++)
      for (let r = 0; r < 32; r++)
        if (s >> 2 === r >> 2) grid.values[s * 32 + r] = 1.5 * (grid.values[s * 32 + r] ?? 0);
    const told = runOn(estimator, fabric, 'shift', grid);
    expect(told.accused).toEqual([]);
    expect(told.factor).toBeCloseTo(0.92, 1);
  });

  test('pairs that share a slow link get a share of it', () => {
    // Half as many uplinks: two flows on each.
    const fabric = tabled(estimator, 'pgft:4,8/1,2/1,1', 'dmodk:as=table');
    const cable = fabric.inner[0] ?? 0;
    const { accused } = verdictOf(estimator, fabric, 'half forward', { cable, fraction: 0.25 }, 1, QUIET);
    expect(cablesOf(accused[0]?.links ?? [])).toEqual([cable]);
    expect(accused[0]?.fractions[0]).toBeCloseTo(0.25, 1);
  });
});

describe('the whole explanation', () => {
  const base = (): ToExplain => {
    const fabric = tabled(estimator, SMALL, 'dmodk:as=table');
    return {
      job: fabric.job,
      grid: simulated(estimator, fabric, 'half forward', null, 1, QUIET),
      together: 'half forward',
      ends: Int32Array.from({ length: 32 }, (_, rank) => rank),
      limits: { excluded: [], only: null },
      scale: { perCapacity: RATE, hostLimit: null },
      repeats: null,
    };
  };
  const run = (asked: ToExplain): Explanation => {
    const steps = explain(estimator, asked);
    return atOnce(
      (function* () {
        for (;;) {
          const { done, value } = steps.next();
          if (done) return value;
          expect(value.part).toBeGreaterThanOrEqual(0);
          expect(value.part).toBeLessThanOrEqual(1);
          yield;
        }
      })(),
    );
  };

  test('residuals stand where the measurement stands', () => {
    const asked = base();
    const told = run(asked);
    expect(told.agreement).toMatchObject({ pairs: 256 });
    expect(told.agreement.factor).toBeCloseTo(0.92, 2);
    expect(told.residual).toHaveLength(asked.grid.values.length);
    asked.grid.values.forEach((value, at) => expect(told.residual[at]).toBeCloseTo(value / RATE, 5));
  });

  test('one at a time shares nothing: the least capacity on the path', () => {
    const asked = base();
    const fabric = tabled(estimator, 'pgft:4,8/1,1/1,1', 'dmodk:as=table');
    const topology = slowed(fabric.job.topology, { cable: fabric.inner[0] ?? 0, fraction: 0.5 });
    const told = run({ ...asked, job: { ...fabric.job, topology }, together: 'one at a time' });
    // The first leaf's only uplink has half the speed.
    const predicted = [...told.expected.predicted].map((value) => value / RATE);
    told.flows.sender.forEach((sender, flow) => expect(predicted[flow]).toBe(sender < 4 ? 0.5 : 1));
    const adaptive = run({ ...asked, job: { topology, routing: 'greedy' }, together: 'one at a time' });
    expect([...adaptive.expected.predicted]).toEqual([...told.expected.predicted]);
  });

  test('under adaptive routing no link is accused, and the reason is given', () => {
    const told = run({ ...base(), job: { topology: SMALL, routing: 'spray' } });
    expect(told.agreement.pairs).toBe(256);
    expect(told.verdict).toMatchObject({
      known: false,
      why: expect.stringMatching(/adaptive routing/) as string,
    });
  });

  test('where the prediction is worse than one bandwidth for all, no link is accused, and the reason is given', () => {
    // Random tables make pairs share uplinks. The test shows no sharing: the fabric has other tables.
    const { job } = tabled(estimator, SMALL, 'random:seed=7');
    const told = run({ ...base(), job });
    expect(told.verdict).toMatchObject({
      known: false,
      why: expect.stringMatching(/^No link is accused: .* one bandwidth for all/) as string,
    });
    expect(told.medians?.pairs.some((pairs) => pairs > 0)).toBe(true);
  });

  test('a fabric that has none of the hosts is a sentence', () => {
    expect(() => run({ ...base(), ends: new Int32Array(32).fill(-1) })).toThrow(/No pair of the measurement/);
  });
});
