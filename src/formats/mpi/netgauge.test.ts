import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paramsText } from '../../model/vocabulary';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const LOG = fixture('netgauge-loggp.log');
const FILE = fixture('netgauge-loggp.out');
const EBB = fixture('netgauge-ebb.log');

/** `metric [parameters] bytes statistic printed` of every number. */
function numbers(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    return `${series?.metric ?? '?'} [${paramsText(series?.params ?? {})}] ${row.bytes ?? '-'} ${row.statistic} ${row.printed}`;
  });
}

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('loggp', () => {
  it('gives timings and parameters, and leaves fits without meaning out', async () => {
    const { report, found } = await read(LOG);
    expect(report).toMatchObject({ format: 'netgauge', tool: 'Netgauge', version: '2.4.6', runs: 1 });
    expect(report.lines.unknown).toBe(0);
    expect(numbers(found)).toEqual([
      'PRTT [delay=none;messages=1;output=stdout] 1 median 4.000000',
      'PRTT [delay=none;messages=10;output=stdout] 1 median 20.000000',
      'PRTT [delay=PRTT(1,0,s);messages=10;output=stdout] 1 median 41.000000',
      'L [output=stdout] - value 2.000000',
      'o_s [output=stdout] 1 value 0.200000',
      'o_r [output=stdout] 1 value 1.500000',
      'o_s [output=stdout] 1025 value 0.400000',
      'o_r [output=stdout] 1025 value 1.700000',
      'g [output=stdout;protocol=1] 1025 value 1.500000',
      'G [output=stdout;protocol=1] 1025 value 0.002000',
      'o_s [output=stdout] 2049 value 0.600000',
      'o_r [output=stdout] 2049 value 1.900000',
      'g [output=stdout;protocol=1] 2049 value 1.500000',
      'G [output=stdout;protocol=1] 2049 value 0.002000',
      'g [output=stdout;protocol=2] 2049 value 2.500000',
    ]);
    expect(found.rows[3]?.value).toBeCloseTo(2e-6, 15);
    expect(found.allSeries.find(({ metric }) => metric === 'G')).toMatchObject({ unit: 's/B', factor: 1e-6 });
    expect(found.problems.map(({ text }) => text).join()).toContain('3 fitted parameters');
    expect(found.runs[0]).toMatchObject({
      status: 'partial',
      reason: 'The parameters for 3073 bytes are missing: the run was cut there.',
      conditions: { ranks: '2', Netgauge: '2.4.6', 'Netgauge module': 'mpi' },
    });
  });

  it('gives the same parameters from its results file, in series of their own', async () => {
    const { report, found } = await read(FILE);
    expect(report).toMatchObject({ format: 'netgauge', partial: false });
    const of = (all: Collector): string[] =>
      numbers(all)
        .filter((text) => !text.startsWith('PRTT'))
        .map((text) => text.replace(/output=\w+/, ''));
    expect(of(found)).toEqual(of((await read(LOG)).found));
    expect(numbers(found).filter((text) => text.startsWith('PRTT')).length).toBe(9);
  });
});

describe('ebb', () => {
  it('gives each bisection as a repeat, and the average; its MiB/s are 10^6 B/s', async () => {
    const { report, found } = await read(EBB);
    expect(report.lines.unknown).toBe(0);
    expect(numbers(found)).toEqual([
      'bisection bandwidth [] 65536 avg 655.360000',
      'bisection bandwidth [] 65536 avg 819.200000',
      'bisection bandwidth [] 65536 avg 546.133333',
      'effective bisection bandwidth [] 65536 avg 655.360000',
      'bisection bandwidth [] 131072 avg 819.200000',
    ]);
    // 65536 bytes in 100 µs.
    expect(found.rows[0]?.value).toBeCloseTo(65536 / 100e-6, 3);
    expect(found.runs[0]).toMatchObject({ status: 'partial', conditions: { ranks: '16' } });
    const whole = await read(EBB.slice(0, EBB.indexOf('size: 131072')));
    expect(whole.report.partial).toBe(false);
  });
});

describe('what is not read', () => {
  it('is named', async () => {
    const { found } = await read(
      LOG.slice(0, LOG.indexOf('Testing')).replace('-x loggp -o', '-x one_one -o'),
    );
    expect(found.runs[0]).toMatchObject({
      status: 'partial',
      reason: 'The pattern “one_one” of Netgauge is not read.',
      conditions: { program: 'netgauge one_one' },
    });
  });

  it('survives wrong names, noise and cuts', async () => {
    for (const [name, text] of Object.entries({ LOG, FILE, EBB })) {
      await expectSameUnderWrongNames(name, text);
      await expectSameWithNoise(name, text);
      await expectSafeCuts(name, text, (before) => {
        if (name === 'EBB') return /\nsize: [^)\n]*$/.test(before);
        const last = before.slice(before.lastIndexOf('\n') + 1);
        return /^\d+ 10 [\d. -]{60}/.test(last) || /Testing \d+ bytes \d+ times:\n[^L]*$/.test(before);
      });
    }
  });
});
