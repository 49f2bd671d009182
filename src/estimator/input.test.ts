/** Bad input and sizes beyond the limits: one sentence each, and the estimator stays usable. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Estimator } from './core';
import { EstimatorError } from './core';
import type { Job, TrafficSpec } from './job';
import { testEstimator } from './testing/module';
import { need } from './testing/graph';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

/** Two leaf switches (nodes 4, 5) of two hosts, two spines (6, 7). */
const CABLES = ['0 1 4 1', '1 1 4 2', '2 1 5 1', '3 1 5 2', '4 3 6 1', '4 4 7 1', '5 3 6 2', '5 4 7 2'];

function fabric(cables: readonly string[] = CABLES, hosts = 4, switches = 4): string {
  const lines = cables.flatMap((cable, k) => {
    const [a, p, b, q, cap = '1'] = cable.split(' ');
    return [`${2 * k} ${a} ${p} ${b} ${q} ${cap}`, `${2 * k + 1} ${b} ${q} ${a} ${p} ${cap}`];
  });
  return `fabric1 test\nhosts ${hosts} switches ${switches} edges ${lines.length}\n${lines.join('\n')}\n`;
}

const perm: TrafficSpec = { kind: 'pattern', pattern: 'perm' };

function sentence(job: Partial<Job>): string {
  try {
    estimator.setup({ topology: fabric(), routing: 'minhop', traffic: perm, ...job });
    estimator.run(0, 1, 1n, { share: true });
  } catch (error) {
    if (error instanceof EstimatorError) return error.message;
    throw error;
  }
  return 'accepted';
}

function goodTables(): Uint16Array {
  expect(sentence({})).toBe('accepted');
  return estimator.tables();
}

test('the fabric of these tests is accepted', () => {
  expect(sentence({})).toBe('accepted');
});

const text = fabric();
const broken: [string, string, RegExp][] = [
  ['self-cable', fabric([...CABLES, '6 3 6 4']), /join node 6 to itself/],
  [
    'one-sided link',
    text.replace(/\n9 .*\n/, '\n').replace('edges 16', 'edges 16'),
    /Link 8 .* is one-sided/,
  ],
  ['one-sided link with another end', text.replace('\n9 6 1 4 3', '\n9 6 1 4 4'), /Link 8 .* is one-sided/],
  ['duplicate link id', text.replace('\n9 ', '\n8 '), /Line 12: link id 8 was given before/],
  ['port used twice', fabric([...CABLES.slice(0, 7), '5 3 7 2']), /Port 3 of switch 5 is used by two cables/],
  ['host with two cables', fabric([...CABLES, '0 2 5 9']), /Host 0 has two cables/],
  ['host without a cable', fabric(CABLES, 5, 3), /Host 4 .*cable|join host/],
  ['0 hosts', fabric([], 0, 1), /0 hosts/],
  ['disconnected parts', fabric(CABLES.slice(0, 4)), /disconnected parts: host 0 cannot reach host 2/],
  ['two hosts cabled together', fabric([...CABLES.slice(1), '0 1 1 2']), /join host 0 to host 1|two cables/],
  ['node that does not exist', fabric([...CABLES, '6 9 99 1']), /end at node 99/],
  ['truncated text', text.slice(0, 120), /truncated|missing|must hold six fields|one-sided/],
  ['unequal capacities of a cable', text.replace('\n9 6 1 4 3 1', '\n9 6 1 4 3 2'), /must agree/],
  ['capacity 0', fabric([...CABLES.slice(0, 7), '5 4 7 2 0']), /not a capacity/],
  ['no counts', 'fabric1 x\nhosts 4\n', /must read "hosts H switches S edges E"/],
  ['not a number', text.replace('\n0 0 1', '\n0 zero 1'), /"zero" is not a whole number/],
];
test.each(broken)('%s', (_name, topology, expected) => {
  expect(sentence({ topology })).toMatch(expected);
  expect(sentence({})).toBe('accepted');
});

describe('tables', () => {
  const changed = (at: number, port: number) => {
    const tables = goodTables();
    tables[at] = port;
    return tables;
  };
  test('truncated', () => {
    expect(sentence({ routing: 'lft', tables: goodTables().slice(0, 15) })).toMatch(
      /truncated or belongs to another fabric/,
    );
    expect(sentence({ routing: 'lft', tables: new Uint8Array(15) })).toMatch(/15 bytes, but .* need 16/);
  });
  test('of another fabric: a port without a cable, a port to a wrong host', () => {
    expect(sentence({ routing: 'lft', tables: changed(2, 9) })).toMatch(
      /switch 4 sends host 2 to port 9, where no cable is/,
    );
    expect(sentence({ routing: 'lft', tables: changed(2, 1) })).toMatch(/leads to node 0 instead/);
    expect(sentence({ routing: 'lft', tables: changed(0, 2) })).toMatch(
      /switch 4 sends host 0 to port 2, which leads to node 1/,
    );
  });
  test('a loop is named, with its switches', () => {
    const tables = goodTables();
    tables[2 * 4 + 3] = 1;
    tables[3] = 3;
    expect(sentence({ routing: 'lft', tables })).toMatch(/for host 3 in a loop: switches 4 → 6 → 4/);
  });
  test('an empty entry loses its flows, counted and noted; no route is guessed', () => {
    const tables = changed(3, 0);
    const traffic: TrafficSpec = { kind: 'pairs', text: '0 0 3\n0 1 3\n0 2 3\n0 1 2\n' };
    const setup = estimator.setup({ topology: fabric(), routing: 'lft', tables, traffic });
    expect(setup.notes.join()).toMatch(/^1 route \(.*\) ends at an empty table entry; its flows/);
    const { pairs, rows } = estimator.run(0, 1, 1n, { pairs: true });
    expect(need(rows.values[rows.names.indexOf('lost')])).toBe(2);
    expect([...pairs.c]).toEqual([0, 0, 1, 1]);
  });
  test('routes that end at an empty entry are counted, by whatever rule the tables are made', () => {
    const count = (job: Partial<Job>) => {
      const { notes } = estimator.setup({ topology: fabric(), routing: 'minhop', traffic: perm, ...job });
      return Number(/(\d+) routes? \(leaf switch to destination\) ends? at/.exec(notes.join())?.[1] ?? 0);
    };
    // Of both leaf switches to host 3, whose own switch does not know it.
    expect(count({ routing: 'lft', tables: changed(1 * 4 + 3, 0) })).toBe(2);
    // Host 0 has no cable; then the uplinks of its switch neither: four pairs of a switch and a host besides.
    const whats: [string, number][] = [
      ['link:0', 2],
      ['link:8+link:10', 4],
      ['link:0+link:8+link:10', 5],
    ];
    for (const routing of ['minhop', 'updn', 'random', 'minhop:lmc=1'])
      for (const [what, routes] of whats)
        expect(count({ routing, cut: { what, after: 'reroute' } }), `${routing} ${what}`).toBe(
          routing.includes('lmc') ? 2 * routes : routes,
        );
    // The same by following given tables.
    const cut = { what: 'link:0+link:8+link:10', after: 'reroute' } as const;
    estimator.setup({ topology: fabric(), routing: 'minhop', cut, traffic: perm });
    expect(count({ routing: 'lft', tables: estimator.tables() })).toBe(5);
  });
  test('missing, or for a routing without tables', () => {
    expect(sentence({ routing: 'lft' })).toMatch(/needs forwarding tables/);
  });
});

const refused: [string, Partial<Job>, RegExp][] = [
  ['unknown topology', { topology: 'ring:4' }, /not a topology/],
  ['unknown routing', { routing: 'magic' }, /not a routing/],
  ['unknown option', { routing: 'ecmp:sed=1' }, /no option "sed"/],
  [
    'formula on an irregular fabric',
    { topology: fabric([...CABLES, '6 3 7 3']), routing: 'dmodk' },
    /needs a regular tree/,
  ],
  ['dimension order on a tree', { routing: 'dor' }, /needs a torus or mesh/],
  ['dragonfly routing on a tree', { routing: 'min' }, /needs a dragonfly/],
  ['unknown pattern', { traffic: { kind: 'pattern', pattern: 'zigzag' } }, /not a pattern/],
  [
    'shift by the number of hosts',
    { traffic: { kind: 'pattern', pattern: 'shift:4' } },
    /sends everyone to itself/,
  ],
  ['one rank', { traffic: { kind: 'pattern', pattern: 'ring', ranks: 1 } }, /at least 2 ranks/],
  [
    'more ranks than hosts',
    { traffic: { kind: 'pattern', pattern: 'ring', ranks: 5 } },
    /5 ranks do not fit 4 hosts/,
  ],
  ['halo that does not fit', { traffic: { kind: 'pattern', pattern: 'halo:3x3' } }, /9 ranks does not fit 4/],
  [
    'a line break in a placement',
    { traffic: { ...perm, placement: 'order\n2' } },
    /The placement "order\\n2" has a line break/,
  ],
  [
    'a line break after a cut',
    { cut: { what: 'link:8', after: 'stale\nlink:10' as 'stale' } },
    /has a line break; give it in one line/,
  ],
  ['placement twice on a host', { traffic: { ...perm, placement: 'list:0,1,1' } }, /host 1 twice/],
  ['pair of an unknown host', { traffic: { kind: 'pairs', text: '0 0 9' } }, /Line 1: "9" is not a host/],
  ['pair to itself', { traffic: { kind: 'pairs', text: '0 1 2\n0 3 3' } }, /Line 2: host 3 sends to itself/],
  ['pair list of two columns', { traffic: { kind: 'pairs', text: '1 2' } }, /Line 1 must hold/],
  ['missing phase', { traffic: { kind: 'pairs', text: '1 1 2' } }, /Phase 0 of the pair list has no pair/],
  [
    'matrix with negative bytes',
    { traffic: { kind: 'matrix', text: '0 1 -5', ranksPerHost: 1 } },
    /not a number of bytes/,
  ],
  [
    'matrix rank without a host',
    { traffic: { kind: 'matrix', text: '0 8 5', ranksPerHost: 2 } },
    /rank 8 has no host/,
  ],
  ['cut of a link that is not there', { cut: { what: 'link:99', after: 'stale' } }, /no link 99/],
  [
    'more cuts than cables',
    { cut: { what: 'random:9', after: 'stale' } },
    /9 cables between switches .* has 4/,
  ],
  [
    'global greedy that knows nothing of a cut',
    { routing: 'greedy_global', cut: { what: 'link:8', after: 'stale' } },
    /could not see to be cut; choose reroute or recover/,
  ],
  ['paths to several LIDs by a rule without them', { routing: 'updn:lmc=1' }, /one path per destination/],
  ['seed of a hash that is not used', { routing: 'minhop:seed=3' }, /no option "seed"/],
  [
    'fluid splitting with stale tables',
    { routing: 'spray', cut: { what: 'link:8', after: 'stale' } },
    /no tables that could be stale/,
  ],
];
test.each(refused)('%s', (_name, job, expected) => {
  expect(sentence(job)).toMatch(expected);
});

const tooLarge: [string, Partial<Job>][] = [
  ['tree of 2^31 hosts', { topology: 'tree3:2048' }],
  ['tree whose product overflows', { topology: 'pgft:60000,60000,60000/1,60000,60000/1,1,1' }],
  ['k-ary tree', { topology: 'kary:64,8' }],
  ['torus', { topology: 'torus:5000x5000x5000' }],
  ['dragonfly', { topology: 'dragonfly:100,200,100' }],
  [
    'text that announces too much',
    { topology: 'fabric1 x\nhosts 4000000000 switches 4000000000 edges 8000000000\n' },
  ],
  ['tables of a large tree', { topology: 'tree3:84', routing: 'minhop' }],
  ['distances of a large torus', { topology: 'torus:40x40x40', routing: 'ecmp' }],
  ['128 paths to each of 27,648 hosts', { topology: 'tree3:48', routing: 'minhop:lmc=7', traffic: perm }],
  [
    'all pairs of 65,536 hosts at once',
    { topology: 'tree3:64', routing: 'dmodk', traffic: { kind: 'pattern', pattern: 'alltoall:once' } },
  ],
  ['dimension order tables of a large mesh', { topology: 'mesh:200x200', routing: 'dor' }],
];
test.each(tooLarge)('too large: %s', (_name, job) => {
  const fresh = sentence({});
  const before = estimator.memory();
  expect(fresh).toBe('accepted');
  expect(sentence(job)).toMatch(/at most|too short|too large|is out of range/);
  expect(estimator.memory() - before).toBeLessThan(256 * 2 ** 20);
});

test('an error quotes no more than a line of a file', () => {
  const long = 'x\u001b[31m\u202e'.repeat(20_000);
  for (const job of [
    { topology: long },
    { topology: `fabric1 x\n${long}\n` },
    { topology: text.replace('\n0 0 1', `\n0 ${long} 1`) },
    { topology: text.replace('\n9 6 1 4 3 1', `\n${long}`) },
    { topology: text.replace('\n9 6 1 4 3 1', `\n9 6 1 4 3 ${long}`) },
    { topology: `kary:${long}` },
    { topology: `kary:4,3:${long}=1` },
    { traffic: { kind: 'pairs', text: long } },
    { traffic: { kind: 'pairs', text: `0 0 ${long}` } },
    { traffic: { kind: 'pairs', text: `${long} 0 1` } },
    { traffic: { kind: 'matrix', text: `0 ${long} 1`, ranksPerHost: 1 } },
    { traffic: { kind: 'matrix', text: `0 1 ${long}`, ranksPerHost: 1 } },
  ] satisfies Partial<Job>[]) {
    const said = sentence(job);
    expect(said.length).toBeLessThan(700);
    expect(said).toContain('…');
    expect([...said].filter((character) => character < ' ' || character === '\u202e')).toEqual([]);
  }
});

test.each([
  ['torus:160x160', 'ecmp', perm, /Use a smaller fabric, or a routing that needs none/],
  ['tree3:84', 'minhop', perm, /a routing without tables/],
  ['kary:4,3', 'dmodk', { kind: 'pairs', text: ' '.repeat(2 ** 27 + 1) }, /allowed\. Use fewer pairs\./],
  ['tree3:64', 'dmodk', { kind: 'pattern', pattern: 'alltoall:once' }, /Use fewer ranks, or alltoall:shift/],
] as const)('%s, %s: the advice fits what is too large', (topology, routing, traffic, expected) => {
  expect(sentence({ topology, routing, traffic })).toMatch(expected);
});

test.each(['dmodk', 'random'])(
  '65,536 hosts on three levels of 64-port switches, %s, tables not stored, in less than 1 GB',
  async (routing) => {
    const large = await testEstimator();
    large.setup({ topology: 'tree3:64', routing, traffic: { kind: 'pattern', pattern: 'bisectfb' } });
    const { rows } = large.run(0, 2, 1n, { share: true, links: true });
    expect(need(rows.values[rows.names.indexOf('pairs')])).toBe(65_536);
    expect(large.memory()).toBeLessThan(2 ** 30);
  },
);
