import { beforeAll, expect, test } from 'vitest';
import type { Estimator } from '../../estimator/core';
import { testEstimator } from '../../estimator/testing/module';
import { planted288 } from './testing/planted';
import { tabled } from './testing/simulate';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

/** The 100 seeds of each are in accuse.slow.ts. */
test.each(['dmodk:as=table', 'minhop'])('a cable at a quarter of its speed ranks first, 20 seeds, %s', (routing) => {
  const fabric = tabled(estimator, 'pgft:12,24/1,12/1,1', routing);
  const told = planted288(estimator, fabric, 'half forward', 20);
  console.log(JSON.stringify(told));
  expect(told.first).toBe(20);
  expect(told.falseAlarms).toBe(0);
  expect(told.others).toBe(0);
});
