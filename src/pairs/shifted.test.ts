import { expect, it } from 'vitest';
import { Others } from './shifted';

const of = (...values: number[]) => Float32Array.from(values);
const upTo = (n: number, from = 1) => Float32Array.from({ length: n }, (_, i) => from + i);

it('counts the ways of few values: lowest of all, and one place up', () => {
  // 4 of 16: one way in 1820; the next value in place of the fourth: two ways.
  expect(new Others(upTo(16)).chance(of(1, 2, 3, 4))).toBeCloseTo(1 / 1820, 9);
  expect(new Others(upTo(16)).chance(of(1, 2, 3, 5))).toBeCloseTo(2 / 1820, 9);
  expect(
    new Others(of(200, 200, 200, 200, ...new Array<number>(12).fill(600))).chance(of(200, 200, 200, 200)),
  ).toBeCloseTo(1 / 1820, 9);
  expect(new Others(upTo(16)).chance(of(13, 14, 15, 16))).toBe(1);
});

it('of many values is that of the normal distribution', () => {
  // 20 lowest of 120: U = 0, mean 1000, deviation √(20 · 100 · 121 / 12) = 142.0; z = 999.5 / 142.0 = 7.04.
  expect(Math.log10(new Others(upTo(120)).chance(upTo(20)))).toBeCloseTo(-12.02, 1);
  // In the middle: as low as these are half.
  expect(new Others(upTo(120)).chance(upTo(20, 50))).toBeCloseTo(0.47, 1);
  // One deviation below the middle of 1000: 15.9 %.
  const spread = Float32Array.from({ length: 20 }, (_, i) => 1 + Math.round(i * 5.5));
  expect(new Others(upTo(120)).chance(spread)).toBeCloseTo(0.117, 1);
});

it('of equal values is nothing', () => {
  expect(new Others(new Float32Array(100).fill(5)).chance(new Float32Array(20).fill(5))).toBe(1);
  expect(new Others(of()).chance(of())).toBe(1);
});

it('is the same where others are sampled from more', () => {
  const values = Float32Array.from({ length: 400_000 }, (_, i) => (i * 7919) % 1000);
  const chance = new Others(values).chance(
    Float32Array.from({ length: 200 }, (_, i) => (i * 5 * 0.9) % 1000),
  );
  // Mean 450 of 1000 in place of 500: z = 0.05 · √(12 · 200) = 2.45.
  expect(chance).toBeGreaterThan(0.003);
  expect(chance).toBeLessThan(0.015);
});
