import { expect, it } from 'vitest';
import { sharedText, suspectRule } from './suspectWords';

const set = { axis: 'rank', concurrency: 'at once', better: 'higher' } as const;
const ranks = (count: number) =>
  Array.from({ length: count }, (_, rank) => ({ rank, as: 'sender' as const, part: 0.5 }));

it('says what slow pairs are where nobody is accused of them', () => {
  expect(sharedText({ sharedRanks: [], manySlow: 0 }, 10, set)).toEqual([]);
  expect(sharedText({ sharedRanks: ranks(16), manySlow: 1000 }, 2304, set)).toEqual([
    '16 ranks are slow with half of the partners or more and faster with others. Pairs that share links look like this; it does not speak against the hosts.',
    '1,000 pairs (43 %) get under 75 % of what their ends give elsewhere: too many to be single bad paths, they share links. A path is named only where it is far below all of them.',
  ]);
  // Alone, or of times, nothing is shared.
  for (const other of [
    { ...set, concurrency: 'one at a time' } as const,
    { ...set, better: 'lower' } as const,
  ])
    expect(sharedText({ sharedRanks: ranks(1), manySlow: 5 }, 50, other).join()).not.toContain('share links');
});

it('says by what a host or path is accused', () => {
  expect(suspectRule('rank')).toBe(
    'A rank is slow when even its best pairs get under 80 % of what the best of others get, beyond chance; a path, when a pair gets under 75 % of what its two ends give elsewhere, and few pairs do.',
  );
});
