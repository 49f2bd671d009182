import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { numbersOf } from '../../testing/numbers';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const TIMES = fixture('reprompi-times.dat');
const SUMMARY = fixture('reprompi-summary.dat');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('ReproMPI', () => {
  it('gives the time of every repetition, in seconds', async () => {
    const { report, found } = await read(TIMES);
    expect(report).toMatchObject({ format: 'reprompi', statuses: ['complete'] });
    expect(report.lines.unknown).toBe(0);
    const bcast = '0 ReproMPI MPI_Bcast{datatype=MPI_INT} latency value 1024';
    const allreduce = '0 ReproMPI MPI_Allreduce{datatype=MPI_INT;op=MPI_BOR} latency value 1024';
    expect(numbersOf(found)).toEqual([
      `${bcast} 0.0000125000`,
      `${bcast} 0.0000115000`,
      `${bcast} 0.0000130000`,
      `${allreduce} 0.0000225000`,
      `${allreduce} 0.0000215000`,
    ]);
    expect(found.rows[0]?.value).toBe(0.0000125);
    expect(found.runs[0]?.conditions).toEqual({
      ranks: '8',
      'clock synchronisation': 'None',
      'process synchronisation': 'MPI_Barrier',
      runtime: 'local',
    });
    expect(JSON.stringify([report, found.runs, [...found.kept.values()]])).not.toMatch(/secret/);
  });

  it('gives summaries, leaves out repetitions with an error, and knows counts', async () => {
    const { report, found } = await read(SUMMARY);
    expect([report.statuses, report.lines.unknown]).toEqual([['complete'], 0]);
    const bcast = '0 ReproMPI MPI_Bcast{datatype=MPI_CHAR} latency';
    expect(numbersOf(found)).toEqual([
      `${bcast} avg 4096 0.0000125000`,
      `${bcast} p50 4096 0.0000120000`,
      `${bcast} min 4096 0.0000100000`,
      `${bcast} max 4096 0.0000250000`,
      `${bcast} stdev 4096 0.0000015000`,
      `${bcast} value 4096 0.0000125000`,
    ]);
    expect(found.problems).toMatchObject([
      { line: 9, text: 'From this line on 1 repetitions have an error code: left out.' },
    ]);
    const four = await read(SUMMARY.replace('extent_bytes=1', 'extent_bytes=4'));
    expect(four.found.rows[0]?.bytes).toBe(4 * 4096);
    const unknown = await read(SUMMARY.replace(/#@datatype_extent_bytes=1\n/, ''));
    expect(unknown.found.rows[0]?.bytes).toBeNull();
  });

  it('appended executions are runs of their own', async () => {
    const { report, found } = await read(TIMES + TIMES);
    expect(report.statuses).toEqual(['complete', 'complete']);
    expect(found.rows.length).toBe(10);
  });

  it('with times of processes alone is partial', async () => {
    const { report } = await read(SUMMARY.slice(SUMMARY.indexOf('process ')));
    expect(report.statuses).toEqual(['partial']);
  });

  it('survives wrong names, noise and cuts', async () => {
    for (const [name, text] of [
      ['reprompi-times.dat', TIMES],
      ['reprompi-summary.dat', SUMMARY],
    ] as const) {
      await expectSameUnderWrongNames(name, text);
      await expectSameWithNoise(`${name} of a job`, text);
      await expectSafeCuts(name, text, (before) => {
        const last = before.slice(before.lastIndexOf('\n') + 1);
        return /^ {10,}MPI_\w/.test(last) && !/\.\d{10}\s*$/.test(last);
      });
    }
  });

  it.each(['test nrep runtime\n', '#@nprocs=8\n', 'the test nrep msize_bytes runtime_sec is slow\n'])(
    'does not claim %j',
    async (text) => expect((await read(text)).report.format).toBeNull(),
  );
});
