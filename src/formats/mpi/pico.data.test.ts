import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAll } from '../../testing/archives';
import type { Collector } from '../../testing/collect';
import { describeWithData } from '../../testing/data';
import type { FileReport } from '../reader/report';

const quantiles = (found: Collector) => found.rows.map(({ bytes, printed }) => [bytes, printed]);

describeWithData('PICO results', (root) => {
  const results = (path: string) =>
    readAll('results.tar.gz', readFileSync(join(root, 'real/pico/results', path)));
  const named = (all: { report: FileReport; found: Collector }[], name: string) => {
    const one = all.find(({ report }) => report.path.endsWith(name));
    if (!one) throw new Error(`no ${name}`);
    return one;
  };

  it('gives the quantiles that sort and awk give (Leonardo, elements of 4 bytes)', async () => {
    const all = await results('leonardo/2025_03_13___15_38_05.tar.gz');
    const { found } = named(all, '/0/8_recursive_doubling_over_int32.csv');
    expect(quantiles(found)).toEqual([
      [32, '15733'],
      [32, '14976'],
      [32, '16527'],
      [32, '17601'],
      [32, '4912525'],
    ]);
    expect(found.runs[0]?.conditions).toEqual({
      algorithm: 'recursive_doubling_over',
      date: '2025-03-13 15:38:05',
      collective: 'test 0 of 2025-03-13 15:38:05',
    });
  });

  it('agrees with the summary of the tool where that leaves no warm-up out (Fugaku)', async () => {
    const all = await results('fugaku/2025_03_26___19_49_06.tar.gz');
    const times = all.filter(({ report }) => report.format === 'pico');
    expect(times.every(({ report }) => report.lines.unknown === 0)).toBe(true);
    expect(quantiles(named(all, '/0/512_default-default_int32.csv').found)).toEqual([
      [2048, '12849'],
      [2048, '12089'],
      [2048, '13679'],
      [2048, '16400'],
      [2048, '19710'],
    ]);
    const summary = named(all, 'aggregated_results_summary.csv');
    expect([summary.report.format, summary.report.lines.unknown, summary.found.rows.length]).toEqual([
      'pico-summary',
      0,
      1179 * 8,
    ]);
    const first = summary.found.rows.filter(({ line }) => line === 2);
    expect(first.map(({ bytes, statistic, printed }) => `${bytes} ${statistic} ${printed}`)).toEqual([
      '2048 avg 13101.4',
      '2048 p50 12854.0',
      '2048 min 12089.0',
      '2048 max 19710.0',
      '2048 p10 12508.1',
      '2048 p25 12659.0',
      '2048 p75 13149.25',
      '2048 p90 13693.000000000002',
    ]);
  }, 30_000);

  it('knows the size of GPU collectives by name and last line alike (MareNostrum)', async () => {
    const all = await results('mare_nostrum/2025_04_14___00_47_08.tar.gz');
    const { report, found } = named(all, '/16384_allreduce_nccl_nvlstree.csv');
    expect(quantiles(found)[0]).toEqual([16384, '223115']);
    expect(report.problems.map(({ text }) => text)).toEqual([
      '1 iteration has the time 0, which none can take: left out.',
    ]);
    for (const { report: one } of all.filter(({ report: { format } }) => format === 'pico'))
      expect(one.problems.some(({ text }) => text.includes('the name is taken'))).toBe(false);
  }, 30_000);
});
