import { describe, expect, it } from 'vitest';
import type { ProfileRanks } from '../../queries/profiles';
import { computeOf, figuresOf, imbalanceOf, spreadOf, stretches } from './figures';

const of = (change: Partial<ProfileRanks> = {}): ProfileRanks => ({
  rank: Int32Array.of(0, 1, 3),
  wall: Float64Array.of(10, 8, 9),
  mpi: Float64Array.of(4, 2, 3),
  inCalls: Float64Array.of(4, 2, 3),
  memory: Float64Array.of(1024, Number.NaN, 3072),
  calls: Float64Array.of(5, 6, Number.NaN),
  line: Int32Array.of(1, 2, 3),
  hosts: ['n0', 'n0', 'n1'],
  ...change,
});

describe('figures of a profile', () => {
  it('are over the ranks that have a value', () => {
    expect(spreadOf(Float64Array.of(1, Number.NaN, 3))).toEqual({
      ...{ ranks: 2, total: 4, mean: 2, least: 1, most: 3 },
    });
    expect(spreadOf(Float64Array.of(Number.NaN))).toBeNull();
    expect(spreadOf(new Float64Array(0))).toBeNull();
  });

  it('have the imbalance λ = most ÷ mean − 1', () => {
    expect(imbalanceOf({ ranks: 3, total: 9, mean: 3, least: 2, most: 4 })).toBeCloseTo(1 / 3, 12);
    expect(imbalanceOf({ ranks: 1, total: 0, mean: 0, least: 0, most: 0 })).toBeNaN();
  });

  it('tell ranks that the file has not, and divide by those it has', () => {
    const figures = figuresOf(of(), { ranks: 5, nodes: 7 });
    expect(figures).toMatchObject({ ranks: 3, expected: 5, missing: [2, 4], hosts: 2, calls: 11, odd: 0 });
    expect(figures.perHost).toEqual({ least: 1, most: 2 });
    // Mean MPI time 3 s over the longest wall time 10 s; of single ranks 0.4, 0.25 and 1/3.
    expect(figures.share).toBeCloseTo(0.3, 12);
    expect([figures.shares?.least, figures.shares?.most]).toEqual([0.25, 0.4]);
    expect(figures.compute).toMatchObject({ total: 18, mean: 6, least: 6, most: 6 });
    expect(figures.memory).toMatchObject({ ranks: 2, total: 4096, mean: 2048 });
  });

  it('go by the word of the file where it names no hosts, and never divide by a wall time that is not there', () => {
    const figures = figuresOf(of({ hosts: [null, null, null], wall: new Float64Array(3).fill(Number.NaN) }), {
      ranks: null,
      nodes: 7,
    });
    expect(figures).toMatchObject({ hosts: 7, perHost: null, missing: [], wall: null, compute: null });
    expect(figures.share).toBeNaN();
    expect(figures.shares).toBeNull();
  });

  it('count ranks whose MPI time is above their wall time', () => {
    const odd = of({ mpi: Float64Array.of(4, 2, 9.5) });
    expect([...computeOf(odd)]).toEqual([6, 6, -0.5]);
    expect(figuresOf(odd, { ranks: 3, nodes: 2 }).odd).toBe(1);
  });

  it('name stretches of ranks', () => {
    expect(stretches([3, 5, 6, 7, 9])).toBe('3, 5–7, 9');
    expect(stretches([1, 3, 5, 6], 2)).toBe('1, 3 and 2 more');
    expect(stretches([])).toBe('');
  });
});
