import { beforeAll, describe, expect, it } from 'vitest';
import { mediansOf } from '../pairs/repeats';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { seeded } from '../testing/formats';
import { doubtInRepeats } from './pairRepeats';
import { loadPairSets, type PairSet } from './pairs';
import { ALL_PAIRS, MPIGRAPH, TestRows } from '../testing/rows';

const RANKS = 40;
/** Factor of each repeat: four are alike in `alike`; in `mixed` two are three times slower. */
const TESTS = { alike: [1, 1.03, 0.98, 1.01], mixed: [1, 1.02, 0.33, 0.34] };

let db: TestDatabase;
const ask = (sql: string) => Promise.resolve(db.rows(sql));
beforeAll(async () => {
  db = await testDatabase();
  const rows = new TestRows();
  const random = seeded(4);
  let id = 0;
  for (const [name, factors] of Object.entries(TESTS))
    for (const factor of factors) {
      id++;
      const run = `${name}${id}:0`;
      rows.put('source', {
        id,
        path: `${name}/${id}.out`,
        sha256: run,
        format: 'mpigraph',
        tool: 'mpiGraph',
      });
      rows.put('run', { id: run, source: id });
      rows.put('series', { id, run, ...MPIGRAPH });
      rows.put('matrix', { id, series: id, ranks: RANKS, ...ALL_PAIRS, message_bytes: 65536 });
      for (let row = 0; row < RANKS; row++) {
        const cells = Float32Array.from({ length: RANKS }, () => factor * 1e9 * (0.95 + 0.1 * random()));
        cells[0] = Number.NaN;
        rows.put('matrix_row', { matrix: id, row, cells, line: row + 1 });
      }
    }
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
});

async function medianOf(test: keyof typeof TESTS): Promise<PairSet> {
  const runs = db.rows('SELECT id FROM run ORDER BY source').map(({ id }) => String(id));
  const own = runs.filter((run) => run.startsWith(test));
  const sets = await loadPairSets(ask, own);
  const [median] = mediansOf(
    sets,
    own.map((run) => ({ id: run, experiment: 1, status: 'complete' as const })),
  );
  if (!median) throw new Error('no median');
  return median;
}

describe('repeats of a pair test', () => {
  it('that agree are in no doubt', async () => {
    expect(await doubtInRepeats(ask, await medianOf('alike'), 'a', [])).toBeNull();
  });

  it('of which two are three times slower are in doubt, with their clusters', async () => {
    const doubt = await doubtInRepeats(ask, await medianOf('mixed'), 'b', []);
    expect(doubt).toMatchObject({
      side: 'b',
      sizes: [65536],
      clusters: [
        ['mixed7:0', 'mixed8:0'],
        ['mixed5:0', 'mixed6:0'],
      ],
      key: { benchmark: 'mpiGraph', metric: 'bandwidth' },
    });
    expect(doubt?.factor).toBeGreaterThan(2.8);
  });

  it('are in no doubt where the user said that they are repeats, all of them', async () => {
    const median = await medianOf('mixed');
    const runs = [...median.runs];
    expect(await doubtInRepeats(ask, median, 'a', [{ kind: 'trusted', runs }])).toBeNull();
    expect(await doubtInRepeats(ask, median, 'a', [{ kind: 'trusted', runs: runs.slice(1) }])).not.toBeNull();
  });

  it('is asked of medians alone', async () => {
    const [single] = await loadPairSets(ask, ['mixed5:0']);
    expect(single && (await doubtInRepeats(ask, single, 'a', []))).toBeNull();
  });
});
