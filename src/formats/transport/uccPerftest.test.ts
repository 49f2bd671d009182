import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { numbersOf, valueOf } from '../../testing/numbers';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const LOG = readFileSync(join(import.meta.dirname, 'fixtures/ucc-perftest.log'), 'utf8');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

const ALLREDUCE = 'ucc_perftest allreduce{datatype=float32;memory=cuda;op=sum;placement=out of place}';
const GATHER = 'ucc_perftest gather{datatype=int32;memory=host;placement=in place}';

describe('ucc_perftest', () => {
  it('gives times, and bandwidths in the order average, best, worst', async () => {
    const { report, found } = await read(LOG);
    expect(report).toMatchObject({ format: 'ucc-perftest', statuses: Array(3).fill('complete') });
    expect(report.lines.unknown).toBe(0);
    expect(numbersOf(found)).toEqual([
      `0 ${ALLREDUCE} latency avg 16 12.50`,
      `0 ${ALLREDUCE} latency min 16 11.00`,
      `0 ${ALLREDUCE} latency max 16 14.00`,
      `0 ${ALLREDUCE} busbw avg 16 0.00`,
      `0 ${ALLREDUCE} busbw max 16 0.00`,
      `0 ${ALLREDUCE} busbw min 16 0.00`,
      `0 ${ALLREDUCE} latency avg 1048576 120.50`,
      `0 ${ALLREDUCE} latency min 1048576 118.10`,
      `0 ${ALLREDUCE} latency max 1048576 123.00`,
      `0 ${ALLREDUCE} busbw avg 1048576 15.23`,
      `0 ${ALLREDUCE} busbw max 1048576 15.54`,
      `0 ${ALLREDUCE} busbw min 1048576 14.92`,
      `1 ${GATHER} latency avg 262144 90.00`,
      `1 ${GATHER} latency min 262144 80.00`,
      `1 ${GATHER} latency max 262144 100.00`,
      `1 ${GATHER} busbw min 262144 18.35`,
      '2 ucc_perftest barrier{datatype=float32;memory=host} latency avg - 5.25',
      '2 ucc_perftest barrier{datatype=float32;memory=host} latency min - 4.00',
      '2 ucc_perftest barrier{datatype=float32;memory=host} latency max - 6.50',
    ]);
    expect(valueOf(found, `0 ${ALLREDUCE} latency avg 1048576 120.50`)).toBeCloseTo(120.5e-6, 12);
    const best = valueOf(found, `0 ${ALLREDUCE} busbw max 1048576 15.54`) ?? NaN;
    expect(best).toBeCloseTo(15.54e9, 0);
    // The best bandwidth is of the least time on 8 ranks: 2 · 7/8 · size / 118.1 us.
    expect(best / ((1.75 * 1048576) / 118.1e-6)).toBeCloseTo(1, 2);
    expect(found.runs.map(({ conditions }) => conditions)).toEqual(
      Array(3).fill({ ranks: '8', ppn: '4', nodes: '2' }),
    );
  });

  it('without rows is partial, and a table without a head has no name', async () => {
    const head = LOG.slice(0, LOG.indexOf('       Count'));
    expect((await read(head)).report.statuses).toEqual(['partial']);
    const table = LOG.slice(LOG.indexOf('       Count'), LOG.indexOf('Total time'));
    const { report, found } = await read(table);
    expect([report.statuses, found.rows.length]).toEqual([['complete'], 12]);
    expect(found.allSeries[0]?.benchmark).toBe('ucc_perftest (not named)');
  });

  it('a failure of the job is the failure of the test in hand', async () => {
    const { report } = await read(`${LOG}srun: error: c01: task 3: Segmentation fault\n`);
    expect(report.statuses).toEqual(['complete', 'complete', 'failed']);
  });

  it('survives wrong names, noise and cuts', async () => {
    await expectSameUnderWrongNames('ucc', LOG);
    await expectSameWithNoise('ucc', LOG);
    await expectSafeCuts('ucc', LOG, (before) => {
      const last = before.slice(before.lastIndexOf('\n') + 1);
      return /^ +\d+ +\d/.test(last) && !/\.\d\d$/.test(last);
    });
    const prefixed = LOG.replace(/^/gm, '[1,0]<stdout>:');
    expect(numbersOf((await read(prefixed)).found)).toEqual(numbersOf((await read(LOG)).found));
  });

  it.each(['Collective: Allreduce\nwas slow\n', '  Count   Size\n'])('does not claim %j', async (text) =>
    expect((await read(text)).report.format).toBeNull(),
  );
});
