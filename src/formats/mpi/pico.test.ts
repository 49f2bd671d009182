import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectCutsSafe, expectSameUnderNames } from '../../testing/readerLaws';
import { csvCells } from '../text/csvRow';
import { picoName, picoNodes } from './picoName';

const FOLDER = join(import.meta.dirname, 'fixtures', 'pico');
const STAMP = '2026_01_02___03_04_05';
const text = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');
const read = (path: string) => collect(memorySource(`results/made/${path}`, text(path)));

describe('PICO times', () => {
  it('reads quantiles of the iterations, the size as elements × bytes of the type', async () => {
    const { report, found } = await read(`${STAMP}/0/512_ring_ompi_int32.csv`);
    expect([report.format, report.lines, report.problems]).toEqual([
      'pico',
      { total: 12, understood: 11, skipped: 1, unknown: 0 },
      [],
    ]);
    expect(found.allSeries).toEqual([
      {
        run: 0,
        benchmark: 'PICO',
        metric: 'time',
        better: 'lower',
        unit: 's',
        printedUnit: 'ns',
        factor: 1e-9,
        params: { datatype: 'int32' },
      },
    ]);
    // Sorted: 249900 250000 250100 250200 250300 251000 252000 260000 300100 900500.
    const rows = found.rows.map(({ bytes, statistic, printed, line }) => [bytes, statistic, printed, line]);
    expect(rows).toEqual([
      [2048, 'p50', '250300', 4],
      [2048, 'min', '249900', 8],
      [2048, 'p90', '300100', 3],
      [2048, 'p99', '900500', 2],
      [2048, 'max', '900500', 2],
    ]);
    expect(found.rows[0]?.value).toBeCloseTo(250.3e-6, 15);
    const [run] = found.runs;
    expect([run?.status, run?.conditions]).toEqual([
      'complete',
      {
        algorithm: 'ring_ompi',
        date: '2026-01-02 03:04:05',
        collective: 'test 0 of 2026-01-02 03:04:05',
      },
    ]);
  });

  it('reads the slowest rank where the times of all are there', async () => {
    const { found } = await read(`${STAMP}/0/65536_bine_send_over_4096_double.csv`);
    const rows = found.rows.map(({ bytes, statistic, printed }) => [bytes, statistic, printed]);
    expect(rows[0]).toEqual([524288, 'p50', '750900']);
    expect(found.runs[0]?.conditions['algorithm']).toBe('bine_send_over_4096');
  });

  it('counts bytes where the name has no data type, and leaves times of zero out', async () => {
    const { report, found } = await read(`${STAMP}/1/16384_allreduce_nccl_tree.csv`);
    expect(
      found.rows.map(({ bytes, statistic, printed }) => [bytes, statistic, printed]).slice(0, 2),
    ).toEqual([
      [16384, 'p50', '13100'],
      [16384, 'min', '12900'],
    ]);
    expect(found.runs[0]?.conditions).toMatchObject({ algorithm: 'nccl_tree', collective: 'allreduce' });
    expect(report.problems.map(({ text }) => text)).toEqual([
      '1 iteration has the time 0, which none can take: left out.',
    ]);
  });

  it('says what is not known under another name, and takes the size of the last line', async () => {
    const content = text(`${STAMP}/0/512_ring_ompi_int32.csv`);
    const { report, found } = await collect(memorySource('osu_latency.txt', content));
    expect(new Set(found.rows.map(({ bytes }) => bytes))).toEqual(new Set([null]));
    expect(found.rows).toHaveLength(5);
    expect(report.problems[0]?.text).toMatch(/message size and algorithm are not known/);
    const other = await collect(memorySource('x', text(`${STAMP}/1/16384_allreduce_nccl_tree.csv`)));
    expect(new Set(other.found.rows.map(({ bytes }) => bytes))).toEqual(new Set([16384]));
  });

  it('tells of a name that disagrees with the file', async () => {
    const content = text(`${STAMP}/1/16384_allreduce_nccl_tree.csv`);
    const { report } = await collect(memorySource('8_allreduce_nccl_tree.csv', content));
    expect(report.problems.at(-1)).toEqual({
      line: 6,
      text: 'This line says 16384 bytes, the name of the file 8: the name is taken.',
    });
  });

  it('marks a file that ends within a number, and one without times', async () => {
    const cut = await collect(memorySource('x', 'highest\n100\n200\n3'));
    expect(cut.found.runs.map(({ status, reason }) => [status, reason])).toEqual([
      ['partial', 'The file ends within a row.'],
    ]);
    expect(cut.found.rows.map(({ printed }) => printed)).not.toContain('3');
    const mixed = await collect(memorySource('x', 'highest\n100\nsrun: error: node failure\n200\n'));
    expect(mixed.found.runs.map(({ reason }) => reason)).toEqual(['Line 3 is not a row of times.']);
    expect(mixed.report.lines.unknown).toBe(1);
    const empty = await collect(memorySource('x', 'highest\n0\n'));
    expect(empty.found.runs.map(({ reason }) => reason)).toEqual(['The file has no times.']);
  });

  it.each(['highest\nnine\n', 'highest\n', 'the highest\n1\n', 'highest,lowest\n1,2\n'])(
    'does not claim %j',
    async (content) => {
      const { report } = await collect(memorySource('512_ring_ompi_int32.csv', content));
      expect(report.format).toBeNull();
    },
  );
});

describe('PICO summary', () => {
  it('reads a run for each test and algorithm with its statistics', async () => {
    const { report, found } = await read('aggregated_results_summary.csv');
    expect([report.format, report.tool, report.lines.unknown]).toEqual(['pico-summary', 'PICO summary', 0]);
    const conditions = {
      system: 'made',
      date: '2026-01-02 03:04:05',
      nodes: '8',
      'node shape': '2x2x2',
      ppn: '2',
      ranks: '16',
      MPI: 'Fujitsu MPI 4.0.1',
      'GPU buffers': 'off',
    };
    const allreduce = { ...conditions, collective: 'allreduce', notes: 'rails=1, tuned' };
    expect(found.runs.map((run) => run.conditions)).toEqual([
      { ...allreduce, algorithm: 'ring' },
      { ...conditions, collective: 'allgather', algorithm: 'ring' },
      { ...allreduce, algorithm: 'BINE-L-UTOFU-0-6' },
    ]);
    expect(found.allSeries.map(({ run, params }) => [run, params])).toEqual([
      [0, { datatype: 'int32', op: 'sum' }],
      [1, { datatype: 'int32' }],
      [2, { datatype: 'int32', op: 'sum' }],
    ]);
    expect(found.rows).toHaveLength(4 * 8);
    const second = found.rows.filter(({ line }) => line === 3);
    expect(second.map(({ bytes, statistic, printed }) => `${bytes} ${statistic} ${printed}`)).toEqual([
      '16384 avg 5300.5',
      '16384 p50 5300.0',
      '16384 min 5280',
      '16384 max 5340',
      '16384 p10 5290.5',
      '16384 p25 5295.0',
      '16384 p75 5305.0',
      '16384 p90 5310.25',
    ]);
    expect(second[0]?.value).toBeCloseTo(5.3005e-6, 15);
  });

  it('is the same under a wrong name, and safe when cut', async () => {
    const bytes = new TextEncoder().encode(text('aggregated_results_summary.csv'));
    await expectSameUnderNames(bytes, ['osu_latency.txt', 'nccl.log', 'x.json']);
    await expectCutsSafe('pico summary', bytes);
  });

  it('tells of rows that do not fit', async () => {
    const content = text('aggregated_results_summary.csv').replace(/\n[^\n]*\n$/, '\nALLREDUCE,1,2\n');
    const { report, found } = await collect(memorySource('x', content));
    expect(report.problems).toEqual([{ line: 5, text: 'This row does not fit the header: not read.' }]);
    expect(found.runs.at(-1)?.status).toBe('partial');
  });
});

it('places ranks of alloc.csv on hosts', async () => {
  const { report, found } = await read(`${STAMP}/alloc.csv`);
  expect([report.format, report.lines.unknown]).toEqual(['host-list', 0]);
  expect(found.placed).toEqual([
    { rank: 0, host: 'nid000101', socket: null },
    { rank: 1, host: 'nid000102', socket: null },
  ]);
});

it.each([
  ['8_default_ompi_int64.csv', { bytes: 64, algorithm: 'default_ompi', datatype: 'int64', collective: null }],
  ['a/4_x_unsigned_char.csv', { bytes: 4, algorithm: 'x', datatype: 'unsigned_char', collective: null }],
  [
    '64_reduce_scatter_ring.csv',
    { bytes: 64, algorithm: 'ring', datatype: null, collective: 'reduce_scatter' },
  ],
  ['ring_8_int32.csv', null],
  [
    '999999999999999_x_int64.csv',
    { bytes: 7999999999999992, algorithm: 'x', datatype: 'int64', collective: null },
  ],
])('takes the name %s apart', (path, name) => {
  expect(picoName(path)).toEqual(name);
});

it('counts the nodes of a torus', () => {
  expect(picoNodes('32x256')).toEqual([
    { key: 'nodes', value: '8192' },
    { key: 'node shape', value: '32x256' },
  ]);
  expect(picoNodes('many')).toEqual([]);
});

it.each([
  ['a, b,"c, ""d""",', ['a', 'b', 'c, "d"', '']],
  ['"open, ended', ['open, ended']],
  ['', ['']],
])('parts the CSV line %j', (line, cells) => {
  expect(csvCells(line)).toEqual(cells);
});
