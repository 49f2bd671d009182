import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchHosts, type End } from './hosts';

const ends = (...hosts: string[]): End[] => hosts.map((host) => ({ host, rail: 0 }));
const match = (of: End[], hosts: (string | null)[], more: { rail?: number; inOrder?: boolean } = {}) =>
  matchHosts({ ends: of, hosts, rail: 0, inOrder: false, ...more });

function matching(...given: Parameters<typeof match>) {
  const told = match(...given);
  if (!told.ok) throw new Error(told.problem);
  return told.matching;
}

describe('by name', () => {
  test('case, domains and adapter suffixes do not count', () => {
    const fabric = ends('node001', 'Node002', 'node003.ib.cluster.local', 'node004_mlx5_0', 'node005-ib0');
    const {
      ends: found,
      notes,
      unused,
    } = matching(fabric, ['node001.cluster.local', 'NODE002', 'node003', 'node004', 'node005.site.example']);
    expect([...found]).toEqual([0, 1, 2, 3, 4]);
    expect(unused).toEqual([]);
    expect(notes).toEqual(['Found: 1 by name, 2 by name without domain, 2 by name without adapter suffix.']);
  });

  test.each([
    ['n1 HCA-1', 'n1'],
    ['n1 mlx5_0', 'n1'],
    ['n1:hfi1_0', 'n1'],
    ['r1i0n5-ib1', 'r1i0n5'],
    ['gpu-7-hsn0', 'gpu-7'],
    ['n1-ibp94s0', 'n1'],
    ['n1_bond0', 'n1'],
    ['n1-ib', 'n1'],
  ])('%s is %s', (measured, known) => {
    expect([...matching(ends(known, 'other'), [measured, 'other']).ends]).toEqual([0, 1]);
  });

  test.each([
    ['node1', 'node10'],
    ['10.0.0.1', '10.0.0.2'],
    ['fd00::1', 'fd00::2'],
    ['rack-1', 'rack-2'],
  ])('%s is not %s', (measured, known) => {
    expect(match(ends(known, 'x', 'y'), [measured, 'x', 'y'])).toMatchObject({
      ok: true,
      matching: { unknown: [measured], unused: [known] },
    });
  });

  test('a long name that is nearly an adapter suffix is read in one go', () => {
    const long = `n-ib${'1'.repeat(10_000)}_x-`;
    expect(matching(ends('a', 'b', long), ['a', 'b', 'n']).unknown).toEqual(['n']);
  });

  test('a name that fits two hosts fits none', () => {
    const told = matching(ends('a.east', 'a.west', 'b', 'c'), ['a', 'b', 'c']);
    expect([...told.ends]).toEqual([-1, 2, 3]);
    expect(told.unknown).toEqual(['a']);
    expect(told.unused).toEqual(['a.east', 'a.west']);
  });

  test('ranks of one host share its end and are counted', () => {
    const {
      ends: found,
      matchedRanks,
      matchedHosts,
      notes,
    } = matching(ends('a', 'b'), ['a', 'a', 'b', null]);
    expect([...found]).toEqual([0, 0, 1, -1]);
    expect([matchedRanks, matchedHosts]).toEqual([3, 2]);
    expect(notes.at(-1)).toMatch(/Up to 2 ranks share a host/);
  });

  test('the rail that is taken is said', () => {
    const rails = [0, 1].flatMap((rail) => ['a', 'b'].map((host) => ({ host, rail })));
    expect([...matching([...rails, { host: 'c', rail: 0 }], ['a', 'b', 'c'], { rail: 1 }).ends]).toEqual([
      2, 3, 4,
    ]);
    expect(matching(rails, ['a', 'b'], { rail: 1 }).notes).toContain(
      '2 hosts have several ports: port 2 is taken as the one that was measured.',
    );
  });

  test('too few found is a sentence and no guess', () => {
    const told = match(ends('a', 'b', 'c', 'd'), ['a', 'x', 'y', 'z']);
    expect(told).toEqual({
      ok: false,
      notFound: true,
      problem:
        'Only 1 of the 4 measured hosts is in this fabric (it has no x, y, z; its hosts are called a, b, c).',
    });
    expect(match(ends('a', 'b'), [null, null])).toMatchObject({ ok: false, notFound: false });
  });

  test.each([
    [['x'], 'The measured host is not in this fabric (it has no x;'],
    [['a'], 'Only one host was measured, and it is in this fabric (its hosts'],
    [['x', 'y'], 'None of the 2 measured hosts is in this fabric (it has no x, y;'],
    [['a', 'b', 'x', 'y', 'z'], 'Only 2 of the 5 measured hosts are in this fabric (it has no x, y, z;'],
  ])('few hosts found are told in words that fit their number: %j', (hosts, start) => {
    expect(match(ends('a', 'b', 'c'), hosts)).toMatchObject({
      problem: expect.stringMatching(`^${start.replace('(', '\\(')}`) as string,
    });
  });

  test('no end is given to two hosts, whatever the names', () => {
    const name = fc.constantFrom(
      'a',
      'C',
      'a.x',
      'a.y',
      'a-ib0',
      'b',
      'b_mlx5_1',
      'b.x',
      '1.2.3.4',
      '1.2.3.5',
      '',
    );
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.uniqueArray(name), (known, measured) => {
        const told = match(ends(...known), measured);
        if (!told.ok) return;
        const found = [...told.matching.ends].filter((end) => end >= 0);
        expect(new Set(found).size).toBe(found.length);
        expect(told.matching.unknown.length + found.length).toBe(measured.length);
        expect(told.matching.unused.length + found.length).toBe(known.length);
        measured.forEach((host, rank) => {
          const alike = known.filter((other) => other.toLowerCase() === host.toLowerCase());
          if (alike.length === 1 && known.includes(host))
            expect(known[told.matching.ends[rank] ?? -1]?.toLowerCase()).toBe(host.toLowerCase());
        });
      }),
    );
  });
});

describe('in order', () => {
  test('hosts in the order of their ranks, or rank by rank', () => {
    expect([...matching(ends('a', 'b', 'c'), ['y', 'y', 'x'], { inOrder: true }).ends]).toEqual([0, 0, 1]);
    expect([...matching(ends('a', 'b', 'c'), [null, null, null], { inOrder: true }).ends]).toEqual([0, 1, 2]);
  });

  test('a fabric that is too small is refused', () => {
    expect(match(ends('a', 'b'), [null, null, null], { inOrder: true })).toEqual({
      ok: false,
      notFound: false,
      problem: 'The measurement has 3 ranks, the fabric only 2 hosts. Choose a fabric that is as large.',
    });
  });
});
