import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectAccounted } from '../../testing/formats';

const files = dataFiles('generated/mpip').filter(
  (file) => /\.mpiP(\.gz)?$/.test(file) && !file.includes('concise'),
);

describeWithData('real reports of mpiP', (root) => {
  it.each(files)('%s: times, calls and bytes of call sites as the report prints them', async (file) => {
    const bytes = readFileSync(join(root, file));
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
    const { report, found } = await collect(memorySource('x', text));
    expect([report.format, report.lines.unknown, report.partial]).toEqual(['mpip', 0, false]);
    expectAccounted(report, text);
    // Nothing but the remark on sizes: the reader compares sums of ranks with the report's own.
    expect(report.problems.map(({ text: said }) => said).join()).toMatch(
      /^(?:\d+ call sites? ha\w+ messages .*)?$/,
    );

    const section = (title: string) => text.split(`@--- ${title}`)[1]?.split('@---')[0] ?? '';
    const rows = (part: string) => [...part.matchAll(/^([A-Z]\w*) +(\d+) +(\d+) +(\d+) +(.+)$/gm)];
    const times = rows(section('Callsite Time statistics'));
    expect(found.calls.map(({ rank, call, count }) => `${call} ${rank} ${count}`)).toEqual(
      times.map(([, call, , rank, count]) => `MPI_${call} ${rank} ${count}`),
    );
    const tasks = [...section('MPI Time').matchAll(/^ +(\d+) +(\S+) +(\S+) +\S+$/gm)];
    expect(found.profile.map(({ rank, value }) => [rank, value])).toEqual(
      tasks.flatMap(([, rank, app, mpi]) => [
        [Number(rank), Number(app)],
        [Number(rank), Number(mpi)],
      ]),
    );
    // The calls of all call sites against the MPI time of each rank, within the digits of the report.
    for (const [, rank, , mpi] of tasks) {
      const inCalls = found.calls
        .filter((call) => call.rank === Number(rank))
        .reduce((sum, call) => sum + call.seconds, 0);
      expect(Math.abs(inCalls - Number(mpi))).toBeLessThan(0.02 * Number(mpi) + 1e-4);
    }
    const sent = rows(section('Callsite Message Sent statistics'));
    const printed = sent.reduce((sum, row) => sum + Number((row[5] ?? '').split(/ +/).at(-1)), 0);
    const read = found.calls.reduce((sum, { bytes: size, count }) => sum + (size ?? 0) * count, 0);
    expect(Math.abs(read - printed)).toBeLessThan(2e-3 * printed);
  });
});
