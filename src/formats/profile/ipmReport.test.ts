import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectAccounted } from '../../testing/formats';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const text = readFileSync(join(import.meta.dirname, 'fixtures/traffic/ipm-report.txt'), 'utf8');
const rule = '#'.repeat(79);

/** Made after the layout of 0.983 and of ipm_parse. */
const OLD = `##IPMv0.983${'#'.repeat(69)}
# 
# command : ./heat.x in.dat  (completed)
# host    : made01                         mpi_tasks : 4 on 2 nodes
# start   : 01/02/26/03:04:05              wallclock : 10.500000 sec
# stop    : 01/02/26/03:04:15              %comm     : 25.00 
# gbytes  : 1.00000e+00 total              gflop/sec : 0.00000e+00 total
#
#                           [total]         <avg>           min           max
# wallclock                      40            10           9.5          10.5
# user                           36             9           8.5           9.5
# mpi                            10           2.5             2             3
# %comm                                   25.0000       21.0526       28.5714
# gbytes                          1          0.25           0.2           0.3
#
# PAPI_FP_OPS             2.8149e+12   1.67553e+10   1.65297e+10   1.73174e+10
#
#                            [time]       [calls]        <%mpi>      <%wall>
# MPI_Allreduce                   6            80         60.00        15.00
# MPI_Isend                       4   4.00000e+02         40.00        10.00
${rule}
# region : solve               [ntasks] = 4
#
#                           [total]         <avg>           min           max
# entries                         4             1             1             1
# wallclock                      30           7.5             7             8
#
#                            [time]       [calls]        <%mpi>      <%wall>
# MPI_Isend                       4           400        100.00        13.33
${rule}
`;

/** What was given, each as `metric of what, statistic: value (printed)`. */
const given = ({ rows, allSeries }: Collector) =>
  rows.map(({ series, statistic, value, printed }) => {
    const { metric = '', params = {} } = allSeries[series] ?? {};
    return `${[metric, ...Object.values(params)].join(' ')}, ${statistic}: ${value} (${printed})`;
  });

describe('the report of IPM', () => {
  it('gives sums, means and extremes over the ranks, and the calls, as printed', async () => {
    const { report, found } = await collect(memorySource('x.xml', text));
    expect([report.format, report.tool, report.version, report.partial]).toEqual([
      ...['ipm-report', 'IPM report', '2.0.6', false],
    ]);
    expect(found.runs[0]).toMatchObject({ conditions: { ranks: '4', nodes: '2', program: 'heat.x' } });
    expect(given(found)).toEqual([
      'job wall time, value: 10.5 (10.50)',
      '% comm, value: 0.25 (25.00)',
      'wall time, sum: 40 (40.00)',
      'wall time, avg: 10 (10.00)',
      'wall time, min: 9.5 (9.50)',
      'wall time, max: 10.5 (10.50)',
      'MPI time, sum: 10 (10.00)',
      'MPI time, avg: 2.5 (2.50)',
      'MPI time, min: 2 (2.00)',
      'MPI time, max: 3 (3.00)',
      'MPI share of wall time, avg: 0.25 (25.00)',
      expect.stringMatching(/^MPI share of wall time, min: 0\.2105\d* \(21\.05\)$/),
      expect.stringMatching(/^MPI share of wall time, max: 0\.2857\d* \(28\.57\)$/),
      'MPI calls, sum: 480 (480)',
      'MPI calls, avg: 120 (120)',
      'MPI calls, min: 110 (110)',
      'MPI calls, max: 130 (130)',
      'memory, sum: 1073741824 (1.00)',
      'memory, avg: 268435456 (0.25)',
      'memory, min: 214748364.8 (0.20)',
      'memory, max: 322122547.2 (0.30)',
      'time in call MPI_Allreduce, sum: 6 (6.00)',
      'calls MPI_Allreduce, sum: 80 (80)',
      'time in call MPI_Isend, sum: 4 (4.00)',
      'calls MPI_Isend, sum: 400 (400)',
    ]);
    expect(report.lines).toEqual({ total: 24, understood: 17, skipped: 5, unknown: 2 });
    expectAccounted(report, text);
    expect(JSON.stringify([found, [...found.kept]])).not.toMatch(/secret|hunter2/);
  });

  it('reads 0.983 and ipm_parse, with regions apart', async () => {
    const { report, found } = await collect(memorySource('x', OLD));
    expect([report.version, report.partial, report.lines.unknown]).toEqual(['0.983', false, 0]);
    const all = given(found);
    expect(all).toContain('wall time, max: 10.5 (10.5)');
    expect(all).toContain('MPI share of wall time, avg: 0.25 (25.0000)');
    expect(all).toContain('calls MPI_Isend, sum: 400 (4.00000e+02)');
    expect(all.slice(-6)).toEqual([
      'wall time solve, sum: 30 (30)',
      'wall time solve, avg: 7.5 (7.5)',
      'wall time solve, min: 7 (7)',
      'wall time solve, max: 8 (8)',
      'time in call solve MPI_Isend, sum: 4 (4)',
      'calls solve MPI_Isend, sum: 400 (400)',
    ]);
    expect(all.join('\n')).not.toContain('PAPI');
  });

  it('survives wrong names, noise and cuts', async () => {
    await expectSameUnderWrongNames('heat.log', text);
    await expectSameWithNoise('heat.log', OLD);
    await expectSafeCuts('heat.log', text, (before) => before.includes('##IPM') && !/\n#{20,}/.test(before));
  });

  it('two reports of one log are two runs', async () => {
    const { report } = await collect(memorySource('x', text + text));
    expect(report.statuses).toEqual(['complete', 'complete']);
  });
});

const files = [...dataFiles('real/ipm'), ...dataFiles('generated/ipm')].filter((file) =>
  /banner\.txt$|ipm_parse(-full)?\.txt$|old_parser_output/.test(file),
);

describeWithData('real reports of IPM', (root) => {
  it.each(files)(
    '%s: every call with its time and count, the ranks, and no line of it unknown',
    async (file) => {
      const content = readFileSync(join(root, file), 'utf8');
      const { report, found } = await collect(memorySource('x', content));
      expect([report.format, report.partial]).toEqual(['ipm-report', false]);
      expectAccounted(report, content);
      expect(report.unknownLines.filter(({ text: line }) => line.startsWith('#'))).toEqual([]);
      const printed = [...content.matchAll(/^# MPI_\w+ +(\S+) +(\S+) /gm)].flatMap(([, time, count]) => [
        time,
        count,
      ]);
      const ofCalls = found.rows.filter(
        ({ series }) => found.allSeries[series]?.params['call'] !== undefined,
      );
      expect(ofCalls.map((row) => row.printed)).toEqual(printed);
      const [, ranks] = /mpi_tasks : (\d+) on/.exec(content) ?? [];
      expect(found.runs[0]?.conditions).toMatchObject({ ranks });
    },
  );
});
