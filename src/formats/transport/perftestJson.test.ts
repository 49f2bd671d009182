import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { numbersOf, valueOf } from '../../testing/numbers';
import { expectSafeCuts, expectSameUnderWrongNames } from '../../testing/survival';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const WRITE = fixture('perftest-write.json');
const FORMS = fixture('perftest-forms.json');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('perftest JSON', () => {
  it('gives the numbers under the names that the text output has, with the settings', async () => {
    const { report, found } = await read(WRITE);
    expect(report).toMatchObject({ format: 'perftest-json', tool: 'perftest', statuses: ['complete'] });
    const series = 'ib_write_bw{connection=RC;direction=bidirectional;post list=16;qps=2}';
    expect(numbersOf(found)).toEqual([
      `0 ${series} bandwidth max 65536 200.00`,
      `0 ${series} bandwidth avg 65536 195.04`,
      `0 ${series} message rate avg 65536 0.372000`,
      `0 ${series} cpu utilisation avg 65536 12.50`,
    ]);
    expect(found.runs[0]?.conditions).toEqual({
      device: 'mlx5_0',
      'link type': 'IB',
      MTU: '4096',
      'TX depth': '128',
      'CQ moderation': '100',
      'inline data': '0',
      SRQ: 'off',
      'dual port': 'off',
      'relaxed ordering': 'on',
      rdma_cm: 'off',
      memory: 'CUDA',
    });
    expect(found.rows.map(({ line }) => line)).toEqual([26, 27, 28, 29]);
  });

  it('takes the unit of a bandwidth from size × message rate', async () => {
    const { found } = await read(WRITE);
    expect(found.rows[1]?.value).toBe(195.04 * 1.25e8);
    // 65536 B × 0.372 M/s = 23 250 MiB/s.
    const mebibytes = await read(WRITE.replace('200.00', '23300.00').replace('195.04', '23250.00'));
    expect(mebibytes.found.rows[1]?.value).toBe(23250 * 1048576);
    for (const odd of ['1000.00', '0.00']) {
      const { found: unknown } = await read(WRITE.replace('195.04', odd));
      expect(unknown.rows[1]?.value).toBe(Number(odd));
      expect(unknown.allSeries[0]?.unit).toBe('MiB/s or Gbit/s');
      expect(unknown.problems.map(({ text }) => text)).toContain(
        'The file does not say whether this bandwidth is in MiB/s or Gbit/s.',
      );
    }
  });

  it('reads appended files, a service level without quotes and a comma with nothing behind it', async () => {
    const { report, found } = await read(FORMS);
    expect(report.statuses).toEqual(Array<string>(4).fill('complete'));
    const level = 'raw_ethernet_bw{connection=RawEth;service level=3}';
    expect(numbersOf(found)).toEqual([
      ...[
        'min 2 1.00',
        'max 2 9.00',
        'p50 2 1.50',
        'avg 2 1.60',
        'stdev 2 0.25',
        'p99 2 2.00',
        'p99.9 2 8.00',
      ].map((number) => `0 ib_send_lat{connection=UD;qps=1} latency ${number}`),
      `1 ${level} bandwidth avg 65536 9000.00`,
      `1 ${level} message rate avg 65536 0.144000`,
      '2 ib_read_bw bandwidth avg - 88.500000',
      '3 ib_atomic_lat{atomic=fetch and add} latency avg 8 2.00',
      '3 ib_atomic_lat{atomic=fetch and add} transaction rate avg 8 250000.00',
    ]);
    expect(valueOf(found, '0 ib_send_lat{connection=UD;qps=1} latency avg 2 1.60')).toBeCloseTo(1.6e-6, 15);
    expect(valueOf(found, `1 ${level} bandwidth avg 65536 9000.00`)).toBe(9000 * 1048576);
  });

  it('without results is a run that is partial', async () => {
    const { report } = await read(WRITE.replace(/"MsgSize[^}]*/, ''));
    expect(report.statuses).toEqual(['partial']);
  });

  it('survives wrong names and cuts', async () => {
    for (const [name, text] of [
      ['perftest-write.json', WRITE],
      ['perftest-forms.json', FORMS],
    ] as const) {
      await expectSameUnderWrongNames(name, text);
      await expectSafeCuts(name, text, (before, after) => after.trim() !== '' && !/\n}\n}\s*$/.test(before));
    }
  });

  it.each(['{"test_info": {"test": "all"}, "results": {}}\n', '{"test": "RDMA_Write_BW_Test"}\n', '[]\n'])(
    'does not claim %j',
    async (text) => expect((await read(text)).report.format).toBeNull(),
  );
});
