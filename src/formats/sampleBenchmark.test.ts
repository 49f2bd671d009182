import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../testing/collect';
import { readTitle, SAMPLE_SUITE } from './mpi/osuTitles';

const TABLE = `
# Fabriscope MPI Allreduce Latency Test v1.0
# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
4                      11.14              7.42             14.28         100
`;

describe('the benchmark of the sample studies', () => {
  it('is read like OSU output, under its own name and never as a version of OSU', async () => {
    const { report, found } = await collect(memorySource('a.out', TABLE));
    expect(report).toMatchObject({ format: 'osu', tool: SAMPLE_SUITE, version: '1.0', partial: false });
    expect(found.runs[0]?.conditions).toEqual({ suite: SAMPLE_SUITE });
    expect(found.allSeries[0]).toMatchObject({ benchmark: 'sample_allreduce', unit: 's', factor: 1e-6 });
    expect(
      found.rows.map(({ bytes, statistic, printed, line }) => [bytes, statistic, printed, line]),
    ).toEqual([
      [4, 'avg', '11.14', 4],
      [4, 'min', '7.42', 4],
      [4, 'max', '14.28', 4],
    ]);
  });

  it('is known by its title alone', async () => {
    const { report } = await collect(memorySource('a.out', '# Fabriscope MPI Barrier Latency Test v1.0\n'));
    expect(report).toMatchObject({ format: 'osu', tool: SAMPLE_SUITE });
    expect(readTitle('Fabriscope is a browser app')).toBeNull();
  });
});
