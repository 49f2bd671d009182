import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../testing/collect';
import { countersOf, tablesOf, topologyOf } from '../testing/fabrics';
import { assemble } from './assemble';
import { countersByLink, layCounters } from './counters';
import { jobOf } from './job';
import type { Fabric } from './model';
import { linkCapacity, speedOfLane } from './rates';
import { reportOf } from './report';
import { destinationsOf } from './routes';

const FIXTURES = join(import.meta.dirname, '../formats/fabric/fixtures/fabric');
const fixture = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8');
const read = async (text: string) => (await collect(memorySource('x', text))).found;

/** The tree of four leaves, two spines and eight hosts; `change` edits the text of its topology and tables. */
async function tree(
  change: (topology: string) => string = (text) => text,
  tables: (text: string) => string | null = (text) => text,
): Promise<Fabric> {
  const table = tables(fixture('tree.lfts.dump'));
  return assemble({
    topology: topologyOf(await read(change(fixture('tree.topo.txt'))), 'tree'),
    tables: table === null ? [] : [tablesOf(await read(table), 'tables')],
    companions: [],
  });
}

const texts = (fabric: Fabric) => reportOf(fabric).findings.map(({ text }) => text);

describe('capacity of links', () => {
  it.each([
    [4, 'SDR', 8],
    [4, 'DDR', 16],
    [4, 'QDR', 32],
    [4, 'FDR10', 40],
    [4, 'FDR', 54.545],
    [4, 'EDR', 100],
    [4, 'HDR', 200],
    [2, 'HDR', 100],
    [4, 'NDR', 400],
    [4, 'XDR', 800],
  ])('%ix%s carries %f Gb/s', (width, speed, gigabits) => {
    expect(linkCapacity(width, speed)).toBeCloseTo(gigabits, 3);
  });

  it('rates of lanes as tools print them', () => {
    const rates = [2.5, 5, 10, 10.3125, 14, 14.0625, 25, 25.78125, 50, 53.125, 106.25, 212.5, 77];
    expect(rates.map(speedOfLane)).toEqual([
      'SDR',
      'DDR',
      'QDR',
      'FDR10',
      'FDR',
      'FDR',
      'EDR',
      'EDR',
      'HDR',
      'HDR',
      'NDR',
      'XDR',
      null,
    ]);
  });
});

describe('the report of the tree', () => {
  it('says what it is, by hand: 2 hosts and 2 spines per leaf, routes of 2 and 4 cables', async () => {
    const report = reportOf(await tree());
    expect(report.nodes).toEqual({ switch: 6, host: 8, aggregation: 0, router: 0 });
    expect([report.hosts, report.ends, report.cables, report.apart]).toEqual([8, 8, 16, 0]);
    expect(
      report.levels.map(({ level, switches, hosts, down, up, oversubscription, worst }) => [
        level,
        switches,
        hosts,
        down,
        up,
        oversubscription,
        worst,
      ]),
    ).toEqual([
      [1, 4, 8, 0, 8, 1, 1],
      [2, 2, 0, 8, 0, null, null],
    ]);
    expect(report.parallel).toEqual([{ cables: 1, pairs: 8 }]);
    // Of 56 ordered pairs 8 share a leaf.
    expect([...(report.routes?.hops ?? [])].sort()).toEqual([
      [2, 8],
      [4, 48],
    ]);
    // A leaf sends to the 6 hosts elsewhere over two ports by parity; a spine to the two of a leaf, of which one by each spine.
    expect(report.balance).toEqual([
      { level: 1, way: 'up', ports: 8, least: 3, median: 3, most: 3 },
      { level: 2, way: 'down', ports: 8, least: 1, median: 1, most: 1 },
    ]);
    expect([report.routes?.detours, report.routes?.unreachable, report.routes?.creditLoop]).toEqual([
      0,
      0,
      [],
    ]);
    expect(report.findings).toEqual([]);
  });

  it('finds a slow cable, a width fallback, a missing cable', async () => {
    const slow = (text: string) =>
      text
        .replace(/(\[3\]\t"S-00aa000000000200"\[1\].*)4xEDR/, '$14xQDR')
        .replace(/(\[1\]\t"S-00aa000000000100"\[3\].*)4xEDR/, '$14xQDR')
        .replace(/(\[1\]\t"H-00bb000000000308"\[1\].*)4xEDR/, '$11xEDR')
        .replace(/(\[1\]\(bb000000000309\) .*)4xEDR/, '$11xEDR')
        .replace(/\[4\]\t"S-00aa000000000201"\[3\].*\n/, '')
        .replace(/\[3\]\t"S-00aa000000000102"\[4\].*\n/, '');
    expect(texts(await tree(slow, () => null))).toEqual([
      expect.stringMatching(
        /^“leaf2” port 1 to “n03 mlx5_0” port 1 runs at 1xEDR, 25 Gb\/s; .* It uses 1 of 4 lanes\.$/,
      ),
      '“leaf1” port 3 to “spine1” port 1 runs at 4xQDR, 32 Gb/s; most of its siblings have 100.',
      '“leaf3” and “spine2” are joined by no cable, most such pairs by 1.',
    ]);
  });

  it('finds a loop, a pair without a route and a detour in the tables', async () => {
    // To n03 (LID 3): leaf1 goes up to spine1, which sends it back to leaf1.
    const loop = (text: string) => text.replace(/(spine1[^]*?0x0003 )002/, '$1001');
    const found = reportOf(await tree(undefined, loop));
    expect(found.routes?.loops.map(({ end }) => end)).toEqual([2]);
    expect(found.findings[0]?.text).toMatch(
      /^The tables lead around in a circle at “(?:leaf1|spine1)” on the way to “n03 mlx5_0” port 1/,
    );
    expect(found.routes?.unreachable).toBe(6);
    const hole = (text: string) => text.replace(/(leaf1'[^]*?)0x0003 .*\n/, '$1');
    expect(reportOf(await tree(undefined, hole)).routes?.unreachable).toBe(2);
    // From leaf1 to n03: spine1 sends it to leaf3 first, which sends it up to spine1 … by spine2 it gets there.
    const detour = (text: string) =>
      text.replace(/(spine1'[^]*?0x0003 )002/, '$1003').replace(/(leaf3'[^]*?0x0003 )003/, '$1004');
    const around = reportOf(await tree(undefined, detour));
    expect([around.routes?.unreachable, around.routes?.detours]).toEqual([0, 4]);
  });

  it('a circle of routes is a credit loop, shown with its switches', async () => {
    const ring = (count: number): string =>
      Array.from({ length: count }, (_, i) => {
        const id = (n: number) => `00aa00000000010${(n + count) % count}`;
        return `Switch 4 "S-${id(i)}" # "r${i}" lid ${10 + i} lmc 0\n[1] "H-00bb00000000030${i}"[1](bb00000000040${i}) # "n${i} HCA-1" lid ${1 + i} 4xEDR\n[2] "S-${id(i + 1)}"[3] # "x" lid 1 4xEDR\n[3] "S-${id(i - 1)}"[2] # "x" lid 1 4xEDR\n\nCa 1 "H-00bb00000000030${i}" # "n${i} HCA-1"\n[1](bb00000000040${i}) "S-${id(i)}"[1] # lid ${1 + i} lmc 0 "r${i}" lid ${10 + i} 4xEDR\n\n`;
      }).join('');
    const topology = topologyOf(await read(`# Topology file: generated on x\n${ring(4)}`), 'ring');
    // All traffic runs one way around.
    const tables = Array.from({ length: 4 }, (_, i) => ({
      guid: `0x00aa00000000010${i}`,
      ports: Uint16Array.from([0, ...[0, 1, 2, 3].map((d) => (d === i ? 1 : 2))]),
    }));
    const fabric = assemble({
      topology,
      tables: [{ source: 2, path: 't', tables, owners: new Map(), problems: [] }],
      companions: [],
    });
    const report = reportOf(fabric);
    expect(report.routes?.creditLoop).toHaveLength(4);
    expect(report.routes?.detours).toBe(4);
    expect(texts(fabric).join(' ')).toMatch(
      /A credit loop of 4 links, if all traffic uses one service level: r\d → r\d → r\d → r\d → r\d\./,
    );
  });

  it('tables of another time are refused, of a part of the switches told', async () => {
    const moved = (text: string) =>
      text
        .replace(/ 001 # Channel/g, ' 002 # Channel')
        .replace(/portguid 0x00bb0000000003(..)/g, (_, d: string) => `portguid 0x00bb0000000003${d}`);
    const wrong = await tree(undefined, moved);
    expect(wrong.problems.join(' ')).toMatch(/At 4 of 8 hosts|The tables are not used: at 4 of 8 hosts/);
    const part = (text: string) => text.slice(0, text.indexOf('Unicast lids [0-14] of switch Lid 11'));
    const some = await tree(undefined, (text) => part(text));
    expect(some.problems.join(' ')).toMatch(/4 switches have no forwarding table/);
    const { tableless, balance, findings } = reportOf(some);
    expect([tableless, balance]).toEqual([4, []]);
    const at = (pattern: RegExp) => findings.findIndex(({ text }) => pattern.test(text));
    expect(at(/4 switches have no forwarding table/)).toBeLessThan(at(/have no route by the tables/));
    expect(at(/4 switches have no forwarding table/)).toBeGreaterThanOrEqual(0);
  });
});

describe('counters on links', () => {
  it('a reading, and the difference of two', async () => {
    const fabric = await tree();
    const before = countersOf(await read(fixture('tree.perfquery-before.txt')), 'before');
    const after = countersOf(await read(fixture('tree.perfquery-after.txt')), 'after');
    const laid = layCounters(fabric, after, before);
    expect([laid.counters.length, laid.unplaced, laid.unmatched, laid.byLid]).toEqual([24, 0, 0, 24]);
    const leaf1 = laid.counters.find(
      ({ node, port, name }) => fabric.nodes[node]?.name === 'leaf1' && port === 3 && name === 'PortXmitData',
    );
    expect(leaf1?.value).toBe(6000);
    const link = fabric.links[leaf1?.link ?? -1];
    expect([fabric.nodes[link?.a ?? -1]?.name, link?.aPort, fabric.nodes[link?.b ?? -1]?.name]).toEqual([
      'leaf1',
      3,
      'spine1',
    ]);
    const errors = layCounters(
      fabric,
      countersOf(await read(fixture('tree.ibqueryerrors.txt')), 'errors'),
      null,
    );
    const { names, of } = countersByLink(fabric, [...laid.counters, ...errors.counters]);
    expect(names).toEqual([
      ...['SymbolErrorCounter', 'LinkDownedCounter', 'PortXmitWait'],
      ...['PortXmitData', 'PortRcvData', 'PortXmitPkts'],
    ]);
    const k = leaf1?.link ?? -1;
    expect(of(k, 'SymbolErrorCounter')).toMatchObject({ a: { value: 1234 }, b: null });
    expect(countersByLink(fabric, laid.counters).of(k, 'PortXmitData')).toMatchObject({
      a: { value: 6000, line: 16 },
    });
    expect(errors.counters.map(({ node, port, value }) => [fabric.nodes[node]?.name, port, value])).toEqual([
      ['leaf1', 3, 1234],
      ['leaf1', 3, 2],
      ['leaf1', 3, 5040],
      ['n01 mlx5_0', 1, 77],
    ]);
  });
});

describe('destinations of a link', () => {
  it('are counted between switches, and not known at ends', async () => {
    const fabric = await tree();
    const { routes } = reportOf(fabric);
    if (!routes) throw new Error('no routes');
    const kinds = fabric.links.map(({ a, b }, k) => {
      const hosts = [a, b].some((node) => fabric.nodes[node]?.kind === 'host');
      return [hosts, destinationsOf(fabric, routes, 2 * k) === null];
    });
    expect(kinds.filter(([hosts]) => hosts)).toHaveLength(8);
    for (const [hosts, unknown] of kinds) expect(unknown).toBe(hosts);
  });
});

describe('a topology without cables', () => {
  it('is not called sound', async () => {
    const one = await read('Ca 1 "H-00bb000000000300" # "n01 HCA-1"\n');
    const fabric = assemble({ topology: topologyOf(one, 'x'), tables: [], companions: [] });
    expect(texts(fabric)[0]).toMatch(/^The topology has no switch and no cable: the file is cut short/);
  });
});

describe('a port with two cables', () => {
  it('has the first of them in an estimate, and both are told', async () => {
    const second = (text: string) =>
      text
        .replace(/(\[4\]\t"S-00aa000000000201")\[1\]/, '$1[2]')
        .replace(/\[1\]\t"S-00aa000000000100"\[4\].*\n/, '');
    const job = jobOf(await tree(second, () => null));
    if ('why' in job) throw new Error(job.why);
    expect(job.notes).toEqual([
      '1 cable ends at a port that has another one: it is left out. It is “leaf2” port 4 to “spine2” port 2, beside “leaf1” port 4 to “spine2” port 2.',
    ]);
    expect(job.links).toHaveLength(15);
  });
});

describe('fabrics without speeds or routes', () => {
  it('Slurm: levels without oversubscription by speed; equal cables for the estimator', async () => {
    const topology = topologyOf(await read(fixture('tree.topology.conf')), 'slurm');
    const fabric = assemble({ topology, tables: [], companions: [] });
    const report = reportOf(fabric);
    expect(report.levels.map(({ switches, oversubscription }) => [switches, oversubscription])).toEqual([
      [4, null],
      [1, null],
    ]);
    expect([report.routes, fabric.tables]).toEqual([null, null]);
    const job = jobOf(fabric);
    if ('why' in job) throw new Error(job.why);
    expect([job.hosts, job.switches, job.routing]).toEqual([8, 5, null]);
    expect(job.notes).toEqual(['The topology gives no speeds: all cables count as equal.']);
  });

  it('a fabric without a host has no job, and says why', async () => {
    const fabric = await tree(
      (text) => text.replace(/^\[\d\]\t"H-.*\n/gm, '').replace(/^Ca\t[^]*$/m, ''),
      () => null,
    );
    const job = jobOf(fabric);
    expect('why' in job ? job.why : '').toMatch(/^No host of this fabric/);
  });

  it('several adapters of a host are rails, in the order of their names', async () => {
    const two = (text: string) => text.replaceAll('"n02 mlx5_0"', '"n01 mlx5_1"');
    const { ends } = await tree(two, () => null);
    expect(ends.slice(0, 3).map(({ host, rail }) => `${host}.${rail}`)).toEqual(['n01.0', 'n01.1', 'n03.0']);
  });
});
