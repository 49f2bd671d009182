/** The exact checks: on our own fabrics, and against the list of the reference data where it is present. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Estimator } from './core';
import type { Batch, Measures, TrafficSpec } from './job';
import { exactBisection, exactPermutation, poissonLimit, ratio } from './testing/limits';
import { pool, type EstimateFigures } from './result';
import { testEstimator } from './testing/module';
import { bisections, listText, permutations } from './testing/patterns';
import { referenceDirectory, referenceJson } from './testing/reference';

interface Entry {
  id: string;
  value?: number | number[];
  fraction?: string | null;
  leaves?: number;
  hosts_per_leaf?: number;
  theta?: number;
  k?: number;
  mean_inv_c?: number;
  max_load?: number;
  min_b?: number;
  predicted?: number[];
  measured?: number[];
}

const directory = referenceDirectory();
const entries = directory ? referenceJson<Entry[]>(directory, 'analytic.json') : [];
const entry = new Map(entries.map((e) => [e.id, e]));
/** Our own value, and that of the reference list where it is present. */
const agree = (id: string, ours: number, digits = 9) => {
  const theirs = entry.get(id)?.value;
  if (typeof theirs === 'number') expect(ours, id).toBeCloseTo(theirs, digits);
};

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

function batchOf(
  topology: string,
  routing: string,
  traffic: TrafficSpec,
  measures: Measures,
  count = 1,
): Batch {
  estimator.setup({ topology, routing, traffic });
  return estimator.run(0, count, 1n, measures);
}

function figures(topology: string, routing: string, pattern: string, count = 1): EstimateFigures {
  return pool([batchOf(topology, routing, { kind: 'pattern', pattern }, { share: true }, count)]);
}

function pairs(topology: string, routing: string, list: [number, number][][]): EstimateFigures {
  return pool([batchOf(topology, routing, { kind: 'pairs', text: listText(list) }, { share: true })]);
}

const two = (leaves: number, perLeaf: number) => `pgft:${perLeaf},${leaves}/1,${perLeaf}/1,1`;

describe('exact mean of all bisections, two levels', () => {
  test.each([
    [3, 2, '14/15', '13/15'],
    [4, 2, '32/35', '29/35'],
    [5, 2, '19/21', '17/21'],
  ])('%i × %i hosts, all patterns enumerated', (leaves, perLeaf, oneWay, bothWays) => {
    for (const [both, fraction] of [
      [false, oneWay],
      [true, bothWays],
    ] as const) {
      expect(exactBisection(leaves, perLeaf, both).join('/')).toBe(fraction);
      const all = pairs(two(leaves, perLeaf), 'dmodk', bisections(leaves * perLeaf, both));
      expect(all.meanInvC).toBeCloseTo(ratio(exactBisection(leaves, perLeaf, both)), 12);
    }
  });

  test.each([
    [3, 2, '23/25'],
    [4, 2, '43/49'],
  ])('%i × %i hosts, all permutations', (leaves, perLeaf, fraction) => {
    expect(exactPermutation(leaves, perLeaf).join('/')).toBe(fraction);
    const all = pairs(two(leaves, perLeaf), 'dmodk', permutations(leaves * perLeaf));
    expect(all.meanInvC).toBeCloseTo(ratio(exactPermutation(leaves, perLeaf)), 12);
    agree(`perm2.${leaves}x${perLeaf}`, ratio(exactPermutation(leaves, perLeaf)));
  });

  const sizes: [number, number][] = [];
  for (const [n, m] of [
    [3, 2],
    [4, 2],
    [5, 2],
    [4, 4],
    [8, 4],
  ] as const)
    sizes.push([n, m]);
  for (const [n, m] of [
    [18, 18],
    [36, 18],
    [24, 12],
    [32, 16],
    [32, 32],
    [40, 20],
    [64, 32],
  ] as const)
    sizes.push([n, m]);
  test.each(sizes)('%i × %i hosts, closed form and random patterns', (leaves, perLeaf) => {
    for (const both of [false, true]) {
      const exact = ratio(exactBisection(leaves, perLeaf, both));
      agree(`ebb2.${leaves}x${perLeaf}.${both ? 'bidir' : 'uni'}`, exact);
      const count = Math.ceil(4e5 / (leaves * perLeaf));
      const { ebb } = figures(two(leaves, perLeaf), 'dmodk', both ? 'bisectfb' : 'bisect', count);
      expect(Math.abs(ebb.mean - exact)).toBeLessThan((5 / 1.96) * (ebb.halfWidth ?? 0));
    }
  });

  test.each([
    [18, 18],
    [36, 18],
  ])('%i × %i hosts, random permutations', (leaves, perLeaf) => {
    agree(`perm2.${leaves}x${perLeaf}`, ratio(exactPermutation(leaves, perLeaf)));
    const { ebb } = figures(two(leaves, perLeaf), 'dmodk', 'perm', 400);
    expect(Math.abs(ebb.mean - ratio(exactPermutation(leaves, perLeaf)))).toBeLessThan(0.01);
  });

  test('limits for switches of many ports', () => {
    for (const k of [1, 2, 3, 4, 5, 6]) {
      agree(`poisson.k${k}.uni`, poissonLimit(k, 0.5));
      agree(`poisson.k${k}.bidir`, poissonLimit(k, 1));
    }
    expect(poissonLimit(1, 0.5)).toBeCloseTo((1 - Math.exp(-0.5)) / 0.5, 12);
  });
});

describe('trees under D-mod-K', () => {
  const full = [
    'pgft:4,4/1,4/1,1',
    'kary:4,3',
    'pgft:18,18/1,9/1,2',
    'tree2:36',
    'pgft:4,4,8/1,2,4/1,2,2',
    'pgft:4,4,8/1,4,4/1,1,1',
  ];
  test.each(full)('%s: no shift collides', (topology) => {
    const all = figures(topology, 'dmodk', 'shifts');
    expect(all.maxLoad).toBe(1);
    agree('dmodk.shift', all.maxLoad);
  });

  test.each(full)('%s: no permutation loads a down link twice', (topology) => {
    for (const [routing, parity] of [
      ['dmodk', 1],
      ['smodk', 0],
    ] as const) {
      for (let number = 0; number < 20; number++) {
        estimator.setup({ topology, routing, traffic: { kind: 'pattern', pattern: 'perm' } });
        const { links } = estimator.run(number, 1, 5n, { links: true });
        expect(Math.max(...links.filter((_, e) => e % 2 === parity))).toBe(1);
      }
    }
    agree('dmodk.perm.down', 1);
  });

  test('18 hosts of a leaf to the same residue share one uplink', () => {
    const list = Array.from({ length: 18 }, (_, t): [number, number] => [t, (t + 1) * 18 + 7]);
    const worst = pairs('tree2:36', 'dmodk', [list]);
    expect([...worst.histogram]).toEqual([[18, 18]]);
    agree('dmodk.adversarial', worst.maxLoad);
  });

  test('all pairs load every link between switches alike', () => {
    const { links } = batchOf(
      'tree2:36',
      'dmodk',
      { kind: 'pattern', pattern: 'alltoall:once' },
      { links: true },
    );
    const inner = new Set(links.slice(2 * 648));
    expect([...inner]).toEqual([630]);
    agree('dmodk.alltoall', 630);
  });

  test('Frontera: 9/11 for far shifts, fluid splitting below its bound', () => {
    const shift = figures('frontera', 'dmodk', 'shift:4004');
    expect(shift.meanShare).toBeCloseTo(9 / 11, 9);
    expect([shift.maxLoad, shift.meanInvC, shift.minShare].map((v) => v?.toFixed(9))).toEqual(
      [3, 18 / 44, 2 / 3].map((v) => v.toFixed(9)),
    );
    agree('frontera2l.shift', shift.meanShare ?? 0);
    const bound = 43 / 8007 + 36 / 44;
    agree('frontera2l.bidir.bound', bound);
    const spray = figures('frontera', 'spray', 'bisectfb');
    expect(spray.meanShare).toBeLessThan(bound);
    expect(spray.meanShare).toBeGreaterThan(bound - 0.006);
  });

  test('half the uplinks give half the share', () => {
    for (const routing of ['dmodk', 'spray']) {
      const half = figures('pgft:24,16/1,12/1,1', routing, 'shift:24');
      expect(half.meanShare).toBeCloseTo(0.5, 9);
      agree('osub384.shift24', half.minShare ?? 0);
    }
  });
});

describe('other fabrics', () => {
  test('dragonfly p4 a8 h4, minimal: worst shift and all pairs', () => {
    const shift = figures('dragonfly:4,8,4', 'min', 'shift:32');
    expect([...shift.histogram.keys()]).toEqual([32]);
    agree('dfly1056.adv', shift.maxLoad);
    const { links } = batchOf(
      'dragonfly:4,8,4',
      'min',
      { kind: 'pattern', pattern: 'alltoall:once' },
      { links: true },
    );
    const local = links.slice(2 * 1056, 2 * (1056 + 33 * 28));
    const global = links.slice(2 * (1056 + 33 * 28));
    expect([...new Set(local)]).toEqual([1040]);
    expect([...new Set(global)]).toEqual([1024]);
    expect(global.length).toBe(33 * 32);
    agree('dfly1056.alltoall.local', 1040);
    agree('dfly1056.alltoall.global', 1024);
  });

  test.each([1, 2, 3, 4])('8×8×8 torus, everyone %i routers along x', (t) => {
    const list = Array.from({ length: 1024 }, (_, h): [number, number] => {
      const router = h >> 1;
      return [h, 2 * (router - (router % 8) + (((router % 8) + t) % 8)) + (h % 2)];
    });
    const all = pairs('torus:8x8x8:hosts=2', 'dor', [list]);
    expect([...all.histogram]).toEqual([[2 * t, 1024]]);
    agree(`torus888.x${t}`, all.maxLoad);
  });

  test('incast of N−1 has c = N−1', () => {
    expect([...figures('kary:4,3', 'dmodk', 'incast0').histogram]).toEqual([[63, 63]]);
  });
});

describe.skipIf(!directory)('the reference list (absent data: skipped)', () => {
  test('every entry is checked here, in a property test, or is a measurement that is only reported', () => {
    const elsewhere = ['conservation', 'maxmin.lower', 'incast'];
    const patterns = [
      /^ebb2\.\d+x\d+\.(uni|bidir)$/,
      /^poisson\.k[1-6]\./,
      /^perm2\./,
      /^dmodk\./,
      /^frontera2l\./,
      /^osub384\./,
      /^dfly1056\./,
      /^torus888\.x[1-4]$/,
    ];
    const measured = entries.filter((e) => e.id.startsWith('seed'));
    for (const e of measured)
      console.info(
        `reported, not asserted: ${e.id} ${JSON.stringify(e.predicted ?? e.value)} ${JSON.stringify(e.measured ?? '')}`,
      );
    const unknown = entries.filter(
      (e) => !measured.includes(e) && !elsewhere.includes(e.id) && !patterns.some((p) => p.test(e.id)),
    );
    expect(unknown.map((e) => e.id)).toEqual([]);
    expect(entries.length).toBe(59);
  });
});
