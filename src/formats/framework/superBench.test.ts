import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { expectCutsSafe, expectSameUnderNames } from '../../testing/readerLaws';

const TEXT = readFileSync(join(import.meta.dirname, 'fixtures', 'superbench.jsonl'), 'utf8');

/** Run, benchmark, metric, unit, parameters, size and printed text of each number. */
const numbers = ({ rows, allSeries }: Collector) =>
  rows.map(({ series, bytes, printed }) => {
    const { run, benchmark, metric, unit, params } = allSeries[series] ?? {};
    return [run, benchmark, metric, unit, params, bytes, printed];
  });

describe('SuperBench results', () => {
  it('reads metrics with size, rank and the unit that is documented', async () => {
    const { report, found } = await collect(memorySource('x', TEXT));
    expect([report.format, report.lines.understood]).toEqual(['superbench', 3]);
    expect(numbers(found)).toEqual([
      [0, 'kernel-launch', 'event_time', '', { rank: '0' }, null, '0.0054'],
      [0, 'nccl-bw allreduce', 'time', 's', { rank: '0' }, 8, '21.25'],
      [0, 'nccl-bw allreduce', 'algbw', 'B/s', { rank: '0' }, 8, '0.5e-3'],
      [0, 'nccl-bw allreduce', 'busbw', 'B/s', { rank: '0' }, 8, '0.0007'],
      [0, 'nccl-bw allreduce', 'busbw', 'B/s', { rank: '0' }, 1048576, '41.5'],
      [0, 'nccl-bw alltoall', 'time', 's', { annotation: 'nvlink', group: '0.3' }, 64, '30.5'],
      [0, 'ib-loopback write', 'bandwidth', 'B/s', { rank: '1' }, 8388608, '24.5'],
      [0, 'ib-loopback write', 'bandwidth avg', '', { rank: '0', device: '2' }, 4096, '9500.25'],
      [0, 'mem-bw', 'h2d_bw', 'B/s', { rank: '0' }, null, '25.5'],
      [1, 'mem-bw', 'h2d_bw', 'B/s', { rank: '0' }, null, '25.25'],
      [2, 'nccl-bw allreduce', 'time', 's', { rank: '0' }, 8, '22.5'],
    ]);
    expect(found.rows[1]?.value).toBeCloseTo(21.25e-6, 15);
    expect(found.rows[4]?.value).toBe(41.5e9);
    const direction: Record<string, string> = { s: 'lower', 'B/s': 'higher', '': 'none' };
    for (const { unit, better } of found.allSeries) expect([unit, better]).toEqual([unit, direction[unit]]);
  });

  it('knows a node by its return codes, and keeps its name as host only', async () => {
    const { report, found } = await collect(memorySource('x', TEXT));
    expect(found.runs.map(({ status, reason }) => [status, reason])).toEqual([
      ['complete', null],
      ['failed', 'A code other than 0 was returned by mem-bw.'],
      ['complete', null],
    ]);
    expect(found.ranks.map(({ run, host }) => [run, host])).toEqual([
      [0, 'made-node-01'],
      [1, 'made-node-02'],
      [2, 'made-node-03'],
    ]);
    expect(
      JSON.stringify([{ ...report, sha256: '' }, found.runs, found.allSeries, [...found.kept]]),
    ).not.toMatch(/made-node/);
  });

  it('is the same under a wrong name, and safe when cut', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    await expectSameUnderNames(bytes, ['osu_latency.txt', 'nccl.log', 'x.json']);
    await expectCutsSafe('superbench', bytes);
  });

  it('tells of a line that is damaged', async () => {
    const { report, found } = await collect(memorySource('x', TEXT.replace('25.25,', '25.2x,')));
    expect(report.problems.map(({ line }) => line)).toEqual([2]);
    expect(found.runs[1]).toMatchObject({ status: 'partial', reason: 'This line is damaged, line 2.' });
  });

  it.each([
    '{"time": "2021-12-06 04:19:35", "cpu_usage": 3.5}\n',
    '{"node": "a", "value": 3}\n',
    '{"Category": "K", "Defective Details": "k/x:0", "kernel-launch/event_overhead:0": 15.7}\n',
  ])('does not claim %j', async (text) => {
    expect((await collect(memorySource('results-summary.jsonl', text))).report.format).toBeNull();
  });
});
