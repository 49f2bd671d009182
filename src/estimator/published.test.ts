import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Estimator } from './core';
import { lineHead, lineTail, PATTERNS, percent, SYSTEMS } from './published';
import { need } from './testing/graph';
import { testEstimator } from './testing/module';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

const lines = readFileSync('docs/estimator.md', 'utf8').split('\n');
const atlas = need(SYSTEMS[1]);

test.each(PATTERNS)('the documented line of Atlas, $name, is what the estimator gives', (pattern) => {
  const line = need(lines.find((l) => l.startsWith(lineHead(atlas, pattern))));
  const [dmodk, minhop] = ['dmodk', 'minhop'].map((r) => percent(estimator, atlas.topology, r, pattern));
  expect(line.endsWith(lineTail(need(dmodk), need(minhop)))).toBe(true);
  const [, least, most] = need(/\((\S+) – (\S+)\)/.exec(line) ?? undefined).map(Number);
  for (const seed of [1, 7]) {
    const one = percent(estimator, atlas.topology, `random:seed=${seed}`, pattern);
    expect(one).toBeGreaterThanOrEqual(need(least) - 0.05);
    expect(one).toBeLessThanOrEqual(need(most) + 0.05);
  }
});

test('every system and pattern has its line', () => {
  for (const system of SYSTEMS) {
    for (const pattern of PATTERNS) {
      expect(lines.filter((l) => l.startsWith(lineHead(system, pattern))).length).toBe(1);
    }
  }
});
