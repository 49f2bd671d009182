import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisUnit, formatBytes, formatIn, formatNumber, formatSpeedup, formatValue } from './units';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [512, '512 B'],
    [1000, '1000 B'],
    [1024, '1 KiB'],
    [1536, '1.5 KiB'],
    [16384, '16 KiB'],
    [1 << 20, '1 MiB'],
    [1025 * 1024, '1025 KiB'],
    [33_554_432, '32 MiB'],
    [33_554_400, '33\u202f554\u202f400 B'],
    [1_000_000, '1\u202f000\u202f000 B'],
    [2 ** 33, '8 GiB'],
    [2 ** 40 * 1.25, '1.25 TiB'],
    [0.5, '0.5 B'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('gives two sizes two texts', () => {
    const size = fc.oneof(
      fc.nat(),
      fc.nat(2 ** 52),
      fc.nat(40).map((power) => 2 ** power),
    );
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 4096 }), (bytes, more) => {
        expect(formatBytes(bytes)).not.toBe(formatBytes(bytes + more));
      }),
    );
  });
});

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [1.6, '1.60'],
    [9.999, '10.0'],
    [99.96, '100'],
    [153.4, '153'],
    [1234.4, '1234'],
    [12345, '12\u202f345'],
    [-2.5, '−2.50'],
    [0.0012345, '0.00123'],
    [1.234e-7, '1.23e-7'],
    [1.234e15, '1.23e15'],
    [Number.NaN, '–'],
    [Infinity, '–'],
  ])('%d is %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('gives more digits on request', () => {
    expect(formatNumber(153.42, 4)).toBe('153.4');
  });
});

describe('formatValue', () => {
  it.each([
    [1.534e-4, 's', '153 µs'],
    [2.5e-10, 's', '0.250 ns'],
    [9.996e-4, 's', '1.00 ms'],
    [0.042, 's', '42.0 ms'],
    [75, 's', '75.0 s'],
    [0, 's', '0 s'],
    [24.6e9, 'B/s', '24.6 GB/s'],
    [999.6e6, 'B/s', '1.00 GB/s'],
    [500, 'B/s', '500 B/s'],
    [1.9e6, '1/s', '1.90 M/s'],
    [0.63, 'ratio', '63.0 %'],
    [0, 'ratio', '0 %'],
    [1.6, '×', '1.60×'],
    [12345, 'count', '12\u202f345'],
    [2.5, 'count', '2.50'],
    [-3, 'count', '−3'],
    [12.5, 'Gflop/s', '12.5 Gflop/s'],
    [-2e-6, 's', '−2.00 µs'],
    [Number.NaN, 's', '–'],
  ])('%d %s is %s', (value, unit, text) => {
    expect(formatValue(value, unit)).toBe(text);
  });

  it('shows a speedup as a factor', () => {
    expect(formatSpeedup(0.5)).toBe('0.500×');
  });
});

describe('axisUnit', () => {
  it('takes the largest prefix that keeps the largest value at 1 or above', () => {
    expect(axisUnit(1.2e-3, 's')).toEqual({ factor: 1e-3, label: 'ms' });
    expect(axisUnit(0.9e-3, 's')).toEqual({ factor: 1e-6, label: 'µs' });
    expect(axisUnit(1e-12, 's').label).toBe('ns');
    expect(axisUnit(2e9, 'B/s')).toEqual({ factor: 1e9, label: 'GB/s' });
    expect(axisUnit(0, 'B/s').label).toBe('B/s');
    expect(axisUnit(3, 'ratio').label).toBe('%');
    expect(axisUnit(3e7, 'Gflop/s')).toEqual({ factor: 1, label: 'Gflop/s' });
  });

  it('shows small values of a column in the unit of the column', () => {
    expect(formatIn(2e-6, axisUnit(1.2e-3, 's'))).toBe('0.00200');
  });
});
