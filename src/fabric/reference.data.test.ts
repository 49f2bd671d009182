import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { netFile, netText, referenceDirectory } from '../estimator/testing/reference';
import { fabricOf } from '../testing/fabrics';
import { jobOf, type FabricJob } from './job';
import type { Fabric } from './model';

const directory = referenceDirectory() ?? '';

/** Nets with recorded files, and the engines of their tables. */
const NETS: Readonly<Record<string, readonly string[]>> = {
  clos16: ['dfsssp', 'ftree', 'minhop', 'nue', 'updn'],
  k4n3: ['dfsssp', 'ftree', 'minhop', 'nue', 'updn'],
  osub384: ['dfsssp', 'ftree', 'minhop'],
  rlft324: ['ftree', 'minhop', 'nue', 'sssp'],
  torus444: ['dor', 'lash', 'minhop', 'nue', 'sssp'],
};

/** Numbers that the README of the data gives to GUIDs: host i = 0x2c90300000000 + 16 i, switch s = 0x2c90200000000 + 16 s. */
function numberOfGuid(guid: string | null, base: bigint): number {
  return Number((BigInt(guid ?? '0x0') - base) / 16n);
}

const hostNumbers = (fabric: Fabric, job: FabricJob): number[] =>
  [...job.ends].map((end) =>
    numberOfGuid(fabric.nodes[fabric.ends[end]?.node ?? -1]?.guid ?? null, 0x2c90300000000n),
  );
const switchNumbers = (fabric: Fabric, job: FabricJob): number[] =>
  [...job.nodes].map((node) => numberOfGuid(fabric.nodes[node]?.guid ?? null, 0x2c90200000000n));

function jobOrThrow(fabric: Fabric): FabricJob {
  const job = jobOf(fabric);
  if ('why' in job) throw new Error(job.why);
  return job;
}

/** Cables of a `fabric1` text under other numbers of the nodes, without capacity, sorted. */
function cables(text: string, renumber: (node: number) => number): string[] {
  return text
    .split('\n')
    .slice(2)
    .filter((line) => line !== '')
    .map((line) => {
      const [, a = 0, aPort = 0, b = 0, bPort = 0] = line.split(' ').map(Number);
      return `${renumber(a)}:${aPort} ${renumber(b)}:${bPort}`;
    })
    .sort();
}

describe.skipIf(!directory)('recorded fabrics of the reference data (absent data: skipped)', () => {
  it.each(Object.keys(NETS))('%s gives its fabric.txt', async (net) => {
    const fabric = await fabricOf(join(directory, 'nets', net, 'ib'), 'ibnetdiscover.txt', []);
    expect(fabric.problems).toEqual([]);
    const job = jobOrThrow(fabric);
    const [hosts, switches] = [hostNumbers(fabric, job), switchNumbers(fabric, job)];
    const renumber = (node: number) =>
      node < job.hosts ? (hosts[node] ?? -1) : job.hosts + (switches[node - job.hosts] ?? -1);
    const theirs = netText(directory, net, 'fabric.txt') ?? '';
    expect(theirs).toContain(`hosts ${job.hosts} switches ${job.switches} edges`);
    expect(cables(job.topology, renumber)).toEqual(cables(theirs, (node) => node));
  });

  const runs = Object.entries(NETS).flatMap(([net, engines]) =>
    engines.flatMap((engine) =>
      [`opensm-lfts.${engine}.dump`, `dump_fts.${engine}.txt`].map((file) => [net, engine, file] as const),
    ),
  );

  it.each(runs)('%s, %s: %s gives its tables', async (net, engine, file) => {
    const given = netFile(directory, net, `lft.osm-${engine}.u8`);
    if (!given) throw new Error(`no tables of ${net} ${engine}`);
    const fabric = await fabricOf(join(directory, 'nets', net, 'ib'), 'ibnetdiscover.txt', [file]);
    const job = jobOrThrow(fabric);
    const [hosts, switches] = [hostNumbers(fabric, job), switchNumbers(fabric, job)];
    let differ = 0;
    let absent = 0;
    switches.forEach((s, at) =>
      hosts.forEach((h, column) => {
        const mine = job.tables?.[at * job.hosts + column] ?? 0;
        if (mine === 0 && given[s * job.hosts + h] !== 0) absent++;
        else if (mine !== given[s * job.hosts + h]) differ++;
      }),
    );
    expect(differ).toBe(0);
    // dump_fts 44.0 leaves out the last LID where it is a multiple of 64: host 127 on all 64 switches.
    const hole = net === 'torus444' && file.startsWith('dump_fts');
    expect(absent).toBe(hole ? 64 : 0);
    expect(fabric.problems.some((text) => text.includes('multiple of 64'))).toBe(hole);
  });
});
