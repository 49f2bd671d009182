import { describe, expect, it } from 'vitest';
import type { CatalogueRun } from '../queries/catalogue';
import { facetsOf, hiddenBut, isOnly } from './facets';

const run = (id: string, conditions: Record<string, string>, origin: 'file' | 'label' = 'file') =>
  ({
    id,
    conditions: Object.fromEntries(
      Object.entries(conditions).map(([key, value]) => [key, { value, origin }]),
    ),
  }) as unknown as CatalogueRun;

const RUNS = [
  run('1', { AR: 'off', nodes: '2', repeat: '1', MPI: 'Open MPI' }),
  run('2', { AR: 'on', nodes: '2', repeat: '2', MPI: 'Open MPI' }),
  run('3', { AR: 'on', nodes: '16', repeat: '3', MPI: 'Open MPI' }),
];

describe('facets', () => {
  it('are conditions that vary, with the runs of each value; not what numbers a repeat', () => {
    expect(facetsOf(RUNS)).toEqual([
      {
        key: 'AR',
        values: [
          { value: 'off', runs: 1 },
          { value: 'on', runs: 2 },
        ],
      },
      {
        key: 'nodes',
        values: [
          { value: '2', runs: 2 },
          { value: '16', runs: 1 },
        ],
      },
    ]);
  });

  it('leave out conditions of more than eight values, and put labels last', () => {
    const many = (count: number) =>
      facetsOf(Array.from({ length: count }, (_, i) => run(String(i), { quality: String(i) })));
    expect(many(8)).toHaveLength(1);
    expect(many(9)).toEqual([]);
    const labelled = [run('1', { 'a file name': 'x' }, 'label'), run('2', { 'a file name': 'y' }, 'label')];
    expect(facetsOf([...labelled, ...RUNS]).map(({ key }) => key)).toEqual(['AR', 'nodes', 'a file name']);
  });

  it('hide all other runs, and know when they do', () => {
    const hidden = hiddenBut(RUNS, 'AR', 'on');
    expect(hidden).toEqual(['1']);
    expect(isOnly(RUNS, new Set(hidden), { key: 'AR', value: 'on' })).toBe(true);
    expect(isOnly(RUNS, new Set(hidden), { key: 'nodes', value: '2' })).toBe(false);
    expect(isOnly(RUNS, new Set(), { key: 'AR', value: 'on' })).toBe(false);
  });
});
