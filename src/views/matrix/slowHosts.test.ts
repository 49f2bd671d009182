import { expect, it } from 'vitest';
import { slowHostsOf } from './slowHosts';

it('puts slow ranks together by host, and says when not all of its ranks are slow', () => {
  const hosts = ['a', 'a', 'b', 'b', null];
  const found = slowHostsOf(
    hosts,
    [
      { rank: 2, as: 'sender', part: 0.7 },
      { rank: 1, as: 'receiver', part: 0.5 },
      { rank: 4, as: 'both', part: 0.6 },
      { rank: 3, as: 'receiver', part: 0.4 },
    ],
    (rank) => `rank ${rank}`,
  );
  expect(found).toEqual([
    { name: 'b', rank: 2, as: 'both', part: 0.4 },
    { name: 'a, 1 of 2 ranks', rank: 1, as: 'receiver', part: 0.5 },
    { name: 'rank 4', rank: 4, as: 'both', part: 0.6 },
  ]);
});
