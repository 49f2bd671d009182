import { expect, test } from 'vitest';
import { simulatedOn } from './simulated';

const said = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, { value, origin: 'sidecar' as const }]),
  );

test('the fabric and the routing rule that a simulated run names', () => {
  const conditions = said({
    topology: 'tree2:16:leaves=12',
    routing: 'random tables',
    'routing rule': 'random:seed=1',
  });
  expect(simulatedOn({ kind: 'simulated', conditions })).toEqual({
    topology: 'tree2:16:leaves=12',
    routing: 'random:seed=1',
    drawn: null,
  });
});

test('the seed of a random order of its ranks', () => {
  const drawn = (order: string) =>
    simulatedOn({ kind: 'simulated', conditions: said({ topology: 'tree2:16', 'rank order': order }) })
      ?.drawn;
  expect(drawn('ranks in random order (seed 7)')).toBe(7);
  expect(drawn('ranks in the order of hosts')).toBeNull();
});

test('a routing that is no rule of the estimator is not taken', () => {
  const conditions = said({ topology: 'tree2:16', routing: 'D-mod-K' });
  expect(simulatedOn({ kind: 'simulated', conditions })).toEqual({
    topology: 'tree2:16',
    routing: null,
    drawn: null,
  });
});

test('a measured run names no simulated fabric, nor does a topology in free words', () => {
  const conditions = said({ topology: 'tree2:16' });
  expect(simulatedOn({ kind: 'measured', conditions })).toBeNull();
  expect(simulatedOn({ kind: 'simulated', conditions: said({ topology: 'a fat tree' }) })).toBeNull();
  expect(simulatedOn(undefined)).toBeNull();
});
