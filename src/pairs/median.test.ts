import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { median, medianOf } from './median';

it('is the middle of the sorted list, or the mean of the two in the middle', () => {
  expect(atOnce(median(Float32Array.of()))).toBeNaN();
  expect(atOnce(median(Float32Array.of(7)))).toBe(7);
  expect(atOnce(median(Float32Array.of(3, 1)))).toBe(2);
  expect(atOnce(median(Float32Array.of(5, -Infinity, 1, 1, Infinity)))).toBe(1);
  const few = fc.constantFrom(0, 1, 1, 2, -3);
  const any = fc.float({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(fc.oneof(few, any), { minLength: 1, maxLength: 300 }), (list) => {
      const sorted = Float32Array.from(list).sort();
      const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
      const expected = ((low ?? NaN) + (high ?? NaN)) / 2 + 0;
      expect(atOnce(median(Float32Array.from(list))) + 0).toBe(expected);
      expect(medianOf(Float32Array.from(list)) + 0).toBe(expected);
    }),
  );
});

it('is found in steps in a long list, whatever its order', () => {
  const length = 300_000;
  const lists = {
    scattered: Float32Array.from({ length }, (_, i) => (i * 7919) % length),
    ascending: Float32Array.from({ length }, (_, i) => i),
    descending: Float32Array.from({ length }, (_, i) => length - 1 - i),
  };
  for (const [name, list] of Object.entries(lists)) {
    let steps = 0;
    const work = median(list);
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(step.value, name).toBe((length - 1) / 2);
    expect(steps, name).toBeGreaterThan(2);
  }
  expect(atOnce(median(new Float32Array(length).fill(4)))).toBe(4);
});
