import { describe, expect, it } from 'vitest';
import { atOnce } from '../../model/turns';
import { analyse, type TestFindings } from '../../pairs/analyse';
import { emptyGrid, placeRow, type MatrixLayout } from '../../pairs/grid';
import type { ShiftPositions } from './positions';
import { rankNodes, rankPairs, rankPhases } from './ranked';

const LAYOUT: MatrixLayout = { layout: 'shift', ranks: 6, schedule: 'half forward' };
const AT: ShiftPositions = { schedule: 'half forward', ranks: 6, senders: 3, receivers: 3, firstReceiver: 3 };

/** Sender 1 is slow in shifts 0 and 2. */
function found(rows: readonly (readonly number[])[], better: 'higher' | 'lower' = 'higher'): TestFindings {
  const grid = emptyGrid(LAYOUT);
  rows.forEach((row, phase) => placeRow(grid, LAYOUT, phase, row));
  const findings = atOnce(
    analyse(grid, {
      schedule: 'half forward',
      better,
      hosts: null,
      excluded: [],
      chosen: null,
      most: 3,
      symmetric: false,
      possible: null,
    }),
  );
  if (findings.kind !== 'test') throw new Error('traffic');
  return findings;
}
const test = found([
  [600, 200, 600],
  [600, 600, 600],
  [600, 150, 600],
]);

describe('ranked lists', () => {
  it('name the slow pairs with their shift, how far and how often', () => {
    const repeats = [
      { findings: test, values: [150, 200, 600] },
      { findings: test, values: [600, 210, Number.NaN] },
    ];
    expect(rankPairs(test, AT, 'higher', repeats).slice(0, 2)).toEqual([
      { sender: 1, receiver: 3, phase: 2, value: 150, part: 0.25, again: { slow: 1, of: 2 } },
      { sender: 1, receiver: 4, phase: 0, value: 200, part: 1 / 3, again: { slow: 2, of: 2 } },
    ]);
    expect(rankPairs(test, AT, 'higher', repeats)[2]?.again?.of).toBe(1);
    expect(rankPairs(test, AT, 'higher', [])[0]?.again).toBeNull();
  });

  it('order the ranks by the slower of their two sides', () => {
    const nodes = rankNodes(test, 'higher');
    expect(nodes[0]).toMatchObject({ rank: 1, receiver: null, slowShare: 2 / 3 });
    expect(nodes[0]?.part).toBeCloseTo((200 + 600 + 150) / 3 / 600, 9);
    expect(nodes[1]).toMatchObject({ rank: 3, sender: null, slowShare: 1 / 3 });
    expect(nodes).toHaveLength(6);
  });

  it('order the shifts by their mean', () => {
    expect(rankPhases(test, 'higher').map(({ phase }) => phase)).toEqual([2, 0, 1]);
  });

  it('of times, more is slower', () => {
    const times = found(
      [
        [2, 6, 2],
        [2, 2, 2],
        [2, 8, 2],
      ],
      'lower',
    );
    const [first] = rankPairs(times, AT, 'lower', [{ findings: times, values: [8, 6, 2] }]);
    expect(first).toMatchObject({ sender: 1, value: 8, part: 0.25 });
    expect(rankNodes(times, 'lower')[0]?.rank).toBe(1);
    expect(rankPhases(times, 'lower').map(({ phase }) => phase)).toEqual([2, 0, 1]);
  });
});
