import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { readColumns } from './osuColumns';
import { readTitle, runsOnTwo } from './osuTitles';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

/** `benchmark metric statistic bytes printed` of every number. */
function numbers(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    return `${series?.run ?? '?'} ${series?.benchmark ?? '?'} ${series?.metric ?? '?'} ${row.statistic} ${row.bytes ?? '-'} ${row.printed}`;
  });
}

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  return collect(memorySource('x', text));
}

describe('titles', () => {
  it.each([
    ['# OSU MPI Latency Test v7.4', 'osu_latency'],
    ['# OSU MPI Bi-Directional Bandwidth Test v5.7.1', 'osu_bibw'],
    ['# OSU MPI Multiple Bandwidth / Message Rate Test v5.8', 'osu_mbw_mr'],
    ['# OSU MPI Multi-threaded Latency Test v5.8', 'osu_latency_mt'],
    ['# OSU MPI_Put Bi-directional Bandwidth Test v5.8', 'osu_put_bibw'],
    ['# OSU MPI_Get latency Test v5.8', 'osu_get_latency'],
    ['# OSU MPI_Get_accumulate latency Test v5.8', 'osu_get_acc_latency'],
    ['# OSU MPI_Compare_and_swap latency Test v5.8', 'osu_cas_latency'],
    ['# OSU MPI All-to-Allv Personalized Exchange Latency Test v5.8', 'osu_alltoallv'],
    ['# OSU MPI Reduce_scatter Latency Test v5.8', 'osu_reduce_scatter'],
    ['# OSU MPI Non-Blocking Broadcast Latency Test v5.8', 'osu_ibcast'],
    ['# OSU MPI Non-blocking All-to-All Latency Test v5.8', 'osu_ialltoall'],
    ['# OSU MPI Neighborhood Alltoall Latency Test v7.4', 'osu_neighbor_alltoall'],
    ['# OSU MPI-ROCM Allgather Latency Test v7.0', 'osu_allgather'],
    ['# OSU NCCL-CUDA Allreduce Latency Test v7.5', 'osu_nccl_allreduce'],
    ['# OSU OpenSHMEM Put Test v5.8', 'osu_put'],
    ['# # OSU MPI Hello World Test v5.8 ', 'osu_hello'],
    ['# SU MPI Bandwidth Test v5.6.2', 'osu_bw'],
    ['# OMB Python MPI Latency Test', 'osu_latency'],
    ['# OMB-Py MPI Bandwidth Test', 'osu_bw'],
    ['# MPI Barrier Latency Test', 'osu_barrier'],
  ])('%s is of %s', (line, program) => expect(readTitle(line)?.program).toBe(program));

  it.each(['MPI Latency Test', 'see the OSU MPI Latency Test v5.8', '# MPI Foo Test', '# OSU MPI Latency'])(
    '%j is no title',
    (line) => expect(readTitle(line)).toBeNull(),
  );

  it('knows which tests run on two processes', () => {
    expect([runsOnTwo('osu_latency'), runsOnTwo('osu_multi_lat'), runsOnTwo('osu_bcast')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('column lines', () => {
  const labels = (line: string): unknown =>
    readColumns(line)?.columns.map((column) =>
      column.role === 'value' ? `${column.metric} ${column.statistic}` : column.role,
    );

  it('reads the ten columns of a non-blocking test', () => {
    expect(
      labels(
        '# Size           Overall(us)       Compute(us)    Coll. Init(us)      MPI_Test(us)      MPI_Wait(us)    Pure Comm.(us)     Min Comm.(us)     Max Comm.(us)        Overlap(%)',
      ),
    ).toEqual([
      'size',
      'overall avg',
      'compute avg',
      'init avg',
      'test avg',
      'wait avg',
      'pure comm avg',
      'pure comm min',
      'pure comm max',
      'overlap avg',
    ]);
  });

  it('reads columns parted by single blanks', () => {
    expect(
      labels('# Size Avg Latency(us) P50 Tail Lat(us) P99.9 Tail BW(MB/s) Iterations Validation'),
    ).toEqual(['size', 'latency avg', 'latency p50', 'bandwidth p99.9', 'ignored', 'validation']);
  });

  it('needs no comment mark and no size', () => {
    expect(labels('        Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)')).toEqual([
      'overall avg',
      'compute avg',
      'pure comm avg',
      'overlap avg',
    ]);
  });

  it.each([
    '# Uni-directional Bandwidth (MB/sec)',
    '# Overall = Coll. Init + Compute',
    '# Size',
    '4 (us) Size Latency (us)',
  ])('%j is no column line', (line) => expect(readColumns(line)).toBeNull());
});

describe('a job log', () => {
  it('gives each run its own conditions, statuses and numbers', async () => {
    const { report, found } = await collect(memorySource('x', fixture('osu-job.log')));
    expect(report.lines.unknown).toBe(0);
    expect(numbers(found)).toEqual([
      '0 osu_allreduce latency avg 4 5.25',
      '0 osu_allreduce latency avg 8 5.50',
      '0 osu_allreduce latency avg 16 6.00',
      '1 osu_allreduce latency avg 4 6.25',
      '1 osu_allreduce latency avg 8 6.50',
      '1 osu_allreduce latency avg 16 7.00',
      '3 osu_alltoall latency avg 1 10.00',
      '3 osu_alltoall latency avg 2 11.00',
    ]);
    expect(found.runs.map((run) => [run.status, run.conditions])).toEqual([
      [
        'complete',
        {
          job: '4711',
          ranks: '16',
          ppn: '4',
          nodes: '4',
          AR: 'on',
          'SHARP requested': 'on',
          UCX_IB_AR_ENABLE: 'yes',
          UCX_IB_SL: '1',
          MPI: 'Open MPI 4.1.5',
          OSU: '5.8',
        },
      ],
      [
        'complete',
        {
          job: '4711',
          ranks: '8',
          ppn: '2',
          nodes: '4',
          AR: 'off',
          'SHARP requested': 'off',
          UCX_IB_AR_ENABLE: 'yes',
          UCX_IB_SL: '1',
          MPI: 'Open MPI 4.1.5',
          OSU: '5.8',
        },
      ],
      ['failed', expect.objectContaining({ program: 'osu_bcast', ranks: '8', nodes: '4' })],
      ['hung', expect.objectContaining({ ranks: '4', nodes: '2', ppn: '2' })],
    ]);
    expect(found.runs[3]?.reason).toContain('time limit');
  });

  it('never stores or shows a variable that is not on the list', async () => {
    const { report, found } = await collect(memorySource('x', fixture('osu-job.log')));
    const all = JSON.stringify([report, found.runs, found.allSeries, found.problems, [...found.kept]]);
    for (const word of ['hunter2', 'SECRET', 'someone', 'n0001']) {
      if (word !== 'n0001') expect(all).not.toContain(word);
      expect(JSON.stringify([report, found.runs])).not.toContain(word);
    }
  });

  it('keeps the row, three lines around it and the head of its table', async () => {
    const { found } = await collect(memorySource('x', fixture('osu-job.log')));
    const lines = fixture('osu-job.log').split('\n');
    for (const row of found.rows) {
      expect(found.kept.get(row.line)).toBe(lines[row.line - 1]);
      for (let line = row.line - 3; line <= Math.min(row.line + 3, lines.length - 1); line++)
        expect(found.kept.has(line)).toBe(true);
    }
    expect([...found.kept.values()].filter((line) => line.startsWith('# OSU'))).toHaveLength(3);
  });
});

describe('damaged files', () => {
  it('reads doubled and damaged marks, keeps repeats apart, and leaves a cut number out', async () => {
    const { report, found } = await collect(memorySource('x', fixture('osu-damaged.out')));
    expect(numbers(found)).toEqual([
      '0 osu_bw bandwidth avg 1 3.10',
      '0 osu_bw bandwidth avg 2 6.20',
      '1 osu_mbw_mr bandwidth avg 1 70.00',
      '1 osu_mbw_mr message rate avg 1 70000000.00',
      '1 osu_mbw_mr bandwidth avg 2 140.00',
      '1 osu_mbw_mr message rate avg 2 70000000.00',
      '2 osu_barrier latency avg - 4.25',
      '3 osu_latency latency avg 0 1.00',
      '3 osu_latency latency avg 1 1.01',
      '4 osu_latency latency avg 0 1.02',
      '4 osu_latency latency avg 1 1.03',
    ]);
    expect(report.statuses).toEqual(['complete', 'complete', 'complete', 'complete', 'complete', 'partial']);
    expect(report.partial).toBe(true);
    expect(found.runs[1]?.conditions).toMatchObject({ pairs: '24', ranks: '48' });
  });

  it('sees a last run that ends before its siblings', async () => {
    const table = (sizes: number[]): string =>
      `# OSU MPI Latency Test v5.8\n# Size          Latency (us)\n${sizes.map((size) => `${size}   1.00\n`).join('')}`;
    const { report } = await read(table([1, 2, 4]) + table([1, 2]));
    expect(report.statuses).toEqual(['complete', 'partial']);
    expect((await read(table([1, 2]) + table([1, 2, 4]))).report.partial).toBe(false);
  });

  it('does not take a run on more ranks, which may end earlier, for a cut one', async () => {
    const run = (ranks: number, rows: string): string =>
      `mpirun -np ${ranks} ./osu_alltoall\n# OSU MPI All-to-All Personalized Exchange Latency Test v5.8\n# Size  Avg Latency(us)\n${rows}`;
    expect((await read(run(2, '1  1.00\n2  1.00\n') + run(8, '1  1.00\n'))).report.partial).toBe(false);
    expect((await read(run(2, '1  1.00\n2  1.00\n') + run(2, '1  1.00\n'))).report.partial).toBe(true);
  });

  it('sees a title without results and a row without all its columns', async () => {
    const { report, found } = await read(
      '# OSU MPI Latency Test v5.8\n# Size  Latency (us)\n# OSU MPI Allreduce Latency Test v5.8\n# Size  Avg Latency(us)  Min Latency(us)\n4  1.00  0.50\n8  1.00\nreal 1\n',
    );
    expect(report.statuses).toEqual(['partial', 'partial']);
    expect(found.rows).toHaveLength(2);
    expect(found.problems.map(({ line }) => line)).toEqual([6]);
  });

  it('takes a whole last row without a line end', async () => {
    const { report, found } = await read('# OSU MPI Latency Test v5.8\n# Size  Latency (us)\n1   1.25');
    expect([report.partial, found.rows.length]).toEqual([false, 1]);
  });
});

describe('builds and variants', () => {
  it('reads accelerators, NCCL, Python versions, percentiles and failed validation', async () => {
    const { report, found } = await collect(memorySource('x', fixture('osu-accelerator.out')));
    expect(numbers(found)).toEqual([
      '0 osu_allreduce latency avg 4 34.50',
      '0 osu_allreduce latency min 4 33.25',
      '0 osu_allreduce latency max 4 35.00',
      '1 osu_nccl_allreduce latency avg 4 20.50',
      '2 osu_latency latency avg 1 2.50',
      '3 osu_bw bandwidth avg 1 1.50',
      '4 osu_bcast latency avg 1 3.50',
      '5 osu_latency latency avg 1 0.25',
      '5 osu_latency latency p50 1 0.20',
      '5 osu_latency latency p99.9 1 0.50',
      '5 osu_latency latency avg 2 0.35',
      '5 osu_latency latency p50 2 0.30',
      '5 osu_latency latency p99.9 2 0.60',
    ]);
    expect(found.allSeries[0]?.params).toEqual({ buffers: 'D D' });
    expect(found.runs[0]?.conditions).toMatchObject({ accelerator: 'CUDA' });
    expect(found.runs[5]?.status).toBe('failed');
    expect(report.lines.unknown).toBe(0);
  });

  it('takes the buffers of a pair sweep and no host names', async () => {
    const { report, found } = await collect(memorySource('x', fixture('osu-pairs.out')));
    expect(found.allSeries.map((series) => series.params)).toEqual([{ buffers: 'H H' }, { buffers: 'D D' }]);
    expect(report.partial).toBe(false);
    expect(JSON.stringify(found.runs)).not.toContain('b000');
    expect(found.ranks.map(({ run, rank, host }) => [run, rank, host])).toEqual([
      [0, 0, 'b0001'],
      [0, 1, 'b0002'],
      [1, 0, 'b0001'],
      [1, 1, 'b0003'],
    ]);
  });

  it('a line that names the two hosts of the tests behind it gives them their hosts', async () => {
    const table = (title: string) =>
      `# OSU MPI ${title} Test v5.8\n# Size          Latency (us)\n8              1.71\n`;
    const text = ['n1 n2', 'n1 n3']
      .map((pair) => `Point-to-point pairwise experiments for nodes ${pair}\n${table('Latency')}`)
      .join('');
    const { report, found } = await collect(memorySource('x', text));
    expect(report.lines.unknown).toBe(0);
    expect(found.ranks.map(({ run, rank, host }) => [run, rank, host])).toEqual([
      [0, 0, 'n1'],
      [0, 1, 'n2'],
      [1, 0, 'n1'],
      [1, 1, 'n3'],
    ]);
  });

  it.each([
    ['sweep/b0007--b0011.out', ['b0007', 'b0011']],
    ['rack1-n2--rack3-n4.log', ['rack1-n2', 'rack3-n4']],
    ['osu--latency.out', []],
    ['n1--m2.out', []],
    ['n1--n1.out', []],
    ['b0001.out', []],
  ])('takes the hosts of a pair from the name %s, for tests on two processes', async (path, hosts) => {
    const table = (name: string): string => `# OSU MPI ${name} Test v7.4\n# Size  Latency (us)\n1 1.00\n`;
    const { found } = await collect(memorySource(path, table('Latency') + table('Allreduce Latency')));
    expect(found.ranks.map(({ run, host }) => [run, host])).toEqual(hosts.map((host) => [0, host]));
  });

  it('reads mislabelled fan tests as bandwidth and says so', async () => {
    const { found } = await read(
      'mpirun -np 8 ./osu_bw_fan_in\n\n# OSU MPI Bandwidth Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n1                       7.45\n',
    );
    expect(found.allSeries).toMatchObject([
      { benchmark: 'osu_bw_fan_in', metric: 'bandwidth', unit: 'B/s', better: 'higher', printedUnit: 'MB/s' },
    ]);
    expect(found.rows[0]?.value).toBeCloseTo(7.45e6);
    expect(found.problems).toHaveLength(1);
  });

  it('takes prose for what it is', async () => {
    const { found } = await read(
      '# OSU MPI Init Test v5.8\nnprocs: 8, min: 302 ms, max: 314 ms, avg: 306 ms\n# OSU MPI Hello World Test v5.8\nThis is a test with 8 processes\n',
    );
    expect(found.rows.map(({ statistic, value }) => [statistic, value])).toEqual([
      ['min', 0.302],
      ['max', 0.314],
      ['avg', 0.306],
    ]);
    expect(found.runs.map((run) => [run.status, run.conditions['ranks']])).toEqual([
      ['complete', '8'],
      ['complete', '8'],
    ]);
  });

  it('counts osu_latency_mt as complete though it ends with an error', async () => {
    const { report } = await read(
      '# OSU MPI Multi-threaded Latency Test v7.4\n# Size       Avg Latency(us)\n1   1.00\nmpirun has exited due to process rank 0 with PID 0 on\nnode vm exiting improperly. There are three reasons this could occur:\n',
    );
    expect(report.statuses).toEqual(['complete']);
    expect(report.problems).toHaveLength(1);
  });

  it('leaves out what is not a number', async () => {
    const { found } = await read('# OSU MPI Latency Test v5.8\n# Size  Latency (us)\n1   nan\n2  2.00\n');
    expect(found.rows.map((row) => row.bytes)).toEqual([2]);
    expect(found.problems).toHaveLength(1);
  });
});

describe('OSU in JSON', () => {
  it('reads the lines of each job with the lines of the file', async () => {
    const text = fixture('osu-wrapped.json');
    const { report, found } = await collect(memorySource('x', text));
    expect(report.format).toBe('osu-json');
    expect(numbers(found)).toEqual([
      '0 osu_allreduce latency avg 4 5.25',
      '0 osu_allreduce latency avg 8 5.50',
      '1 osu_barrier latency avg - 4.25',
    ]);
    expect(found.runs[0]?.conditions).toMatchObject({ ranks: '8', nodes: '2', ppn: '4' });
    expect(found.runs[1]?.conditions).toEqual({ OSU: '5.8' });
    for (const row of found.rows) expect(text.split('\n')[row.line - 1]).toContain(row.printed);
  });

  it('gives what stands before a cut', async () => {
    const text = fixture('osu-wrapped.json');
    const { report, found } = await read(text.slice(0, text.indexOf('5.50') + 2));
    expect(found.rows.map((row) => row.printed)).toEqual(['5.25']);
    expect([report.partial, report.statuses]).toEqual([true, ['partial']]);
  });
});
