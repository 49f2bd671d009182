import { expect, test } from 'vitest';
import { ratioTicks } from './legend';

test('a scale of ratios always tells both limits', () => {
  expect(ratioTicks([0.97, 1.02], 100)).toEqual(expect.arrayContaining([0.97, 1, 1.02]));
  expect(ratioTicks([0.25, 1.01], 200)).toEqual([0.25, 0.5, 1.01]);
  expect(ratioTicks([0.9, 1.1], 20)).toEqual([0.9, 1.1]);
  expect(ratioTicks([1, 1], 100)).toEqual([1]);
});
