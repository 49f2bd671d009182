import { describe, expect, it } from 'vitest';
import { separators, separatorText, type NamedRun } from './separators';

const run = (
  id: string,
  path: string,
  conditions: Record<string, string> = {},
  started: string | null = null,
) => [id, { id, path, conditions, started }] satisfies [string, NamedRun];

const names = (found: ReturnType<typeof separators>) => found.map(({ name }) => name);

describe('separators', () => {
  it('names the condition that keeps clusters apart, with its values in their order', () => {
    const runs = new Map([
      run('1', 'x/a1.out', { net: 'ib', nodes: '4' }),
      run('2', 'x/a2.out', { net: 'ib', nodes: '4' }),
      run('3', 'x/a3.out', { net: 'tcp', nodes: '4' }),
    ]);
    const [best] = separators([['1', '2'], ['3']], runs);
    expect(best).toEqual({ condition: 'net', name: 'net', values: [['ib'], ['tcp']] });
    expect(best && separatorText(best)).toBe('net: ib | tcp');
  });

  it('puts conditions before parts of paths, these before what numbers or dates runs, and few values first', () => {
    const runs = new Map([
      run('1', 'd/ib/osu_r1.out', { repeat: '1', hca: 'a' }, '2025-01-01T10:00:00Z'),
      run('2', 'd/ib/osu_r2.out', { repeat: '2', hca: 'b' }, '2025-01-01T11:00:00Z'),
      run('3', 'd/tcp/osu_r3.out', { repeat: '3', hca: 'c' }, '2025-01-02T10:00:00Z'),
    ]);
    expect(names(separators([['1', '2'], ['3']], runs))).toEqual([
      'hca',
      'folder 2',
      'file name, part 2',
      'repeat',
      'day',
    ]);
  });

  it('says that a value is not given, and cuts long lists', () => {
    const runs = new Map([
      ...['1', '2', '3', '4', '5'].map((id) => run(id, 'same.out', { job: id })),
      run('6', 'same.out'),
    ]);
    const [first] = separators([['1', '2', '3', '4', '5'], ['6']], runs);
    expect(first && separatorText(first)).toBe('job: 1, 2, 3 and 2 more | not given');
  });

  it('finds nothing where a value is in two clusters, or all runs are alike', () => {
    const runs = new Map([run('1', 'a.out', { v: 'x' }), run('2', 'a.out', { v: 'x' })]);
    expect(separators([['1'], ['2']], runs)).toEqual([]);
    expect(separators([['1'], ['unknown']], new Map())).toEqual([]);
  });
});
