import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { cutPlaces, expectAccounted } from '../../testing/formats';
import { FORMATS } from '../registry';
import { fabricWords } from '../reader/report';

const FIXTURES = join(import.meta.dirname, 'fixtures/fabric');
const fixture = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8');
const read = async (text: string, name = 'x') => collect(memorySource(name, text));

/** A node by the first word of its name: what all files of the tree call it. */
const named = ({ nodes }: Collector, at: number): string => (nodes[at]?.name ?? '').split(' ')[0] ?? '';

/** Cables by the names and ports of their ends, sorted. */
function cables(found: Collector, ports = true): string[] {
  return found.links
    .map(({ a, aPort, b, bPort }) =>
      [`${named(found, a)}${ports ? `/${aPort}` : ''}`, `${named(found, b)}${ports ? `/${bPort}` : ''}`]
        .sort()
        .join(' '),
    )
    .sort();
}

/** The cables of the tree: hosts n01 … n08 at ports 1 and 2 of four leaves, spines at 3 and 4. */
const TREE = [
  ...Array.from({ length: 8 }, (_, h) => `leaf${1 + (h >> 1)}/${1 + (h % 2)} n0${h + 1}/1`),
  ...Array.from(
    { length: 8 },
    (_, k) => `leaf${1 + (k >> 1)}/${3 + (k % 2)} spine${1 + (k % 2)}/${1 + (k >> 1)}`,
  ),
].sort();

it('says that a file that ends in FDR may have been cut within FDR10', async () => {
  const head = 'Switch\t8 "S-00aa000000000100"\t\t# "leaf1" enhanced port 0 lid 9 lmc 0\n';
  const cable = '[1]\t"H-00bb000000000300"[1](bb000000000301) \t\t# "n01 HCA-1" lid 1 4xFDR';
  const said = async (text: string) =>
    (await read(text)).found.problems.some(({ text: problem }) => problem.includes('may be FDR10'));
  expect(await said(`${head}${cable}`)).toBe(true);
  expect(await said(`${head}${cable}\n`)).toBe(false);
  expect(await said(`${head}${cable}10`)).toBe(false);
});

it('keeps the lines of nodes, cables and counters to be traced to, and not those of forwarding tables', async () => {
  const kept = async (name: string) => [...(await read(fixture(name))).found.kept.values()];
  expect(await kept('tree.topo.txt')).toContainEqual(expect.stringContaining('"S-00aa000000000200"[1]'));
  expect(await kept('tree.perfquery-after.txt')).toContain('PortXmitData:....................9000');
  expect(await kept('tree.lfts.dump')).toEqual([]);
});

describe('topologies of one tree', () => {
  it.each([
    ['tree.topo.txt', 4, 'EDR'],
    ['tree.ports.txt', 4, 'EDR'],
    ['tree.subnet.lst', 4, 'EDR'],
    ['tree.iblinkinfo.txt', 4, 'EDR'],
    ['tree.iblinkinfo-l.txt', 4, 'EDR'],
    ['tree.net', null, null],
    ['tree.topo', null, null],
    ['tree.cables', null, null],
  ])('%s gives its nodes and cables', async (file, width, speed) => {
    const text = fixture(file);
    const { report, found } = await read(text);
    expectAccounted(report, text);
    expect([report.lines.unknown, report.problems, report.runs]).toEqual([0, [], 0]);
    expect(report.fabric).toEqual({ nodes: 14, cables: 16, tables: 0, entries: 0, counters: 0 });
    expect(cables(found)).toEqual(TREE);
    const kinds = found.nodes.map((node, at) => `${named(found, at).replace(/\d+$/, '')} ${node.kind}`);
    expect([...new Set(kinds)].sort()).toEqual(['leaf switch', 'n host', 'spine switch']);
    if (width !== null)
      expect(found.links.every((link) => link.width === width && link.speed === speed)).toBe(true);
    for (const { line } of [...found.nodes, ...found.links])
      expect(line >= 1 && line <= report.lines.total).toBe(true);
  });

  it('LIDs and GUIDs of ports are the same in all files that have them', async () => {
    for (const file of [
      'tree.topo.txt',
      'tree.ports.txt',
      'tree.subnet.lst',
      'tree.iblinkinfo.txt',
      'tree.iblinkinfo-l.txt',
    ]) {
      const { found } = await read(fixture(file));
      const ports = found.ports.map(
        ({ node, port, guid, lid }) => `${named(found, node)} ${port} ${guid} ${lid}`,
      );
      expect([file, ports.sort()]).toEqual([
        file,
        Array.from(
          { length: 8 },
          (_, h) => `n0${h + 1} 1 0x00bb0000000003${(4 * h + 1).toString(16).padStart(2, '0')} ${h + 1}`,
        ),
      ]);
      const switches = found.nodes
        .filter(({ kind }) => kind === 'switch')
        .map(({ name, guid, lid }) => `${name} ${guid} ${lid}`);
      expect([file, switches.sort()]).toEqual([
        file,
        [
          ...[0, 1, 2, 3].map((i) => `leaf${i + 1} 0x00aa00000000010${i} ${9 + i}`),
          ...[0, 1].map((i) => `spine${i + 1} 0x00aa00000000020${i} ${13 + i}`),
        ],
      ]);
    }
  });

  it.each(['tree.topology.conf', 'tree.scontrol.txt'])(
    '%s gives the tree of Slurm, and says that it has no routes',
    async (file) => {
      const { report, found } = await read(fixture(file));
      const expected = [
        ...Array.from({ length: 8 }, (_, h) => `leaf${1 + (h >> 1)} n0${h + 1}`),
        ...[1, 2, 3, 4].map((i) => `leaf${i} top`),
      ];
      expect(cables(found, false)).toEqual(expected.sort());
      expect(report.problems.map(({ text }) => text).join(' ')).toMatch(/no routes/);
    },
  );

  it('are counted in words', () => {
    const counts = { nodes: 1, cables: 2, tables: 1, entries: 1, counters: 1 };
    expect(fabricWords(counts)).toBe(
      '1 node, 2 cables, forwarding tables of 1 switch (1 entry), 1 counter of ports',
    );
  });

  it('blocks of Slurm are said to be no switches', async () => {
    const { report, found } = await read(fixture('blocks.topology.conf'));
    expect([found.nodes.length, found.links.length]).toEqual([10, 8]);
    expect(report.problems[0]?.text).toMatch(/^Blocks are no switches/);
  });
});

describe('forwarding tables of the tree', () => {
  it.each(['tree.lfts.dump', 'tree.dump_fts.txt', 'tree.fdbs'])('%s gives the ports by LID', async (file) => {
    const { report, found } = await read(fixture(file));
    expect([report.lines.unknown, report.problems]).toEqual([0, []]);
    expect(fabricWords(report.fabric)).toBe('forwarding tables of 6 switches (76 entries)');
    const leaf = found.tables.find(({ guid }) => guid === '0x00aa000000000100');
    // Hosts n01 and n02 are at its own ports, all others behind a spine by their parity; then leaves and spines.
    expect([...(leaf?.ports ?? [])]).toEqual([0, 1, 2, 3, 4, 3, 4, 3, 4, 0, 4, 3, 4, 3, 4]);
    if (file !== 'tree.fdbs') expect(found.owners.get(1)).toBe('0x00bb000000000301');
  });
});

describe('counters', () => {
  it('perfquery names ports by LID, ibqueryerrors by GUID; sums over all ports are left out', async () => {
    const { found } = await read(fixture('tree.perfquery-before.txt'));
    expect(found.counters).toHaveLength(24);
    expect(found.counters[3]).toEqual({
      guid: null,
      lid: 9,
      port: 2,
      name: 'PortXmitData',
      value: 2000,
      line: 10,
    });
    const errors = await read(fixture('tree.ibqueryerrors.txt'));
    expect(
      errors.found.counters.map(({ guid, port, name, value }) => `${guid} ${port} ${name} ${value}`),
    ).toEqual([
      '0x00aa000000000100 3 SymbolErrorCounter 1234',
      '0x00aa000000000100 3 LinkDownedCounter 2',
      '0x00aa000000000100 3 PortXmitData 5040',
      '0x00bb000000000301 1 PortXmitWait 77',
    ]);
  });

  it('values that are no numbers are not understood', async () => {
    const { report, found } = await read(
      '# Port counters: Lid 4 port 1\nSymbolErrorCounter:....ERROR\nLinkDownedCounter:....2\n',
    );
    expect([report.lines.unknown, found.counters.length]).toEqual([1, 1]);
  });
});

/** What a collector holds of a fabric, as one text. */
function facts({ nodes, ports, links, tables, owners, counters }: Collector): string {
  const plain = tables.map((table) => ({ ...table, ports: [...table.ports] }));
  return JSON.stringify({ nodes, ports, links, plain, owners: [...owners], counters });
}

const FILES = [
  'tree.topo.txt',
  'tree.ports.txt',
  'tree.net',
  'tree.lfts.dump',
  'tree.dump_fts.txt',
  'tree.fdbs',
  'tree.subnet.lst',
  'tree.iblinkinfo.txt',
  'tree.iblinkinfo-l.txt',
  'tree.topo',
  'tree.cables',
  'tree.topology.conf',
  'tree.scontrol.txt',
  'tree.perfquery-before.txt',
  'tree.ibqueryerrors.txt',
];

describe('any file of a fabric', () => {
  it.each(FILES)('%s is read the same under other names, with CRLF and in small pieces', async (file) => {
    const text = fixture(file);
    const right = await read(text);
    for (const [name, content] of [
      ['osu_latency.out', text],
      ['map_data.txt', text.replaceAll('\n', '\r\n')],
    ] as const) {
      const { report, found } = await collect(memorySource(name, content, 101));
      expect(facts(found)).toBe(facts(right.found));
      expect(report.lines).toEqual(right.report.lines);
    }
  });

  it.each(FILES)(
    '%s cut at twenty places gives no cable and no entry that the whole has not, and says so',
    async (file) => {
      const text = fixture(file);
      const whole = (await read(text)).found;
      const all = new Set(cables(whole));
      for (const at of cutPlaces(file, text.length)) {
        const before = text.slice(0, at);
        const { report, found } = await read(before);
        expectAccounted(report, before);
        if (!file.includes('scontrol') && !file.includes('topology.conf') && !file.includes('topo'))
          for (const cable of cables(found)) expect([at, all.has(cable)]).toEqual([at, true]);
        for (const { guid, ports } of found.tables) {
          const right = whole.tables.find((table) => table.guid === guid)?.ports;
          ports.forEach((port, lid) => expect([at, port === 0 || port === right?.[lid]]).toEqual([at, true]));
        }
        for (const { name, value, port } of found.counters)
          expect(
            whole.counters.some((one) => one.name === name && one.value === value && one.port === port),
          ).toBe(true);
        const tells = /lfts|dump_fts/.test(file) && found.tables.length > 0 && !/dumped ?\n$/.test(before);
        if (tells) expect([at, report.problems.length > 0]).toEqual([at, true]);
      }
    },
  );

  it('every kind has help that says how to make it', () => {
    for (const id of ['ibnetdiscover', 'ib-forwarding', 'iblinkinfo', 'slurm-topology', 'perfquery'])
      expect(FORMATS.find((format) => format.id === id)?.help.make.length).toBeGreaterThan(0);
  });
});

const HEAD = '# Topology file: generated on x\n\n';
const leaf = (ports: string) =>
  `${HEAD}Switch 8 "S-00aa000000000100"\t# "leaf1" enhanced port 0 lid 9 lmc 0\n${ports}`;
const about = async (text: string) => {
  const { report, found } = await read(text);
  return { said: report.problems.map(({ text }) => text).join(' '), found, report };
};

describe('odd topologies get a sentence each', () => {
  it('a cable of a switch to itself', async () => {
    const { said, found } = await about(
      leaf(
        '[1] "S-00aa000000000100"[2]\t# "leaf1" lid 9 4xEDR\n[2] "S-00aa000000000100"[1]\t# "leaf1" lid 9 4xEDR\n',
      ),
    );
    expect(said).toMatch(/^1 cable has both ends at one node/);
    expect(found.links).toHaveLength(1);
  });

  it('a cable that one end alone describes, and a node that is not described', async () => {
    const { said, found } = await about(
      leaf('[1] "H-00bb000000000300"[1](bb000000000301) \t# "n01 HCA-1" lid 1 4xEDR\n'),
    );
    expect(said).toMatch(/1 node is named by cables and not described.*1 cable is described at one end only/);
    expect(found.ports[0]).toEqual({
      node: 1,
      port: 1,
      guid: '0x00bb000000000301',
      lid: 1,
      lmc: null,
      line: 4,
    });
  });

  it('parallel cables are two cables, a slower end counts, and blanks do for tabs', async () => {
    const two = (far: string, own: string, other: string, lid: number) =>
      `Switch  8 "S-${own}"   # "${own === '00aa000000000100' ? 'leaf1' : 'spine1'}" lid ${lid}\n[3] "S-${far}"[3] # "${other}" lid 1 4xEDR\n[4] "S-${far}"[4] # "${other}" lid 1 ${own === '00aa000000000100' ? '1xSDR' : '4xEDR'}\n\n`;
    const { said, found } = await about(
      two('00aa000000000200', '00aa000000000100', 'spine1', 9) +
        two('00aa000000000100', '00aa000000000200', 'leaf1', 13),
    );
    expect(found.links.map(({ width, speed }) => `${width}x${speed}`)).toEqual(['4xEDR', '1xSDR']);
    expect(said).toMatch(/^The two ends of 1 cable differ/);
  });

  it('an error of the library, the log of -s, chassis of -g and external ports are passed over', async () => {
    const { report, found, said } = await about(
      `src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1,1,31 Attr 0x11:0) bad status 110; Connection timed out\nDR path slid 0; dlid 0; 0 -> new Switch {00aa000000000100} portnum 0 lid 0-0 ""\n${leaf('[1][ext 3]\t"H-00bb000000000300"[1](bb000000000301) \t# "n01 HCA-1" lid 1 4xFDR10 s=4 w=2\n')}`,
    );
    expect([report.lines.unknown, found.links[0]?.speed]).toEqual([0, 'FDR10']);
    expect(said).toMatch(/The tool reports an error here/);
  });

  it('an aggregation node is no host, a router is none either, names may hold quotes and hashes', async () => {
    const { found } = await about(
      `${HEAD}Ca 1 "H-00bb000000000300" # "Mellanox Technologies Aggregation Node"\n\nRt 2 "R-00bb000000000400" # "rt \\"a\\" #1"\n\nCa 1 "H-00bb000000000500" # "it's "me" #2; (x) HCA-1"\n`,
    );
    expect(found.nodes.map(({ kind, name }) => [kind, name])).toEqual([
      ['aggregation', 'Mellanox Technologies Aggregation Node'],
      ['router', 'rt "a" #1'],
      ['host', `it's "me" #2; (x) HCA-1`],
    ]);
  });

  it('tables with two readings, cut ends and a lost last LID are said', async () => {
    const table = (guid: string, rows: string, end = '') =>
      `Unicast lids [0x0-0x40] of switch Lid 9 guid 0x${guid} (leaf):\n${rows}${end}`;
    const row = "0x0001 001 : (Channel Adapter portguid 0x00bb000000000301: 'n01')\n";
    expect((await about(table('a1', row))).said).toMatch(/no last line/);
    expect((await about(table('a1', row, '1 valid lids dumped \n'))).said).toMatch(
      /last LID, 0x40, a multiple of 64/,
    );
    expect((await about(table('a1', row, '2 valid lids dumped \n'))).said).toMatch(
      /2 LIDs were dumped here, but 1 rows/,
    );
    expect((await about(table('a1', row, '1 valid lids dumped \n').repeat(2))).said).toMatch(
      /more than one reading/,
    );
  });

  it('older words of ibdiagnet and upper-case LIDs are read', async () => {
    const { found, report } = await about(
      'osm_ucast_mgr_dump_ucast_routes: Switch 0x00AA000000000100\nLID    : Port : Hops : Optimal\n0x000A : 003  : HOPS UNKNOWN\n0x000B : UNREACHABLE\n0x000C : 004  : 00   : No 3 hop path possible via port 5!\n',
    );
    expect(report.tool).toBe('ibdiagnet');
    expect([...(found.tables[0]?.ports ?? [])].slice(10)).toEqual([3, 0, 4]);
  });

  it('an LMC that no port can have', async () => {
    const { said, found } = await about(
      `${HEAD}Ca 1 "H-00bb000000000300" # "n01"\n[1](bb000000000301) "S-00aa000000000100"[1] # lid 8 lmc 9 "leaf1" lid 9 4xEDR\n`,
    );
    expect(found.ports[0]).toMatchObject({ lid: 8, lmc: null });
    expect(said).toMatch(/1 port is given an LMC above 7/);
  });

  it('port numbers that InfiniBand does not have are left out with a sentence', async () => {
    const { said, found } = await about(
      leaf(
        '[255] "S-00aa000000000200"[1] # "spine1" lid 9 4xEDR\n[254] "S-00aa000000000200"[2] # "spine1" lid 9 4xEDR\n',
      ),
    );
    expect(found.links.map(({ aPort }) => aPort)).toEqual([254]);
    expect(said).toMatch(/1 cable is left out: ports are counted from 1 to 254/);
  });
});

describe('a few lines that name more than any fabric has', () => {
  it('names without end are left out from a line on, and it is told', async () => {
    const lines = Array.from({ length: 150 }, (_, s) => `SwitchName=s${s} Nodes=h${s}x[1-65536]\n`);
    const { said, found } = await about(lines.join(''));
    expect(said).toMatch(/^The lists above name 200,000 nodes/);
    expect(said).toMatch(/more than 200,000 nodes/);
    expect([found.nodes.length, found.links.length <= 200_000]).toEqual([200_000, true]);
  });

  it('cables beyond the last port of a switch of Slurm are told', async () => {
    const { said, found } = await about('SwitchName=s Nodes=h[1-65536]\n');
    expect(said).toMatch(/1 cable is left out: ports are counted from 1 to 65,535 here/);
    expect(found.links).toHaveLength(65_535);
  });
});
