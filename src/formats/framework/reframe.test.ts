import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { expectCutsSafe, expectSameUnderNames } from '../../testing/readerLaws';
import { failureReason, readTestName, unixTime, withoutFolders, zonedTime } from './reframeCase';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const FIXTURES = [
  'reframe-entries.log',
  'reframe-columns.log',
  'reframe-report.json',
  'reframe-report-2.json',
];
/** What of the fixtures must never be stored or shown. */
const PRIVATE = /ann|login7|host0\d|pbs01|secret1|TOKEN/;

function numbers(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    return `${series?.run ?? '?'} ${series?.benchmark ?? '?'} ${series?.metric ?? '?'} ${row.printed} ${series?.printedUnit ?? '?'} = ${row.value} ${series?.unit ?? '?'} (${series?.better ?? '?'}), line ${row.line}`;
  });
}

describe('ReFrame performance logs', () => {
  it('reads one variable per line: lines of one test are one run', async () => {
    const { report, found } = await collect(memorySource('x', fixture('reframe-entries.log')));
    expect(report.format).toBe('reframe');
    expect(numbers(found)).toEqual([
      '0 Gups_Test perf 49.681565 Gflop/s = 49.681565 Gflop/s (higher), line 1',
      '1 Net_mbw max_bandwidth 12418.04 MB/s = 12418040000 B/s (higher), line 2',
      '1 Net_mbw max_rate 20566595.58 Messages/s = 20566595.58 1/s (higher), line 3',
      '2 Net_mbw max_bandwidth 12000.5 MB/s = 12000500000 B/s (higher), line 4',
      `3 Net_PingPong min_latency 1.28 t[usec] = ${1.28 * 1e-6} s (lower), line 6`,
      '3 Net_PingPong max_bandwidth 6412.42 Mbytes/sec = 6412.42 Mbytes/sec (higher), line 7',
      `4 LatencyTest latency 2.5 us = ${2.5 * 1e-6} s (lower), line 8`,
      `5 LatencyTest latency 3.5 us = ${3.5 * 1e-6} s (lower), line 9`,
    ]);
    expect(report.problems).toEqual([{ line: 5, text: 'max_rate: “nan” is not a number: left out.' }]);
  });

  it('says system, partition, environment, counts and times that have a zone', async () => {
    const { found } = await collect(memorySource('x', fixture('reframe-entries.log')));
    expect(found.runs.map(({ started }) => started)).toEqual([
      null,
      '2020-08-19T15:36:51.000Z',
      '2020-08-20T15:36:51.000Z',
      '2020-10-01T16:43:55.000Z',
      null,
      null,
    ]);
    expect(found.runs[0]?.conditions).toEqual({
      system: 'hill',
      partition: 'gpu',
      environment: 'PrgEnv-x',
      ranks: '12',
      job: '813559',
      ReFrame: '2.20-dev2',
    });
    expect(found.runs[1]?.conditions).toMatchObject({ ppn: '16', job: '5008' });
    expect(found.runs[3]?.conditions['job']).toBe('71');
    expect(found.allSeries.filter(({ run }) => run >= 4).map(({ params }) => params)).toEqual([
      { size: '8', input: 'in.cfg' },
      { size: '64', input: 'in.cfg' },
    ]);
  });

  it('reads rows under a column line, with failed tests, and tells of a row that is cut', async () => {
    const { report, found } = await collect(memorySource('x', fixture('reframe-columns.log')));
    expect(found.rows.map(({ printed, line }) => [printed, line])).toEqual([
      ['1.25', 2],
      ['24.5', 2],
      ['9.75', 3],
      ['33.5', 6],
    ]);
    const values = [1.25e-6, 24.5e9, 9.75e-6, 33.5];
    found.rows.forEach(({ value }, at) => expect(value).toBeCloseTo(values[at] ?? NaN, 12));
    expect(found.runs.map(({ status, started }) => [status, started])).toEqual([
      ['complete', '2026-02-21T22:51:16.750Z'],
      ['failed', '2026-02-21T22:52:16.500Z'],
      ['complete', '2026-02-22T09:00:00.000Z'],
    ]);
    expect(found.runs[0]?.conditions).toEqual({
      system: 'hill',
      partition: 'compute',
      environment: 'gnu',
      ranks: '8',
      ppn: '4',
      nodes: '2',
      'GPUs per node': '4',
      job: '65',
    });
    expect(found.runs[2]?.conditions['ReFrame']).toBe('4.5.2');
    expect(report.problems.map(({ line, text }) => `${line}: ${text}`)).toEqual([
      '3: bw has no value.',
      '7: This line has 8 of 10 columns: not read.',
    ]);
  });

  it.each(['unit', 'number'])('does not take a last %s that may be cut', async (what) => {
    const line = fixture('reframe-entries.log').split('\n')[0] ?? '';
    const text = what === 'unit' ? line.slice(0, -3) : line.slice(0, line.indexOf('49.68') + 4);
    const { report, found } = await collect(memorySource('x', text));
    expect([found.rows, report.lines.unknown, found.runs[0]?.status]).toEqual([[], 1, 'partial']);
  });
});

describe('ReFrame run reports', () => {
  it('reads data version 4, with failed tests and why, and leaves skipped tests out', async () => {
    const { report, found } = await collect(memorySource('x', fixture('reframe-report.json')));
    expect([report.format, report.version]).toEqual(['reframe-json', '4.7.0']);
    expect(numbers(found)).toEqual([
      `0 net_test lat 1.25 us = ${1.25 * 1e-6} s (lower), line 28`,
      '0 net_test bw 24.5 GB/s = 24500000000 B/s (higher), line 35',
      `1 net_test lat 9.75 us = ${9.75 * 1e-6} s (lower), line 50`,
    ]);
    expect(found.runs.map(({ status, reason, started }) => [status, reason, started])).toEqual([
      ['complete', null, '2026-02-21T22:51:16.750Z'],
      [
        'failed',
        'The test failed at the stage “performance” (performance error).',
        '2026-02-21T21:51:16.000Z',
      ],
      ['failed', 'The test failed at the stage “sanity” (sanity error).', '2026-02-21T21:51:16.000Z'],
    ]);
    expect(found.runs[0]?.conditions).toMatchObject({ system: 'hill', ranks: '8', ppn: '4', nodes: '2' });
    expect(found.runs[1]?.conditions['job']).toBe('66');
    expect(found.runs[2]?.conditions).toMatchObject({ program: 'hello', environment: 'gnu' });
    expect(report.problems.map(({ text }) => text)).toEqual([
      'bw has no value.',
      'gpu_test was skipped: it did not run.',
    ]);
  });

  it('reads data version 2 in a list', async () => {
    const { found } = await collect(memorySource('x', fixture('reframe-report-2.json')));
    expect(numbers(found)).toEqual(['0 StreamTest Copy 24672.4 MB/s = 24672400000 B/s (higher), line 29']);
    expect(found.allSeries[0]?.params).toEqual({ threads: '4' });
    expect(found.runs[0]?.conditions).toEqual({
      system: 'hill',
      partition: 'default',
      environment: 'builtin',
      nodes: '1',
      job: '43152',
      ReFrame: '3.10.0',
    });
    expect(found.runs[0]?.started).toBe('2022-01-22T12:21:50.000Z');
  });

  it('reads data version 4.2: times in seconds, no partition, an aborted test', async () => {
    const test = {
      name: 'osu_latency',
      system: 'made',
      partition: null,
      environ: null,
      perfvalues: { 'made:None:latency': [1.25, 1.5, null, 0.1, 'us', 'pass'] },
      job_completion_time_unix: null,
      result: 'pass',
    };
    const report = {
      session_info: {
        data_version: '4.2',
        hostname: 'secret-host',
        uuid: 'u',
        time_start_unix: 1767323045.5,
      },
      runs: [{ testcases: [test, { ...test, perfvalues: {}, result: 'abort', fail_phase: 'run' }] }],
      restored_cases: [],
    };
    const { report: told, found } = await collect(memorySource('x', JSON.stringify(report, null, 2)));
    expect([told.format, told.lines.unknown]).toEqual(['reframe-json', 0]);
    expect(found.rows.map(({ printed }) => printed)).toEqual(['1.25']);
    expect(found.rows[0]?.value).toBeCloseTo(1.25e-6, 15);
    expect(
      found.runs.map(({ status, started, conditions }) => [status, started, conditions['system']]),
    ).toEqual([
      ['complete', '2026-01-02T03:04:05.500Z', 'made'],
      ['failed', '2026-01-02T03:04:05.500Z', 'made'],
    ]);
    expect(JSON.stringify([...found.kept])).not.toMatch(/secret/);
  });

  it('says so when no test ran', async () => {
    const { report, found } = await collect(
      memorySource('x', '{"session_info": {"data_version": "2.0"}, "runs": []}'),
    );
    expect(found.runs).toEqual([]);
    expect(report.problems).toEqual([{ line: 0, text: 'The report lists no test that ran.' }]);
  });
});

describe('all ReFrame files', () => {
  it.each(FIXTURES)('%s: keeps no path, user, host or variable', async (file) => {
    for (const end of [undefined, -40]) {
      const { report, found } = await collect(memorySource('x', fixture(file).slice(0, end)));
      const kept = JSON.stringify([
        { ...report, sha256: '' },
        found.runs,
        found.allSeries,
        [...found.kept.values()],
      ]);
      expect(PRIVATE.exec(kept)).toBeNull();
    }
  });

  it.each(FIXTURES)('%s: the same under a wrong name, and safe when cut', async (file) => {
    const bytes = new TextEncoder().encode(fixture(file));
    await expectSameUnderNames(bytes, ['osu_latency.txt', 'nccl.log', 'x.json']);
    await expectCutsSafe(file, bytes);
  });
});

describe('the words of ReFrame', () => {
  it.each([
    ['StreamTest %threads=4 %place=close', 'StreamTest', { threads: '4', place: 'close' }],
    ['build ~hill:compute+gnu', 'build', {}],
    ['net_test /2e15a047', 'net_test', {}],
  ])('takes %j apart', (written, name, params) => {
    expect(readTestName(written)).toEqual({ name, params });
  });

  it('keeps no folder, but units with a slash', () => {
    expect(['/home/ann/x.cfg', '~/x.cfg', "('a', '/b/c')", 'ns/day', 'MB/s'].map(withoutFolders)).toEqual([
      'x.cfg',
      'x.cfg',
      "c')",
      'ns/day',
      'MB/s',
    ]);
  });

  it('takes times only with their zone', () => {
    expect(zonedTime('2020-08-19T16:36:51+0100')).toBe('2020-08-19T15:36:51.000Z');
    expect(zonedTime('2020-08-19T16:36:51')).toBeNull();
    expect(zonedTime('2020-13-40T16:36:51Z')).toBeNull();
    expect(unixTime('1771714276')).toBe('2026-02-21T22:51:16.000Z');
    expect(unixTime('17')).toBeNull();
  });

  it('gives the kind of a failure, not its text', () => {
    expect(failureReason('run', 'job error: no such host node7')).toBe(
      'The test failed at the stage “run” (job error).',
    );
    expect(failureReason(null, '/home/x: gone')).toBe('The test failed.');
  });
});
