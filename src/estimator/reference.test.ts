import { beforeAll, describe, expect, test } from 'vitest';
import type { Estimator } from './core';
import type { Job, TrafficSpec } from './job';
import { Recorder } from './recorder';
import { pool } from './result';
import { testEstimator } from './testing/module';
import { netFile, netText, referenceDirectory, referenceJson } from './testing/reference';
import type { FluidRow, ReferenceRow } from './testing/reference';

const directory = referenceDirectory() ?? '';
const index: { results: ReferenceRow[]; spray: FluidRow[] } = directory
  ? referenceJson(directory, 'index.json')
  : { results: [], spray: [] };

/** The job of a row without its traffic: given tables where the data has them, else the rule. */
function jobOf(net: string, routing: string): Omit<Job, 'traffic'> {
  const topology = netText(directory, net, 'fabric.txt') ?? '';
  const tables = netFile(directory, net, `lft.${routing}.u8`);
  return tables ? { topology, tables, routing: 'lft' } : { topology, routing };
}

function trafficOf(net: string, pattern: string): TrafficSpec {
  const text = netText(directory, net, `pairs.${pattern}.txt`);
  return text ? { kind: 'pairs', text } : { kind: 'pattern', pattern };
}

function close(ours: number | null, theirs: number): boolean {
  return ours !== null && Math.abs(ours - theirs) <= 1e-8;
}

function compare(estimator: Estimator, row: ReferenceRow): string[] {
  estimator.setTraffic(trafficOf(row.net, row.pattern));
  const batch = estimator.run(0, 1, 1n, { share: true, maxmin: row.mean_maxmin !== undefined, hash: true });
  const figures = pool([batch]);
  const recorder = new Recorder(true);
  recorder.add(batch);
  const same: Record<string, boolean> = {
    n_pairs: figures.pairs === row.n_pairs,
    n_phases: figures.phases === row.n_phases,
    sum_load: figures.sumLoad === row.sum_load,
    max_load: figures.maxLoad === row.max_load,
    mean_inv_c: close(figures.meanInvC, row.mean_inv_c),
    hist_c: JSON.stringify(Object.fromEntries(figures.histogram)) === JSON.stringify(row.hist_c),
    sum_phase_max_c: figures.sumPhaseMaxC === row.sum_phase_max_c,
    mean_b: close(figures.meanShare, row.mean_b),
    min_b: close(figures.minShare, row.min_b),
    mean_maxmin: row.mean_maxmin === undefined || close(figures.meanMaxmin, row.mean_maxmin),
    min_maxmin: row.min_maxmin === undefined || close(figures.minMaxmin, row.min_maxmin),
    fnv_c: recorder.c.text() === row.fnv_c,
    fnv_load: recorder.load.text() === row.fnv_load,
  };
  const wrong = Object.keys(same).filter((key) => !same[key]);
  return wrong.length ? [`${row.net} ${row.routing} ${row.pattern}: ${wrong.join(' ')}`] : [];
}

describe.skipIf(!directory)('reference vectors (absent data: skipped)', () => {
  let estimator: Estimator;
  beforeAll(async () => {
    estimator = await testEstimator();
  });

  const groups = new Map<string, ReferenceRow[]>();
  for (const row of index.results) {
    const name = `${row.net} ${row.routing}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  test.each([...groups])('%s', (_name, rows) => {
    const first = rows[0];
    if (!first) throw new Error('a group without rows');
    estimator.setup({ ...jobOf(first.net, first.routing), traffic: { kind: 'pattern', pattern: 'ring' } });
    expect(rows.flatMap((row) => compare(estimator, row))).toEqual([]);
  });

  test('all rows of the index were in a group', () => {
    expect(index.results.length).toBe(1445);
    expect(index.spray.length).toBe(21);
  });

  test.each(index.spray)('fluid $net $pattern', (row) => {
    estimator.setup({ ...jobOf(row.net, 'spray'), traffic: trafficOf(row.net, row.pattern) });
    const figures = pool([estimator.run(0, 1, 1n, { share: true, maxmin: true })]);
    expect(figures.pairs).toBe(row.n_pairs);
    expect(figures.meanInvC).toBeNull();
    for (const [ours, theirs] of [
      [figures.meanShare, row.mean_b],
      [figures.minShare, row.min_b],
      [figures.sumLoad, row.sum_load],
      [figures.maxUtil, row.max_util],
      [figures.meanMaxmin, row.mean_maxmin],
      [figures.minMaxmin, row.min_maxmin],
    ] as const) {
      if (theirs !== undefined) expect(ours).toBeCloseTo(theirs, 8);
    }
  });
});
