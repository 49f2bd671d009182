import { expect, it } from 'vitest';
import { incompleteOf } from './incomplete';

it('says of which side a run is not whole, and why', () => {
  const runs = [
    { id: 'a', path: 'x/a.xml', status: 'complete', reason: null },
    { id: 'b', path: 'x/b.xml', status: 'partial', reason: 'The log ends after 2 of 3 tasks.' },
    { id: 'c', path: 'x/c.out', status: 'hung', reason: null },
  ] as const;
  const set = (...ids: string[]) => ({ runs: ids });
  expect(incompleteOf([{ name: '', set: set('a') }], runs)).toEqual([]);
  expect(incompleteOf([{ name: '', set: null }], runs)).toEqual([]);
  expect(
    incompleteOf(
      [
        { name: 'A', set: set('a', 'b') },
        { name: 'B', set: set('c', 'b') },
      ],
      runs,
    ),
  ).toEqual([
    'A: b.xml is not whole. The log ends after 2 of 3 tasks. Figures here are of what was read.',
    'B: c.out (and 1 more) hung. Figures here are of what was read.',
  ]);
});
