import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, diskSource, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { cutPlaces, expectAccounted } from '../../testing/formats';

const FILES = dataFiles('real/perftest').filter((file) => file.endsWith('.log'));
const TABLES = dataFiles('real/perftest').filter((file) => file.endsWith('.csv'));

/** Factors of the columns behind size and iterations, by a word of the column line. */
const COLUMNS: readonly (readonly [string, readonly number[]])[] = [
  ['[MB/sec]', [1048576, 1048576, 1e6]],
  ['[Gb/sec]', [1.25e8, 1.25e8, 1e6]],
  ['t_min[usec]', Array<number>(7).fill(1e-6)],
];

/** The numbers below each column line, split at blanks. */
function expectedNumbers(text: string): { line: number; bytes: number; printed: string; value: number }[] {
  let factors: readonly number[] = [];
  return text.split('\n').flatMap((line, at) => {
    if (line.includes('#iterations')) factors = COLUMNS.find(([word]) => line.includes(word))?.[1] ?? [];
    const [size, , ...printed] = line.trim().split(/\s+/);
    if (printed.length !== factors.length || !printed.every((number) => Number(number) >= 0)) return [];
    return printed.map((number, place) => ({
      line: at + 1,
      bytes: Number(size),
      printed: number,
      value: Number(number) * (factors[place] ?? NaN),
    }));
  });
}

describeWithData('perftest files', (root) => {
  it('are all there', () => {
    expect([FILES.length, TABLES.length]).toEqual([13, 1]);
  });

  it.each(FILES)('%s: every number, on its line, as printed, in SI units', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    expect([report.format, report.statuses, report.lines.unknown]).toEqual(['perftest', ['complete'], 0]);
    const expected = expectedNumbers(text);
    const oneSize = /_srv_|_host_/.test(file);
    expect(expected.length).toBeGreaterThan(oneSize ? 2 : 60);
    expect(found.rows.map(({ line, bytes, printed }) => ({ line, bytes, printed }))).toEqual(
      expected.map(({ line, bytes, printed }) => ({ line, bytes, printed })),
    );
    found.rows.forEach((row, at) => expect(row.value / (expected[at]?.value ?? NaN)).toBeCloseTo(1, 12));
    const bandwidths = found.rows.filter(
      ({ series, statistic }) => found.allSeries[series]?.metric === 'bandwidth' && statistic === 'avg',
    );
    // The unit of the bandwidth by the file's own numbers: size × message rate; small numbers are rounded.
    for (const row of bandwidths) {
      const rate = found.rows[found.rows.indexOf(row) + 1];
      const ratio = ((rate?.value ?? NaN) * (rate?.bytes ?? NaN)) / row.value;
      expect([row.line, Math.abs(ratio - 1) < (Number(row.printed) < 1 ? 0.06 : 0.01)]).toEqual([
        row.line,
        true,
      ]);
    }
    const latency = file.includes('_lat_');
    expect(bandwidths.length).toBe(latency ? 0 : expected.length / 3);
    const queuePairs = /Number of qps {3}: (\d+)/.exec(text)?.[1];
    for (const { params } of found.allSeries) expect(params['qps']).toBe(queuePairs);
    const gpu = /Picking device No\. (\d)/.exec(text)?.[1];
    expect(found.runs[0]?.conditions['GPU']).toBe(gpu);
    expect(found.runs[0]?.conditions['memory']).toBe(gpu === undefined ? undefined : 'CUDA');
    expect(JSON.stringify([found.runs, found.allSeries, [...found.kept.values()]])).not.toMatch(/QPN|0x/);
    expect(JSON.stringify([report, ...found.kept.values()])).not.toMatch(/192:168|192\.168/);
  });

  it('the output of server and client in one file is told apart', async () => {
    const file = FILES.find((name) => name.includes('loopback')) ?? '';
    const { found } = await collect(diskSource(join(root, file), file));
    expect(found.allSeries.map(({ params }) => params['output'])).toEqual([
      undefined,
      undefined,
      '2nd',
      '2nd',
    ]);
  });

  it('agree with the table that their owner made of them', async () => {
    const [head = '', ...rows] = readFileSync(join(root, TABLES[0] ?? ''), 'utf8')
      .trim()
      .split('\n');
    const sizes = head.split(',').slice(6).map(Number);
    let compared = 0;
    for (const file of FILES.filter((name) => name.includes('_cpu_clt_'))) {
      const { found } = await collect(diskSource(join(root, file), file));
      const name = /(\d+)_(mocr\w+?)_(mocr\w+)\.log$/.exec(file) ?? [];
      for (const [metric, statistic] of [
        ['avg', 'avg'],
        ['peak', 'max'],
      ] as const) {
        const row = rows.find((line) =>
          line.startsWith(`ib_read_bw,9000,${name.slice(1).join(',')},${metric},`),
        );
        const values = row?.split(',').slice(6).map(Number);
        const read = found.rows.filter(
          (one) => found.allSeries[one.series]?.metric === 'bandwidth' && one.statistic === statistic,
        );
        expect(read.map(({ bytes }) => bytes)).toEqual(sizes);
        expect(read.map(({ value }) => value / 1.25e8).map((value) => Number(value.toFixed(6)))).toEqual(
          values,
        );
        compared += read.length;
      }
    }
    expect(compared).toBe(4 * 2 * 23);
  });

  it.each(FILES)('%s: the same under a wrong name', async (file) => {
    const bytes = readFileSync(join(root, file));
    const right = await collect(memorySource(file, bytes));
    for (const name of ['osu_latency.txt', 'map_data.txt', 'IMB-MPI1.out', 'x.json']) {
      const wrong = await collect(memorySource(name, bytes, 777));
      expect({ ...wrong.report, path: '' }).toEqual({ ...right.report, path: '' });
      expect(wrong.found.rows).toEqual(right.found.rows);
    }
  });

  it.each(FILES)('%s: cut anywhere, is marked and gives no other numbers', async (file) => {
    const bytes = readFileSync(join(root, file));
    const text = bytes.toString('latin1');
    const whole = await collect(memorySource(file, bytes));
    const kept = whole.found.rows.map(({ line, printed, value }) => [line, printed, value]);
    const rule = text.lastIndexOf('\n---');
    const places = new Set([...cutPlaces(file, bytes.length), text.lastIndexOf('8388608'), rule - 1]);
    for (const at of places) {
      const cut = await collect(memorySource(file, bytes.subarray(0, at)));
      expectAccounted(cut.report, text.slice(0, at));
      expect(cut.found.rows.map(({ line, printed, value }) => [line, printed, value])).toEqual(
        kept.slice(0, cut.found.rows.length),
      );
      if (cut.report.format !== null && at < rule) expect([at, cut.report.partial]).toEqual([at, true]);
    }
  });

  it.each(FILES)('%s: the same numbers with other lines between', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const plain = await collect(memorySource(file, text));
    const noisy = text.replaceAll('\n', '\nlibibverbs: Warning: odd\n\n');
    const { report, found } = await collect(memorySource(file, noisy));
    expect(found.rows.map(({ printed, value }) => [printed, value])).toEqual(
      plain.found.rows.map(({ printed, value }) => [printed, value]),
    );
    expect([report.statuses, report.lines.unknown]).toEqual([['complete'], 0]);
  });
});
