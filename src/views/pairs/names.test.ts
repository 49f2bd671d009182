import { expect, it } from 'vitest';
import { namesOf } from './names';

const run = (id: string, path: string, conditions: Record<string, string>) => ({
  id,
  path,
  status: id === '1' ? ('partial' as const) : ('complete' as const),
  conditions: Object.fromEntries(
    Object.entries(conditions).map(([key, value]) => [key, { value, origin: 'content' as const }]),
  ),
});
const RUNS = [
  run('1', 'x/a.csv', { network: 'Myrinet', ranks: '64' }),
  run('2', 'x/b.csv', { network: 'InfiniBand', ranks: '64' }),
  run('3', 'y/b.csv', { network: 'InfiniBand', ranks: '64' }),
];
const names = (...ids: string[]) =>
  namesOf(
    ids.map((id) => ({ runs: [id] })),
    RUNS,
  );

it('names sets by what differs, then by file, then by number, and says which run is not whole', () => {
  expect(names('1', '2')).toEqual(['Myrinet, incomplete', 'InfiniBand']);
  expect(names('1')).toEqual(['a.csv, incomplete']);
  expect(names('1', '2', '3')).toEqual([
    'Myrinet, incomplete',
    'InfiniBand · b.csv',
    'InfiniBand · b.csv (2)',
  ]);
});
