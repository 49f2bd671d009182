import { beforeAll, describe, expect, it } from 'vitest';
import type { Estimator } from '../../estimator/core';
import { testEstimator } from '../../estimator/testing/module';
import { TOPOLOGIES } from './kinds';
import { jobOf, type WholeSetting } from './settings';
import { sweepOf } from './sweep';

const SETTING: WholeSetting = {
  topology: 'tree2:24:down=16',
  routing: 'minhop',
  pattern: 'bisect',
  placement: 'order',
  ranks: null,
  cut: '',
  after: 'reroute',
};

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

const points = (setting: WholeSetting, over: Parameters<typeof sweepOf>[1]) => {
  const sweep = sweepOf(setting, over);
  return 'points' in sweep ? sweep.points : [];
};

describe('sweeps', () => {
  it('go over hosts per uplink, and keep what else is said of the tree', () => {
    expect(points(SETTING, 'oversubscription').map(({ step, setting }) => [step, setting.topology])).toEqual([
      [8 / 16, 'tree2:24:down=8'],
      [12 / 12, 'tree2:24:down=12'],
      [14 / 10, 'tree2:24:down=14'],
      [16 / 8, 'tree2:24:down=16'],
      [18 / 6, 'tree2:24:down=18'],
      [19 / 5, 'tree2:24:down=19'],
      [20 / 4, 'tree2:24:down=20'],
    ]);
  });

  it('add cut cables to those that are cut already', () => {
    const cuts = points({ ...SETTING, cut: 'link:700' }, 'cut').map(({ setting }) => setting.cut);
    expect(cuts.slice(0, 3)).toEqual(['link:700', 'link:700+random:1', 'link:700+random:2']);
  });

  it('say in a sentence where there is nothing to sweep over', () => {
    expect(sweepOf({ ...SETTING, topology: 'frontera' }, 'size')).toEqual({
      why: expect.stringContaining('one size') as string,
    });
    expect(sweepOf({ ...SETTING, topology: 'torus:4x4' }, 'oversubscription')).toEqual({
      why: expect.stringContaining('trees') as string,
    });
    expect(sweepOf({ ...SETTING, cut: 'link:1' }, 'size')).toEqual({
      why: expect.stringContaining('undo') as string,
    });
  });

  it('ask for fabrics that the estimator takes, and larger ones along the sizes', () => {
    for (const { start } of TOPOLOGIES) {
      const hosts = points({ ...SETTING, topology: start }, 'size').map(
        ({ setting }) => estimator.prepare(jobOf(setting)).hosts,
      );
      expect([...hosts].sort((a, b) => a - b)).toEqual(hosts);
      expect(new Set(hosts).size).toBe(hosts.length);
      expect(Math.max(0, ...hosts)).toBeLessThan(20_000);
    }
  });
});
