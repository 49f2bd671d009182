/**
 * The search for slow cables, 100 seeds each: `npm run mutations`. The fabric is a two-level tree of 288 hosts and 36
 * switches of 24 ports; one cable between switches has a quarter of its speed.
 */
import { beforeAll, expect, test } from 'vitest';
import type { Estimator } from '../../estimator/core';
import { testEstimator } from '../../estimator/testing/module';
import { describeWithData } from '../../testing/data';
import { loaded288 } from './testing/loaded';
import { TREE_288, planted } from './testing/planted';
import { NOISE, tabled } from './testing/simulate';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

const SEEDS = 100;
const twice = {
  cell: 2 * NOISE.cell,
  host: 2 * NOISE.host,
  phase: 2 * NOISE.phase,
  outliers: 2 * NOISE.outliers,
};

test.each([
  ['dmodk:as=table', 'half forward', NOISE],
  ['minhop', 'half forward', NOISE],
  ['random:seed=7', 'half forward', NOISE],
  ['dmodk:as=table', 'half forward', twice],
] as const)('%s, %s: first in at least 95 of 100, no false alarm', (routing, schedule, noise) => {
  const told = planted(estimator, tabled(estimator, TREE_288, routing), schedule, SEEDS, noise);
  console.info(`${routing}, ${schedule}, noise ${noise.cell}: ${JSON.stringify(told)}`);
  expect(told.first).toBeGreaterThanOrEqual(95);
  expect(told.falseAlarms).toBe(0);
});

describeWithData('tables that OpenSM computed for it', (root) => {
  test.each(['ftree', 'minhop', 'updn', 'dfsssp'])('%s: the same', async (engine) => {
    const told = planted(estimator, await loaded288(root, engine), 'half forward', SEEDS);
    console.info(`OpenSM ${engine}: ${JSON.stringify(told)}`);
    expect(told.first).toBeGreaterThanOrEqual(95);
    expect(told.falseAlarms).toBe(0);
  });
});
