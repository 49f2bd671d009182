import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, diskSource, memorySource } from '../testing/collect';
import { dataFiles, describeWithData } from '../testing/data';
import { claims, FORMATS, lookedFor } from './registry';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const NAMES = ['osu_latency.txt', 'nccl.log', 'a.json', 'map_data.txt', 'x.xml'];

function claimants(path: string, text: string): string[] {
  return claims({ path, lines: text.slice(0, 1024 * 1024).split(/\r?\n/), whole: true }).map(
    ({ format }) => format.id,
  );
}

const MINE =
  /^(?:real\/(?:osu|nccl-tests|nccl-pairwise|nvbandwidth|pairwise-matrix)|generated\/(?:osu|osu53|mpirun|rotate|mpiGraph))\//;

describe('recognition', () => {
  it.each(readdirSync(FIXTURES))('%s is claimed by one format at most, whatever its name', (file) => {
    const text = readFileSync(join(FIXTURES, file), 'utf8');
    const expected = /^(?:osu|nccl|rotate|mpigraph|pairs|gpu|matrix)-/.test(file) ? 1 : 0;
    for (const name of [file, ...NAMES]) expect(claimants(name, text)).toHaveLength(expected);
  });

  it('says what was looked for', async () => {
    const { report } = await collect(memorySource('notes.txt', 'Nothing of a benchmark here.\n'));
    expect(report.format).toBeNull();
    expect(report.why).toBe(lookedFor());
    for (const format of FORMATS) expect(report.why).toContain(format.looksFor);
  });

  it.each([
    'METRIC,TIME_SECONDS,SIZE_NODES\nosu_latency,58.4,64\n',
    'We ran the OSU MPI Latency Test v5.8 and the numbers were fine.\n',
    '{"data":["no title here"],"nccl_version":1}\n',
    '| size | count | type |\n|---|---|---|\n',
    '# MPI Latency Test\nwithout a table\n',
    'time,load,heat\n1.5,2.5,3.5\n4.5,5.5,6.5\n7.5,8.5,2.5\n',
    'src,dst,comment\n1,2,hello\n',
  ])('is not led astray by %j', (text) => {
    expect(claimants('x', text)).toEqual([]);
  });
});

describeWithData('recognition of the files at hand', (root) => {
  const others = [...dataFiles('real'), ...dataFiles('generated')].filter((file) => !MINE.test(file));

  it('no two formats claim a file, and files of other tools are unknown', () => {
    expect(others.length).toBeGreaterThan(1000);
    for (const file of others) {
      const text = readFileSync(join(root, file), 'utf8');
      for (const name of [file, 'osu_latency.txt']) expect([file, claimants(name, text)]).toEqual([file, []]);
    }
    for (const file of [...dataFiles('real'), ...dataFiles('generated')].filter((name) => MINE.test(name))) {
      const found = claimants('x', readFileSync(join(root, file), 'utf8'));
      expect([file, found.length <= 1]).toEqual([file, true]);
    }
  });

  it('the pump calls other text unknown, with every line accounted', async () => {
    for (const file of [
      ...dataFiles('real/other-text'),
      ...dataFiles('real/imb'),
      ...dataFiles('real/ramble'),
    ]) {
      const { report, found } = await collect(diskSource(join(root, file), file));
      expect([file, report.format, found.runs.length]).toEqual([file, null, 0]);
      expect(report.lines.unknown).toBe(report.lines.total);
    }
  });
});
