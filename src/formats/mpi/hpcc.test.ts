import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { keptText } from '../text/privacy';

const APPENDED = readFileSync(join(import.meta.dirname, 'fixtures', 'hpcc-appended.txt'), 'utf8');

/** `run benchmark metric statistic bytes printed` of every number. */
function numbers(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    return `${series?.run ?? '?'} ${series?.benchmark ?? '?'} ${series?.metric ?? '?'} ${row.statistic} ${row.bytes ?? '-'} ${row.printed}`;
  });
}

function valueOf(found: Collector, wanted: string): number | undefined {
  return found.rows[numbers(found).indexOf(wanted)]?.value;
}

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  return collect(memorySource('x', text));
}

describe('a file with two appended runs', () => {
  it('gives each its own date, ranks and status', async () => {
    const { report, found } = await read(APPENDED);
    expectAccounted(report, APPENDED);
    expect(report).toMatchObject({ format: 'hpcc', tool: 'HPCC', version: '1.5.0' });
    expect(report.lines.unknown).toBe(0);
    expect(found.runs.map(({ started, status }) => [started, status])).toEqual([
      ['2023-11-14T22:13:20.000Z', 'complete'],
      ['2023-11-14T23:13:20.000Z', 'partial'],
    ]);
    expect(found.runs[1]?.reason).toBe('HPCC says Success=0, and some tests did not run.');
    expect(found.runs[0]?.conditions).toEqual({
      AR: 'on',
      HPCC: '1.5.0',
      nodes: '4',
      ppn: '4',
      ranks: '16',
      threads: '2',
    });
    // “Number of nodes” of the FFT counts processes.
    expect(found.runs[1]?.conditions).toMatchObject({ ranks: '1' });
  });

  it('converts by the unit in the key and in the detailed line', async () => {
    const { found } = await read(APPENDED);
    expect(valueOf(found, '0 HPCC PingPong latency max - 2.9')).toBeCloseTo(2.9e-6, 15);
    expect(valueOf(found, '0 HPCC PingPong latency max 8 0.002900')).toBeCloseTo(2.9e-6, 15);
    expect(valueOf(found, '0 HPCC PingPong bandwidth min - 5')).toBe(5e9);
    expect(valueOf(found, '0 HPCC PingPong bandwidth min 2000000 5000.000')).toBe(5e9);
    expect(valueOf(found, '0 HPCC ring bandwidth per process value - 0.8')).toBe(8e8);
    expect(valueOf(found, '0 HPCC ring latency value 8 0.002300')).toBeCloseTo(2.3e-6, 15);
    expect(valueOf(found, '0 HPCC PTRANS bandwidth value - 1.469')).toBeCloseTo(1.469e9, 3);
    expect(valueOf(found, '0 HPCC HPL performance value - 0.41')).toBe(0.41);
    expect(found.allSeries.find(({ benchmark }) => benchmark === 'HPCC HPL')).toMatchObject({
      unit: 'Tflop/s',
      better: 'higher',
      params: { N: '9000', NB: '180', P: '4', Q: '4' },
    });
    expect(found.allSeries.find(({ benchmark }) => benchmark === 'HPCC PTRANS')?.params).toMatchObject({
      M: '4500',
      MB: '180',
    });
  });

  it('leaves the trial of the ping-pong test out', async () => {
    const { found } = await read(APPENDED);
    expect(numbers(found).filter((text) => / PingPong latency \w+ \d/.test(text))).toEqual([
      '0 HPCC PingPong latency min 8 0.001100',
      '0 HPCC PingPong latency avg 8 0.001700',
      '0 HPCC PingPong latency max 8 0.002900',
      '0 HPCC PingPong latency min 2000000 0.200000',
      '0 HPCC PingPong latency avg 2000000 0.250000',
      '0 HPCC PingPong latency max 2000000 0.400000',
    ]);
  });

  it('has no number for what did not run, and says so', async () => {
    const { found } = await read(APPENDED);
    expect(found.rows.some(({ value }) => value < 0)).toBe(false);
    expect(numbers(found).some((text) => /^1 .*(?:PingPong|ring|HPL)/.test(text))).toBe(false);
    expect(found.problems.map(({ text }) => text).join()).toContain(
      'left out: HPL_Tflops, MaxPingPongLatency',
    );
  });

  it('keeps the text of its results, though they look like assignments', async () => {
    const { found } = await read(APPENDED);
    const lines = APPENDED.split('\n');
    for (const row of found.rows) expect(found.kept.get(row.line)).toBe(lines[row.line - 1]);
    expect(keptText('HPL_N=9000')).toBe('[line not kept]');
    expect(keptText('TOKEN_usec=secret')).toBe('[line not kept]');
  });
});

describe('runs that are not whole', () => {
  const first = APPENDED.slice(0, APPENDED.indexOf('End of HPC Challenge tests.') + 28);

  it('says when the last line is missing', async () => {
    const { found } = await read(first.slice(0, first.indexOf('End of HPC Challenge tests.')));
    expect(found.runs[0]).toMatchObject({
      status: 'partial',
      reason: 'The last line “End of HPC Challenge tests.” is missing.',
    });
  });

  it('says when the summary is missing, and keeps what stands above it', async () => {
    const { found } = await read(first.slice(0, first.indexOf('Begin of Summary')));
    expect(found.runs[0]).toMatchObject({ status: 'partial', conditions: { ranks: '16' } });
    expect(found.runs[0]?.reason).toContain('no whole Summary');
    expect(found.rows.length).toBe(20);
  });

  it('takes no number at which the file ends', async () => {
    const at = first.indexOf('HPL_Tflops=0.41') + 'HPL_Tflops=0.4'.length;
    const { found, report } = await read(first.slice(0, at));
    expect(numbers(found).some((text) => text.includes('HPL'))).toBe(false);
    expect(report.lines.unknown).toBe(1);
  });

  it('has failed with Success=0 when all tests ran, and when the program aborted', async () => {
    const failed = await read(first.replace('Success=1', 'Success=0'));
    expect(failed.found.runs[0]?.status).toBe('failed');
    const aborted = await read(first.replace('WALL', 'MPI_ABORT was invoked on rank 3\nWALL'));
    expect(aborted.found.runs[0]?.status).toBe('failed');
  });

  it('reads a summary without the rest', async () => {
    const summary = first.slice(first.indexOf('Begin of Summary'));
    const { found, report } = await read(summary);
    expect(report.version).toBeNull();
    expect(found.runs.map(({ status }) => status)).toEqual(['complete']);
    expect(found.rows.length).toBe(21);
  });
});
