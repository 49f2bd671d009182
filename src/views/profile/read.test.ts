import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ipmLog } from '../../../e2e/made-profile';
import { loadProfiles, loadRankCalls, loadRankFigures } from '../../queries/profiles';
import type { Ask } from '../../queries/catalogue';
import { readSource } from '../../formats/read';
import { FileRows } from '../../store/ingest';
import { RowBuffers } from '../../store/rows';
import { memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { testDatabase } from '../../testing/duckdb';
import { callRows } from './calls';
import { imbalanceOf } from './figures';
import { readProfiles, type ProfileData } from './read';
import { regionRows } from './regions';

/** A database with some files in it. */
async function loaded(files: readonly [path: string, content: string][]): Promise<Ask> {
  const db = await testDatabase();
  const rows = new RowBuffers();
  let first = { source: 1, series: 1, host: 1, matrix: 1 };
  for (const [path, content] of files) {
    const sink = new FileRows(rows, first);
    const report = await readSource(memorySource(path, content), sink);
    sink.finish(report, { conditions: [], kind: null, hosts: null }, 1, first.host);
    first = sink.next;
  }
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
  return (sql) => Promise.resolve(db.rows(sql));
}

async function profilesIn(
  files: readonly [string, string][],
  region: string | null = null,
): Promise<{ ask: Ask; read: ProfileData[] }> {
  const ask = await loaded(files);
  const runs = (await ask('SELECT id FROM run ORDER BY source')).map(({ id }) => String(id));
  return { ask, read: await readProfiles(ask, await loadProfiles(ask, runs), region) };
}

const rowsOf = ({ figures, calls, sizes }: ProfileData, bySize = false) =>
  callRows({ whole: figures, calls, sizes }, null, bySize);

describe('a made profile', () => {
  it('has the figures that it was made with', async () => {
    const { ask, read } = await profilesIn([['a.xml', ipmLog()]]);
    const [profile] = read;
    if (!profile) throw new Error('no profile');
    const { figures } = profile;
    // Four ranks of 10 s; MPI time 3.5, 3.6, 3.7 and 3.8 s.
    expect(figures).toMatchObject({ ranks: 4, expected: 4, hosts: 2, calls: 4 * 130 });
    expect(figures.perHost).toEqual({ least: 2, most: 2 });
    expect(figures.mpi?.total).toBeCloseTo(14.6, 9);
    expect(figures.share).toBeCloseTo(0.365, 9);
    expect(figures.mpi && imbalanceOf(figures.mpi)).toBeCloseTo(3.8 / 3.65 - 1, 9);
    expect(figures.memory).toMatchObject({ least: 2 ** 28, most: 2 ** 30, total: 10 * 2 ** 28 });
    expect(rowsOf(profile).map(({ call, a }) => [call, a?.count, a?.seconds.toFixed(4), a?.bytes])).toEqual([
      ['MPI_Allreduce', 80, '8.6000', 640],
      ['MPI_Isend', 400, '4.0000', 4 * 50 * (1024 + 1048576)],
      ['MPI_Barrier', 40, '2.0000', 0],
    ]);
    const big = rowsOf(profile, true).find(({ size }) => size === 1048576);
    expect([big?.call, big?.a?.count, big?.a?.seconds.toFixed(4)]).toEqual(['MPI_Isend', 200, '3.2000']);
    expect(big?.a?.each).toBeCloseTo(0.016, 9);
    expect(profile.parts.map(({ label }) => label)).toEqual([
      'MPI_Allreduce',
      'MPI_Isend',
      'MPI_Barrier',
      'compute',
    ]);
    expect(profile.ranks.hosts).toEqual(['n00', 'n00', 'n01', 'n01']);
    const calls = await loadRankCalls(ask, profile.entry, 2);
    expect(calls.map(({ call, count, seconds }) => [call, count, seconds.toFixed(3)])).toEqual([
      ['MPI_Allreduce', 20, '2.200'],
      ['MPI_Isend', 100, '1.000'],
      ['MPI_Barrier', 10, '0.500'],
    ]);
  });

  it('limits calls to a region, and never has a negative time', async () => {
    const { read } = await profilesIn([['a.xml', ipmLog({ negative: true })]], 'ipm_noregion');
    const [profile] = read;
    if (!profile) throw new Error('no profile');
    expect(profile.calls.map(({ call }) => call)).toEqual(['MPI_Barrier']);
    const rows = regionRows(profile.regions, profile.figures);
    expect(
      rows.map(({ region, wallMean, derived, seconds }) => [region, wallMean, derived, seconds]),
    ).toEqual([
      ['solve', 8, false, expect.closeTo(12.6, 9)],
      ['ipm_noregion', 2, true, 2],
    ]);
  });

  it('tells which ranks are not there, and counts over those that are', async () => {
    const { read } = await profilesIn([['a.xml', ipmLog({ ranks: 6, present: [5, 0, 2] })]]);
    expect(read[0]?.figures).toMatchObject({ ranks: 3, expected: 6, missing: [1, 3, 4] });
    expect([...(read[0]?.ranks.rank ?? [])]).toEqual([0, 2, 5]);
    expect(read[0]?.figures.mpi?.mean).toBeCloseTo(3.5 + 0.7 / 3, 9);
  });

  it('of a terse log has calls and no sizes', async () => {
    const { read } = await profilesIn([['a.xml', ipmLog({ full: false })]]);
    expect(read[0]?.sizes).toEqual([]);
    expect(read[0]?.calls.map(({ call, bytes }) => [call, bytes])).toEqual([
      ['MPI_Allreduce', null],
      ['MPI_Isend', null],
      ['MPI_Barrier', null],
    ]);
  });

  it('names the same parts on both sides', async () => {
    const { read } = await profilesIn([
      ['a.xml', ipmLog()],
      ['b.xml', ipmLog({ allreduce: 0.5, ranks: 8 })],
    ]);
    const labels = read.map(({ parts }) => parts.map(({ label }) => label));
    expect(labels[0]).toEqual(labels[1]);
    expect(labels[0]?.at(-1)).toBe('compute');
  });

  it('says nothing of a series that is no profile', async () => {
    const ask = await loaded([['a.xml', ipmLog()]]);
    const [entry] = await loadProfiles(ask, [String((await ask('SELECT id FROM run'))[0]?.id)]);
    if (!entry) throw new Error('no profile');
    expect((await loadRankFigures(ask, { ...entry, series: 999 })).rank).toHaveLength(0);
    expect(await loadProfiles(ask, [])).toEqual([]);
  });
});

/** What ipm_parse -full prints of the whole program. */
function printedOf(report: string) {
  const whole = report.split(/^# region/m)[0] ?? '';
  const row = (name: string) => {
    const numbers =
      new RegExp(`^# ${name} +(\\d.*)$`, 'm').exec(whole)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
    return numbers;
  };
  const calls = [...whole.matchAll(/^# (MPI_\w+) +(\S+) +(\S+) +(\S+) +(\S+)/gm)].map(
    ([, call = '', ...numbers]) => [call, ...numbers.map(Number)] as [string, number, number, number, number],
  );
  return { wall: row('wallclock'), mpi: row('mpi'), comm: row('%comm'), memory: row('gbytes'), calls };
}

const reports = dataFiles('generated/ipm').filter((file) => file.endsWith('.ipm_parse-full.txt'));

describeWithData('what ipm_parse prints of a log', (root) => {
  const content = (file: string) => {
    const bytes = readFileSync(join(root, file));
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
  };

  it.each(reports)('%s: the same figures and the same call table', async (file) => {
    const name = basename(file).split('.')[0] ?? '';
    const log = dataFiles('generated/ipm').find((other) => basename(other).startsWith(`${name}.ipm.xml`));
    if (log === undefined) throw new Error(`no log of ${name}`);
    const { read } = await profilesIn([[log, content(log)]]);
    const [profile] = read;
    if (!profile) throw new Error('no profile');
    const { figures } = profile;
    const printed = printedOf(content(file));
    const close = (value: number | undefined, to: number | undefined, digits = 1e-5) => {
      expect(Math.abs((value ?? Number.NaN) - (to ?? 0))).toBeLessThanOrEqual(
        digits * Math.abs(to ?? 0) + 1e-12,
      );
    };
    for (const [spread, [total, mean, least, most], unit] of [
      [figures.wall, printed.wall, 1],
      [figures.mpi, printed.mpi, 1],
      [figures.memory, printed.memory, 1024 ** 3],
    ] as const) {
      close(spread?.total, (total ?? 0) * unit);
      close(spread?.mean, (mean ?? 0) * unit);
      close(spread?.least, (least ?? 0) * unit);
      close(spread?.most, (most ?? 0) * unit);
    }
    const [mean, least, most] = printed.comm;
    close(figures.share * 100, mean);
    close((figures.shares?.least ?? 0) * 100, least);
    close((figures.shares?.most ?? 0) * 100, most);

    expect(printed.calls.length).toBeGreaterThan(3);
    const rows = new Map(rowsOf(profile).map(({ call, a }) => [call, a]));
    for (const [call, seconds, count, ofMpi, ofWall] of printed.calls) {
      const figure = rows.get(call);
      // The log prints five digits of each of its entries, the report adds up other ones.
      close(figure?.seconds, seconds, 1e-3);
      close(figure?.count, count);
      expect(Math.abs((figure?.ofMpi ?? 0) * 100 - ofMpi)).toBeLessThan(0.02);
      expect(Math.abs((figure?.ofWall ?? 0) * 100 - ofWall)).toBeLessThan(0.02);
    }
  });
});
