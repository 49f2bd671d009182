import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, diskSource, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectAccounted } from '../../testing/formats';
import { numbersOf, valueOf } from '../../testing/numbers';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const LOG = fixture('ucx-perftest.log');
const CSV = fixture('ucx-perftest.csv');
const OLD = fixture('ucx-perftest-old.log');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('ucx_perftest', () => {
  it('gives the final line of each test, its name from the command or the box', async () => {
    const { report, found } = await read(LOG);
    expect(report).toMatchObject({ format: 'ucx-perftest', statuses: Array(3).fill('complete') });
    expect(report.lines.unknown).toBe(0);
    expect(numbersOf(found)).toEqual([
      '0 ucx_perftest tag_bw{memory=host} overhead p50 65536 5.099',
      '0 ucx_perftest tag_bw{memory=host} overhead avg 65536 5.250',
      '0 ucx_perftest tag_bw{memory=host} bandwidth avg 65536 11904.76',
      '0 ucx_perftest tag_bw{memory=host} message rate avg 65536 190476',
      '1 ucx_perftest tag_lat{memory=cuda to host} latency p99 8 1.500',
      '1 ucx_perftest tag_lat{memory=cuda to host} latency avg 8 1.250',
      '1 ucx_perftest tag_lat{memory=cuda to host} bandwidth avg 8 6.10',
      '1 ucx_perftest tag_lat{memory=cuda to host} message rate avg 8 800000',
      '2 ucx_perftest put_lat{data layout=short;memory=host} latency avg 4096 2.110',
      '2 ucx_perftest put_lat{data layout=short;memory=host} bandwidth avg 4096 1851.30',
      '2 ucx_perftest put_lat{data layout=short;memory=host} message rate avg 4096 473934',
    ]);
    const bandwidth = valueOf(found, '0 ucx_perftest tag_bw{memory=host} bandwidth avg 65536 11904.76');
    expect(bandwidth).toBe(11904.76 * 1048576);
    expect((bandwidth ?? NaN) / (65536 * 190476)).toBeCloseTo(1, 3);
    expect(JSON.stringify([report, found.runs, [...found.kept.values()]])).not.toMatch(/secret/);
  });

  it('has no name and no size where neither box nor command is in the output of a client', async () => {
    const client = LOG.slice(LOG.indexOf('\n') + 1, LOG.indexOf('| API'));
    const { found } = await read(client);
    expect(numbersOf(found)[2]).toBe('0 ucx_perftest (overhead test, not named) bandwidth avg - 11904.76');
  });

  it('without a final line is partial', async () => {
    const { report, found } = await read(LOG.slice(0, LOG.indexOf('Final')));
    expect([report.statuses, found.rows.length]).toEqual([['partial'], 0]);
  });

  it('reads CSV with the names of a batch', async () => {
    const { report, found } = await read(CSV);
    expect([report.statuses, report.lines.unknown]).toEqual([['complete'], 0]);
    expect(numbersOf(found).filter((one) => one.includes('bandwidth'))).toEqual([
      '0 ucx_perftest (latency test, not named){batch=small} bandwidth avg - 4.74',
      '0 ucx_perftest (latency test, not named){batch=large} bandwidth avg - 10928.96',
    ]);
    expect(found.rows.length).toBe(8);
  });

  it('of the old form reads the last line, and says so', async () => {
    const { report, found } = await read(OLD);
    expect([report.statuses, report.lines.unknown]).toEqual([['complete'], 0]);
    expect(numbersOf(found)).toEqual([
      '0 ucx_perftest tag_bw{memory=cuda} latency avg 1048576 100.000',
      '0 ucx_perftest tag_bw{memory=cuda} bandwidth avg 1048576 10000.00',
      '0 ucx_perftest tag_bw{memory=cuda} message rate avg 1048576 10000',
    ]);
    expect(found.problems.map(({ line, text }) => [line, text.slice(0, 42)])).toEqual([
      [15, 'This layout does not mark its final line: '],
    ]);
    expect((await read(OLD.trimEnd())).report.statuses).toEqual(['partial']);
  });

  it('leaves out what -N prints with separators', async () => {
    const { found } = await read(LOG.replace(' 190476\n', ' 190,476\n'));
    expect(found.rows.length).toBe(10);
    expect(found.problems[0]?.text).toContain('“190,476” is not a number');
  });

  it('survives wrong names, noise and cuts', async () => {
    for (const [name, text] of [
      ['ucx-perftest.log', LOG],
      ['ucx-perftest.csv', CSV],
    ] as const) {
      await expectSameUnderWrongNames(name, text);
      if (name.endsWith('.log')) await expectSameWithNoise(name, text);
      await expectSafeCuts(name, text, (before) => {
        const last = before.slice(before.lastIndexOf('\n') + 1);
        if (name.endsWith('.csv')) return /^\w+,\d/.test(last);
        const whole = Math.max(before.lastIndexOf('Final:'), before.lastIndexOf(' 800000\n'));
        return before.lastIndexOf('# iterations') > whole;
      });
    }
    await expectSameUnderWrongNames('ucx-perftest-old.log', OLD);
  });

  it.each(['| Stage | # iterations | average |\n', 'run ucx_perftest -t tag_lat\n', 'iterations,avg_lat\n'])(
    'does not claim %j',
    async (text) => expect((await read(text)).report.format).toBeNull(),
  );
});

describeWithData('ucx_perftest in a page of documentation', (root) => {
  it('has two tests whose size × message rate is the bandwidth in 2^20 bytes', async () => {
    const files = dataFiles('real/ucx-perftest');
    expect(files.length).toBe(1);
    const { report, found } = await collect(diskSource(join(root, files[0] ?? ''), 'x'));
    expect(report.format).toBe('ucx-perftest');
    const series = 'ucx_perftest tag_bw{memory=cuda}';
    expect(numbersOf(found)).toEqual([
      `0 ${series} latency avg 100000000 9104.800`,
      `0 ${series} bandwidth avg 100000000 10474.41`,
      `0 ${series} message rate avg 100000000 110`,
      `1 ${series} latency avg 100000000 4163.694`,
      `1 ${series} bandwidth avg 100000000 22904.52`,
      `1 ${series} message rate avg 100000000 240`,
    ]);
    expect((found.rows[1]?.value ?? NaN) / (1e8 / 9104.8e-6)).toBeCloseTo(1, 4);
  });
});
