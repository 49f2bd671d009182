import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paramsText } from '../../model/vocabulary';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { megaOfRows, megaOfVersion, readColumns } from './imbColumns';
import { readTitle } from './imbHead';

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

const TITLE = '#    Intel(R) MPI Benchmarks 2021.11, MPI-1 part\n';
const BLOCK = '# Benchmarking PingPong \n# #processes = 2 \n';
const COLUMNS = '       #bytes #repetitions      t[usec]   Mbytes/sec\n';
const ROW = '         1000          100         4.00       250.00\n';
const END = '\n\n# All processes entering MPI_Finalize\n';

describe('titles', () => {
  it.each([
    ['#    Intel (R) MPI Benchmark Suite V3.2.2, MPI-1 part    ', '3.2.2', 'IMB-MPI1'],
    ['#    Intel (R) MPI Benchmarks 4.1 Update 1, MPI-2 part    ', '4.1 Update 1', 'IMB-EXT'],
    ['#    Intel(R) MPI Benchmarks 2019 Update 6, MPI-1 part    ', '2019 Update 6', 'IMB-MPI1'],
    ['#    Intel(R) MPI Benchmarks 2021.11, MPI-IO partn#------', '2021.11', 'IMB-IO'],
    ['#    Intel(R) MPI Benchmarks 2021.7, MPI-1 part (GPU)', '2021.7', 'IMB-MPI1-GPU'],
    ['#    Intel(R) MPI Benchmarks 2021.11, IMB-P2P part', '2021.11', 'IMB-P2P'],
    ['#    Intel(R) MPI Benchmarks 2021.11, MT part    ', '2021.11', 'IMB-MT'],
  ])('%j', (line, version, program) => expect(readTitle(line)).toEqual({ version, program }));

  it.each(['Intel(R) MPI Benchmarks 2021.11', 'see Intel(R) MPI Benchmarks 4.1, MPI-1 part', '# Intel MPI'])(
    '%j is no title',
    (line) => expect(readTitle(line)).toBeNull(),
  );
});

describe('the unit of Mbytes/sec', () => {
  it.each([
    ['3.2.2', 1048576],
    ['4.1 Update 1', 1048576],
    ['2017', null],
    ['2018 Update 1', 1e6],
    ['2019 Update 6', 1e6],
    ['2021.11', 1e6],
    [null, null],
  ])('of version %j', (version, mega) => expect(megaOfVersion(version)).toBe(mega));

  it('follows from the numbers of a table', () => {
    const table = (rate: string): string[] => [
      '  #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec',
      '       0         1000         1.00         1.00         1.00         0.00',
      ` 1048576           20       190.00       200.00       195.00     ${rate}`,
    ];
    expect(megaOfRows(table('10485.76'))).toBe(1e6);
    expect(megaOfRows(table('10000.00'))).toBe(1048576);
    expect(megaOfRows(table('7000.00'))).toBeNull();
    expect(megaOfRows([])).toBeNull();
  });

  it('is told from the rows where a title does not tell it, and said to be open where they do not either', async () => {
    const table = (rate: string): string =>
      `#    Intel (R) MPI Benchmarks 2017, MPI-1 part\n${BLOCK}${COLUMNS}      1048576           20       200.00     ${rate}\n${END}`;
    const mib = await read(table('5000.00'));
    expect(mib.found.rows[1]?.value).toBe(5000 * 1048576);
    expect(mib.found.problems).toEqual([]);
    // The numbers of the next program, of another version, decide nothing.
    const open = await read(table('4000.00') + TITLE + BLOCK + COLUMNS + ROW + END);
    expect(open.found.rows[1]?.value).toBe(4000e6);
    expect(open.found.problems).toMatchObject([{ line: 1, text: expect.stringContaining('10^6') as string }]);
  });

  it('knows no column line with a strange column', () => {
    expect(readColumns('#bytes #repetitions t[usec] Mbytes/sec', 1e6)).toHaveLength(4);
    expect(readColumns('#bytes #repetitions t[usec] furlongs', 1e6)).toBeNull();
    expect(readColumns('#bytes #iterations t_avg[usec]', 1e6)).toBeNull();
  });
});

describe('a job log', () => {
  it('gives each table its numbers, in 2^20 bytes of version 4.1', async () => {
    const { report, found } = await read(fixture('imb-job.log'));
    expect(report).toMatchObject({ format: 'imb', tool: 'Intel MPI Benchmarks', version: '4.1' });
    expect(report.lines.unknown).toBe(0);
    const cache = '{off cache=-1}';
    expect(numbers(found)).toEqual([
      `0 IMB-MPI1 PingPong${cache} latency avg 0 2.00`,
      `0 IMB-MPI1 PingPong${cache} bandwidth avg 0 0.00`,
      `0 IMB-MPI1 PingPong${cache} latency avg 1048576 200.00`,
      `0 IMB-MPI1 PingPong${cache} bandwidth avg 1048576 5000.00`,
      ...[
        '1 IMB-MPI1 Allreduce{off cache=-1} latency min 0 0.10',
        '1 IMB-MPI1 Allreduce{off cache=-1} latency max 0 0.30',
        '1 IMB-MPI1 Allreduce{off cache=-1} latency avg 0 0.20',
        '1 IMB-MPI1 Allreduce{off cache=-1} latency min 4 4.00',
        '1 IMB-MPI1 Allreduce{off cache=-1} latency max 4 6.00',
        '1 IMB-MPI1 Allreduce{off cache=-1} latency avg 4 5.00',
        '2 IMB-MPI1 Allreduce{off cache=-1} latency min 0 0.10',
        '2 IMB-MPI1 Allreduce{off cache=-1} latency max 0 0.30',
        '2 IMB-MPI1 Allreduce{off cache=-1} latency avg 0 0.20',
        '2 IMB-MPI1 Allreduce{off cache=-1} latency min 4 8.00',
        '2 IMB-MPI1 Allreduce{off cache=-1} latency max 4 10.00',
        '2 IMB-MPI1 Allreduce{off cache=-1} latency avg 4 9.00',
      ],
      '3 IMB-EXT Unidir_Put{mode=aggregate} latency avg 1024 4.00',
      '3 IMB-EXT Unidir_Put{mode=aggregate} bandwidth avg 1024 244.14',
      '4 IMB-EXT Unidir_Put{mode=non-aggregate} latency avg 1024 8.00',
      '4 IMB-EXT Unidir_Put{mode=non-aggregate} bandwidth avg 1024 122.07',
    ]);
    expect(found.rows[2]?.value).toBeCloseTo(200e-6, 12);
    expect(found.rows[3]?.value).toBe(5000 * 1048576);
  });

  it('counts the processes that take part, and takes nodes of the job only where all do', async () => {
    const { found } = await read(fixture('imb-job.log'));
    const job = { IMB: '4.1', 'SHARP requested': 'on', 'SHARP effective': 'on' };
    expect(found.runs.map((run) => [run.status, run.conditions])).toEqual([
      ['complete', { ...job, ranks: '2' }],
      ['complete', { ...job, ranks: '4' }],
      ['complete', { ...job, ranks: '16', ppn: '4', nodes: '4' }],
      ['complete', { IMB: '4.1', 'SHARP requested': 'on', ranks: '2', nodes: '4' }],
      ['hung', { IMB: '4.1', 'SHARP requested': 'on', ranks: '2', nodes: '4' }],
    ]);
    expect(JSON.stringify([found.runs, found.allSeries])).not.toMatch(/secret|n0001/);
    expect([...found.kept.values()].join('\n')).not.toContain('secret');
  });
});

describe('forms of the table', () => {
  it('reads groups, maps, barriers, overlap, rates and threads', async () => {
    const { report, found } = await read(fixture('imb-forms.out'));
    expect(report.lines.unknown).toBe(0);
    const m = 'IMB-MPI1';
    expect(numbers(found)).toEqual([
      `0 ${m} Multi-Sendrecv{groups=2 × 2;map=2x2} latency min 1000 9.00`,
      `0 ${m} Multi-Sendrecv{groups=2 × 2;map=2x2} latency max 1000 10.00`,
      `0 ${m} Multi-Sendrecv{groups=2 × 2;map=2x2} latency avg 1000 9.50`,
      `0 ${m} Multi-Sendrecv{groups=2 × 2;map=2x2} bandwidth avg 1000 200.00`,
      `1 ${m} Multi-PingPong{group=0;groups=2 × 2;map=2x2} latency avg 0 1.00`,
      `1 ${m} Multi-PingPong{group=0;groups=2 × 2;map=2x2} bandwidth avg 0 0.00`,
      `1 ${m} Multi-PingPong{group=1;groups=2 × 2;map=2x2} latency avg 0 1.50`,
      `1 ${m} Multi-PingPong{group=1;groups=2 × 2;map=2x2} bandwidth avg 0 0.00`,
      `1 ${m} Multi-PingPong{group=0;groups=2 × 2;map=2x2} latency avg 1000 4.00`,
      `1 ${m} Multi-PingPong{group=0;groups=2 × 2;map=2x2} bandwidth avg 1000 250.00`,
      `1 ${m} Multi-PingPong{group=1;groups=2 × 2;map=2x2} latency avg 1000 5.00`,
      `1 ${m} Multi-PingPong{group=1;groups=2 × 2;map=2x2} bandwidth avg 1000 200.00`,
      `2 ${m} Alltoall{map=2x2} latency min 4 1.00`,
      `2 ${m} Alltoall{map=2x2} latency max 4 3.00`,
      `2 ${m} Alltoall{map=2x2} latency avg 4 2.00`,
      `3 ${m} Reduce{datatype=MPI_DOUBLE;map=2x2} latency min 8 1.00`,
      `3 ${m} Reduce{datatype=MPI_DOUBLE;map=2x2} latency max 8 3.00`,
      `3 ${m} Reduce{datatype=MPI_DOUBLE;map=2x2} latency avg 8 2.00`,
      `3 ${m} Reduce{datatype=MPI_DOUBLE;map=2x2} latency min 16 1.50`,
      `3 ${m} Reduce{datatype=MPI_DOUBLE;map=2x2} latency max 16 3.50`,
      `3 ${m} Reduce{datatype=MPI_DOUBLE;map=2x2} latency avg 16 2.50`,
      `5 ${m} Barrier{map=2x2} latency min - 7.00`,
      `5 ${m} Barrier{map=2x2} latency max - 9.00`,
      `5 ${m} Barrier{map=2x2} latency avg - 8.00`,
      `6 ${m} Uniband{map=2x2;window=64} bandwidth avg 1000 2000.00`,
      `6 ${m} Uniband{map=2x2;window=64} message rate avg 1000 2000000`,
      '7 IMB-NBC Ibcast overall avg 4 6.00',
      '7 IMB-NBC Ibcast pure comm avg 4 4.00',
      '7 IMB-NBC Ibcast compute avg 4 3.00',
      '7 IMB-NBC Ibcast overlap avg 4 25.00',
      '8 IMB-P2P Stencil2D{dimensions=2 x 2} latency avg 1 2.00',
      '8 IMB-P2P Stencil2D{dimensions=2 x 2} bandwidth avg 1 0.50',
      '8 IMB-P2P Stencil2D{dimensions=2 x 2} message rate avg 1 500000',
      '9 IMB-MT PingPongMT{threads=2} latency min 8 0.50',
      '9 IMB-MT PingPongMT{threads=2} latency max 8 0.70',
      '9 IMB-MT PingPongMT{threads=2} latency avg 8 0.60',
      '9 IMB-MT PingPongMT{threads=2} bandwidth avg 8 22.86',
    ]);
    const better = Object.fromEntries(found.allSeries.map((series) => [series.metric, series.better]));
    expect(better).toEqual({
      latency: 'lower',
      bandwidth: 'higher',
      'message rate': 'higher',
      overall: 'lower',
      'pure comm': 'lower',
      compute: 'none',
      overlap: 'higher',
    });
    expect(found.rows[29]?.value).toBe(0.25);
    expect(found.runs.map((run) => run.conditions['ranks'])).toEqual([...'4444442442']);
  });

  it('marks tables that IMB stopped, or in which it found defects, and invents no number', async () => {
    const { found } = await read(fixture('imb-forms.out'));
    expect(found.runs.map((run) => [run.status, run.reason])).toEqual([
      ['complete', null],
      ['complete', null],
      [
        'partial',
        'IMB stopped this table at 16384 bytes: it would have needed more memory than IMB allows itself (line 59).',
      ],
      ['failed', 'The data check of IMB found defects (1.00 on line 67).'],
      [
        'partial',
        'IMB stopped this table at 1073741824 bytes: the sizes were too large for its integers (line 74).',
      ],
      ['complete', null],
      ['complete', null],
      ['partial', 'IMB stopped this table at 8 bytes: its time limit was over (line 107).'],
      ['complete', null],
      ['complete', null],
    ]);
    expect(found.runs[4]?.conditions['program']).toBe('IMB-MPI1 Allgather');
    expect(found.problems.map(({ line }) => line)).toEqual([20]);
  });
});

describe('what is not whole', () => {
  it.each([
    ['a whole file', TITLE + BLOCK + COLUMNS + ROW + END, 'complete', 2],
    ['no end mark', TITLE + BLOCK + COLUMNS + ROW, 'partial', 2],
    ['a cut row', TITLE + BLOCK + COLUMNS + ROW + ROW.slice(0, 30), 'partial', 2],
    ['a cut number', TITLE + BLOCK + COLUMNS + ROW + ROW.trimEnd().slice(0, -1), 'partial', 2],
    ['a whole last row without a line end', TITLE + BLOCK + COLUMNS + ROW.trimEnd(), 'partial', 2],
    ['no rows', TITLE + BLOCK + COLUMNS, 'partial', 0],
    ['no columns', TITLE + BLOCK, 'partial', 0],
    ['no table', TITLE, 'partial', 0],
    ['a head that is cut off', BLOCK + COLUMNS + ROW + END, 'complete', 2],
    ['a signal', `${TITLE + BLOCK + COLUMNS + ROW}Segmentation fault (core dumped)\n`, 'failed', 2],
    ['the next program', TITLE + BLOCK + COLUMNS + ROW + TITLE + BLOCK + COLUMNS + ROW + END, 'partial', 4],
  ])('%s', async (_, text, status, count) => {
    const { report, found } = await read(text);
    expect([report.format, report.statuses[0], found.rows.length]).toEqual(['imb', status, count]);
  });

  it.each([
    ['a whole table', '\n', false],
    ['a table whose next row is cut in its blanks', '\n      ', true],
    ['a table whose last row has no empty line after it', '', true],
  ])('of IMB-MT, which prints no end mark: %s', async (_, rest, partial) => {
    const text = TITLE.replace('MPI-1', 'MT') + BLOCK + COLUMNS + ROW + rest;
    expect((await read(text)).report.partial).toBe(partial);
  });

  it('tells that a command gave no output', async () => {
    const { found } = await read(`${TITLE + BLOCK + COLUMNS + ROW + END}mpirun -np 4 IMB-EXT\n`);
    expect(found.runs.map((run) => [run.status, run.conditions['program']])).toEqual([
      ['complete', undefined],
      ['partial', 'IMB-EXT'],
    ]);
  });

  it('leaves out what is no number', async () => {
    const { found } = await read(TITLE + BLOCK + COLUMNS + ROW.replace('250.00', '   nan') + END);
    expect(found.rows.map(({ printed }) => printed)).toEqual(['4.00']);
    expect(found.problems).toHaveLength(1);
  });
});

it('keeps rows of another tool out of a table that has ended', async () => {
  const { report, found } = await read(
    TITLE + BLOCK + COLUMNS + ROW + END + '1                       2.50\n',
  );
  expect([found.rows.length, report.lines.unknown]).toEqual([2, 1]);
});

it.each([
  'Intel(R) MPI Benchmarks 2021.11\nUsage: IMB-MPI1 [-help]\n                [-list]\n',
  'Intel(R) MPI Benchmarks 2021.11\nList of benchmarks:\nIMB-MPI1:\n    Allgather\n',
  '#    Intel(R) MPI Benchmarks 2021.11, IMB-P2P part\n#------\n#\n# Usage: IMB-P2P [-help]\n#     [-list]\n#\n',
])('help and lists are recognised and hold no run: %j', async (text) => {
  const { report, found } = await read(text);
  expect([report.format, found.runs.length, report.lines.unknown, report.partial]).toEqual([
    'imb',
    0,
    0,
    false,
  ]);
});
