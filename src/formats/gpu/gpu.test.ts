import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { plainMatrices } from '../../testing/matrices';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const read = (text: string): ReturnType<typeof collect> => collect(memorySource('x', text));
const X = null;

it('p2pBandwidthLatencyTest: nine matrices over devices', async () => {
  const { report, found } = await read(fixture('gpu-p2p.log'));
  expect(report).toMatchObject({ format: 'p2p-test', partial: false });
  // The first line is a host name, which no rule knows.
  expect(report.unknownLines.map(({ line }) => line)).toEqual([1]);
  const matrices = plainMatrices(found);
  expect(matrices.map(({ metric, layout, params, rows }) => [metric, layout, params, rows])).toEqual([
    [
      'bandwidth',
      'source',
      { P2P: 'disabled', direction: 'unidirectional' },
      [
        [700.25, 10.5],
        [10.75, 701.25],
      ],
    ],
    [
      'bandwidth',
      'source',
      { P2P: 'enabled', direction: 'unidirectional', method: 'writes' },
      [
        [702.25, 40.5],
        [40.75, 703.25],
      ],
    ],
    [
      'bandwidth',
      'destination',
      { P2P: 'enabled', direction: 'unidirectional', method: 'reads' },
      [
        [704.25, 41.5],
        [41.75, 705.25],
      ],
    ],
    [
      'bandwidth',
      'source',
      { P2P: 'disabled', direction: 'bidirectional' },
      [
        [706.25, 20.5],
        [20.75, 707.25],
      ],
    ],
    [
      'bandwidth',
      'source',
      { P2P: 'enabled', direction: 'bidirectional' },
      [
        [708.25, 80.5],
        [80.75, 709.25],
      ],
    ],
    [
      'latency',
      'source',
      { P2P: 'disabled', timer: 'GPU' },
      [
        [1.25, 16.5],
        [16.75, 1.35],
      ],
    ],
    [
      'latency',
      'source',
      { P2P: 'disabled', timer: 'CPU' },
      [
        [2.25, 6.5],
        [6.75, 2.35],
      ],
    ],
    [
      'latency',
      'source',
      { P2P: 'enabled', method: 'writes', timer: 'GPU' },
      [
        [1.45, 2.5],
        [2.75, 1.55],
      ],
    ],
    [
      'latency',
      'source',
      { P2P: 'enabled', method: 'writes', timer: 'CPU' },
      [
        [2.45, 1.65],
        [1.85, 2.55],
      ],
    ],
  ]);
  for (const matrix of matrices) {
    expect(matrix).toMatchObject({ axis: 'device', ranks: 2, concurrency: 'one at a time' });
    expect(matrix.unit).toBe(matrix.metric === 'latency' ? 's' : 'B/s');
  }
  expect(found.runs[0]?.conditions).toEqual({ GPU: 'Invented GPU 16GB' });
});

it('p2pBandwidthLatencyTest: a cut log is marked', async () => {
  const text = fixture('gpu-p2p.log');
  const lines = text.split('\n');
  for (const [lines_, reason] of [
    [lines.slice(0, 17), 'A table ends after 1 of 2 rows.'],
    [lines.slice(0, 39), 'The last table, of latency, is missing.'],
    [lines.slice(0, 12), null],
  ] as const) {
    const { report, found } = await read(`${lines_.join('\n')}\n`);
    if (reason === null) expect(report.format).toBeNull();
    else expect(found.runs[0]).toMatchObject({ status: 'partial', reason });
  }
});

it('nvbandwidth: matrices of GPUs, cells of other tables, sums, hosts of processes', async () => {
  const { report, found } = await read(fixture('gpu-nvbandwidth.log'));
  expect(report).toMatchObject({ format: 'nvbandwidth', version: 'v0.7', partial: false });
  expect(report.lines.unknown).toBe(0);
  expect(
    plainMatrices(found).map(({ benchmark, metric, layout, rows }) => [benchmark, metric, layout, rows]),
  ).toEqual([
    [
      'multinode_device_to_device_memcpy_read_ce',
      'bandwidth',
      'source',
      [
        [X, 100.25, 101.25],
        [102.25, X, 103.25],
        [104.25, 105.25, X],
      ],
    ],
    [
      'device_to_device_memcpy_write_ce',
      'bandwidth',
      'destination',
      [
        [X, 200.25, 201.25],
        [202.25, X, 203.25],
        [204.25, 205.25, X],
      ],
    ],
    [
      'device_to_device_latency_sm',
      'latency',
      'source',
      [
        [X, 700.5, 701.5],
        [702.5, X, 703.5],
        [704.5, 705.5, X],
      ],
    ],
  ]);
  expect(found.matrices[2]?.rows.get(0)?.values[1]).toBeCloseTo(700.5e-9, 12);
  expect(
    found.rows.map(({ series, statistic, printed, line }) => [
      found.allSeries[series]?.params,
      statistic,
      printed,
      line,
    ]),
  ).toEqual([
    [{ CPU: '0', GPU: '0' }, 'avg', '55.50', 15],
    [{ CPU: '0', GPU: '1' }, 'avg', '56.50', 15],
    [{ CPU: '0', GPU: '2' }, 'avg', '57.50', 15],
    [{}, 'sum', '169.50', 17],
    [{}, 'sum', '616.50', 27],
    [{}, 'sum', '1216.50', 37],
    [{}, 'sum', '4218.00', 46],
  ]);
  expect(found.ranks.map(({ rank, host }) => [rank, host])).toEqual([
    [0, 'n1'],
    [1, 'n1'],
    [2, 'n2'],
  ]);
  expect(found.runs[0]?.conditions).toMatchObject({
    CUDA: '12080',
    'GPU driver': '570.1.2',
    ranks: '3',
    nodes: '2',
  });
});

it('nvbandwidth: a row that is cut, a row that is missing', async () => {
  const text = fixture('gpu-nvbandwidth.log');
  const cut = await read(text.slice(0, text.indexOf('103.25') + 4));
  expect(cut.report.partial).toBe(true);
  expect(plainMatrices(cut.found)[0]?.rows).toEqual([[X, 100.25, 101.25]]);
  const short = await read(text.replace(' 2    104.25    105.25       N/A\n', ''));
  expect(short.found.runs[0]?.reason).toContain('lacks 1 of 3 rows');
});

it('nvbandwidth JSON: the same series', async () => {
  const { report, found } = await read(fixture('gpu-nvbandwidth.json'));
  expect(report).toMatchObject({ format: 'nvbandwidth-json', version: 'v0.7', partial: false });
  expect(plainMatrices(found)).toMatchObject([
    {
      benchmark: 'device_to_device_memcpy_read_ce',
      rows: [
        [X, 150.25],
        [151.25, X],
      ],
    },
  ]);
  expect(found.rows).toMatchObject([{ statistic: 'sum', value: 301.5e9, printed: '301.5', line: 23 }]);
  const text = fixture('gpu-nvbandwidth.json');
  const cut = await read(text.slice(0, text.indexOf('"Waived"')));
  expect(cut.report.partial).toBe(true);
  expect(plainMatrices(cut.found)).toHaveLength(1);
});
