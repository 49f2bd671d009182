import { beforeAll, expect, it } from 'vitest';
import { readSource } from '../formats/read';
import { FileRows } from '../store/ingest';
import { memorySource } from '../testing/collect';
import { testDatabase, type TestDatabase } from '../testing/duckdb';
import { loadObservations, loadValueKinds, loadValues, MOST_OBSERVATIONS } from './observations';
import { LATENCY, TestRows } from '../testing/rows';

let db: TestDatabase;
const ask = (sql: string) => Promise.resolve(db.rows(sql));
beforeAll(async () => {
  db = await testDatabase();
  const rows = new TestRows();
  for (const [i, tool] of ['osu', 'imb', 'bad'].entries()) {
    const run = `${tool}:0`;
    rows.put('source', { id: i, path: `x/${tool}.out`, sha256: tool, format: tool, tool });
    rows.put('run', { id: run, source: i, status: tool === 'bad' ? 'failed' : 'complete' });
    rows.put('series', { id: i, run, benchmark: 'latency', ...LATENCY });
    for (const [line, more] of [
      [1, 1],
      [2, 3],
    ] as const)
      rows.put('measurement_text', {
        series: i,
        message_bytes: 8,
        value: (i + more) * 1e-6,
        printed: `${more}`,
        line,
      });
    rows.put('measurement_text', { series: i, statistic: 'max', value: 9e-6, printed: '9', line: 3 });
  }
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
});

it('kinds of numbers by tool, statistic and size, and the numbers of one of them', async () => {
  const kinds = await loadValueKinds(ask, ['osu:0', 'imb:0']);
  expect(kinds.map(({ tool, statistic, bytes, count }) => [tool, statistic, bytes, count])).toEqual([
    ['imb', 'avg', 8, 2],
    ['imb', 'max', null, 1],
    ['osu', 'avg', 8, 2],
    ['osu', 'max', null, 1],
  ]);
  expect(kinds[0]?.printed).toEqual({ unit: 'us', factor: 1e-6 });
  const [, , avg, max] = kinds;
  if (!avg || !max) throw new Error('kinds are missing');
  const values = await loadValues(ask, ['osu:0', 'imb:0'], avg);
  expect(values.map(({ run, value }) => [run, value]).sort()).toEqual([
    ['osu:0', 1e-6],
    ['osu:0', 3e-6],
  ]);
  expect(await loadValues(ask, ['osu:0'], max)).toHaveLength(1);
  expect(await loadValueKinds(ask, [])).toEqual([]);
});

it('numbers of failed runs are none', async () => {
  expect(await loadValueKinds(ask, ['bad:0'])).toEqual([]);
  const wanted = [{ benchmark: 'latency', metric: 'latency', statistic: 'avg' }];
  const found = await loadObservations(ask, ['bad:0', 'osu:0'], wanted);
  expect(found.map(({ runId }) => runId)).toEqual(['osu:0', 'osu:0']);
  const [kind] = await loadValueKinds(ask, ['osu:0']);
  if (!kind) throw new Error('no kind');
  expect(await loadValues(ask, ['bad:0'], { ...kind, tool: 'bad' })).toEqual([]);
});

it('more numbers than are read are a sentence, never a part of them', async () => {
  const many = () =>
    Promise.resolve(Array.from({ length: MOST_OBSERVATIONS + 1 }, () => ({ run: 'r', value: 1 })));
  const [kind] = await loadValueKinds(ask, ['osu:0']);
  if (!kind) throw new Error('no kind');
  await expect(loadValues(many, ['osu:0'], kind)).rejects.toThrow('more than 100,000');
});

it('the runs of a file of two tools have each their own', async () => {
  const own = await testDatabase();
  const rows = new TestRows();
  const sink = new FileRows(rows, { source: 1, series: 1, host: 1, matrix: 1 });
  const log =
    '# OSU MPI Latency Test v7.4\n# Size Latency (us)\n8 1.00\n#    Intel(R) MPI Benchmarks 2021.11, MPI-1 part\n# Benchmarking PingPong\n# #processes = 2\n #bytes #repetitions t[usec] Mbytes/sec\n 8 1000 2.00 4.00\n\n# All processes entering MPI_Finalize\n';
  const report = await readSource(memorySource('x/job.log', log), sink);
  sink.finish(report, { conditions: [], kind: null, hosts: null }, 1, 1);
  for (const { table, ipc } of rows.take()) own.insert(table, ipc);
  expect(own.rows('SELECT tool, tool_version FROM run_list ORDER BY id')).toEqual([
    { tool: 'OSU', tool_version: '7.4' },
    { tool: 'Intel MPI Benchmarks', tool_version: '2021.11' },
  ]);
  const runs = own.rows('SELECT id FROM run').map(({ id }) => String(id));
  const kinds = await loadValueKinds((sql) => Promise.resolve(own.rows(sql)), runs);
  expect(new Set(kinds.map(({ tool, benchmark }) => `${tool}: ${benchmark}`))).toEqual(
    new Set(['OSU: osu_latency', 'Intel MPI Benchmarks: IMB-MPI1 PingPong']),
  );
});
