import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectAccounted } from '../../testing/formats';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const FILES = dataFiles('generated/b_eff_36').filter((file) =>
  /\.(prot\.gz|short|sum|plot|stderr)$/.test(file),
);

function content(root: string, file: string): string {
  const bytes = readFileSync(join(root, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** `line printed` of every number of the VALUES section, found by their columns. */
function protocolNumbers(text: string): { line: number; printed: string; bytes: number }[] {
  let bytes = 0;
  return text.split('\n').flatMap((whole, at) => {
    const equals = whole.indexOf('=', 20);
    if (!/ (?:min|avg|max)$/.test(whole.slice(0, Math.max(equals, 0)))) return [];
    if (whole.slice(0, 12).trim() !== '') bytes = Number(whole.slice(0, 12));
    const fields = (whole.slice(equals + 1).split('->')[0] ?? '').match(/\d+\.\d+/g) ?? [];
    return fields.map((printed) => ({ line: at + 1, printed, bytes }));
  });
}

/** b_eff as its definition has it, from the minima over the processes that were read. */
function byDefinition(found: Collector): number {
  const best = new Map<string, Map<number, number>>();
  for (const row of found.rows) {
    const series = found.allSeries[row.series];
    if (series?.metric !== 'process bandwidth' || row.statistic !== 'min') continue;
    const pattern = series.params['pattern'] ?? '';
    if (!/ ring$| random-/.test(pattern)) continue;
    const sizes = best.get(pattern) ?? new Map<number, number>();
    best.set(pattern, sizes.set(row.bytes ?? 0, Math.max(sizes.get(row.bytes ?? 0) ?? 0, row.value)));
  }
  const averages = (kind: string): number[] =>
    [...best]
      .filter(([pattern]) => pattern.includes(kind))
      .map(([, sizes]) => [...sizes.values()].reduce((sum, value) => sum + value, 0) / 21);
  return geometricMean([geometricMean(averages(' ring')), geometricMean(averages(' random-'))]);
}

function valueOf(found: Collector, metric: string, params: Record<string, string>): number {
  const at = found.allSeries.findIndex(
    (series) =>
      series.metric === metric &&
      series.params['repetition'] === undefined &&
      Object.entries(params).every(([key, value]) => series.params[key] === value),
  );
  return found.rows.find((row) => row.series === at)?.value ?? NaN;
}

describeWithData('b_eff files', (root) => {
  it('are all there', () => {
    expect(FILES.length).toBeGreaterThan(8);
  });

  it.each(FILES)('%s: is read whole, nothing twice', async (file) => {
    const text = content(root, file);
    const { report, found } = await collect(memorySource(file, text));
    expectAccounted(report, text);
    expect(report).toMatchObject({ format: 'beff', tool: 'b_eff', runs: 1, partial: false });
    expect(report.lines.unknown).toBe(0);
    const lines = text.split('\n');
    for (const row of found.rows) {
      expect(lines[row.line - 1]).toContain(row.printed);
      expect(found.kept.get(row.line)).toBe(lines[row.line - 1]?.slice(0, 400));
    }
    const short = text.includes('b_effSHORT');
    expect(found.allSeries.every(({ params }) => params['build'] === (short ? 'SHORT' : undefined))).toBe(
      true,
    );
    const result = /^b_eff\w* = +(\S+) MB\/s = +(\S+) \* +(\d+) PEs with +(\d+) MB/m.exec(text);
    if (!result) return;
    expect(valueOf(found, 'b_eff', {})).toBeCloseTo(Number(result[1]) * 1e6, 3);
    expect(valueOf(found, 'b_eff per process', {})).toBeCloseTo(Number(result[2]) * 1e6, 3);
    expect(found.runs[0]?.conditions).toMatchObject({
      ranks: result[3],
      'memory per process': `${result[4] ?? ''} MiB`,
    });
  });

  it.each(FILES.filter((file) => file.includes('.prot')))(
    '%s: every number, and b_eff from them',
    async (file) => {
      const text = content(root, file);
      const { found } = await collect(memorySource(file, text));
      const given = found.rows
        .filter((row) => found.allSeries[row.series]?.metric === 'process bandwidth')
        .map(({ line, printed, bytes }) => ({ line, printed, bytes }));
      expect(given).toEqual(protocolNumbers(text));
      expect(given.length).toBeGreaterThan(8000);
      const perProcess = valueOf(found, 'b_eff per process', {});
      expect(Math.abs(byDefinition(found) / perProcess - 1)).toBeLessThan(1e-4);
    },
  );

  it.each(FILES.filter((file) => file.endsWith('.short')))('%s: every number of its tables', async (file) => {
    const text = content(root, file);
    const { found } = await collect(memorySource(file, text));
    const printed = new Set(found.rows.map((row) => row.printed));
    const byLine = new Map<number, string[]>();
    for (const row of found.rows) byLine.set(row.line, [...(byLine.get(row.line) ?? []), row.printed]);
    let sized = 0;
    text.split('\n').forEach((whole, at) => {
      if (/^ +\d+ +\d+\.\d{3} +\d/.test(whole)) {
        // The table over all message lengths: seven numbers, of which earlier tables may have given some.
        const fields = whole.trim().split(/ +/).slice(1);
        expect(fields.length).toBe(7);
        for (const field of fields) expect(printed.has(field)).toBe(true);
        expect(byLine.get(at + 1)?.[0] === fields[0] || sized % 4 === 0).toBe(true);
        sized++;
      } else if (/^ (?:p\d\d|log_avg|accumulated|- ).*MByte\/s$/.test(whole)) {
        for (const field of whole.match(/\d+\.\d{3}/g) ?? [])
          if (Number(field) > 0) expect([whole, printed.has(field)]).toEqual([whole, true]);
      }
    });
    expect(sized).toBe(21);
    // The definition of b_eff, from the averages of the patterns with the best method.
    const averages = (kind: string): number[] =>
      found.rows.flatMap((row) => {
        const series = found.allSeries[row.series];
        const { pattern = '', method, repetition } = series?.params ?? {};
        const official =
          series?.metric === 'average bandwidth per process' && method === 'best' && repetition === undefined;
        return official && pattern.startsWith('p') && pattern.includes(kind) ? [row.value] : [];
      });
    const [rings, random] = [averages(' ring'), averages(' random-')];
    expect([rings.length, random.length]).toEqual([6, text.includes('b_effSHORT') ? 6 : 30]);
    const perProcess = valueOf(found, 'b_eff per process', {});
    const defined = geometricMean([geometricMean(rings), geometricMean(random)]);
    expect(Math.abs(defined / perProcess - 1)).toBeLessThan(1e-5);
    // Latency is one byte over the bandwidth of one process, also for the rings.
    for (const pattern of ['rings', 'rings and random']) {
      const rate = valueOf(found, 'bandwidth per process', { pattern, method: 'best' });
      const latency = valueOf(found, 'latency', { pattern, method: 'best' });
      expect(Math.abs(rate * latency - 1)).toBeLessThan(2e-3);
    }
  });

  it('plot data agrees with the short protocol of the same run', async () => {
    const read = async (ending: string): Promise<Collector> => {
      const file = FILES.find((name) => name.endsWith(`full_np4.${ending}`)) ?? '';
      return (await collect(memorySource(file, content(root, file)))).found;
    };
    const [plot, short] = [await read('plot'), await read('short')];
    const table = (found: Collector): Map<string, string> =>
      new Map(
        found.rows.flatMap((row) => {
          const series = found.allSeries[row.series];
          if (series?.metric !== 'bandwidth per process' || row.statistic !== 'value') return [];
          const id = series.params['pattern']?.split(' ring')[0] ?? '';
          return [[`${id} ${series.params['method'] ?? ''} ${row.bytes ?? '-'}`, row.printed] as const];
        }),
      );
    const [ofPlot, ofShort] = [table(plot), table(short)];
    const both = [...ofPlot].filter(([key]) => ofShort.has(key));
    expect(both.length).toBeGreaterThan(150);
    for (const [key, printed] of both) expect([key, ofShort.get(key)]).toEqual([key, printed]);
  });

  it.each(FILES)('%s: the same under wrong names and with noise', async (file) => {
    const text = content(root, file);
    await expectSameUnderWrongNames(file, text);
    if (text.split('\n').length > 10) await expectSameWithNoise(file, text);
  });

  it.each(FILES.filter((file) => !file.endsWith('stderr')))('%s: cut anywhere, is marked', async (file) => {
    const text = content(root, file);
    await expectSafeCuts(file, text, (before) => !/PEs with +\d+ MB\/PE on /.test(before));
  });
});
