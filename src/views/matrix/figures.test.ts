import { describe, expect, it } from 'vitest';
import {
  EVEN_SHARES,
  amountText,
  amountUnit,
  changesIn,
  defaultCells,
  differenceText,
  isBeyond,
  usualBelow,
} from './figures';

describe('values as they are read', () => {
  it('have IEC units for bytes, exact where they are few', () => {
    expect(amountText(512, 'B')).toBe('512 B');
    expect(amountText(5_200_000, 'B')).toBe('4.96 MiB');
    expect(amountText(3.2e9, 'B/s')).toBe('3.20 GB/s');
    expect(amountText(Number.NaN, 'B')).toBe('–');
    expect(amountUnit(5_200_000, 'B')).toEqual({ factor: 1024 ** 2, label: 'MiB' });
    expect(differenceText(-2048, 'B')).toBe('−2.00 KiB');
    expect(differenceText(1e-6, 's')).toBe('+1.00 µs');
  });

  it('show by default what is slow in a test and heavy in traffic', () => {
    expect(defaultCells('higher', null)).toBe('min');
    expect(defaultCells('lower', null)).toBe('max');
    expect(defaultCells('lower', 'ratio')).toBe('min');
    expect(defaultCells('none', null)).toBe('max');
  });
});

describe('the value below which a pixel counts', () => {
  it('is where a pair counts as slow, the median of traffic, and no change of a comparison', () => {
    expect(usualBelow('higher', null, 100)).toBe(75);
    expect(usualBelow('lower', null, 3e-6)).toBeCloseTo(4e-6, 12);
    expect(usualBelow('none', null, 100)).toBe(100);
    expect(usualBelow('higher', 'ratio', Number.NaN)).toBe(1);
    expect(usualBelow('lower', 'difference', Number.NaN)).toBe(0);
  });
});

it('tells a change from noise by its ratio, either way', () => {
  expect(isBeyond({ a: 100, b: 109 }, 0.1)).toBe(false);
  expect(isBeyond({ a: 100, b: 111 }, 0.1)).toBe(true);
  expect(isBeyond({ a: 100, b: 92 }, 0.1)).toBe(false);
  expect(isBeyond({ a: 100, b: 90 }, 0.1)).toBe(true);
  expect(isBeyond({ a: 0, b: 5 }, 0.1)).toBe(true);
  expect(isBeyond({ a: 0, b: 0 }, 0.1)).toBe(false);
});

describe('changesIn', () => {
  it('is the median distance of ratios from 1, either way', () => {
    expect(changesIn([0.5, 1, 2]).typical).toBeCloseTo(1);
    expect(changesIn([1 / 1.1, 1.1, 1.1]).typical).toBeCloseTo(0.1);
    expect(changesIn([]).typical).toBeNaN();
  });

  it('tells large changes of few pairs from the median', () => {
    const { typical, large } = changesIn([1, 1, 1, 1, 1, 1, 1, 1, 0.5, 3]);
    expect(typical).toBe(0);
    expect(large).toBeCloseTo(2);
  });

  it('asks for evenly spaced shares', () => {
    const steps = EVEN_SHARES.slice(1).map((share, i) => share - (EVEN_SHARES[i] ?? 0));
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(1e-9);
  });
});
