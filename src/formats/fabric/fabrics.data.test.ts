import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectAccounted } from '../../testing/formats';
import { readFabricFile, tablesOf, topologyOf } from '../../testing/fabrics';
import { assemble } from '../../fabric/assemble';

const unique = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, one = '']) => one));

describeWithData('files of fabrics as they are found', (root) => {
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
  const read = async (file: string) => {
    const text = textOf(file);
    const { report, found } = await collect(memorySource('x', text));
    expectAccounted(report, text);
    return { text, report, found };
  };

  it('ibnetdiscover: as many nodes and ends of cables as the text has', async () => {
    const files = dataFiles('real/ibnetdiscover').filter((file) => !file.includes('treydock'));
    expect(files.length).toBeGreaterThanOrEqual(6);
    for (const file of files) {
      const { text, report, found } = await read(file);
      const ids = unique(text, /"([SHR]-[0-9a-f]{16})"/g);
      expect([file, found.nodes.length, report.lines.unknown]).toEqual([file, ids.size, 0]);
      const ends = new Set<string>();
      for (const block of text.split(/\n\s*\n/)) {
        const own = /^(?:Switch|Ca|Rt)\s+\d+\s+"([^"]+)"/m.exec(block)?.[1] ?? '';
        for (const [, port, id, far] of block.matchAll(/^\[(\d+)\].*?"([SHR]-[0-9a-f]+)"\[(\d+)\]/gm)) {
          const [one, other] = [`${own}/${port}`, `${id}/${far}`].sort();
          ends.add(`${one} ${other}`);
        }
      }
      expect([file, found.links.length]).toEqual([file, ends.size]);
      const aggregation = [...text.matchAll(/^Ca\s.*Aggregation Node/gm)].length;
      const described = found.nodes.filter(({ kind }) => kind === 'aggregation').length;
      expect([file, described >= aggregation]).toEqual([file, true]);
    }
  });

  it('ibnetdiscover -p: a row for each port, those without a cable told apart', async () => {
    for (const file of dataFiles('real/ibnetdiscover').filter((name) => name.includes('treydock'))) {
      const { text, report, found } = await read(file);
      expect([file, report.lines.unknown]).toEqual([file, 0]);
      expect(found.nodes.length).toBe(unique(text, /0x([0-9a-f]{16})/g).size);
    }
  });

  it('ibsim nets', async () => {
    const files = dataFiles('real/ibsim-net').filter((file) => !file.includes('README'));
    expect(files.length).toBe(5);
    for (const file of files) {
      const { text, report, found } = await read(file);
      const heads = [...text.matchAll(/^(?:Switch|Hca)\s*\d+ "/gm)].length;
      const rows = [...text.matchAll(/^\[\d+\]\s*"/gm)].length;
      expect([file, found.nodes.length, 2 * found.links.length, report.lines.unknown]).toEqual([
        file,
        heads,
        rows,
        0,
      ]);
    }
  });

  it('ibdm: a system for each type and name, a cable for each line', async () => {
    for (const file of dataFiles('real/ibdm').filter((name) => name.endsWith('.cables'))) {
      const { text, report, found } = await read(file);
      const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      const systems = new Set(
        rows.flatMap((row) => [
          row.split(/\s+/).slice(0, 2).join(' '),
          row.split(/\s+/).slice(3, 5).join(' '),
        ]),
      );
      expect([file, found.nodes.length, report.lines.unknown]).toEqual([file, systems.size, 0]);
      const first = new Set(rows.map((row) => row.split(/\s+/).slice(0, 3).join(' ')));
      expect([file, found.links.length]).toEqual([file, first.size]);
    }
    for (const file of dataFiles('real/ibdm').filter((name) => name.endsWith('.topo'))) {
      const { text, report, found } = await read(file);
      const far = [...text.matchAll(/> (\S+ \S+) \S+\s*$/gm)].map(([, name = '']) => name);
      const own = [...text.matchAll(/^(\w\S* \S+)\s*$/gm)].map(([, name = '']) => name);
      expect([file, found.nodes.length, report.lines.unknown]).toEqual([
        file,
        new Set([...far, ...own]).size,
        0,
      ]);
      const hosts = new Set(far.filter((name) => /^(?:Cougar|MT23108) /.test(name))).size;
      expect([file, found.nodes.filter(({ kind }) => kind === 'host').length]).toEqual([file, hosts]);
    }
  });

  it('Slurm topologies', async () => {
    for (const file of dataFiles('real/slurm-topology')) {
      const { text, report, found } = await read(file);
      const records = [...text.matchAll(/^(?:SwitchName|BlockName)=/gm)].length;
      const hosts = [...text.matchAll(/Nodes=[a-z]+\[(\d+)-(\d+)\]/g)].reduce(
        (sum, [, from, to]) => sum + Number(to) - Number(from) + 1,
        0,
      );
      expect([file, found.nodes.length, report.lines.unknown]).toEqual([file, records + hosts, 0]);
      expect(report.problems.some(({ text: said }) => /no routes|nothing joins/.test(said))).toBe(true);
    }
  });

  it('hostile names are kept as they stand and mix nothing up', async () => {
    const folder = join(root, 'generated/ibsim-opensm/ft2-16-names/minhop');
    const found = await readFabricFile(folder, 'ibnetdiscover.txt');
    const names = found.nodes.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'mds[01] HCA-1',
        'oss,05 mlx5_bond_0',
        'cn006 #2 mlx4_0',
        `"Infiniscale-IV Mellanox 'core' (rack 7)"`,
      ]),
    );
    for (const file of [
      'opensm-subnet.lst',
      'iblinkinfo.txt',
      'iblinkinfo-l.txt',
      'ibnetdiscover-p.txt',
      'ibnetdiscover-f.txt',
      'ibnetdiscover-g.txt',
      'ibnetdiscover-s.txt',
      'ibnetdiscover-m.txt',
    ]) {
      const other = await readFabricFile(folder, file);
      const about = (one: typeof found) =>
        one.links
          .map(({ a, aPort, b, bPort }) =>
            [`${one.nodes[a]?.name} ${aPort}`, `${one.nodes[b]?.name} ${bPort}`].sort().join(' - '),
          )
          .sort();
      expect([file, about(other)]).toEqual([file, about(found)]);
    }
    const fabric = assemble({
      topology: topologyOf(found, 'a'),
      tables: [tablesOf(await readFabricFile(folder, 'dump_fts.txt'), 'b')],
      companions: [],
    });
    expect(fabric.tables?.size).toBe(8);
    expect(fabric.problems.join(' ')).toMatch(/called by GUID/);
  });

  it('iblinkinfo and ibnetdiscover of one run tell of the same cables, at the same speed', async () => {
    for (const fabric of [
      'ft2-64/minhop',
      'ft2-288-24p/minhop',
      'net/minhop',
      'torus-4x4x4/minhop',
      'dfly-9g/minhop',
    ]) {
      const folder = join(root, 'generated/ibsim-opensm', fabric);
      const seen = (found: Awaited<ReturnType<typeof readFabricFile>>) =>
        found.links
          .map(
            ({ a, aPort, b, bPort, width, speed }) =>
              `${[`${found.nodes[a]?.name} ${aPort}`, `${found.nodes[b]?.name} ${bPort}`].sort().join(' - ')} ${width}x${speed}`,
          )
          .sort();
      const right = seen(await readFabricFile(folder, 'ibnetdiscover.txt'));
      for (const file of ['iblinkinfo.txt', 'iblinkinfo-l.txt', 'ibnetdiscover-p.txt'])
        expect([fabric, file, seen(await readFabricFile(folder, file))]).toEqual([fabric, file, right]);
    }
  });

  it('tables of another fabric or another time are refused in a sentence', async () => {
    const top = join(root, 'generated/ibsim-opensm');
    const topology = topologyOf(
      await readFabricFile(join(top, 'ft2-64/minhop'), 'ibnetdiscover.txt'),
      'fabric',
    );
    const tables = tablesOf(await readFabricFile(join(top, 'torus-4x4x4/dor'), 'opensm-lfts.dump'), 'tables');
    const fabric = assemble({ topology, tables: [tables], companions: [] });
    expect(fabric.tables).toBeNull();
    expect(fabric.problems.join(' ')).toMatch(/The tables are not used: at \d+ of \d+ hosts/);
    expect(fabric.ends[0]?.lid).toBe(
      topology.ports.find(({ guid }) => guid === fabric.ends[0]?.portGuid)?.lid,
    );
  });
});
