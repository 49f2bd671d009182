import { describe, expect, it } from 'vitest';
import { alignRanks, warnings } from './align';

describe('alignment of two tests', () => {
  it('is by host where both name them, whatever their order', () => {
    const found = alignRanks(['n1', 'n2', 'n3', 'n4'], ['n4', 'n9', 'n2', 'n1']);
    expect(found).toMatchObject({ by: 'host', onlyA: 1, onlyB: 1, reason: '' });
    expect([...found.toB]).toEqual([3, 2, -1, 0]);
  });

  it('takes the nth rank on a host for the nth', () => {
    expect([...alignRanks(['n1', 'n1', 'n2', 'n2'], ['n2', 'n1', 'n2', 'n1']).toB]).toEqual([1, 3, 0, 2]);
  });

  it('is by rank where a host is not known or hardly one is common, and says why', () => {
    const unknown = alignRanks(['n1', null, 'n3'], ['n1', 'n2']);
    expect(unknown).toMatchObject({ by: 'rank', onlyA: 1, onlyB: 0 });
    expect([...unknown.toB]).toEqual([0, 1, -1]);
    expect(unknown.reason).toBe('A does not name the hosts of all ranks');
    expect(alignRanks([null], [null]).reason).toBe('no file names the hosts of all ranks');
    expect(alignRanks(['n1', 'n2', 'n3'], ['n1', 'm2', 'm3'])).toMatchObject({
      by: 'rank',
      reason: 'A and B have hardly a host in common',
    });
  });
});

describe('warnings of a comparison', () => {
  const test = {
    ranks: 28,
    axis: 'rank',
    concurrency: 'at once',
    schedule: 'half forward',
    statistic: 'best',
  } as const;

  it('has none for two runs of one test', () => {
    expect(warnings(test, { ...test })).toEqual([]);
  });

  it('names other node counts, concurrency and order', () => {
    const said = warnings(test, { ...test, ranks: 16, concurrency: null, schedule: 'half backward' });
    expect(said).toHaveLength(3);
    expect(said[0]).toContain('A has 28 ranks and B 16');
    expect(said[1]).toContain('A ran at once, those of B in a way that is not known');
  });
});
