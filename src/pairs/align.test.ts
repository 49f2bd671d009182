import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignByRank, alignRanks, ranksOfB } from './align';

describe('alignment of two tests', () => {
  it('is by host where both name them, whatever their order', () => {
    const found = alignRanks(['n1', 'n2', 'n3', 'n4'], ['n4', 'n9', 'n2', 'n1']);
    expect(found).toMatchObject({ by: 'host', onlyA: 1, onlyB: 1, reason: '' });
    expect([...found.toB]).toEqual([3, 2, -1, 0]);
  });

  it('takes the nth rank on a host for the nth', () => {
    expect([...alignRanks(['n1', 'n1', 'n2', 'n2'], ['n2', 'n1', 'n2', 'n1']).toB]).toEqual([1, 3, 0, 2]);
  });

  it('needs half of the hosts of the smaller side, however many ranks each has', () => {
    // One of two hosts is shared, though with one rank of seven.
    const half = alignRanks(['n1', 'n2', 'n2', 'n2', 'n2', 'n2', 'n2'], ['n1', 'm2', 'm3', 'm4']);
    expect(half).toMatchObject({ by: 'host', onlyA: 6, onlyB: 3 });
    expect(alignRanks(['n1', 'n2', 'n3'], ['n1', 'm2', 'm3'])).toMatchObject({
      by: 'rank',
      reason: 'only 1 of the hosts are on both sides',
    });
    expect(alignRanks(['n1', 'n2'], ['m1', 'm2']).reason).toBe('no host is on both sides');
  });

  it('is by rank where a host is not known, and says of which side', () => {
    const unknown = alignRanks(['n1', null, 'n3'], ['n1', 'n2']);
    expect(unknown).toMatchObject({ by: 'rank', onlyA: 1, onlyB: 0 });
    expect([...unknown.toB]).toEqual([0, 1, -1]);
    expect(unknown.reason).toBe('A does not name the hosts of all ranks');
    expect(alignRanks(['n1'], [null]).reason).toBe('B does not name the hosts of all ranks');
    expect(alignRanks([null], [null]).reason).toBe('no file names the hosts of all ranks');
  });

  it('brings ranks of A to B, without those that B does not have', () => {
    const byHost = alignRanks(['n1', 'n2', 'n3'], ['n3', 'n1']);
    expect(ranksOfB(byHost, [0, 1, 2, 9])).toEqual([1, 0]);
    expect(ranksOfB(alignByRank(4, 2, ''), [1, 3])).toEqual([1]);
  });

  it('finds each rank again when the ranks of B stand in another order', () => {
    const permutation = fc
      .integer({ min: 1, max: 40 })
      .chain((n) => fc.shuffledSubarray([...Array(n).keys()], { minLength: n }));
    fc.assert(
      fc.property(permutation, (order) => {
        const hosts = order.map((_, rank) => `n${rank}`);
        const { by, toB, onlyA, onlyB } = alignRanks(
          hosts,
          order.map((rank) => hosts[rank] ?? ''),
        );
        expect({ by, onlyA, onlyB }).toEqual({ by: 'host', onlyA: 0, onlyB: 0 });
        order.forEach((rank, at) => expect(toB[rank]).toBe(at));
      }),
    );
  });
});
