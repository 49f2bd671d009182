import { expect, it } from 'vitest';
import { patternsFor } from './patterns';

const texts = (ranks: number) => [...patternsFor(ranks)].map(({ text }) => text);

it('patterns say how many partners a rank in the middle has', () => {
  expect(texts(2)).toEqual(['all to all', 'everybody with rank 0', 'one neighbour on a line of 2']);
  expect(texts(1)).toEqual([]);
  const eight = texts(8).filter((text) => text.includes('×'));
  expect(eight.slice(0, 4)).toEqual([
    'three neighbours on a 2×4 grid',
    'three neighbours on a 2×4 grid, ends joined',
    'five neighbours on a 2×4 grid',
    'five neighbours on a 2×4 grid, ends joined',
  ]);
  expect(eight).toContain('three neighbours on a 2×2×2 grid');
  expect(eight).toContain('seven neighbours on a 2×2×2 grid');
  // All ends of a side of two are joined already.
  expect(eight.filter((text) => text.includes('2×2×2'))).toHaveLength(2);
  expect(texts(27)).toContain('six neighbours on a 3×3×3 grid, ends joined');
  expect(texts(27)).toContain('26 neighbours on a 3×3×3 grid');
});
