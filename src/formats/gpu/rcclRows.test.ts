import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { expectCutsSafe, expectSameUnderNames } from '../../testing/readerLaws';

const text = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const read = (content: string) => collect(memorySource('x', content));

const numbers = ({ rows, allSeries }: Collector) =>
  rows.map(({ series, bytes, printed, line }) => {
    const { run, benchmark, metric, params } = allSeries[series] ?? {};
    return [run, benchmark, metric, params?.['placement'], bytes, printed, line];
  });

const COUNTS = { ranks: '16', nodes: '2', ppn: '8' };

describe('rows of rccl-tests', () => {
  it('reads objects line by line, and the data check', async () => {
    const { report, found } = await read(text('rccl-rows.json'));
    expect([report.format, report.lines]).toEqual([
      'rccl-tests-rows',
      { total: 5, understood: 5, skipped: 0, unknown: 0 },
    ]);
    const all = numbers(found);
    expect(all).toHaveLength(15);
    expect(all.slice(0, 4)).toEqual([
      [0, 'all_reduce_perf', 'time', 'out of place', 1024, '35.100000', 1],
      [0, 'all_reduce_perf', 'algbw', 'out of place', 1024, '0.030000', 1],
      [0, 'all_reduce_perf', 'busbw', 'out of place', 1024, '0.050000', 1],
      [0, 'all_reduce_perf', 'time', 'in place', 1024, '34.200000', 2],
    ]);
    expect(all.at(-1)).toEqual([1, 'all_gather_perf', 'busbw', 'out of place', 1024, '0.031000', 5]);
    expect(found.rows[0]?.value).toBeCloseTo(35.1e-6, 15);
    expect(found.rows[8]?.value).toBeCloseTo(16.31e9, 0);
    expect(found.runs.map(({ status, conditions }) => [status, conditions])).toEqual([
      ['complete', COUNTS],
      ['failed', COUNTS],
    ]);
    expect(report.problems).toEqual([{ line: 5, text: '3 wrong values (out of place).' }]);
  });

  it('reads a list over many lines, its cycles as repeats', async () => {
    const content = text('rccl-rows-list.json');
    const { report, found } = await read(content);
    expect([report.format, report.lines.unknown]).toEqual(['rccl-tests-rows', 0]);
    expect(found.runs.map(({ conditions }) => conditions)).toEqual([
      { ...COUNTS, repeat: '1' },
      { ...COUNTS, repeat: '2' },
    ]);
    const line = (of: string): number => content.split('\n').findIndex((each) => each.includes(of)) + 1;
    expect(
      numbers(found).map(([run, , metric, , bytes, printed, at]) => [run, metric, bytes, printed, at]),
    ).toContainEqual([1, 'time', 64, '12.5', line('12.5')]);
  });

  it('reads CSV with the field that its header lacks, and without it', async () => {
    const content = text('rccl-rows.csv');
    const { report, found } = await read(content);
    expect([report.format, report.lines.understood]).toEqual(['rccl-tests-rows', 3]);
    expect(
      numbers(found).map(([, , metric, placement, bytes, printed]) => [metric, placement, bytes, printed]),
    ).toEqual([
      ['time', 'out of place', 1024, '35.100000'],
      ['algbw', 'out of place', 1024, '0.030000'],
      ['busbw', 'out of place', 1024, '0.050000'],
      ['time', 'in place', 1024, '34.200000'],
      ['algbw', 'in place', 1024, '0.031000'],
      ['busbw', 'in place', 1024, '0.051000'],
    ]);
    expect(found.runs[0]?.conditions).toEqual(COUNTS);
    const plain = await read(content.replaceAll('", 2, 16', '", 16'));
    expect(plain.found.runs[0]?.conditions).toEqual({ ranks: '16', ppn: '8' });
    expect(plain.found.rows).toEqual(found.rows);
  });

  it('without MPI, counts GPUs as ranks', async () => {
    const { found } = await read(
      '{"name":"AllReduce", "gpus":8, "size":8, "type":"float", "redop":"sum", "inPlace":0, "time":1.5, "algBw":0.1, "busBw":0.2, "wrong":"0"}\n',
    );
    expect(found.runs[0]?.conditions).toEqual({ ranks: '8' });
  });

  it('passes over a line of a library between rows', async () => {
    const content = text('rccl-rows.json').replace('\n', '\nNCCL WARN something\n');
    const { report, found } = await read(content);
    expect([report.lines.unknown, found.rows.length, found.runs[0]?.status]).toEqual([1, 15, 'complete']);
  });

  it.each(['rccl-rows.json', 'rccl-rows-list.json', 'rccl-rows.csv'])(
    '%s is the same under a wrong name, and safe when cut',
    async (name) => {
      const bytes = new TextEncoder().encode(text(name));
      await expectSameUnderNames(bytes, ['osu_latency.txt', 'nccl.log', 'x.json']);
      await expectCutsSafe(name, bytes);
    },
  );

  it.each([
    '{"name":"a", "size":8}\n',
    '[{"name": "x", "bw": 3}]\n',
    'collective, size, busbw\n"AllReduce", 8, 1\n',
  ])('does not claim %j', async (content) => {
    expect((await read(content)).report.format).toBeNull();
  });
});
