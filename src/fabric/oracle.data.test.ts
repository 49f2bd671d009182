import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWithData } from '../testing/data';
import { fabricOf, packedFile, readFabricFile, tablesOf, topologyOf } from '../testing/fabrics';
import { assemble } from './assemble';
import type { Fabric } from './model';
import { followRoutes } from './routes';

/** Runs of subnet managers: folders of fabrics and engines. */
function runsBelow(root: string): string[] {
  const top = join(root, 'generated/ibsim-opensm');
  if (!existsSync(top)) return [];
  return readdirSync(top)
    .filter((name) => name !== 'netfiles')
    .flatMap((name) => readdirSync(join(top, name)).map((engine) => `${name}/${engine}`))
    .filter((run) => existsSync(join(top, run, 'ibdmchk.txt')));
}

const textOf = (path: string): string => new TextDecoder().decode(packedFile(path) ?? new Uint8Array());

/** A histogram of ibdmchk: two columns below a heading line, up to the next rule. */
function histogram(report: string, title: string): Record<string, number> {
  const from = report.indexOf(title);
  const rows = report.slice(from, report.indexOf('\n-----', from)).matchAll(/^ +(\d+) +(\d+)$/gm);
  return Object.fromEntries([...rows].map(([, value = '', count = '']) => [value, Number(count)]));
}

const plain = (map: ReadonlyMap<number, number>) =>
  Object.fromEntries([...map].map(([value, count]) => [String(value), count]));

/**
 * Switch ports that drive no adapter by how many destinations they lead to. ibdmchk knows the ports of a switch from
 * the first route that leaves it for another switch: ports of switches without one are in no row of it.
 */
function destinationHistogram(fabric: Fabric, destinations: Int32Array): Record<string, number> {
  const ports = fabric.links.flatMap(({ a, b }, k) =>
    fabric.nodes[a]?.kind === 'switch' && fabric.nodes[b]?.kind === 'switch'
      ? [
          { node: a, n: destinations[2 * k] ?? 0 },
          { node: b, n: destinations[2 * k + 1] ?? 0 },
        ]
      : [],
  );
  const known = new Set(ports.filter(({ n }) => n > 0).map(({ node }) => node));
  const counts: Record<string, number> = {};
  for (const { node, n } of ports) if (known.has(node)) counts[n] = (counts[n] ?? 0) + 1;
  return counts;
}

describeWithData('routes against ibdmchk', (root) => {
  const top = join(root, 'generated/ibsim-opensm');
  const runs = root ? runsBelow(root) : [];

  it('there are runs of every fabric', () => {
    expect(runs.length).toBeGreaterThanOrEqual(50);
  });

  it.each(runs)('%s: hops, least hops, destinations per port and credit loops are the same', async (run) => {
    const folder = join(top, run);
    const report = textOf(join(folder, 'ibdmchk.txt'));
    const table = packedFile(join(folder, 'opensm-lfts.dump')) ? ['opensm-lfts.dump'] : ['opensm.fdbs'];
    const companions = packedFile(join(folder, 'opensm-subnet.lst')) ? ['opensm-subnet.lst'] : [];
    const fabric = await fabricOf(folder, 'ibnetdiscover.txt', table, companions);
    const routes = followRoutes(fabric);
    if (!routes) throw new Error(`no routes: ${fabric.problems.join(' ')}`);
    expect(plain(routes.hops)).toEqual(histogram(report, 'CA to CA : LFT ROUTE HOP HISTOGRAM'));
    expect(plain(routes.leastHops)).toEqual(histogram(report, 'CA to CA : MIN HOP HISTOGRAM'));
    expect(destinationHistogram(fabric, routes.destinations)).toEqual(
      histogram(report, 'SWITCH OUT PORT - NUM DLIDS HISTOGRAM'),
    );
    expect([routes.unreachable, routes.loops.length]).toEqual([0, 0]);
    if (!run.includes('lmc'))
      expect(routes.creditLoop.length > 0).toBe(/credit loops in routing/.test(report));
  });

  it('a subnet list makes the same fabric as ibnetdiscover', async () => {
    for (const run of runs.filter((name) => packedFile(join(top, name, 'opensm-subnet.lst')))) {
      const [one, other] = await Promise.all([
        fabricOf(join(top, run), 'ibnetdiscover.txt', []),
        fabricOf(join(top, run), 'opensm-subnet.lst', []),
      ]);
      const seen = ({ nodes, links }: Fabric) =>
        links
          .map(({ a, aPort, b, bPort, width }) => {
            const ends = [`${nodes[a]?.guid}/${aPort}`, `${nodes[b]?.guid}/${bPort}`].sort();
            return `${ends.join(' ')} ${width}`;
          })
          .sort();
      expect([run, seen(other)]).toEqual([run, seen(one)]);
      expect(other.ends.map(({ host, portGuid, lid }) => [host, portGuid, lid])).toEqual(
        one.ends.map(({ host, portGuid, lid }) => [host, portGuid, lid]),
      );
    }
  });

  it('the three dumps of one run agree; what dump_fts leaves out is said', async () => {
    let holes = 0;
    for (const run of runs) {
      const folder = join(top, run);
      if (!packedFile(join(folder, 'dump_fts.txt'))) continue;
      const names = ['opensm-lfts.dump', 'opensm.fdbs', 'dump_fts.txt'].filter((name) =>
        packedFile(join(folder, name)),
      );
      const parts = await Promise.all(
        names.map(async (name, i) => tablesOf(await readFabricFile(folder, name), name, i + 2)),
      );
      const fabric = assemble({
        topology: topologyOf(await readFabricFile(folder, 'ibnetdiscover.txt'), 'ibnetdiscover.txt'),
        tables: parts,
        companions: [],
      });
      const about = fabric.problems.filter((text) => /differ|not used/.test(text));
      expect([run, about]).toEqual([run, []]);
      const lacks = fabric.problems.filter((text) => /dump_fts\.txt lacks/.test(text));
      const said = parts.some(({ problems }) => problems.some((text) => text.includes('multiple of 64')));
      if (lacks.length > 0) {
        expect([run, said]).toEqual([run, true]);
        holes++;
      }
    }
    expect(holes).toBeGreaterThan(0);
  });
});
