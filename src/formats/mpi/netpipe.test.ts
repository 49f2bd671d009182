import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paramsText } from '../../model/vocabulary';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';
import { scaleOf } from './netpipeRows';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const DISPLAY = fixture('netpipe-display.log');

/** `run metric [parameters] bytes statistic printed` of every number. */
function numbers(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    return `${series?.run ?? '?'} ${series?.metric ?? '?'} [${paramsText(series?.params ?? {})}] ${row.bytes ?? '-'} ${row.statistic} ${row.printed}`;
  });
}

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

/** Every bandwidth is what size and time say, times the streams that were under way at once. */
function expectAgreement(found: Collector, streams: number, tolerance: number): void {
  const best: Readonly<Record<string, string>> = { max: 'min', avg: 'avg' };
  let compared = 0;
  for (const rate of found.rows) {
    const time = found.rows.find(
      (row) =>
        row.line === rate.line &&
        row.statistic === best[rate.statistic] &&
        found.allSeries[row.series]?.metric === 'latency',
    );
    if (found.allSeries[rate.series]?.metric !== 'bandwidth' || !time) continue;
    expect(Math.abs((rate.value * time.value) / (rate.bytes ?? 0) / streams - 1)).toBeLessThan(tolerance);
    compared++;
  }
  expect(compared).toBeGreaterThan(2);
}

describe('the display of 3.x and 4.x', () => {
  it('gives latency and bandwidth of every line, a run per loop', async () => {
    const { report, found } = await read(DISPLAY);
    expect(report).toMatchObject({ format: 'netpipe', tool: 'NetPIPE', partial: false, runs: 2 });
    expect(report.lines.unknown).toBe(0);
    expect(numbers(found).slice(0, 4)).toEqual([
      '0 bandwidth [output=stdout;sends=synchronous] 1 max 4.83',
      '0 latency [output=stdout;sends=synchronous] 1 min 1.58',
      '0 bandwidth [output=stdout;sends=synchronous] 2 max 9.66',
      '0 latency [output=stdout;sends=synchronous] 2 min 1.58',
    ]);
    const expected = DISPLAY.split('\n').flatMap((line) => {
      const fields = line.split(/ +/);
      return line.includes('-->') ? [fields.at(-5), fields.at(-2)] : [];
    });
    expect(found.rows.map(({ printed }) => printed)).toEqual(expected);
    expect(JSON.stringify(found.runs)).not.toContain('node-c01');
  });

  it('takes Mbps as 2^20 or 10^6 bit/s, as size and time say', async () => {
    expectAgreement((await read(DISPLAY)).found, 1, 0.005);
    const decimal = DISPLAY.replace(
      /--> +([\d.]+) Mbps/g,
      (_, rate: string) => `-->  ${(Number(rate) * 1.048576).toFixed(2)} Mbps`,
    );
    const { found } = await read(decimal);
    expectAgreement(found, 1, 0.005);
    expect(found.allSeries[0]).toMatchObject({ factor: 125000, printedUnit: 'Mbit/s' });
  });

  it('tells sums over both directions by a parameter', async () => {
    const both = DISPLAY.replace(
      /--> +([\d.]+) Mbps/g,
      (_, rate: string) => `-->  ${(Number(rate) * 2).toFixed(2)} Mbps`,
    );
    const { found } = await read(both);
    expectAgreement(found, 2, 0.005);
    expect(found.allSeries.every(({ params }) => params['streams'] === '2')).toBe(true);
  });

  it('says so where throughputs are too small to tell', async () => {
    const { found } = await read('  0:       1 bytes    399 times -->      0.03 Mbps in     250.03 usec\n');
    expect(found.problems[0]?.text).toContain('read as 2^20');
    expect(found.rows.length).toBe(2);
  });

  it('reads lines that lost their numbers to the label of a rank', async () => {
    const rows = DISPLAY.split('\n').filter((line) => line.includes('-->'));
    const { found } = await read(`${rows.join('\n')}\n`);
    expect(found.rows.length).toBe(26);
    expect(found.runs.length).toBe(2);
  });

  it('has no numbers for an integrity check', async () => {
    const check = '  0:       1 bytes   2178 times -->  Integrity check passed\n';
    const { found } = await read(
      `Now starting the main loop\n  0:       1 bytes   10 times -->   2.00 Mbps in   3.81 usec\n${check}`,
    );
    expect(found.runs[0]?.status).toBe('partial');
    const failed = await read(DISPLAY.replace('1.58 usec', '1.58 usec (integrity problems!!!)'));
    expect(failed.found.runs[0]?.status).toBe('failed');
  });
});

describe('the display of 5.x', () => {
  it('has units on every line, and rounded sizes, which are told', async () => {
    const { report, found } = await read(fixture('netpipe-5.log'));
    expect(report.lines.unknown).toBe(0);
    expect(found.rows.map(({ bytes, value }) => [bytes, value.toExponential(3)])).toEqual([
      [1, '8.000e+5'],
      [1, '2.500e-6'],
      [1024, '4.096e+8'],
      [1024, '5.000e-6'],
      [1049000, '4.194e+9'],
      [1049000, '5.000e-4'],
    ]);
    expect(found.problems.map(({ text }) => text)).toEqual([expect.stringContaining('rounded')]);
    expectAgreement(found, 2, 0.002);
    expect(found.allSeries.every(({ params }) => params['streams'] === '2')).toBe(true);
  });
});

describe('np.out', () => {
  it.each([
    ['netpipe-3.out', 2, 1],
    ['netpipe-4.out', 4, 1],
    ['netpipe-5.out', 4, 2],
  ])('%s has %d numbers in a row', async (name, count, streams) => {
    const text = fixture(name);
    const { report, found } = await read(text);
    expect(report).toMatchObject({ format: 'netpipe', partial: false, runs: 1 });
    expect(report.lines).toMatchObject({ unknown: 0, understood: 6 });
    expect(found.rows.map(({ printed }) => printed)).toEqual(
      text
        .trim()
        .split('\n')
        .flatMap((line) => line.trim().split(/ +/).slice(1)),
    );
    expect(found.rows.length).toBe(6 * count);
    expectAgreement(found, streams, name === 'netpipe-5.out' ? 0.25 : 1e-4);
    for (const statistic of ['max', 'min', 'avg']) {
      const rows = found.rows.filter((row) => row.statistic === statistic && row.line === 6);
      expect(rows.every((row) => row.value > 0)).toBe(true);
    }
  });

  it('is not seen in tables whose columns do not agree', async () => {
    const rows = [1, 2, 4, 8, 16, 32].map((bytes) => `${bytes} ${bytes * 3.1} ${bytes * 0.0001}`);
    for (const text of [rows, ['x 1 2', ...rows], ['1 2 3', '4 5 6'], ['8 1.5 0.00000250']]) {
      expect((await read(`${text.join('\n')}\n`)).report.format).toBeNull();
    }
    const words = `bytes Mbps s\n${fixture('netpipe-3.out')}`;
    expect((await read(words)).report.format).toBeNull();
  });
});

describe('the scale', () => {
  it('is found for every number of streams up to 8, whatever the speed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        fc.array(fc.double({ min: 0.996, max: 1.004, noNaN: true }), { minLength: 1, maxLength: 50 }),
        (streams, binary, errors) => {
          const mega = binary ? 1024 * 1024 : 1e6;
          expect(scaleOf(errors.map((error) => (error * streams * 1e6) / mega))).toEqual({ mega, streams });
        },
      ),
    );
  });

  it('is not guessed', () => {
    for (const ratios of [[], [0], [NaN], [0.3], [1.5], [1e9]]) expect(scaleOf(ratios)).toBeNull();
  });
});

describe('any file', () => {
  it('survives wrong names, noise and cuts', async () => {
    for (const name of [
      'netpipe-display.log',
      'netpipe-5.log',
      'netpipe-3.out',
      'netpipe-4.out',
      'netpipe-5.out',
    ]) {
      const text = fixture(name);
      await expectSameUnderWrongNames(name, text);
      if (name.endsWith('.log')) await expectSameWithNoise(name, text);
      await expectSafeCuts(name, text, (before) => {
        const last = before.slice(before.lastIndexOf('\n') + 1);
        return name.endsWith('.log') ? last.includes('-->') : /^ *\d+ +\d/.test(last);
      });
    }
  });
});
