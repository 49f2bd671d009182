import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, diskSource } from '../../testing/collect';
import { describeWithData } from '../../testing/data';

describeWithData('SuperBench results', (root) => {
  it('reads the numbers that stand in the file', async () => {
    const path = join(root, 'real/superbench/microsoft__superbenchmark__tests__analyzer__test_results.jsonl');
    const { report, found } = await collect(diskSource(path));
    expect([report.format, report.lines.unknown, found.runs.length]).toEqual(['superbench', 0, 3]);
    const figure = (run: number, benchmark: string, metric: string, bytes: number | null, rank?: string) =>
      found.rows
        .filter((row) => {
          const series = found.allSeries[row.series];
          return (
            series?.run === run &&
            series.benchmark === benchmark &&
            series.metric === metric &&
            series.params['rank'] === rank &&
            row.bytes === bytes
          );
        })
        .map(({ value }) => value);
    expect(figure(0, 'bert_models/pytorch-bert-base', 'steptime_train_float32', null)).toEqual([
      114.59167010616511,
    ]);
    expect(figure(1, 'nccl-bw allreduce', 'busbw', 8388608, '0')).toEqual([89.51e9]);
    expect(figure(1, 'ib-loopback write', 'bandwidth avg', 8388608, '0')[0]).toBe(23935.21);
    expect(figure(1, 'mem-bw', 'H2D_Mem_BW', null, '0')).toEqual([25.6]);
    // Counted over the keys of each line that have a value and are no return code.
    expect(
      [0, 1, 2].map((run) => found.rows.filter((row) => found.allSeries[row.series]?.run === run).length),
    ).toEqual([460, 460, 436]);
    expect(found.runs.map(({ status }) => status)).toEqual(['complete', 'complete', 'failed']);
  });
});
