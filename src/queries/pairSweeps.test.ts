import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../testing/duckdb';
import { loadFiles } from '../testing/loaded';
import { pairLogs } from '../testing/pairLogs';
import { loadPairSets, rowsSql, type PairSet } from './pairs';

const folder = mkdtempSync(join(tmpdir(), 'pairs-'));
let written = 0;

/** The sets of files of a sweep, with their rows. */
async function setsOf(files: readonly { path: string; text: string }[]) {
  const db = await testDatabase();
  const onDisk = files.map(({ path, text }) => {
    const disk = join(folder, String(written++));
    writeFileSync(disk, text);
    return { path, disk };
  });
  expect(await loadFiles(db, onDisk)).toEqual([]);
  const runs = db.rows('SELECT id FROM run').map(({ id }) => String(id));
  const sets = await loadPairSets((sql) => Promise.resolve(db.rows(sql)), runs);
  const rows = (set: PairSet) =>
    [...rowsSql(set, null)].flatMap((sql) => db.rows(sql)).map((row) => JSON.stringify(row.values));
  return sets.map((set) => ({
    set,
    from: set.from.table === 'runs' ? set.from : null,
    rows: () => rows(set),
  }));
}

const ar = (on: boolean) => (one: number, other: number) => (on ? 20 : 12) + one + other / 10;
const logs = (on: boolean, options = {}) => pairLogs({ busbw: ar(on), ...options });
const busbw = (sets: Awaited<ReturnType<typeof setsOf>>) =>
  sets.filter(({ set }) => set.metric === 'busbw' && set.bytes === 1073741824 && set.params.includes('out'));

describe('a sweep over pairs of hosts', () => {
  it('with AR on and off in one folder gives the matrices that two folders give', async () => {
    const one = busbw(
      await setsOf(
        [true, false].flatMap((on) =>
          logs(on).map(({ name, text }) => ({ path: `sweep/ar_${on ? 'on' : 'off'}_${name}`, text })),
        ),
      ),
    );
    const two = busbw(
      await setsOf(
        [true, false].flatMap((on) =>
          logs(on).map(({ name, text }) => ({ path: `ar_${on ? 'on' : 'off'}/${name}`, text })),
        ),
      ),
    );
    const told = (sets: typeof one): Record<string, string[]> =>
      Object.fromEntries(sets.map(({ from, rows }) => [from?.sweep.conditions['AR'] ?? '', rows()] as const));
    expect(told(one)).toEqual(told(two));
    expect(Object.keys(told(one)).sort()).toEqual(['off', 'on']);
    expect(told(one)['on']).not.toEqual(told(one)['off']);
    expect(one.map(({ from }) => from?.sweep.name).sort()).toEqual([
      'sweep/ar_off_*_*.log',
      'sweep/ar_on_*_*.log',
    ]);
  });

  it('of 1, 4 and 8 GPUs gives three matrices, each pair in both ways', async () => {
    const sets = busbw(
      await setsOf(
        [1, 4, 8].flatMap((gpus) =>
          pairLogs({ gpus, busbw: () => 10 * gpus }).map(({ name, text }) => ({
            path: `sweep/${gpus}gpu_${name}`,
            text,
          })),
        ),
      ),
    );
    const [row, last] = [0, 3].map((at) =>
      sets.map(({ rows }) =>
        (JSON.parse(rows()[at] ?? '') as (number | null)[]).map((v) => v && Math.round(v / 1e10)),
      ),
    );
    expect(row).toEqual([1, 4, 8].map((each) => [null, each, each, each]));
    expect(last).toEqual([1, 4, 8].map((each) => [each, each, each, null]));
  });

  it('names a pair whose run failed, and takes no number for it from another size', async () => {
    const sets = await setsOf(
      logs(true, { fails: (one: number, other: number) => one === 0 && other === 2 }).map(
        ({ name, text }) => ({
          path: `sweep/${name}`,
          text,
        }),
      ),
    );
    const [large] = busbw(sets);
    expect(large?.set.hosts).toEqual(['n01', 'n02', 'n03', 'n04']);
    expect(large?.from?.failed.map(({ pair }) => pair)).toEqual([[0, 2]]);
    expect(JSON.parse(large?.rows()[0] ?? '')).toEqual([null, expect.any(Number), null, expect.any(Number)]);
    // The size that a failure cut comes first all the same, and a smaller one has the pair.
    expect(sets[0]?.set.bytes).toBe(1073741824);
    const small = sets.find(({ set }) => set.bytes === 1048576 && set.metric === 'busbw');
    expect(small?.from?.failed).toEqual([]);
    // Figures of the whole run are not those of the sizes it got to.
    const whole = sets.filter(({ set }) => set.bytes === null);
    for (const { from } of whole) expect(from?.failed.map(({ pair }) => pair)).toEqual([[0, 2]]);
  });

  it('names a pair whose file has nothing but an error', async () => {
    const made = logs(true).map(({ name, text }, i) => ({
      path: `sweep/${name}`,
      text:
        i === 3 ? `${text.split('# Using devices')[0] ?? ''}n02: Test NCCL failure common.cu:958\n` : text,
    }));
    const [large] = busbw(await setsOf(made));
    expect(large?.from?.failed.map(({ pair }) => pair)).toEqual([[1, 2]]);
  });

  it('gives the sizes that most pairs have first, the largest of these before others', async () => {
    const sets = await setsOf(
      logs(true).map(({ name, text }, i) => ({
        path: `sweep/${name}`,
        // Two pairs were not measured at the largest size.
        text: i < 2 ? text.replace(/^ *1073741824 .*\n/m, '') : text,
      })),
    );
    const sizes = sets
      .filter(({ set }) => set.metric === 'busbw' && set.bytes !== null && set.params.includes('out'))
      .map(({ set }) => set.bytes);
    expect(sizes).toEqual([33554432, 1048576, 1073741824]);
  });

  it('gives the median of three runs of a pair', async () => {
    const [set] = busbw(
      await setsOf(
        [10, 11, 30].flatMap((rate, repeat) =>
          pairLogs({ hosts: 3, busbw: () => rate }).map(({ name, text }) => ({
            path: `sweep/r${repeat + 1}_${name}`,
            text,
          })),
        ),
      ),
    );
    expect((JSON.parse(set?.rows()[0] ?? '') as number[])[1]).toBeCloseTo(11e9, -8);
  });

  it('is not seen in four logs of one pair, or of pairs that share no host', async () => {
    const [log] = logs(true);
    if (!log) throw new Error('no log');
    const again = [0, 1, 2, 3].map((i) => ({ path: `d/job${i}.log`, text: `${log.text}# ${i}\n` }));
    expect(await setsOf(again)).toEqual([]);
    const apart = pairLogs({ hosts: 8, busbw: () => 10 }).filter(({ pair: [from, to] }) =>
      ['n01n02', 'n03n04', 'n05n06', 'n07n08'].includes(from + to),
    );
    expect(await setsOf(apart.map(({ name, text }) => ({ path: `d/${name}`, text })))).toEqual([]);
  });
});
