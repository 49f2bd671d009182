import { beforeAll, expect, test } from 'vitest';
import type { Estimator } from './core';
import { fabricText } from './fabric-text';
import { pool } from './result';
import { testEstimator } from './testing/module';
import { storedVectors, vectorFigures } from './testing/vectors';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

test.each(
  storedVectors().map(
    (v) => [`${v.job.topology} ${v.job.routing} ${JSON.stringify(v.job.traffic)}`, v] as const,
  ),
)('own vector: %s', (_name, { job, figures }) => {
  expect(JSON.parse(JSON.stringify(vectorFigures(estimator, job)))).toEqual(figures);
});

test('the example of the paper: two flows of a full-bisection tree that collide', () => {
  const traffic = { kind: 'pairs', text: '0 0 5\n0 3 13\n' } as const;
  for (const routing of ['dmodk', 'minhop']) {
    estimator.setup({ topology: 'pgft:4,4/1,4/1,1', routing, traffic });
    expect([...pool([estimator.run(0, 1, 1n)]).histogram]).toEqual([[2, 2]]);
  }
});

test('a fabric from cables: a 200-capacity uplink carries two flows of 100 each without loss', () => {
  const text = fabricText('two leaves', 4, 2, [
    ...[0, 1, 2, 3].map((h) => ({ a: [h, 1], b: [4 + (h >> 1), 1 + (h % 2)], capacity: 100 }) as const),
    { a: [4, 300], b: [5, 300], capacity: 200 },
  ]);
  const traffic = { kind: 'pairs', text: '0 0 2\n0 1 3\n' } as const;
  estimator.setup({ topology: text, routing: 'minhop', traffic });
  const figures = pool([estimator.run(0, 1, 1n, { share: true })]);
  expect([figures.meanShare, figures.meanInvC]).toEqual([1, 0.5]);
  const tables = estimator.tables();
  expect(Math.max(...tables)).toBe(300);
  estimator.setup({ topology: text, routing: 'lft', tables, traffic });
  expect(pool([estimator.run(0, 1, 1n, { share: true })])).toEqual(figures);
});
