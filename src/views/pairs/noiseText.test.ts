import { expect, it } from 'vitest';
import { noiseText } from './noiseText';

it('tells of each side that has repeats what half and nine of ten pairs stay within, and what that means', () => {
  const [a, b] = [
    { typical: 0.012, large: 0.25, ofHalves: false },
    { typical: 0.5, large: 2, ofHalves: false },
  ];
  expect(noiseText({ A: a, B: b })).toBe(
    'Noise: from one repeat of A to the next half of the pairs change by up to 1.20 %, nine of ten by up to 25.0 %; of B, by 50.0 % and 200 %. A smaller difference of a pair may be chance.',
  );
  expect(noiseText({ A: null, B: b })).toMatch(
    /^Noise: from one repeat of B .* 50\.0 %, nine of ten by up to 200 %\./,
  );
  expect(noiseText({ A: null, B: null })).toBe('');
});

it('tells of medians how far those of two halves of the repeats are apart', () => {
  const [single, median] = [
    { typical: 0.01, large: 0.02, ofHalves: false },
    { typical: 0.003, large: 0.006, ofHalves: true },
  ];
  expect(noiseText({ A: median, B: median })).toBe(
    'Noise: from the median of every other repeat of A to that of the rest half of the pairs change by up to 0.300 %, nine of ten by up to 0.600 %; of B, by 0.300 % and 0.600 %. A smaller difference of a pair may be chance.',
  );
  expect(noiseText({ A: median, B: single })).toContain(
    '; from one repeat of B to the next half of the pairs',
  );
});
