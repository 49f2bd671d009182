import { describe, expect, it } from 'vitest';
import { findLeaves } from './leaves';

const ends = ['n1', 'n2', 'n3', 'n4'].map((host, i) => ({ host, rail: 0, leaf: `leaf${Math.floor(i / 2)}` }));

describe('leaf switches of a measurement', () => {
  it('are found by the name of the host, its domain left aside', () => {
    const { leaves, said } = findLeaves(ends, ['N4.site', 'n1', 'n2', 'n1', null], 0);
    expect([...(leaves ?? [])]).toEqual([
      ['N4.site', 'leaf1'],
      ['n1', 'leaf0'],
      ['n2', 'leaf0'],
    ]);
    expect(said).toMatch(
      /^all 3 hosts are on 2 leaf switches\. Found: 2 by name, 1 by name without domain\./,
    );
  });

  it('say which hosts the fabric does not have', () => {
    const { leaves, said } = findLeaves(ends, ['n1', 'n3', 'x1'], 0);
    expect(leaves?.has('x1')).toBe(false);
    expect(said).toContain('2 of 3 hosts are on 2 leaf switches. Not in it: x1.');
  });

  it('are none, with the reason, where hosts are not known, of another fabric or on one switch', () => {
    expect(findLeaves(ends, [null, null], 0)).toEqual({
      leaves: null,
      said: 'The measurement does not name its hosts.',
    });
    expect(findLeaves(ends, ['x1', 'x2'], 0).said).toContain(
      'None of the 2 measured hosts is in this fabric',
    );
    expect(findLeaves(ends, ['n1', 'n2'], 0)).toEqual({
      leaves: null,
      said: 'In it all 2 hosts are on one switch.',
    });
  });

  it('of a host with several ports are those of the port that is asked for', () => {
    const two = ends.flatMap((end) => [end, { host: end.host, rail: 1, leaf: 'other' }]);
    const found = (rail: number) => findLeaves(two, ['n1', 'n3'], rail);
    expect([...(found(0).leaves?.values() ?? [])]).toEqual(['leaf0', 'leaf1']);
    expect(found(0).said).toContain('2 hosts have several ports: port 1 is taken');
    expect(found(1).leaves).toBeNull();
  });
});
