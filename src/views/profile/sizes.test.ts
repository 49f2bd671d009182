import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallSize } from '../../queries/profiles';
import { classOf, classStart, cumulativeSizes, isLooseSize, sizeClasses, sizedCalls } from './sizes';

const size = (bytes: number, count: number, seconds: number, call = 'MPI_Send'): CallSize => ({
  ...{ call, bytes, count, seconds, shortest: null, longest: null },
});

describe('message sizes', () => {
  it('stand in the class of the power of two at or below them', () => {
    expect([0, 1, 2, 3, 4, 1023, 1024].map(classOf)).toEqual([0, 1, 2, 2, 3, 10, 11]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (bytes) => {
        const index = classOf(bytes);
        expect(classStart(index)).toBeLessThanOrEqual(bytes);
        expect(classStart(index + 1)).toBeGreaterThan(bytes);
      }),
    );
  });

  it('share their classes over two sides', () => {
    const { edges, amounts } = sizeClasses([[size(0, 1, 2), size(3, 1, 4)], [size(2, 2, 1)]], 'bytes');
    expect(edges).toEqual([0, 1, 2, 3, 4]);
    expect(amounts).toEqual([
      [0, 0, 3, 0],
      [0, 0, 4, 0],
    ]);
    // One class alone has others around it.
    expect(sizeClasses([[size(1024, 2, 1)]], 'count')).toEqual({
      edges: [9, 10, 11, 12, 13, 14],
      amounts: [[0, 0, 2, 0, 0]],
    });
    expect(sizeClasses([[]], 'time')).toEqual({ edges: [], amounts: [[]] });
  });

  it('add up to the whole: of time, bytes and calls', () => {
    const sizes = [size(1024, 1, 1), size(8, 3, 1)];
    expect(cumulativeSizes(sizes, 'time').map(({ bytes, share }) => [bytes, share])).toEqual([
      [8, 0.5],
      [1024, 1],
    ]);
    expect(cumulativeSizes(sizes, 'count').map(({ share }) => share)).toEqual([0.75, 1]);
    expect(cumulativeSizes(sizes, 'bytes')[0]?.share).toBeCloseTo(24 / 1048, 12);
    expect(cumulativeSizes([size(8, 0, 0)], 'time')).toEqual([]);
  });

  it('are of calls that have one, those with several first, then the one with most time', () => {
    const sizes = [size(0, 1, 9, 'MPI_Barrier'), size(8, 1, 1, 'MPI_Send'), size(8, 1, 2, 'MPI_Recv')];
    expect(sizedCalls([sizes])).toEqual(['MPI_Recv', 'MPI_Send']);
    expect(sizedCalls([[...sizes, size(16, 1, 0, 'MPI_Send')]])).toEqual(['MPI_Send', 'MPI_Recv']);
  });

  it('are loose where a call receives or waits', () => {
    const calls = ['MPI_Recv', 'MPI_Irecv', 'MPI_Waitall', 'MPI_Iprobe', 'MPI_Isend', 'MPI_Allreduce'];
    expect(calls.map(isLooseSize)).toEqual([true, true, true, true, false, false]);
  });
});
