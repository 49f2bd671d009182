import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { findExperiments } from '../store/experiments';
import { dataFiles, describeWithData } from '../testing/data';
import { testDatabase } from '../testing/duckdb';
import { loadFiles } from '../testing/loaded';
import { doubtOf } from './doubt';

/** Folders with tests that were repeated, each dropped by itself. */
const FOLDERS = [
  ...['osu', 'osu53', 'imb', 'b_eff_36', 'hpcc'].map((folder) => `generated/${folder}`),
  ...['osu', 'osu-flux', 'osu-pairwise', 'imb', 'nccl-tests', 'perftest', 'gpcnet', 'superbench', 'pico'].map(
    (folder) => `real/${folder}`,
  ),
];

const GROUPS = `SELECT experiment.id AS experiment, s.benchmark, s.metric, s.params, m.statistic, experiment.repeat AS run,
  coalesce(m.message_bytes, -1) AS bytes, median(m.value) AS value
FROM measurement_number m JOIN series s ON s.id = m.series JOIN run ON run.id = s.run
  JOIN experiment ON experiment.run = s.run
WHERE run.status <> 'failed' GROUP BY ALL ORDER BY ALL`;

/** Numbers of each group of repeats, by repeat and size; what is shared by repeats of one experiment. */
async function groupsOf(folder: string, root: string): Promise<{ name: string; values: number[][] }[]> {
  const db = await testDatabase();
  const files = dataFiles(folder).map((path) => ({ path: relative(folder, path), disk: join(root, path) }));
  await loadFiles(db, files);
  const query = (sql: string) => Promise.resolve(db.rows(sql));
  await findExperiments({ query, insert: (table, ipc) => db.insert(table, ipc) }, []);
  const groups = new Map<string, Map<string, Map<number, number>>>();
  for (const { experiment, benchmark, metric, params, statistic, run, bytes, value } of db.rows(GROUPS)) {
    const name = [folder, experiment, benchmark, metric, params, statistic].map(String).join(' ');
    const runs = groups.get(name) ?? new Map<string, Map<number, number>>();
    groups.set(name, runs);
    const own = runs.get(String(run)) ?? new Map<number, number>();
    runs.set(String(run), own.set(Number(bytes), Number(value)));
  }
  return [...groups].flatMap(([name, runs]) => {
    const sizes = [...new Set([...runs.values()].flatMap((own) => [...own.keys()]))].sort((p, q) => p - q);
    const values = [...runs.values()].map((own) => sizes.map((size) => own.get(size) ?? Number.NaN));
    return values.length > 1 ? [{ name, values }] : [];
  });
}

/** Sizes at which the largest value of a group is more than twice the smallest. */
function wideSizes(values: readonly number[][]): number {
  return (values[0] ?? []).filter((_, size) => {
    const own = values.flatMap((run) => (Number((run[size] ?? 0) > 0) ? [run[size] ?? 0] : []));
    return own.length > 1 && Math.max(...own) > 2 * Math.min(...own);
  }).length;
}

describeWithData('repeats of real tests', (root) => {
  it('are in doubt wherever they are twice apart at three sizes, and seldom else', async () => {
    const counts = { groups: 0, wide: 0, wideInDoubt: 0, otherInDoubt: 0 };
    for (const folder of FOLDERS)
      for (const { values } of await groupsOf(folder, root)) {
        const [wide, doubt] = [wideSizes(values) >= 3, doubtOf(values) !== null];
        counts.groups++;
        if (wide) counts.wide++;
        if (wide && doubt) counts.wideInDoubt++;
        if (!wide && doubt) counts.otherInDoubt++;
      }
    expect(counts.groups).toBeGreaterThan(100);
    expect(counts.wide).toBeGreaterThan(2);
    expect(counts.wideInDoubt).toBe(counts.wide);
    expect(counts.otherInDoubt).toBeLessThanOrEqual(0.01 * (counts.groups - counts.wide));
  });
});
