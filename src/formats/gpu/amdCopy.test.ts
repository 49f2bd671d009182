import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { expectCutsSafe, expectSameUnderNames } from '../../testing/readerLaws';

const text = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const ROCM = text('amd-copy-rocm.log');
const TRANSFER = text('amd-copy-transfer.log');
const read = (content: string) => collect(memorySource('x', content));

/** Each matrix with its rows in GB/s. */
const matrices = ({ matrices: all, allSeries }: Collector) =>
  all.map(({ series, layout, statistic, bytes, concurrency, rows }) => ({
    run: allSeries[series]?.run,
    benchmark: allSeries[series]?.benchmark,
    params: allSeries[series]?.params,
    layout,
    statistic,
    bytes,
    concurrency,
    rows: [...rows].map(([row, { values }]) => [
      row,
      ...[...values].map((value) => Math.round(value / 1e6) / 1e3),
    ]),
  }));

describe('rocm_bandwidth_test', () => {
  it('reads both tables and the sweep', async () => {
    const { report, found } = await read(ROCM);
    expect([report.format, report.tool, report.version, report.lines.unknown]).toEqual([
      'amd-copy',
      'rocm_bandwidth_test',
      '2.6.0',
      0,
    ]);
    const shared = {
      run: 0,
      benchmark: 'rocm_bandwidth_test',
      layout: 'source',
      statistic: 'max',
      bytes: null,
    };
    expect(matrices(found)).toEqual([
      {
        ...shared,
        params: { test: 'unidirectional' },
        concurrency: 'one at a time',
        rows: [
          [0, NaN, 28.125, 28.25],
          [1, 28.375, 1000.5, 45.125],
          [2, 28.5, 45.25, 1001.5],
        ],
      },
      {
        ...shared,
        params: { test: 'bidirectional' },
        concurrency: 'one at a time',
        rows: [
          [0, NaN, 40.125, 40.25],
          [1, 40.125, NaN, 80.5],
          [2, 40.25, 80.5, NaN],
        ],
      },
    ]);
    const ends = { test: 'unidirectional', source: 'CPU 0', destination: 'GPU 1' };
    expect(
      found.rows.map(({ series, bytes, statistic, printed }) => [
        found.allSeries[series]?.run,
        found.allSeries[series]?.metric,
        found.allSeries[series]?.params,
        bytes,
        statistic,
        printed,
      ]),
    ).toEqual([
      [1, 'time', ends, 1024, 'avg', '5.400'],
      [1, 'bandwidth', ends, 1024, 'avg', '0.190'],
      [1, 'time', ends, 1024, 'min', '5.280'],
      [1, 'bandwidth', ends, 1024, 'max', '0.194'],
      [1, 'time', ends, 2097152, 'avg', '78.500'],
      [1, 'bandwidth', ends, 2097152, 'avg', '26.715'],
      [1, 'time', ends, 2097152, 'min', '78.250'],
      [1, 'bandwidth', ends, 2097152, 'max', '26.801'],
    ]);
    expect(found.rows[4]?.value).toBeCloseTo(78.5e-6, 15);
    expect(found.runs.map(({ status, conditions }) => [status, conditions['GPU'] ?? null])).toEqual([
      ['complete', 'Made GPU X'],
      ['complete', null],
    ]);
    expect(JSON.stringify([[...found.kept], found.runs])).not.toMatch(/someone/);
  });

  it('marks a table that lacks rows', async () => {
    const { found } = await read(ROCM.replace(/ +2 +40\.250.*\n/, ''));
    expect(found.runs.map(({ reason }) => reason)).toEqual(['A table lacks 1 row.', null]);
  });
});

describe('TransferBench', () => {
  it('reads p2p in both directions, and a2a', async () => {
    const { report, found } = await read(TRANSFER);
    expect([report.tool, report.version, report.lines.unknown]).toEqual(['TransferBench', '1.52', 0]);
    const all = matrices(found);
    const said = { executor: 'GFX', access: 'local read / remote write' };
    expect(
      all.map(({ benchmark, params, layout, statistic, bytes, concurrency }) => [
        benchmark,
        params,
        layout,
        statistic,
        bytes,
        concurrency,
      ]),
    ).toEqual([
      ['TransferBench p2p', { test: 'unidirectional', ...said }, 'source', 'avg', 67108864, 'one at a time'],
      [
        'TransferBench p2p',
        { test: 'bidirectional', ...said, flow: 'forward' },
        'source',
        'avg',
        67108864,
        'one at a time',
      ],
      [
        'TransferBench p2p',
        { test: 'bidirectional', ...said, flow: 'backward' },
        'destination',
        'avg',
        67108864,
        'one at a time',
      ],
      [
        'TransferBench p2p',
        { test: 'bidirectional', ...said, flow: 'both added' },
        'source',
        'avg',
        67108864,
        'one at a time',
      ],
      ['TransferBench a2a', {}, 'source', 'avg', 268435456, 'at once'],
    ]);
    expect(all.map(({ rows }) => rows.length)).toEqual([3, 3, 3, 3, 2]);
    expect(all[0]?.rows[0]).toEqual([0, 92.25, 45.5, 45.25]);
    expect(all[2]?.rows[1]).toEqual([1, 44.25, NaN, 54.25]);
    expect(all[4]?.rows).toEqual([
      [0, NaN, 50.75],
      [1, 51.25, NaN],
    ]);
    expect(
      found.rows.map(({ series, bytes, statistic, printed }) => [
        found.allSeries[series]?.params,
        bytes,
        statistic,
        printed,
      ]),
    ).toEqual([
      [{ timer: 'GPU' }, 268435456, 'avg', '51.000'],
      [{ timer: 'GPU' }, 268435456, 'sum', '102.000'],
      [{ timer: 'CPU' }, 268435456, 'sum', '98.500'],
    ]);
    expect(found.runs.map(({ status }) => status)).toEqual(['complete', 'complete']);
  });

  it('does not pass for rows of one table what another program prints', async () => {
    const { report, found } = await read(
      TRANSFER.replace('  GPU 00  ->     55.50 ', '  GPU 00  ->     killed '),
    );
    expect([report.lines.unknown, found.runs[0]?.status]).toEqual([1, 'partial']);
    expect(found.runs[0]?.reason).toBe('A row does not fit its table, line 10.');
  });
});

describe('copies of AMD systems', () => {
  it('are the same mixed in one log, under wrong names, and safe when cut', async () => {
    const mixed = await read(`${TRANSFER}${ROCM}`);
    const parts = [await read(TRANSFER), await read(ROCM)];
    expect(mixed.found.matrices.length).toBe(7);
    expect(mixed.found.rows.map(({ printed }) => printed)).toEqual(
      parts.flatMap(({ found }) => found.rows.map(({ printed }) => printed)),
    );
    for (const content of [ROCM, TRANSFER]) {
      const bytes = new TextEncoder().encode(content);
      await expectSameUnderNames(bytes, ['osu_latency.txt', 'nccl.log', 'x.json']);
      await expectCutsSafe(content.slice(0, 9), bytes);
    }
  });

  it('share a log with other tools, whose tables they leave alone', async () => {
    const osu =
      '# OSU MPI Latency Test v7.4\n# Size          Latency (us)\n8                       1.25\n16                      1.50\n';
    const { report, found } = await read(`${osu}${TRANSFER}${osu}`);
    expect(report.lines.unknown).toBe(0);
    expect(found.matrices.length).toBe(5);
    expect(found.rows.map(({ printed }) => printed)).toEqual([
      '1.25',
      '1.50',
      '51.000',
      '102.000',
      '98.500',
      '1.25',
      '1.50',
    ]);
    expect(found.runs.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete', 'complete']);
  });

  it.each([
    'Run RocmBandwidthTest Version 2.6 first.\n',
    'Unidirectional copy peak bandwidth GB/s\nwas low\n',
    'SRC\\DST GPU 00\n',
  ])('does not claim %j', async (content) => {
    expect((await read(content)).report.format).toBeNull();
  });
});
