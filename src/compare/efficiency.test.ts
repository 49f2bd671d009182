import { describe, expect, it } from 'vitest';
import { efficiency, efficiencyKinds, efficiencyLabel, type EfficiencyKind } from './efficiency';

function percent(kind: EfficiencyKind, ...points: [number, number][]): (number | null)[] {
  const result = efficiency(
    points.map(([n, value]) => ({ n, value })),
    kind,
  );
  return result.points.map((point) => point.efficiency && Math.round(point.efficiency * 1e6) / 1e4);
}

describe('efficiency', () => {
  it('of a rate per process compares the rates: random ring, 99 % at 32 and 90 % at 1,024 nodes', () => {
    expect(percent('per-process rate', [2, 500e6], [32, 495e6], [1024, 450e6])).toEqual([100, 99, 90]);
  });

  it('of an aggregate rate compares the rates per node', () => {
    expect(percent('aggregate rate', [2, 10e9], [4, 18e9], [8, 20e9])).toEqual([100, 90, 50]);
  });

  it('of weak scaling compares the times', () => {
    expect(percent('weak scaling', [1, 10], [16, 12.5])).toEqual([100, 80]);
  });

  it('of strong scaling compares time × n', () => {
    expect(percent('strong scaling', [2, 100], [4, 50], [8, 40])).toEqual([100, 100, 62.5]);
  });

  it('takes the smallest n as base, whatever the order', () => {
    const result = efficiency(
      [
        { n: 8, value: 4 },
        { n: 2, value: 2 },
      ],
      'weak scaling',
    );
    expect(result).toEqual({
      kind: 'weak scaling',
      base: 2,
      points: [
        { n: 2, efficiency: 1 },
        { n: 8, efficiency: 0.5 },
      ],
    });
  });

  it('is not given for zero values, and for none where the base is zero', () => {
    expect(percent('weak scaling', [1, 10], [2, 0], [4, 20])).toEqual([100, null, 50]);
    expect(percent('weak scaling', [1, 0], [2, 5])).toEqual([null, null]);
    expect(efficiency([], 'weak scaling')).toEqual({ kind: 'weak scaling', base: null, points: [] });
  });
});

it('offers the kinds that suit the metric and names them with their formula', () => {
  expect(efficiencyKinds('higher')).toEqual(['per-process rate', 'aggregate rate']);
  expect(efficiencyKinds('lower')).toEqual(['weak scaling', 'strong scaling']);
  expect(efficiencyKinds('none')).toEqual([]);
  expect(efficiencyLabel('strong scaling', 2)).toBe(
    'strong scaling efficiency of the time: t(2) · 2 / (t(n) · n)',
  );
  expect(efficiencyLabel('weak scaling', null)).toBe('weak scaling efficiency of the time: t(n0) / t(n)');
});
