import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, diskSource, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { cutPlaces, expectAccounted } from '../../testing/formats';

const FILES = [
  ...dataFiles('real/imb'),
  ...dataFiles('generated/imb'),
  ...dataFiles('generated/mpirun').filter((file) => file.includes('imb')),
];

/** Files in which no benchmark runs. */
const SILENT = /(?:help|list)\.txt$/;

/** One number of a file, found without the code of the reader. */
interface Expected {
  line: number;
  bytes: number | null;
  printed: string;
  value: number;
}

const FACTOR: Record<string, number> = { usec: 1e-6, 'Mbytes/sec': 1e6, 'Msg/sec': 1 };

/** Rows are right-aligned under their labels: the unit of a number is that of the label that ends where it ends. */
function expectedNumbers(text: string): Expected[] {
  const found: Expected[] = [];
  let ends = new Map<number, string>();
  text.split('\n').forEach((whole, at) => {
    const output = whole.replace(/^\[[\d,]+\]<stdout>:/, '');
    if (output.includes('#repetitions')) {
      ends = new Map([...output.matchAll(/\S+/g)].map((label) => [label.index + label[0].length, label[0]]));
      return;
    }
    if (!/^ [ \d.]+$/.test(output)) return;
    let bytes: number | null = null;
    for (const field of output.matchAll(/\S+/g)) {
      const label = ends.get(field.index + field[0].length) ?? '';
      if (label === '#bytes') bytes = Number(field[0]);
      const factor = FACTOR[/\[(\w+)\]/.exec(label)?.[1] ?? label];
      if (factor !== undefined)
        found.push({ line: at + 1, bytes, printed: field[0], value: Number(field[0]) * factor });
    }
  });
  return found;
}

/** Names and process counts of the tables, in order. */
function expectedTables(text: string): string[] {
  return [
    ...text.matchAll(
      /# Benchmarking (\S+).*\n.*# (?:#processes = (\d+)|\( (\d+) groups of (\d+) processes)/g,
    ),
  ].map(([, name = '', ranks, groups, size]) => `${name} ${ranks ?? String(Number(groups) * Number(size))}`);
}

describeWithData('IMB files', (root) => {
  it('are all there', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(47);
  });

  it.each(FILES)('%s: every number, on its line, as printed, in SI units; every table', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    expect(report.format).toBe('imb');
    expect(report.lines.unknown).toBe(0);
    const expected = expectedNumbers(text);
    expect(expected.length > 0).toBe(!SILENT.test(file));
    expect(found.rows.map(({ line, bytes, printed }) => ({ line, bytes, printed }))).toEqual(
      expected.map(({ line, bytes, printed }) => ({ line, bytes, printed })),
    );
    found.rows.forEach((row, at) => expect(row.value).toBeCloseTo(expected[at]?.value ?? NaN, 12));
    const names = found.runs.map((run, at) => {
      const series = found.allSeries.find((one) => one.run === at)?.benchmark;
      const name = (series ?? run.conditions['program'] ?? '').split(' ')[1] ?? '';
      return `${name} ${run.conditions['ranks'] ?? '?'}`;
    });
    expect(names).toEqual(expectedTables(text));
    const stopped = text.match(/\s(?:out-of-mem|time-out|int-overflow)\.;/g)?.length ?? 0;
    expect(report.statuses.filter((status) => status !== 'complete')).toEqual(Array(stopped).fill('partial'));
  });

  it.each(FILES)('%s: Mbytes/sec is 10^6 B/s by its own numbers', async (file) => {
    const { found } = await collect(diskSource(join(root, file), file));
    let checked = 0;
    for (const rate of found.rows) {
      const series = found.allSeries[rate.series];
      if (series?.metric !== 'bandwidth' || !/ (?:Multi-)?PingP[io]ng$/.test(series.benchmark)) continue;
      if (series.benchmark.startsWith('IMB-P2P')) continue;
      const slowest = Math.max(
        ...found.rows
          .filter(({ line, series: of }) => line === rate.line && found.allSeries[of]?.metric === 'latency')
          .map(({ value }) => value),
      );
      if (slowest < 1e-5 || Number(rate.printed) < 10) continue;
      expect((rate.value * slowest) / (rate.bytes ?? NaN)).toBeCloseTo(1, 2);
      checked++;
    }
    if (/PingPong_job|pingpong|offcache/.test(file)) expect(checked).toBeGreaterThan(3);
  });

  it.each(FILES)('%s: the same under a wrong name', async (file) => {
    const bytes = readFileSync(join(root, file));
    const right = await collect(memorySource(file, bytes));
    for (const name of ['osu_latency.txt', 'results.csv', 'nccl_N2_G8_a_b.log', 'x.json']) {
      const wrong = await collect(memorySource(name, bytes, 1000));
      expect({ ...wrong.report, path: '' }).toEqual({ ...right.report, path: '' });
      expect(wrong.found.rows).toEqual(right.found.rows);
    }
  });

  it.each(FILES)('%s: cut anywhere, is marked and gives no other numbers', async (file) => {
    const bytes = readFileSync(join(root, file));
    const text = bytes.toString('latin1');
    const whole = await collect(memorySource(file, bytes));
    const kept = whole.found.rows.map(({ line, bytes: size, printed, value }) => [
      line,
      size,
      printed,
      value,
    ]);
    for (const at of cutPlaces(file, bytes.length)) {
      const cut = await collect(memorySource(file, bytes.subarray(0, at)));
      const part = text.slice(0, at);
      expectAccounted(cut.report, part);
      expect(
        cut.found.rows.map(({ line, bytes: size, printed, value }) => [line, size, printed, value]),
      ).toEqual(kept.slice(0, cut.found.rows.length));
      if (cut.report.format === null || SILENT.test(file)) continue;
      // IMB-MT prints no end mark: between two of its tables nothing tells a cut.
      const ended =
        part.includes('# All processes entering MPI_Finalize') || /MT part[^]*\n\n(?:#-*\n)?$/.test(part);
      expect([at, cut.report.partial || ended]).toEqual([at, true]);
    }
  });

  it.each(FILES)('%s: the same numbers with other lines between', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const plain = await collect(memorySource(file, text));
    const noise = ['[1780000000.000000] [n1:1:0] ucp_context.c:1 UCX  WARN  odd', 'libibverbs: Warning: odd'];
    const noisy = text
      .split('\n')
      .map((line, at) => (at % 3 === 0 && at > 0 ? `${noise[at % 2] ?? ''}\n${line}` : line))
      .join('\n');
    const { report, found } = await collect(memorySource(file, noisy));
    const values = (of: typeof found): unknown[] =>
      of.rows.map(({ bytes, printed, value }) => [bytes, printed, value]);
    expect(values(found)).toEqual(values(plain.found));
    expect(report.statuses).toEqual(plain.report.statuses);
    expect(report.lines.unknown).toBe(0);
  });
});
