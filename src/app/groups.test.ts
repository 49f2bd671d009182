import { describe, expect, it } from 'vitest';
import type { CatalogueRun } from '../queries/catalogue';
import { groupRuns } from './groups';

const run = (
  id: string,
  conditions: Record<string, string>,
  more: Partial<CatalogueRun> = {},
): CatalogueRun => ({
  id,
  source: 1,
  path: `${id}.out`,
  position: 0,
  line: 1,
  tool: 'OSU',
  version: null,
  kind: 'measured',
  status: 'complete',
  reason: null,
  started: null,
  conditions: Object.fromEntries(
    Object.entries(conditions).map(([key, value]) => [key, { value, origin: 'name' as const }]),
  ),
  benchmarks: ['osu_latency'],
  measurements: 10,
  pairs: 0,
  setting: Number.parseInt(id, 36),
  experiment: Number.parseInt(id, 36),
  repeat: 1,
  ...more,
});

describe('groups of the run list', () => {
  it('gather repeats, node counts and benchmarks of one set-up, and title it by what differs', () => {
    const groups = groupRuns([
      run('a', { system: 'frontera', AR: 'off', nodes: '2', repeat: '1' }),
      run('b', { system: 'frontera', AR: 'off', nodes: '16', repeat: '2' }, { benchmarks: ['osu_bw'] }),
      run('c', { system: 'frontera', AR: 'on', nodes: '2' }, { status: 'failed', reason: 'It hung.' }),
    ]);
    expect(groups.map(({ title }) => title)).toEqual(['frontera · OSU']);
    const setups = groups[0]?.setups ?? [];
    expect(
      setups.map(({ title, runs, measurements, troubled }) => [title, runs.length, measurements, troubled]),
    ).toEqual([
      ['AR off', 2, 20, 0],
      ['AR on', 1, 10, 1],
    ]);
    expect(setups[0]?.chips.map(({ key, value }) => `${key} ${value}`)).toEqual(['nodes 2, 16']);
  });

  it('never puts published figures with measured runs', () => {
    const [group] = groupRuns([run('a', { AR: 'on' }), run('b', { AR: 'on' }, { kind: 'published' })]);
    expect(group?.setups.map(({ kind }) => kind).sort()).toEqual(['measured', 'published']);
  });
});
