import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { numbersOf } from '../../testing/numbers';
import { expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';
import { readResult, readSize } from './qperfReader';

const LOG = readFileSync(join(import.meta.dirname, 'fixtures/qperf.log'), 'utf8');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('qperf', () => {
  it('gives the results of each test with the message size that comes after them', async () => {
    const { report, found } = await read(LOG);
    expect(report).toMatchObject({ format: 'qperf', statuses: ['failed'] });
    expect(report.lines.unknown).toBe(0);
    expect(numbersOf(found)).toEqual([
      '0 qperf rc_bw bandwidth avg 1 3.26',
      '0 qperf rc_bw message rate avg 1 3.26',
      '0 qperf rc_bw{end=sender} cpu utilisation avg 1 100',
      '0 qperf rc_bw{end=receiver} cpu utilisation avg 1 101',
      '0 qperf rc_bw bandwidth avg 65536 11.8',
      '0 qperf rc_bw message rate avg 65536 180',
      '0 qperf rc_lat latency avg - 855',
      '0 qperf rc_lat message rate avg - 1.17',
      '0 qperf tcp_bw bandwidth avg - 9.4',
      '0 qperf tcp_bw{end=this host} cpu utilisation avg - 45.2',
      '0 qperf uc_bi_bw{end=sender;mtu=4 KiB} bandwidth avg - 12',
      '0 qperf uc_bi_bw{end=receiver;mtu=4 KiB} bandwidth avg - 11.9',
    ]);
    const values = found.rows.map(({ value }) => value);
    expect([values[0], values[4], values[5]]).toEqual([3.26e6, 11.8e9, 180e3]);
    expect(values[6]).toBeCloseTo(855e-9, 15);
    expect(values[8]).toBeCloseTo(9.4e9 / 8, 3);
    expect((values[4] ?? NaN) / (65536 * (values[5] ?? NaN))).toBeCloseTo(1, 2);
    expect(found.problems.map(({ text }) => text)).toEqual(['“1,020” is not a number: left out.']);
    expect(JSON.stringify([report, found.runs, [...found.kept.values()]])).not.toMatch(/secret/);
  });

  it('knows units and sizes by their names alone', () => {
    const factor = (line: string): number | undefined => readResult(`    ${line}`)?.measure.factor;
    expect(
      [
        'bw = 1 KB/sec',
        'bw = 1 Kb/sec',
        'latency = 1 ms',
        'msg_rate = 1 G/sec',
        'bw = 1 us',
        'bw = 1 XB/sec',
      ].map(factor),
    ).toEqual([1e3, 125, 1e-3, 1e9, undefined, undefined]);
    expect(['1 bytes', '64 KiB', '64 KiB (65,536)', '1.5 KB', 'x'].map(readSize)).toEqual([
      1,
      65536,
      65536,
      1500,
      null,
    ]);
  });

  it('a test with the same size again is a repeat: another run', async () => {
    const test = LOG.slice(LOG.indexOf('rc_lat:'), LOG.indexOf('tcp_bw:'));
    const { report, found } = await read(test + test);
    expect(report.statuses).toEqual(['complete', 'complete']);
    expect(found.allSeries.map(({ run }) => run)).toEqual([0, 0, 1, 1]);
  });

  it('survives wrong names and noise', async () => {
    await expectSameUnderWrongNames('qperf.log', LOG);
    await expectSameWithNoise('qperf.log', LOG);
  });

  it('cut within a line it is marked, and gives no number that is cut', async () => {
    const whole = numbersOf((await read(LOG)).found);
    let marked = 0;
    // That the size of the first test is missing cannot be seen: it may have been run without -v.
    for (let at = LOG.lastIndexOf('rc_bw:'); at < LOG.indexOf('uc_bi_bw'); at++) {
      const text = LOG.slice(0, at);
      const { report, found } = await read(text);
      const cut = numbersOf(found);
      expect(cut).toEqual(whole.slice(0, cut.length));
      if (report.format === null || found.rows.length === 0 || !/\n {4}[^\n]+$/.test(text)) continue;
      expect([at, report.partial]).toEqual([at, true]);
      marked++;
    }
    expect(marked).toBeGreaterThan(20);
  });

  it.each(['rc_bw:\n    nothing = here\n', '    bw = 1 GB/sec\n', 'results:\n    bw  =  1 GB/sec\n'])(
    'does not claim %j',
    async (text) => expect((await read(text)).report.format).toBeNull(),
  );
});
