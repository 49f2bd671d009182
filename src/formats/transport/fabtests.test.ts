import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { numbersOf, valueOf } from '../../testing/numbers';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';
import { readSize } from './fabtestsReader';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const LOG = fixture('fabtests.log');
const MACHINE = fixture('fabtests-machine.log');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('fabtests and fi_pingpong', () => {
  it('names each table by its command', async () => {
    const { report, found } = await read(LOG);
    expect(report).toMatchObject({ format: 'fabtests', statuses: Array(4).fill('complete') });
    expect(report.lines.unknown).toBe(0);
    expect(numbersOf(found).filter((_, at) => at < 3 || at > 8)).toEqual([
      '0 fi_rdm_pingpong bandwidth avg 64 6.40',
      '0 fi_rdm_pingpong latency avg 64 10.00',
      '0 fi_rdm_pingpong message rate avg 64 0.10',
      '0 fi_rdm_pingpong bandwidth avg 1048576 1000.00',
      '0 fi_rdm_pingpong latency avg 1048576 1048.58',
      '0 fi_rdm_pingpong message rate avg 1048576 0.00',
      '1 fi_rma_bw{op=write} bandwidth avg 65536 6553.60',
      '1 fi_rma_bw{op=write} time per transfer avg 65536 10.00',
      '1 fi_rma_bw{op=write} message rate avg 65536 0.10',
      '2 fi_pingpong bandwidth avg 4096 512.00',
      '2 fi_pingpong latency avg 4096 8.00',
      '2 fi_pingpong message rate avg 4096 0.13',
      '2 fi_pingpong bandwidth avg 64 8.00',
      '2 fi_pingpong latency avg 64 8.00',
      '2 fi_pingpong message rate avg 64 0.13',
      '3 fi_rdm_atomic{test=base_uint64_sum} bandwidth avg 8 0.80',
      '3 fi_rdm_atomic{test=base_uint64_sum} time per transfer avg 8 10.00',
      '3 fi_rdm_atomic{test=base_uint64_sum} message rate avg 8 0.10',
    ]);
    expect(found.runs.map(({ conditions }) => conditions)).toEqual([
      { provider: 'tcp' },
      { provider: 'verbs', endpoint: 'rdm' },
      { provider: 'efa' },
      { provider: 'tcp' },
    ]);
    // MB are 10^6 bytes: size / time is the bandwidth.
    const bandwidth = valueOf(found, '0 fi_rdm_pingpong bandwidth avg 1048576 1000.00') ?? NaN;
    const time = valueOf(found, '0 fi_rdm_pingpong latency avg 1048576 1048.58') ?? NaN;
    expect(bandwidth / (1048576 / time)).toBeCloseTo(1, 4);
    expect(found.problems.map(({ line, text }) => [line, text])).toEqual([
      [13, 'As many messages as were sent were not acknowledged (#ack -3).'],
    ]);
    expect(JSON.stringify([report, found.runs, [...found.kept.values()]])).not.toMatch(/secret/);
  });

  it('knows sizes, and those that are rounded', async () => {
    expect(['64', '1k', '1.5k', '4m', '1.2k', '1.2m', '9g', 'x', ''].map(readSize)).toEqual([
      { bytes: 64, rounded: false },
      { bytes: 1024, rounded: false },
      { bytes: 1536, rounded: false },
      { bytes: 4 * 1024 ** 2, rounded: false },
      { bytes: 1229, rounded: true },
      { bytes: 1258291, rounded: true },
      { bytes: 9 * 1024 ** 3, rounded: false },
      null,
      null,
    ]);
    const { found } = await read(LOG.replace('1.5k ', '1.2k '));
    expect(found.problems[0]?.text).toContain('The size 1.2k is rounded');
  });

  it('without a command has no name and no latency', async () => {
    const { found } = await read(LOG.slice(LOG.indexOf('\n') + 1, LOG.indexOf('$ fi_rma')));
    expect(numbersOf(found)[1]).toBe('0 fabtests (not named) time per transfer avg 64 10.00');
  });

  it('reads the machine form', async () => {
    const { report, found } = await read(MACHINE);
    expect([report.format, report.statuses, report.lines.unknown]).toEqual(['fabtests', ['complete'], 0]);
    expect(numbersOf(found)).toEqual([
      '0 fi_rdm_tagged_bw bandwidth avg 64 80.000000',
      '0 fi_rdm_tagged_bw time per transfer avg 64 0.800000',
      '0 fi_rdm_tagged_bw message rate avg 64 1.250000',
      '0 fi_rdm_tagged_bw bandwidth avg 65536 10000.000000',
      '0 fi_rdm_tagged_bw time per transfer avg 65536 6.553600',
      '0 fi_rdm_tagged_bw message rate avg 65536 0.152588',
    ]);
    expect(found.rows[3]?.value).toBe(1e10);
    expect(found.runs[0]?.conditions).toEqual({ provider: 'psm3' });
    expect(JSON.stringify([report, found.runs, [...found.kept.values()]])).not.toMatch(/secret/);
  });

  it('survives wrong names, noise and cuts', async () => {
    for (const [name, text] of [
      ['fabtests.log', LOG],
      ['fabtests-machine.log', MACHINE],
    ] as const) {
      await expectSameUnderWrongNames(name, text);
      await expectSafeCuts(name, text, (before) => {
        const last = before.slice(before.lastIndexOf('\n') + 1);
        return /^[\d.]+[kmg]? +\d.*[^\d.]\d?\.?\d?$/.test(last) || /^- \{ xfer_size:.*[^}]$/.test(last);
      });
    }
    await expectSameWithNoise('fabtests.log', LOG);
  });

  it.each(['bytes iters total\n', '- { xfer_size: 64 }\n', 'fi_pingpong ran for an hour\n'])(
    'does not claim %j',
    async (text) => expect((await read(text)).report.format).toBeNull(),
  );
});
