import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paramsText } from '../../model/vocabulary';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { readColumns, readTitle } from './perftestColumns';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  return collect(memorySource('x', text));
}

/** `run benchmark{params} metric statistic bytes printed` of every number. */
function numbers(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    const params = paramsText(series?.params ?? {});
    return `${series?.run ?? '?'} ${series?.benchmark ?? '?'}${params ? `{${params}}` : ''} ${series?.metric ?? '?'} ${row.statistic} ${row.bytes ?? '-'} ${row.printed}`;
  });
}

const RULE = `${'-'.repeat(87)}\n`;
const TITLE = '                    RDMA_Write BW Test\n Dual-port       : OFF\t\tDevice         : mlx5_0\n';
const COLUMNS = ' #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n';
const ROW = ' 65536      5000             10.00              9.00\t\t   0.000144\n';
const HEAD = RULE + TITLE + RULE + COLUMNS;

describe('titles and columns', () => {
  it.each([
    ['                    RDMA_Write BW Test', 'write', 'bw', {}],
    [' RDMA_Write Bidirectional Post List BW Test', 'write', 'bw', { direction: 'bidirectional' }],
    [' RDMA_Write_imm BW Test', 'write', 'bw', { 'immediate data': 'on' }],
    ['                    RDMA_Read Latency Test', 'read', 'lat', {}],
    ['                    Send Latency Multicast Test', 'send', 'lat', { multicast: 'on' }],
    ['                    Atomic CMP_AND_SWAP BW Test', 'atomic', 'bw', { atomic: 'cmp and swap' }],
  ])('%j', (line, verb, kind, params) => expect(readTitle(line)).toEqual({ verb, kind, params }));

  it.each(['Send a BW Test to me', 'The RDMA_Write BW Test', '# OSU MPI Bandwidth Test v5.8'])(
    '%j is no title',
    (line) => expect(readTitle(line)).toBeNull(),
  );

  it('knows MB and MiB as 2^20 bytes and Gb as 10^9 bits, and no other unit', () => {
    const factor = (unit: string): number | undefined => {
      const column = readColumns(` #bytes     #iterations    BW average[${unit}]`)?.[2];
      return column?.role === 'value' ? column.measure.factor : undefined;
    };
    expect([factor('MB/sec'), factor('MiB/sec'), factor('Gb/sec'), factor('KB/sec')]).toEqual([
      1048576,
      1048576,
      125e6,
      undefined,
    ]);
    expect(readColumns('       #bytes #repetitions      t[usec]   Mbytes/sec')).toBeNull();
    expect(readColumns(' #bytes #iterations    t_min[cycles]')).toBeNull();
  });
});

describe('server and client in one file', () => {
  it('is one run; what comes a second time is kept apart', async () => {
    const { report, found } = await read(fixture('perftest-pair.log'));
    expect(report).toMatchObject({
      format: 'perftest',
      tool: 'perftest',
      version: null,
      statuses: ['complete'],
    });
    expect(report.lines.unknown).toBe(0);
    const params = 'connection=RC;direction=bidirectional';
    expect(numbers(found)).toEqual([
      `0 ib_write_bw{${params};qps=2} bandwidth max 65536 2000.00`,
      `0 ib_write_bw{${params};qps=2} bandwidth avg 65536 1000.00`,
      `0 ib_write_bw{${params};qps=2} message rate avg 65536 0.016000`,
      `0 ib_write_bw{${params};qps=2} bandwidth max 131072 2100.00`,
      `0 ib_write_bw{${params};qps=2} bandwidth avg 131072 1100.00`,
      `0 ib_write_bw{${params};qps=2} message rate avg 131072 0.008800`,
      `0 ib_write_bw{${params};output=2nd;qps=2} bandwidth max 131072 2090.00`,
      `0 ib_write_bw{${params};output=2nd;qps=2} bandwidth avg 131072 1090.00`,
      `0 ib_write_bw{${params};output=2nd;qps=2} message rate avg 131072 0.008720`,
    ]);
    expect(found.rows[1]?.value).toBe(1000 * 1048576);
    expect(found.rows[2]?.value).toBeCloseTo(16000, 6);
    expect(found.runs[0]?.conditions).toEqual({
      device: 'mlx5_0',
      'link type': 'Ethernet',
      MTU: '4096',
      'TX depth': '128',
      'CQ moderation': '100',
      'inline data': '0',
      SRQ: 'off',
      'dual port': 'off',
      'relaxed ordering': 'on',
      rdma_cm: 'off',
    });
  });

  it('stores and shows no address and no host', async () => {
    const { report, found } = await read(fixture('perftest-pair.log'));
    const all = JSON.stringify([report, found.runs, found.allSeries, found.problems]);
    expect(all).not.toMatch(/secret|0x0101|255:192/);
    expect([...found.kept.values()].join('\n')).not.toMatch(/secret|0x0101|255:192/);
  });

  it('needs the closing rule of both', async () => {
    const text = fixture('perftest-pair.log').trimEnd();
    const { report } = await read(text.slice(0, text.lastIndexOf('\n') + 1));
    expect(report.statuses).toEqual(['partial']);
  });
});

describe('forms', () => {
  it('reads Gb/s, latencies, ports, service levels and endless tests', async () => {
    const { report, found } = await read(fixture('perftest-forms.log'));
    expect(report.lines.unknown).toBe(0);
    const read0 = 'ib_read_bw{connection=RC;qps=1}';
    const read1 = 'ib_read_bw{connection=RC;output=2nd;qps=1}';
    const raw = 'connection=RawEth;port';
    expect(numbers(found)).toEqual([
      `0 ${read0} bandwidth avg 65536 80.00`,
      `0 ${read0} message rate avg 65536 0.152588`,
      `0 ${read0} cpu utilisation avg 65536 25.00`,
      `1 ${read1} bandwidth avg 65536 80.00`,
      `1 ${read1} message rate avg 65536 0.152588`,
      '2 ib_send_lat{connection=UD} latency min 2 1.00',
      '2 ib_send_lat{connection=UD} latency max 2 9.00',
      '2 ib_send_lat{connection=UD} latency p50 2 1.50',
      '2 ib_send_lat{connection=UD} latency avg 2 1.60',
      '2 ib_send_lat{connection=UD} latency stdev 2 0.25',
      '2 ib_send_lat{connection=UD} latency p99 2 2.00',
      '2 ib_send_lat{connection=UD} latency p99.9 2 8.00',
      '3 ib_write_lat latency avg 8 2.00',
      '3 ib_write_lat transaction rate avg 8 250000.00',
      '4 raw_ethernet_bw{connection=RawEth;post list=16} bandwidth max 64 400.00',
      '4 raw_ethernet_bw{connection=RawEth;post list=16} bandwidth avg 64 300.00',
      '4 raw_ethernet_bw{connection=RawEth;post list=16} message rate avg 64 5.000000',
      `4 raw_ethernet_bw{${raw}=1;post list=16} bandwidth avg 64 100.00`,
      `4 raw_ethernet_bw{${raw}=1;post list=16} message rate avg 64 2.000000`,
      `4 raw_ethernet_bw{${raw}=2;post list=16} bandwidth avg 64 200.00`,
      `4 raw_ethernet_bw{${raw}=2;post list=16} message rate avg 64 3.000000`,
      '6 ib_write_bw{service level=1} bandwidth max 65536 10.00',
      '6 ib_write_bw{service level=1} bandwidth avg 65536 9.00',
      '6 ib_write_bw{service level=1} message rate avg 65536 0.000144',
      '6 ib_write_bw{service level=2} bandwidth max 65536 20.00',
      '6 ib_write_bw{service level=2} bandwidth avg 65536 19.00',
      '6 ib_write_bw{service level=2} message rate avg 65536 0.000304',
      '7 ib_write_bw bandwidth max 65536 10.00',
      '7 ib_write_bw bandwidth avg 65536 9.00',
      '7 ib_write_bw message rate avg 65536 0.000144',
      '7 ib_write_bw bandwidth max 65536 11.00',
      '7 ib_write_bw bandwidth avg 65536 9.50',
      '7 ib_write_bw message rate avg 65536 0.000152',
    ]);
    expect(found.rows[0]?.value).toBe(80 * 125e6);
    expect(found.rows[2]?.value).toBe(0.25);
    expect(found.rows[8]?.value).toBeCloseTo(1.6e-6, 15);
  });

  it('leaves out a peak that was not measured, and says so once a run', async () => {
    const { found } = await read(fixture('perftest-forms.log'));
    expect(found.problems).toMatchObject([
      { line: 15, text: 'BW peak 0.00 says that it was not measured: left out. Told once a run.' },
      { line: 28, text: 'BW peak 0.00 says that it was not measured: left out. Told once a run.' },
    ]);
  });

  it('gives each run its status, and no counts of the job', async () => {
    const { report, found } = await read(fixture('perftest-forms.log'));
    expect(report.statuses).toEqual([...Array<string>(5).fill('complete'), 'failed', 'complete', 'complete']);
    expect(found.runs[5]?.conditions).toMatchObject({ program: 'ib_atomic_bw', device: 'mlx5_0' });
    for (const run of found.runs) expect(run.conditions).not.toHaveProperty('nodes');
  });
});

describe('GPU memory and many queue pairs', () => {
  it('memory, GPU and DMA-BUF are conditions of the test that follows, and of no other', async () => {
    const { report, found } = await read(fixture('perftest-gpu.log'));
    expect([report.statuses, report.lines.unknown]).toEqual([['complete', 'complete'], 0]);
    const series = 'ib_send_bw{connection=RC;immediate data=on;qps=3}';
    expect(numbers(found)).toEqual([
      `0 ${series} bandwidth max 2 0.064000`,
      `0 ${series} bandwidth avg 2 0.048000`,
      `0 ${series} message rate avg 2 3.000000`,
      `0 ${series} bandwidth max 65536 100.00`,
      `0 ${series} bandwidth avg 65536 99.61`,
      `0 ${series} message rate avg 65536 0.190000`,
      '1 ib_send_bw{connection=RC;qps=1} bandwidth max 65536 90.00',
      '1 ib_send_bw{connection=RC;qps=1} bandwidth avg 65536 89.13',
      '1 ib_send_bw{connection=RC;qps=1} message rate avg 65536 0.170000',
    ]);
    expect(found.rows[1]?.value).toBe(0.048 * 1.25e8);
    const memory = { memory: 'CUDA', GPU: '1', 'DMA-BUF': 'on' };
    expect(found.runs[0]?.conditions).toMatchObject(memory);
    for (const key of Object.keys(memory)) expect(found.runs[1]?.conditions).not.toHaveProperty(key);
    expect(JSON.stringify([report, found.runs, [...found.kept.values()]])).not.toMatch(/255:192|0x7f0/);
  });
});

describe('what is not whole', () => {
  it.each([
    ['a whole test', HEAD + ROW + RULE, ['complete'], 3],
    ['two repeats', HEAD + ROW + RULE + HEAD + ROW + RULE, ['complete', 'complete'], 6],
    ['no closing rule', HEAD + ROW, ['partial'], 3],
    ['a box of Open MPI, which is no closing rule', `${HEAD + ROW}${'-'.repeat(76)}\nodd\n`, ['partial'], 3],
    ['a cut row', HEAD + ROW + ROW.slice(0, 30), ['partial'], 3],
    ['a cut number', HEAD + ROW + ROW.trimEnd().slice(0, -1), ['partial'], 3],
    ['no rows', HEAD, ['partial'], 0],
    ['no columns', RULE + TITLE, ['partial'], 0],
    ['an error', `${HEAD} Completion with error at client\n`, ['failed'], 0],
    ['an error of another program after the test', `${HEAD + ROW + RULE}Failed to copy\n`, ['complete'], 3],
    [
      'a test that failed, tried again',
      `${RULE + TITLE}Couldn't connect\n${HEAD + ROW + RULE}`,
      ['failed', 'complete'],
      3,
    ],
    ['a command without output', `${HEAD + ROW + RULE}$ ib_read_lat node\n`, ['complete', 'partial'], 3],
  ])('%s', async (_, text, statuses, count) => {
    const { report, found } = await read(text);
    expect([report.format, report.statuses, found.rows.length]).toEqual(['perftest', statuses, count]);
  });

  it('reads a table without its head, by the name of an echoed command if there is one', async () => {
    expect((await read(COLUMNS + ROW + RULE)).found.allSeries[0]?.benchmark).toBe('perftest (not named)');
    const { found } = await read(`$ /opt/bin/ib_send_bw -d mlx5_0 secret\n${COLUMNS}${ROW}${RULE}`);
    expect(found.allSeries[0]?.benchmark).toBe('ib_send_bw');
  });

  it.each([
    'someone@secret:~$ ib_send_bw -d mlx5_0',
    '[someone@secret dir]$ ./ib_send_bw -a',
    '+ ib_send_bw secret',
  ])('knows a command after the prompt of a shell: %j', async (command) => {
    const { found, report } = await read(`${command}\n${COLUMNS}${ROW}${RULE}`);
    expect([found.allSeries[0]?.benchmark, report.lines.unknown]).toEqual(['ib_send_bw', 0]);
    expect(JSON.stringify([found.runs, found.allSeries])).not.toMatch(/someone|secret/);
  });

  it('waits for the client that is started under the head of the server', async () => {
    const { report } = await read(
      `${RULE + TITLE}+ srun -N1 -n1 ib_write_bw n1\n${HEAD + COLUMNS + ROW + RULE + RULE}`,
    );
    expect([report.statuses, report.lines.unknown]).toEqual([['complete'], 0]);
  });
});
