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

describe('a log of two tools', () => {
  it.each(
    TOOLS.flatMap((first) =>
      TOOLS.filter((tool) => tool !== first).map((second) => [first, second] as const),
    ),
  )(
    '%s, then %s: the numbers of one, whole; the rows of the other are not understood',
    async (first, second) => {
      const { report } = await collect(memorySource('x', LOGS[first][0] + LOGS[second][0]));
      const read = TOOLS.find((tool) => tool === report.format);
      expect(read).toBe(TOOLS.find((tool) => tool === first || tool === second));
      expect([report.measurements, report.statuses]).toEqual([LOGS[read ?? first][1], ['complete']]);
      expect(report.lines.unknown).toBeGreaterThan(0);
    },
  );

  it.each(['imb', 'perftest'] as const)('%s that was cut takes no rows of the other', async (tool) => {
    const [own] = LOGS[tool];
    const cut = own.slice(0, tool === 'imb' ? own.indexOf('\n\n') + 1 : own.lastIndexOf('-'.repeat(87)));
    const { report } = await collect(memorySource('x', cut + LOGS[tool === 'imb' ? 'perftest' : 'imb'][0]));
    if (tool === 'imb') expect([report.measurements, report.statuses]).toEqual([3, ['partial']]);
    else expect([report.format, report.measurements, report.statuses]).toEqual(['imb', 3, ['complete']]);
  });
});
