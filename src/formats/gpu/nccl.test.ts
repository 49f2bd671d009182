import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { countNodes, ncclVersion } from './ncclFacts';
import { fits, nameInPath, nameOf } from './ncclTable';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

function numbers(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    const placement = series?.params['placement'] === 'in place' ? 'in' : 'out';
    return `${series?.benchmark ?? '?'} ${series?.metric ?? '?'} ${row.statistic} ${placement} ${row.bytes ?? '-'} ${row.printed}`;
  });
}

describe('nccl-tests text', () => {
  it('keeps A and B of one file apart, and SHARP asked for from SHARP used', async () => {
    const { report, found } = await collect(memorySource('x', fixture('nccl-sharp-ab.log')));
    expect(report.lines.unknown).toBe(0);
    expect(report.partial).toBe(false);
    expect(found.ranks.map(({ run, rank, host }) => [run, rank, host])).toEqual([
      [0, 0, 'n0001'],
      [0, 1, 'n0002'],
      [1, 0, 'n0001'],
      [1, 1, 'n0002'],
    ]);
    expect(found.runs.map((run) => run.conditions)).toEqual([
      {
        SHARP: 'off',
        'nccl-tests': '2.18.3',
        NCCL: '2.29.3',
        ranks: '2',
        nodes: '2',
        ppn: '1',
        GPU: 'NVIDIA X100',
      },
      {
        SHARP: 'on',
        'SHARP requested': 'on',
        'SHARP effective': 'on',
        NVLS: 'on',
        'nccl-tests': '2.18.3',
        NCCL: '2.29.3',
        ranks: '2',
        nodes: '2',
        ppn: '1',
        GPU: 'NVIDIA X100',
      },
    ]);
    const time = found.rows
      .filter((row) => found.allSeries[row.series]?.metric === 'time')
      .map((row) => row.value);
    const expected = [100, 100, 200, 200, 50, 50, 2.9e7, 100].map((us) => us * 1e-6);
    expect(time).toHaveLength(expected.length);
    time.forEach((value, at) => expect(value).toBeCloseTo(expected[at] ?? NaN, 9));
  });

  it('reads every form of the table', async () => {
    const { report, found } = await collect(memorySource('x', fixture('nccl-forms.log')));
    expect(report.lines.unknown).toBe(0);
    expect(numbers(found)).toEqual([
      ...['out 8 10.00|1.00|1.00', 'in 8 20.00|2.00|2.00'].flatMap((half) => three('hypercube_perf', half)),
      ...['out 8 10.00|1.00|1.00', 'in 8 20.00|2.00|2.00'].flatMap((half) =>
        three('broadcast_perf', half, 'cpu time'),
      ),
      ...three('all_gather_perf', 'in 8 20.00|2.00|2.00'),
      ...three('reduce_scatter_perf', 'out 8 10.00|1.00|1.00'),
      'reduce_scatter_perf iteration time min out 8 9.00',
      'reduce_scatter_perf iteration time max out 8 12.00',
      'reduce_scatter_perf iteration time p99 out 8 11.90',
      'reduce_scatter_perf iteration variation avg out 8 2.50',
      ...three('reduce_scatter_perf', 'in 8 20.00|2.00|2.00'),
      'reduce_scatter_perf iteration time min in 8 19.00',
      'reduce_scatter_perf iteration time max in 8 22.00',
      'reduce_scatter_perf iteration time p99 in 8 21.90',
      'reduce_scatter_perf iteration variation avg in 8 3.50',
      ...['out 8 10.00|1.00|0.00', 'in 8 20.00|2.00|0.00'].flatMap((half) => three('reduce_perf', half)),
    ]);
    expect(report.statuses).toEqual(['failed', 'complete', 'complete', 'complete', 'failed']);
    expect(found.runs[0]?.reason).toContain('16 values');
    expect(found.runs[0]?.conditions).toMatchObject({ 'agg iters': '3' });
    expect(found.runs[4]?.conditions).toMatchObject({ 'rccl-tests': 'develop:abc1234', ranks: '1' });
    expect(found.allSeries[6]?.params).toEqual({ placement: 'out of place', datatype: 'float', root: '0' });
  });

  it('does not join programs that wrote at once', async () => {
    const { report, found } = await collect(memorySource('x', fixture('nccl-interleaved.log')));
    expect(report.statuses.every((status) => status !== 'complete')).toBe(true);
    for (const run of found.runs) expect(run.conditions).not.toHaveProperty('ranks');
    expect(found.problems.some(({ text }) => text.includes('at once'))).toBe(true);
  });

  it('marks a run that fails after its head', async () => {
    const text = fixture('nccl-sharp-ab.log');
    const head = text.slice(0, text.indexOf('     1048576'));
    const cut = await collect(memorySource('x', head));
    expect(cut.report.statuses).toEqual(['partial']);
    expect(cut.found.runs[0]?.conditions).toMatchObject({ program: 'all_reduce_perf', ranks: '2' });
    const failure = `${head}n0001: Test NCCL failure alltoall.cu:274 'remote process exited / '\n`;
    expect((await collect(memorySource('x', failure))).report.statuses).toEqual(['failed']);
  });

  it.each([
    [22902, '2.29.2'],
    [21805, '2.18.5'],
    [2804, '2.8.4'],
  ])('reads version code %i as %s', (code, version) => expect(ncclVersion(code)).toBe(version));

  it('counts nodes by name, and by device number where names are masked', () => {
    const on = (host: string, device: string): { host: string; device: string } => ({ host, device });
    expect(countNodes([on('a', '0'), on('a', '1'), on('b', '0')])).toBe(2);
    expect(countNodes([on('localhost', '0'), on('localhost', '1')])).toBe(1);
    expect(countNodes([on('localhost', '0'), on('localhost', '0')])).toBe(2);
  });

  it('names an unnamed test only where columns and busbw/algbw decide', () => {
    const shape = {
      ranks: 8,
      redop: true,
      root: false,
      emptyRedop: false,
      ratio: 1.75,
      inPlaceNotChecked: null,
    };
    expect(nameOf(shape)).toBe('all_reduce_perf');
    expect(nameOf({ ...shape, ratio: 0.875 })).toBe('reduce_scatter_perf');
    expect(nameOf({ ...shape, ratio: 1.2 })).toBeNull();
    expect(nameOf({ ...shape, ranks: 2, ratio: 1 })).toBeNull();
    expect(nameOf({ ...shape, ratio: null })).toBeNull();
    const plain = { ...shape, redop: false, ratio: 0.875 };
    expect(nameOf(plain)).toBeNull();
    expect(nameOf({ ...plain, inPlaceNotChecked: true })).toBe('alltoall_perf');
    expect(nameOf({ ...plain, inPlaceNotChecked: false })).toBe('all_gather_perf');
    expect(nameOf({ ...plain, ratio: 1, inPlaceNotChecked: true })).toBeNull();
    expect(fits('all_reduce_perf', { ...shape, ratio: null })).toBeNull();
    expect(fits('all_reduce_perf', { ...shape, ratio: 0.875 })).toBe(false);
    expect(fits('alltoall_perf', shape)).toBe(false);
  });
});

describe('names of collectives in paths', () => {
  it.each([
    ['night/all_reduce.log', 'all_reduce_perf'],
    ['alltoall/n1.log', 'alltoall_perf'],
    ['a/reduce-scatter_2.txt', 'reduce_scatter_perf'],
    ['a/reduce.txt', 'reduce_perf'],
    ['a/allreduce_and_alltoall.txt', null],
    ['nccl.log', null],
  ])('%s: %s', (path, expected) => expect(nameInPath(path)).toBe(expected));
});

describe('nccl-tests JSON', () => {
  it('reads results and conditions', async () => {
    const { report, found } = await collect(memorySource('x', fixture('nccl-report.json')));
    expect(report.format).toBe('nccl-tests-json');
    expect(found.runs).toMatchObject([
      {
        status: 'complete',
        conditions: { ranks: '8', nodes: '2', ppn: '4', NCCL: '2.29.3', GPU: 'NVIDIA X100' },
      },
    ]);
    expect(numbers(found)).toEqual([
      'all_reduce_perf time avg out 8 10.500000',
      'all_reduce_perf algbw avg out 8 0.000762',
      'all_reduce_perf busbw avg out 8 0.001333',
      'all_reduce_perf time avg in 8 11.500000',
      'all_reduce_perf algbw avg in 8 0.000696',
      'all_reduce_perf busbw avg in 8 0.001217',
      'all_reduce_perf time avg in 16 12.500000',
      'all_reduce_perf algbw avg in 16 0.001280',
    ]);
    expect(found.ranks.map(({ rank, host }) => `${rank} ${host ?? ''}`)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((rank) => `${rank} ${rank < 4 ? 'n0001' : 'n0002'}`),
    );
    const lines = fixture('nccl-report.json').split('\n');
    for (const row of found.rows) expect(lines[row.line - 1]).toContain(row.printed);
  });

  it.each(['as it is', 'on one line'])(
    'never stores or shows environment and arguments, %s',
    async (form) => {
      const text = fixture('nccl-report.json');
      const { report, found } = await collect(
        memorySource('x', form === 'as it is' ? text : text.replaceAll('\n', '')),
      );
      expect(found.rows).toHaveLength(8);
      const all = JSON.stringify([
        report,
        found.runs,
        found.allSeries,
        found.problems,
        [...found.kept.values()],
      ]);
      for (const word of ['hunter2', 'someone', 'secret', 'PS1', 'n0001']) {
        if (word !== 'n0001') expect(all).not.toContain(word);
        expect(JSON.stringify([report, found.runs, found.allSeries])).not.toContain(word);
      }
    },
  );

  it('gives what stands before a cut, marked', async () => {
    const text = fixture('nccl-report.json');
    const { report, found } = await collect(memorySource('x', text.slice(0, text.indexOf('12.500000') + 4)));
    expect(found.rows).toHaveLength(6);
    expect([report.partial, report.statuses]).toEqual([true, ['partial']]);
  });
});

function three(benchmark: string, half: string, time = 'time'): string[] {
  const [placement = '', bytes = '', printed = ''] = half.split(' ');
  return [time, 'algbw', 'busbw'].map(
    (metric, at) => `${benchmark} ${metric} avg ${placement} ${bytes} ${printed.split('|')[at] ?? ''}`,
  );
}
