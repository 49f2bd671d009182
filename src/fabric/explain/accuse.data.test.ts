import { expect, test } from 'vitest';
import { testEstimator } from '../../estimator/testing/module';
import { describeWithData } from '../../testing/data';
import { loaded288 } from './testing/loaded';
import { planted } from './testing/planted';

describeWithData('a slow cable of a recorded fabric', (root) => {
  test.each(['ftree', 'minhop'])('routed by %s; 100 seeds are in accuse.slow.ts', async (engine) => {
    const fabric = await loaded288(root, engine);
    expect([fabric.hosts, fabric.inner.length]).toEqual([288, 288]);
    const told = planted(await testEstimator(), fabric, 'half forward', 3);
    expect(told).toMatchObject({ first: 3, others: 0, falseAlarms: 0 });
  });
});
