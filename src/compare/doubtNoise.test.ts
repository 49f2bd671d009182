import { expect, it } from 'vitest';
import { lowerQuantile, medianOf, scatter } from './doubtNoise';

it('figures of noise against values by hand, in any order', () => {
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
  expect(medianOf([])).toBeNaN();
  // A fifth of ten numbers are two: the third.
  expect(lowerQuantile([9, 1, 8, 2, 7, 3, 6, 4, 5, 10])).toBe(3);
  expect(lowerQuantile([4, 3, 2, 1])).toBe(1);
  expect(lowerQuantile([])).toBeNaN();
  expect(scatter([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 3), 12);
  expect(scatter([5])).toBe(0);
});
