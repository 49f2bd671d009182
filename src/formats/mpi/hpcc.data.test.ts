import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, diskSource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectAccounted } from '../../testing/formats';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const FILES = [...dataFiles('generated/hpcc'), ...dataFiles('real/hpcc')].filter((file) =>
  /hpccoutf/.test(file),
);

/** `value printed` of every number, sorted: by the endings of the keys, and by whole blocks of the detailed section. */
function expectedNumbers(text: string): string[] {
  const found: string[] = [];
  const add = (printed: string, factor: number): void => {
    found.push(`${(Number(printed) * factor).toPrecision(9)} ${printed}`);
  };
  for (const [, ending = '', printed = ''] of text.matchAll(
    /^(?!HPL_\w*time)\w+(_usec|_GBytes|_Tflops|_Gflops|_GUPs|_GBs|STREAM_(?:Copy|Scale|Add|Triad))=(\S+)$/gm,
  )) {
    if (printed.startsWith('-')) continue;
    add(printed, ending === '_usec' ? 1e-6 : /_GBytes|_GBs|STREAM/.test(ending) ? 1e9 : 1);
  }
  for (const [block] of text.matchAll(/^stride for latency.*\nMessage Length.*\nLatency.*\nBandwidth.*$/gm)) {
    const [latency = '', bandwidth = ''] = block.split('\n').slice(2);
    for (const printed of latency.match(/\d+\.\d+/g) ?? []) add(printed, 1e-3);
    for (const printed of bandwidth.match(/\d+\.\d+/g) ?? []) add(printed, 1e6);
  }
  for (const [block] of text.matchAll(/^Message Size: .*(?:\n.* Order .*){4}/gm)) {
    for (const [, name, printed = ''] of block.matchAll(/(Latency|Bandwidth): +(\d+\.\d+) /g))
      add(printed, name === 'Latency' ? 1e-3 : 1e6);
  }
  return found.sort();
}

describeWithData('hpccoutf.txt', (root) => {
  it('are all there', () => {
    expect(FILES.length).toBeGreaterThan(2);
  });

  it.each(FILES)('%s: every result, run, rank and date', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    expect(report).toMatchObject({ format: 'hpcc', partial: false });
    expect(report.lines.unknown).toBe(0);
    const given = found.rows.map(({ value, printed }) => `${value.toPrecision(9)} ${printed}`);
    expect(given.sort()).toEqual(expectedNumbers(text));
    const ranks = [...text.matchAll(/^CommWorldProcs=(\d+)$/gm)].map((match) => match[1]);
    expect(found.runs.map((run) => run.conditions['ranks'])).toEqual(ranks);
    const started = [...text.matchAll(/^This is the DARPA[^]*?Current time \((\d+)\)/gm)].map(
      (match) => match[1],
    );
    expect(found.runs.map((run) => String(Date.parse(run.started ?? '') / 1000))).toEqual(started);
    const sizes = [...text.matchAll(/^(?:HPL|PTRANS)_(?:N|n)=(\d+)$/gm)].map((match) => match[1]);
    const matrices = found.allSeries.filter(({ benchmark }) => /HPL|PTRANS/.test(benchmark));
    expect(matrices.map(({ params }) => params['N'])).toEqual(sizes);
    const lines = text.split('\n');
    for (const row of found.rows) expect(found.kept.get(row.line)).toBe(lines[row.line - 1]);
    const host = /^Hostname: '(.+)'$/m.exec(text)?.[1] ?? '';
    expect(Object.values(found.runs[0]?.conditions ?? {})).not.toContain(host);
  });

  it.each(FILES)('%s: the same under wrong names and with noise', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    await expectSameUnderWrongNames(file, text);
    await expectSameWithNoise(file, text);
  });

  it.each(FILES)('%s: cut anywhere, is marked', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    await expectSafeCuts(file, text, (before) => {
      const open = before.lastIndexOf('This is the DARPA/DOE HPC Challenge Benchmark version 1');
      return open > before.lastIndexOf('End of HPC Challenge tests.');
    });
  });
});
