import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { numbersOf } from '../../testing/numbers';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const LOG = fixture('nvshmem.log');
const MACHINE = fixture('nvshmem-machine.log');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('NVSHMEM perftest', () => {
  it('reads the tables of a program', async () => {
    const { report, found } = await read(LOG);
    expect(report).toMatchObject({ format: 'nvshmem', statuses: ['complete'] });
    expect(report.lines.unknown).toBe(0);
    const reduction = '0 NVSHMEM device_reduction{datatype=int32;op=sum;scope=warp}';
    const stream = '0 NVSHMEM reduction_on_stream{datatype=double;op=max}';
    expect(numbersOf(found)).toEqual([
      '0 NVSHMEM shmem_put_bw bandwidth avg 1024 0.512000',
      '0 NVSHMEM shmem_put_bw bandwidth avg 65536 41.250000',
      '0 NVSHMEM shmem_p_latency latency avg 4 2.500000',
      `${reduction} latency avg 4096 8.192000`,
      `${reduction} algbw avg 4096 0.500`,
      `${reduction} busbw avg 4096 0.500`,
      '0 NVSHMEM alltoall_device{datatype=32-bit} latency avg 4096 9.000000',
      '0 NVSHMEM alltoall_device{datatype=32-bit} algbw avg 4096 0.455',
      '0 NVSHMEM alltoall_device{datatype=32-bit} busbw avg 4096 0.228',
      `${stream} latency avg 8192 16.000000`,
      `${stream} latency min 8192 15.500`,
      `${stream} latency max 8192 17.250`,
      `${stream} algbw avg 8192 0.512`,
      `${stream} busbw avg 8192 0.512`,
      '0 NVSHMEM barrier_device{scope=block;threads per block=512} latency avg - 6.250000',
    ]);
    expect(found.runs[0]?.conditions).toEqual({ ranks: '2', ppn: '1', nodes: '2' });
    expect(found.rows[1]?.value).toBe(41.25e9);
    expect((found.rows[4]?.value ?? NaN) / (4096 / (found.rows[3]?.value ?? NaN))).toBeCloseTo(1, 6);
  });

  it('reads the machine-readable lines as the same series', async () => {
    const { report, found } = await read(MACHINE);
    expect([report.format, report.statuses]).toEqual(['nvshmem', ['complete']]);
    const table = numbersOf((await read(LOG)).found);
    expect(numbersOf(found)).toEqual([table[0], table[1], table[3]]);
  });

  it('a table that comes again is of another run', async () => {
    for (const text of [LOG, MACHINE]) {
      const { report, found } = await read(text + text);
      expect(report.statuses).toEqual(['complete', 'complete']);
      const numbers = numbersOf(found).map((number) => number.slice(2));
      expect(numbers.slice(numbers.length / 2)).toEqual(numbers.slice(0, numbers.length / 2));
    }
  });

  it('without rows is partial', async () => {
    const { report } = await read(LOG.slice(0, LOG.indexOf('1024 ')));
    expect(report.statuses).toEqual(['partial']);
  });

  it('survives wrong names, noise and cuts', async () => {
    for (const [name, text] of [
      ['nvshmem.log', LOG],
      ['nvshmem-machine.log', MACHINE],
    ] as const) {
      await expectSameUnderWrongNames(name, text);
      await expectSafeCuts(name, text, (before) => {
        const last = before.slice(before.lastIndexOf('\n') + 1);
        return (
          /^\d+ +\w|^&&&& PERF .*[^c]$/.test(last) &&
          before.includes('\n&&&& PERF') === name.includes('machine')
        );
      });
    }
    await expectSameWithNoise('nvshmem.log', LOG);
  });

  it.each(['size(B) scope\n', '&&&& PERF something 1.0 +GB/sec\n', 'size(B)  count  type  time(us)\n'])(
    'does not claim %j',
    async (text) => expect((await read(text)).report.format).toBeNull(),
  );
});
