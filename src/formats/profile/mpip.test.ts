import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { expectSameUnderWrongNames, withNoise } from '../../testing/survival';

const text = readFileSync(join(import.meta.dirname, 'fixtures/traffic/mpip-verbose.txt'), 'utf8');
const read = (content: string) => collect(memorySource('osu_latency.txt', content));

const CONCISE = `@ mpiP
@ Version                  : 3.4.1
${'-'.repeat(75)}
@--- Task Time Statistics (seconds) ---------------------------------------
${'-'.repeat(75)}
                     AppTime           MPITime   MPI%   App Task   MPI Task
Max                 4.000000          3.000000                 3          3
Mean                3.500000          2.500000
Min                 3.000000          2.000000                 5          0
Stddev              0.500000          0.400000
Aggregate          28.000000         20.000000  71.43
${'-'.repeat(75)}
@--- Callsite Time statistics (all callsites, milliseconds): 1 ------------
${'-'.repeat(75)}
Name              Site   Tasks       Max      Mean       Min MaxRnk MinRnk
Waitall              1       8       800       500       300      7      2
${'-'.repeat(75)}
@--- End of Report --------------------------------------------------------
`;

describe('mpiP', () => {
  it('reads times of ranks, and calls by rank and call site, in seconds and bytes', async () => {
    const { report, found } = await read(text);
    expect([report.format, report.tool, report.version, report.partial]).toEqual([
      'mpip',
      'mpiP',
      '3.5.0',
      false,
    ]);
    expect(report.lines).toMatchObject({ total: text.split('\n').length - 1, unknown: 1 });
    expectAccounted(report, text);
    expect(found.runs[0]).toMatchObject({ conditions: { ranks: '3', nodes: '2', program: 'heat.x' } });
    expect(found.ranks.map(({ rank, host }) => [rank, host])).toEqual([
      [0, 'made01'],
      [1, 'made01'],
      [2, 'made02'],
    ]);
    expect(found.profile.map(({ rank, key, value, unit }) => [rank, key, value, unit])).toEqual([
      [0, 'wall time', 10, 's'],
      [0, 'MPI time', 2, 's'],
      [1, 'wall time', 10, 's'],
      [1, 'MPI time', 2.5, 's'],
      [2, 'wall time', 10.5, 's'],
      [2, 'MPI time', 3, 's'],
    ]);
    expect(found.calls).toHaveLength(9);
    const lines = text.split('\n');
    expect(found.calls.find(({ rank, call }) => rank === 1 && call === 'MPI_Allreduce')).toEqual({
      ...{
        series: 0,
        rank: 1,
        region: '[unknown] 0x5555555561bf',
        call: 'MPI_Allreduce',
        bytes: 8,
        count: 20,
      },
      ...{ seconds: 1.6, minSeconds: 0.011, maxSeconds: 0.16 },
      line: lines.findIndex((line) => /^Allreduce +2 +1 /.test(line)) + 1,
    });
    const isends = found.calls.filter(({ call }) => call === 'MPI_Isend');
    expect(isends.map(({ bytes }) => bytes)).toEqual([2048, 2048, 3072]);
    expect(isends[0]?.region).toBe('exchange(Grid &, int) heat.c:120');
    expect(found.calls.find(({ call }) => call === 'MPI_Barrier')).toMatchObject({
      region: 'setup heat.c:44',
      bytes: null,
    });
    expect(report.problems).toEqual([
      { line: 0, text: '1 call site has messages of different sizes: each rank’s stand at their mean size.' },
    ]);
    expect(JSON.stringify([found, [...found.kept]])).not.toMatch(/secret|hunter2/);
  });

  it('adds up to what the report sums up itself, or says so', async () => {
    const { report } = await read(
      text.replace('5.01e+03', '9.01e+03').replace(/^(Isend +1 +\*) +110/m, '$1     111'),
    );
    expect(report.problems.map(({ text: said }) => said).slice(0, 2)).toEqual([
      'The ranks of Isend 1 add up to 110 calls, the line of all says 111.',
      'The ranks of Allreduce 2 add up to 5.00 s, this line says 9.01 s.',
    ]);
  });

  it('tells call sites without figures of ranks', async () => {
    const { report, found } = await read(text.replace(/^(?:Isend +1 +[\d*]+ .*\n)(?!-)/gm, ''));
    expect(found.calls.filter(({ call }) => call === 'MPI_Isend')).toEqual([]);
    expect(report.problems.map(({ text: said }) => said).join('\n')).toContain(
      '1 call site is not in the call table',
    );
  });

  it('of a concise report reads the times over all tasks', async () => {
    const { report, found } = await read(CONCISE);
    expect([report.lines.unknown, report.partial, found.calls.length]).toEqual([0, false, 0]);
    expect(
      found.rows.map(({ series, statistic, value }) => [found.allSeries[series]?.metric, statistic, value]),
    ).toEqual([
      ['application time', 'max', 4],
      ['MPI time', 'max', 3],
      ['application time', 'mean', 3.5],
      ['MPI time', 'mean', 2.5],
      ['application time', 'min', 3],
      ['MPI time', 'min', 2],
      ['application time', 'stddev', 0.5],
      ['MPI time', 'stddev', 0.4],
      ['application time', 'sum', 28],
      ['MPI time', 'sum', 20],
    ]);
    expect(report.problems[0]?.text).toContain('A concise report (-c) has no figures of single ranks');
  });

  it('marks a cut report, and takes no number that may be cut', async () => {
    for (const at of [0.3, 0.5, 0.7, 0.95]) {
      const cut = text.slice(0, Math.floor(text.length * at));
      const { report, found } = await read(cut);
      expect(found.runs[0]?.status).toBe('partial');
      expectAccounted(report, cut);
    }
    const within = await read(text.slice(0, text.indexOf('   2       10.5          3') + 23));
    expect(within.found.profile.some(({ rank }) => rank === 2)).toBe(false);
  });

  it('is the same under wrong names, with noise between, and twice in a file', async () => {
    await expectSameUnderWrongNames('heat.mpiP', text);
    const right = await read(text);
    const { found, report } = await read(withNoise('x', text));
    const bare = ({ calls }: typeof found) => calls.map(({ line: _, ...call }) => call);
    expect(bare(found)).toEqual(bare(right.found));
    expect(report.lines.unknown).toBe(right.report.lines.unknown);
    const twice = await read(text + text);
    expect([twice.report.statuses, twice.found.calls.length]).toEqual([['complete', 'complete'], 18]);
  });
});
