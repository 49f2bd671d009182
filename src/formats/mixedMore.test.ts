import { describe, expect, it } from 'vitest';
import { fixtureText } from '../testing/fixtures';
import { collect, memorySource } from '../testing/collect';
import { expectAccounted } from '../testing/formats';
import { numbersOf } from '../testing/numbers';

const OSU = '# OSU MPI Latency Test v5.8\n# Size          Latency (us)\n1   1.25\n2   1.50\n';

/** One log of each tool whose output can follow that of others. */
const LOGS = [
  'ucc-perftest.log',
  'ucx-perftest.log',
  'fabtests.log',
  'fabtests-machine.log',
  'oneccl.log',
  'nvshmem.log',
  'nvshmem-machine.log',
  'iperf3-client.log',
  'iperf3-server.log',
  'qperf.log',
  'reprompi-times.dat',
  'skampi.sko',
];

/** The numbers without their runs. */
async function read(text: string): Promise<string[]> {
  const { report, found } = await collect(memorySource('x', text));
  expectAccounted(report, text);
  return numbersOf(found).map((number) => number.replace(/^\d+ /, ''));
}

describe('a log of OSU and another tool', () => {
  it.each(LOGS)('%s before it, behind it and in between: the numbers of both', async (name) => {
    const log = fixtureText(name);
    const [osu, other] = [await read(OSU), await read(log)];
    expect([osu.length, other.length > 0]).toEqual([2, true]);
    expect(await read(OSU + log)).toEqual([...osu, ...other]);
    expect(await read(log + OSU)).toEqual([...other, ...osu]);
    expect(await read(OSU + log + OSU)).toEqual([...osu, ...other, ...osu]);
  });
});

describe('a log behind the date of its job', () => {
  it.each(LOGS)('%s: its runs began then, unless it gives a date of its own', async (name) => {
    const { found } = await collect(
      memorySource('x', `Job started: Mon Mar  2 10:00:00 UTC 2026\n${fixtureText(name)}`),
    );
    expect(found.runs.length).toBeGreaterThan(0);
    for (const { started } of found.runs) expect(started).not.toBeNull();
    const own = (await collect(memorySource('x', fixtureText(name)))).found.runs;
    for (const [i, { started }] of found.runs.entries())
      expect(started).toBe(own[i]?.started ?? '2026-03-02T10:00:00.000Z');
  });
});
