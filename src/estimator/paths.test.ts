/** The paths that the estimator hands out, against a walk of its own and against its loads. */
import { beforeAll, expect, test } from 'vitest';
import { EstimatorError, type Estimator } from './core';
import { need, randomFabric, tableWalk } from './testing/graph';
import { testEstimator } from './testing/module';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

const rotate = { kind: 'pattern', pattern: 'rotate' } as const;

/** Links of each flow of a phase, in order of the path. */
function pathsOf(phase: number, flows: number, none: number): number[][] {
  const links = estimator.paths(phase);
  return Array.from({ length: flows }, (_, i) =>
    Array.from({ length: links.length / flows }, (__, hop) => need(links[hop * flows + i])).filter(
      (link) => link !== none,
    ),
  );
}

test('paths through tables are those of a walk of its own', () => {
  for (const seed of [1, 2, 3]) {
    const { phases, edges } = estimator.setup({
      topology: randomFabric(seed),
      routing: 'minhop',
      traffic: rotate,
    });
    const { pairs } = estimator.run(0, 1, 1n, { pairs: true });
    const walk = tableWalk(estimator);
    for (let phase = 0; phase < phases; phase++) {
      const flows = [...pairs.src.keys()].filter((i) => pairs.phase[i] === phase);
      const found = pathsOf(phase, flows.length, edges);
      expect(found).toEqual(flows.map((i) => walk(need(pairs.src[i]), need(pairs.dst[i]))));
    }
  }
});

test.each(['dmodk', 'smodk', 'lft-reverse', 'greedy'])(
  'the paths of %s add up to the loads of the links',
  (routing) => {
    const topology = 'pgft:4,4,4/1,2,2/1,2,1';
    estimator.setup({ topology, routing: 'minhop', traffic: rotate });
    const tables = estimator.tables();
    const { edges, phases } = estimator.setup({ topology, routing, tables, traffic: rotate });
    const { links, bytes } = estimator.run(0, 1, 1n, { links: true });
    expect(bytes).toHaveLength(0);
    const sums = new Float64Array(edges);
    for (let phase = 0; phase < phases; phase++)
      for (const path of pathsOf(phase, 32, edges))
        for (const link of path) sums[link] = need(sums[link]) + 1;
    expect(sums).toEqual(links);
  },
);

test('bytes of a matrix add up link by link, also where flows are split', () => {
  const text = '0 4 100\n1 5 50\n0 1 7\n';
  for (const routing of ['dmodk', 'spray']) {
    estimator.setup({
      topology: 'pgft:4,4/1,4/1,1',
      routing,
      traffic: { kind: 'matrix', text, ranksPerHost: 1 },
    });
    const { bytes } = estimator.run(0, 1, 1n);
    const { source, target } = estimator.fabric();
    const from = (node: number) => bytes.reduce((sum, value, e) => sum + (source[e] === node ? value : 0), 0);
    const to = (node: number) => bytes.reduce((sum, value, e) => sum + (target[e] === node ? value : 0), 0);
    expect([from(0), from(1), to(1), to(4), to(5)]).toEqual([107, 50, 7, 100, 50]);
    // The first leaf (node 16) sends 150 bytes up and 7 down.
    expect(from(16)).toBeCloseTo(157, 9);
  }
});

test('what has no paths is refused with a sentence', () => {
  estimator.setup({ topology: 'pgft:4,4/1,4/1,1', routing: 'spray', traffic: rotate });
  expect(() => estimator.paths(0)).toThrow(/Run a traffic/);
  estimator.run(0, 1, 1n);
  expect(() => estimator.paths(0)).toThrow(EstimatorError);
  expect(() => estimator.paths(0)).toThrow(/no paths/);
  expect(() => estimator.paths(8)).toThrow(/Run a traffic/);
});
