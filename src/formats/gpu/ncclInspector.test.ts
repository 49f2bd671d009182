import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectCutsSafe, expectSameUnderNames } from '../../testing/readerLaws';

const TEXT = readFileSync(join(import.meta.dirname, 'fixtures', 'nccl-inspector.jsonl'), 'utf8');
const LINES = TEXT.trimEnd().split('\n');

describe('NCCL inspector logs', () => {
  it('reads time and bandwidths of every operation, once', async () => {
    const { report, found } = await collect(memorySource('x', TEXT));
    expect([report.format, report.version, report.lines.unknown]).toEqual(['nccl-inspector', 'v4.0', 0]);
    const rows = found.rows.map(({ series, bytes, printed, line }) => {
      const { run, benchmark, metric } = found.allSeries[series] ?? {};
      return `${run ?? '?'} ${benchmark ?? '?'} ${metric ?? '?'} ${bytes ?? '-'} ${printed} ${line}`;
    });
    expect(rows).toEqual([
      '0 NCCL AllReduce time 1048576 100 1',
      '0 NCCL AllReduce algbw 1048576 10.485760 1',
      '0 NCCL AllReduce busbw 1048576 18.350080 1',
      '0 NCCL AllReduce time 1048576 125 2',
      '0 NCCL AllReduce algbw 1048576 8.388608 2',
      '0 NCCL AllReduce busbw 1048576 14.680064 2',
      '1 NCCL ReduceScatter time 4096 8 4',
      '1 NCCL ReduceScatter algbw 4096 0.512000 4',
      '1 NCCL ReduceScatter busbw 4096 0.256000 4',
      '1 NCCL Send time 8192 16 5',
      '1 NCCL Send algbw 8192 0.512000 5',
      '1 NCCL Send busbw 8192 0.512000 5',
    ]);
    expect(report.problems).toEqual([
      { line: 3, text: 'The operation of this line stands above already: read once.' },
    ]);
  });

  it('stores what the file itself proves: algbw = size / time', async () => {
    const { found } = await collect(memorySource('x', TEXT));
    for (let at = 0; at < found.rows.length; at += 3) {
      const [time, algbw] = [found.rows[at], found.rows[at + 1]];
      expect(algbw?.value).toBeCloseTo((time?.bytes ?? NaN) / (time?.value ?? NaN), 0);
    }
  });

  it('gives each communicator a run with its counts, and each rank its series', async () => {
    const { found } = await collect(memorySource('x', TEXT));
    expect(found.runs.map(({ conditions, started }) => ({ ...conditions, started }))).toEqual([
      { ranks: '8', nodes: '2', ppn: '4', communicator: 'DP Group 0', started: '2026-02-21T22:51:16.000Z' },
      { ranks: '2', nodes: '1', ppn: '2', started: '2026-02-21T22:51:16.000Z' },
    ]);
    expect(found.allSeries.filter(({ metric }) => metric === 'time').map(({ params }) => params)).toEqual([
      { rank: '1', timing: 'kernel_gpu' },
      { rank: '0', timing: 'kernel_cpu', 'CUDA graph': '1' },
      { rank: '0', timing: 'kernel_gpu', peer: '1' },
    ]);
  });

  it('reads what stands before the event traces of a very long line', async () => {
    const trace = `,"event_trace_ts":{"kernel_events":[${'{"channel_id":0,"kernel_start_ts":1752867229235181},'.repeat(200)}{}]}}}`;
    const long = (LINES[0] ?? '').slice(0, -2) + trace;
    const { report, found } = await collect(memorySource('x', `${long}\n`));
    expect([found.rows.length, report.lines.unknown, found.runs[0]?.status]).toEqual([3, 0, 'complete']);
  });

  it('marks a damaged line', async () => {
    const text = [LINES[0], LINES[1]?.replace('"rank":', '"rank"'), LINES[3]].join('\n');
    const { report, found } = await collect(memorySource('x', `${text}\n`));
    expect(report.problems).toEqual([{ line: 2, text: 'This line is damaged: not read.' }]);
    expect(found.runs.map(({ status }) => status)).toEqual(['partial', 'complete']);
  });

  it.each(LINES.map((_, at) => at))('keeps neither host nor process of line %d', async (at) => {
    const line = LINES[at] ?? '';
    for (const end of [undefined, -60, -100]) {
      const text = `${LINES[0] ?? ''}\n${line.slice(0, end)}`;
      const { report, found } = await collect(memorySource('x', text));
      const kept = JSON.stringify([
        { ...report, sha256: '' },
        found.runs,
        found.allSeries,
        [...found.kept.values()],
      ]);
      expect(/host07|4711/.exec(kept)).toBeNull();
    }
  });

  it('is the same under a wrong name, and safe when cut', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    await expectSameUnderNames(bytes, ['osu_latency.txt', 'nccl.log', 'x.json']);
    await expectCutsSafe('inspector', bytes);
  });
});
