import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../testing/collect';

const RULE = '-'.repeat(87);

/** A log of each tool, with the numbers that its reader takes from it. Every table has five columns. */
const LOGS = {
  osu: [
    '# OSU MPI Allreduce Latency Test v5.8\n# Size  Avg Latency(us)  Min Latency(us)  Max Latency(us)  Iterations\n4  2.00  1.00  3.00  1000\n',
    3,
  ],
  imb: [
    '#    Intel(R) MPI Benchmarks 2021.11, MPI-1 part\n# Benchmarking Allreduce \n# #processes = 4 \n       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n            4           50         1.00         3.00         2.00\n\n\n# All processes entering MPI_Finalize\n',
    3,
  ],
  perftest: [
    `${RULE}\n                    Send BW Test\n Dual-port       : OFF\t\tDevice         : mlx5_0\n${RULE}\n#bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n2          2000             5.00               4.00               2.000000\n4          2000             6.00               5.00               2.000000\n${RULE}\n`,
    6,
  ],
} as const;

type Tool = keyof typeof LOGS;
const TOOLS: readonly Tool[] = ['osu', 'imb', 'perftest'];

/** The numbers of a log with the tool of their run, in the order of lines. */
async function numbersOf(text: string) {
  const { report, found } = await collect(memorySource('x', text));
  const numbers = found.rows.map(({ series, bytes, statistic, printed }) => {
    const { benchmark, metric, run } = found.allSeries[series] ?? {};
    return [found.runs[run ?? -1]?.by?.tool, benchmark, metric, bytes, statistic, printed].join(' ');
  });
  return { report, found, numbers };
}

describe('a log of several tools', () => {
  it.each(
    TOOLS.flatMap((first) =>
      TOOLS.filter((tool) => tool !== first).map((second) => [first, second] as const),
    ),
  )('%s, then %s: the numbers of both, each under its tool', async (first, second) => {
    const { report, numbers } = await numbersOf(LOGS[first][0] + LOGS[second][0]);
    const alone = await Promise.all([numbersOf(LOGS[first][0]), numbersOf(LOGS[second][0])]);
    expect(numbers).toEqual(alone.flatMap((one) => one.numbers));
    expect([report.measurements, report.statuses]).toEqual([
      LOGS[first][1] + LOGS[second][1],
      ['complete', 'complete'],
    ]);
    expect([report.format, report.lines.unknown]).toEqual([`${first} + ${second}`, 0]);
  });

  it.each(['imb', 'perftest'] as const)('%s that was cut takes no rows of the other', async (tool) => {
    const [own] = LOGS[tool];
    const other = tool === 'imb' ? 'perftest' : 'imb';
    const cut = own.slice(0, tool === 'imb' ? own.indexOf('\n\n') + 1 : own.lastIndexOf('-'.repeat(87)));
    const { report } = await collect(memorySource('x', cut + LOGS[other][0]));
    expect([report.measurements, report.statuses]).toEqual([9, ['partial', 'complete']]);
  });

  it('says which tools there are and where each begins', async () => {
    const { report } = await numbersOf(LOGS.osu[0] + LOGS.imb[0] + LOGS.osu[0]);
    expect([report.tool, report.version]).toEqual(['OSU + Intel MPI Benchmarks', null]);
    expect(report.why).toBe(
      'Recognised as OSU micro-benchmarks + Intel MPI Benchmarks, one after the other: OSU micro-benchmarks from line 1, Intel MPI Benchmarks from line 4, OSU micro-benchmarks from line 12.',
    );
  });

  it('a tool that comes after the part of the file that is looked at first is read too', async () => {
    const row = (size: number) => `${size}  2.00  1.00  3.00  1000\n`;
    const long = LOGS.osu[0] + Array.from({ length: 60_000 }, (_, i) => row(5 + i)).join('');
    const { report } = await numbersOf(long + LOGS.imb[0]);
    expect([report.format, report.measurements]).toEqual(['osu + imb', 180_003 + 3]);
    expect(report.lines.unknown).toBe(0);
  });

  it('the settings in force and a launch line hold for the tool that follows', async () => {
    const log = `export UCX_TLS=rc\n${LOGS.osu[0]}mpirun -np 4 ./IMB-MPI1 Allreduce\n${LOGS.imb[0]}`;
    const { found } = await numbersOf(log);
    expect(found.runs.map(({ conditions }) => conditions['UCX_TLS'])).toEqual(['rc', 'rc']);
    expect(found.runs.map(({ conditions }) => conditions['ranks'])).toEqual([undefined, '4']);
  });

  it('a launch whose program prints nothing begins nothing', async () => {
    const { report } = await numbersOf(`${LOGS.osu[0]}mpirun -np 4 ./IMB-MPI1\n${LOGS.osu[0]}`);
    expect([report.format, report.measurements, report.statuses]).toEqual([
      'osu',
      6,
      ['complete', 'complete'],
    ]);
  });
});
