import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { plainMatrices } from '../../testing/matrices';
import { readPairHeader } from './pairColumns';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const read = (text: string, path = 'x'): ReturnType<typeof collect> => collect(memorySource(path, text));
const X = null;

describe('mpiGraph', () => {
  it('gives two matrices of one run: senders in rows, receivers in rows', async () => {
    const { report, found } = await read(fixture('mpigraph-four.out'));
    expect(report).toMatchObject({ format: 'mpigraph', tool: 'mpiGraph', version: '1.5', partial: false });
    expect(report.lines).toMatchObject({ total: 29, understood: 24, unknown: 0 });
    const common = {
      run: 0,
      benchmark: 'mpiGraph',
      metric: 'bandwidth',
      unit: 'B/s',
      axis: 'rank',
      ranks: 4,
      statistic: 'avg',
      bytes: 65536,
      concurrency: 'at once',
      schedule: 'shift',
    };
    expect(plainMatrices(found)).toEqual([
      {
        ...common,
        params: { 'measured at': 'sender', window: '2' },
        layout: 'source',
        rows: [
          [X, 100.5, 200.5, 300.5],
          [110.5, X, 210.5, 310.5],
          [120.5, 220.5, X, 320.5],
          [400.5, 230.5, 330.5, X],
        ],
      },
      {
        ...common,
        params: { 'measured at': 'receiver', window: '2' },
        layout: 'destination',
        rows: [
          [X, 101.5, 201.5, 401],
          [111.5, X, 211.5, 311.5],
          [121.5, 221.5, X, 321.5],
          [131.5, 231.5, 331.5, X],
        ],
      },
    ]);
    expect(found.matrices[0]?.rows.get(3)?.values[0]).toBe(400.5 * 1024 * 1024);
    expect(found.rows.map(({ statistic, printed, line }) => [statistic, printed, line])).toEqual([
      ['max', '400.500000', 12],
      ['avg', '250.250000', 13],
      ['max', '401.000000', 21],
      ['avg', '251.000000', 22],
    ]);
    expect(found.runs[0]?.conditions).toEqual({
      mpiGraph: '1.5',
      ranks: '4',
      times: '5',
      nodes: '2',
      ppn: '2',
    });
    expect(found.ranks.map(({ rank, host }) => [rank, host])).toEqual([
      [0, 'n1'],
      [1, 'n1'],
      [2, 'n2'],
      [3, 'n2'],
    ]);
  });

  it('names a ragged row, text, a zero and a strange row, and shows the rest', async () => {
    const text = fixture('mpigraph-four.out')
      .replace('n1:1 to\t110.500\t0.000\t210.500\t310.500', 'n1:1 to\tx\t0.000\t0.000')
      .replace('n2:2 to', 'n9:2 to');
    const { found } = await read(text);
    expect(plainMatrices(found)[0]?.rows).toEqual([
      [X, 100.5, 200.5, 300.5],
      [X, X, X, X],
      undefined,
      [400.5, 230.5, 330.5, X],
    ]);
    expect(found.problems.map(({ line }) => line)).toEqual([17, 17, 17, 18]);
    expect(found.problems[0]?.text).toContain('Column 2');
    expect(found.runs[0]).toMatchObject({
      status: 'partial',
      reason: 'Cells are missing, the first on line 17, column 2.',
    });
  });

  it('names the row in which the file ends, with what is missing of it', async () => {
    const text = fixture('mpigraph-four.out');
    const at = text.indexOf('n2:2 to');
    for (const end of ['n2:2 to', 'n2']) {
      const { report, found } = await read(text.slice(0, at) + end);
      expect(found.problems.map(({ line, text: said }) => [line, said])).toEqual([
        [18, 'Column 1: the file ends in this row, 3 cells of it are missing.'],
      ]);
      expect(found.runs[0]?.status).toBe('partial');
      expect(report.lines.unknown).toBe(1);
    }
  });

  it('keeps two runs of one file apart, the first without an end', async () => {
    const text = fixture('mpigraph-four.out');
    const { found } = await read(text.replace('END mpiGraph\n', '') + text);
    expect(found.runs.map(({ status }) => status)).toEqual(['partial', 'complete']);
    expect(found.matrices).toHaveLength(4);
  });
});

describe('lists of pairs', () => {
  it('nxnlatbw: rows before the header, a pair without a number, a pair that is missing', async () => {
    const { report, found } = await read(fixture('pairs-nxnlatbw.out'));
    expect(report).toMatchObject({ format: 'pair-list', tool: 'nxnlatbw', partial: true });
    expect(report.lines.unknown).toBe(0);
    const [latency, bandwidth] = plainMatrices(found);
    expect(latency).toMatchObject({
      metric: 'latency',
      unit: 's',
      bytes: 0,
      concurrency: 'one at a time',
      axis: 'rank',
    });
    expect(latency?.rows).toEqual([
      [X, 1.1, 1.2],
      [1.41, X, 1.4],
      [1.3, 1.31, X],
    ]);
    expect(bandwidth).toMatchObject({ metric: 'bandwidth', unit: 'B/s', bytes: 4194304, layout: 'source' });
    expect(bandwidth?.rows).toEqual([
      [X, 1000.5, 2000.5],
      [X, X, 4000.75],
      [3000.25, 3100.25, X],
    ]);
    expect(found.matrices[1]?.rows.get(2)?.line).toEqual(Int32Array.of(2, 3, 0));
    expect(found.problems).toEqual([{ line: 8, text: 'Column 4: “n/a” is not a number: missing.' }]);
    expect(found.runs[0]?.conditions).toEqual({ ranks: '3' });
  });

  it('the summary of a sweep: hosts, one direction as printed, and what the sweep calls bad', async () => {
    const { report, found } = await read(fixture('pairs-results.csv'));
    expect(report).toMatchObject({ tool: 'pair sweep', partial: false });
    expect(plainMatrices(found)).toMatchObject([
      {
        axis: 'host',
        statistic: 'max',
        params: { buffers: 'H H' },
        rows: [
          [X, 102000, 50100],
          [X, X, 101000],
        ],
      },
    ]);
    expect(found.ranks.map(({ host }) => host)).toEqual(['b0001', 'b0002', 'b0003']);
    expect(found.problems).toEqual([{ line: 3, text: 'The sweep calls this pair “FAIL”.' }]);
    expect(JSON.stringify(found.runs)).not.toContain('b000');
  });

  it('other headers: hosts in the order in which they come, the unit of the header', async () => {
    const { found } = await read(fixture('pairs-hosts.csv'));
    expect(found.hosts).toEqual(['n2', 'n1']);
    expect(plainMatrices(found)[0]?.rows).toEqual([
      [X, 2.5],
      [1.5, X],
    ]);
    expect(found.allSeries[0]).toMatchObject({
      metric: 'bandwidth',
      factor: 1024 ** 3,
      printedUnit: 'GiB/s',
    });
  });

  it('LinkTest: no header, zero is not measured, MiB/s', async () => {
    const { report, found } = await read(fixture('pairs-linktest.dat'));
    expect(report).toMatchObject({ tool: 'LinkTest', partial: false });
    const [time, bandwidth] = plainMatrices(found);
    expect(time).toMatchObject({ metric: 'time', unit: 's', concurrency: null });
    expect(time?.rows[2]).toEqual([0.00025, 0.000625, X]);
    expect(bandwidth?.rows).toEqual([
      [X, 1000, 500],
      [1000, X, 250],
      [500, 200, X],
    ]);
    expect(found.allSeries[1]?.factor).toBe(1024 * 1024);
    const other = fixture('pairs-linktest.dat').replace('250.00000000', '999.00000000');
    expect((await read(other)).report.format).toBeNull();
  });

  it.each([
    'src,dst',
    'src,dst,comment',
    'src,dst,bw(us)',
    'src,dst,lat(us),note',
    'a,b,lat(us)',
    'Node Pair,Status',
    'Node Pair,Peak,Status',
  ])('%j is no header', (line) => expect(readPairHeader(line)).toBeNull());

  it('a pair that comes twice counts once; far ranks make no matrix', async () => {
    const twice = await read('src,dst,lat(us)\n0,1,1.5\n0,1,2.5\n1,0,1.25\n');
    expect(plainMatrices(twice.found)[0]?.rows).toEqual([
      [X, 1.5],
      [1.25, X],
    ]);
    expect(twice.found.problems[0]).toMatchObject({ line: 3 });
    expect(twice.report.partial).toBe(true);
    const far = await read('src,dst,lat(us)\n0,60000,1.5\n');
    expect(far.found.matrices).toEqual([]);
    expect(far.found.runs[0]?.reason).toContain('make no matrix');
  });

  it('a row of a far rank is named and left out, the rest is read; a sparse list has no far ranks', async () => {
    const pairs = Array.from({ length: 20 }, (_, i) => `${Math.floor(i / 4)},${(i % 4) + 1},${i + 1}.5`);
    const { found } = await read(`src,dst,lat(us)\n${pairs.join('\n')}\n4,99999,9.5\n`);
    expect(plainMatrices(found)[0]?.rows).toHaveLength(5);
    expect(plainMatrices(found)[0]?.rows[4]).toEqual([X, 17.5, 18.5, 19.5, 20.5]);
    expect(found.problems[0]).toEqual({
      line: 22,
      text: 'Rank 99999 is far from the others, which end at 4: this row is left out.',
    });
    expect(found.runs[0]?.reason).toContain('line 22');
    expect(found.runs[0]?.conditions).toMatchObject({ ranks: '5' });
    const sparse = Array.from({ length: 1200 }, (_, i) => `${i},${(i + 1) % 1200},1.5`);
    const thin = await read(`src,dst,lat(us)\n${sparse.join('\n')}\n`);
    expect(thin.found.matrices).toEqual([]);
    expect(thin.found.runs[0]?.reason).toContain('1200 pairs of 1200 ranks make no matrix');
  });
});

describe('ClusterKit', () => {
  it('parts cells that stand without a blank between them', async () => {
    const { report, found } = await read(fixture('pairs-clusterkit.txt'));
    expect(report).toMatchObject({ format: 'clusterkit', partial: false });
    expect(plainMatrices(found)).toMatchObject([
      {
        metric: 'bandwidth',
        concurrency: 'at once',
        rows: [
          [X, 48211.3, 48100, 47900.5],
          [48211.3, X, 48005.5, 24000],
          [48100, 48005.5, X, 48300.1],
          [47900.5, 24000, 48300.1, X],
        ],
      },
    ]);
    expect(found.rows.map(({ statistic, printed }) => [statistic, printed])).toEqual([
      ['min', '24000.0'],
      ['max', '48300.1'],
      ['avg', '44086.2'],
    ]);
    expect(found.hosts).toEqual(['n1', 'n2', 'n3', 'n4']);
  });

  it('takes what it measures from the name where nothing else says it, and says so', async () => {
    const text = 'Rank: 0 1\n 0 (n1): 0.0 1.5\n 1 (n2): 1.6 0.0\n';
    const named = await read(text, 'a/latency.txt');
    expect(named.found.allSeries[0]).toMatchObject({ metric: 'latency', unit: 's', factor: 1e-6 });
    expect(named.found.problems).toHaveLength(1);
    const unnamed = await read(text);
    expect(unnamed.found.allSeries[0]).toMatchObject({ metric: 'value', better: 'none' });
  });
});

describe('a page of HP2P', () => {
  it('gives the matrix between its marks; a pair that no draw brought together is missing', async () => {
    const { report, found } = await read(fixture('pairs-hp2p.html'));
    expect(report).toMatchObject({ format: 'hp2p', partial: false });
    expect(plainMatrices(found)).toMatchObject([
      {
        ranks: 3,
        bytes: 1048576,
        rows: [
          [X, 9500.25, 8700.5],
          [9501.25, X, X],
          [8701.5, 8600.75, X],
        ],
      },
    ]);
    expect(found.allSeries[0]).toMatchObject({ printedUnit: 'MiB/s', factor: 1024 * 1024 });
    expect(found.ranks.map(({ host }) => host)).toEqual(['n1', 'n1', 'n2']);
    expect(found.problems).toEqual([]);
    expect(found.runs[0]?.conditions).toEqual({ ranks: '3', iterations: '40', algorithm: 'random' });
  });

  it('says what a monitoring page lacks', async () => {
    const page = fixture('pairs-hp2p.html').replaceAll(/\/\/ (hostlist|bandwidth) /g, '// bisection $1 ');
    const { report, found } = await read(page);
    expect(report.format).toBe('hp2p');
    expect(found.runs[0]?.reason).toContain('monitoring');
  });
});

describe('any matrix of pairs', () => {
  it('with labels and a unit', async () => {
    const { report, found } = await read(fixture('matrix-hosts.txt'));
    expect(report).toMatchObject({ format: 'matrix', partial: true });
    expect(plainMatrices(found)).toMatchObject([
      {
        metric: 'latency',
        unit: 's',
        axis: 'host',
        layout: 'source',
        rows: [
          [X, 1.5, 2.5],
          [1.6, X, 3.5],
          [2.6, 3.6, X],
        ],
      },
    ]);
    expect(found.hosts).toEqual(['n1', 'n2', 'n3']);
  });

  it('without a word: the unit is not known, and a zero diagonal is missing', async () => {
    const { report, found } = await read(fixture('matrix-plain.csv'));
    expect(report.partial).toBe(false);
    expect(plainMatrices(found)).toMatchObject([
      {
        metric: 'value',
        unit: '',
        axis: 'rank',
        rows: [
          [X, 10.5, 20.5],
          [11.5, X, 21.5],
          [12.5, 22.5, X],
        ],
      },
    ]);
    expect(found.problems).toHaveLength(1);
  });
});
