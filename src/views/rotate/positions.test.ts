import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../pairs/grid';
import {
  inPairs,
  inPhases,
  isPair,
  markedFor,
  MOST_MARKED,
  ofPairs,
  ofPhases,
  phasesOf,
  type ShiftPositions,
} from './positions';

function positions(schedule: Schedule, half: number): ShiftPositions {
  const ranks = 2 * half;
  return schedule === 'shift'
    ? { schedule, ranks, senders: ranks, receivers: ranks, firstReceiver: 0 }
    : { schedule, ranks, senders: half, receivers: half, firstReceiver: half };
}

const schedules = fc.constantFrom<Schedule>('shift', 'half forward', 'half backward');

describe('positions of a test with phases', () => {
  it('follow the rule of the test', () => {
    expect(ofPhases(positions('half forward', 4), { row: 3, column: 2 })).toEqual({ sender: 2, receiver: 5 });
    expect(ofPhases(positions('half backward', 4), { row: 3, column: 2 })).toEqual({
      sender: 2,
      receiver: 7,
    });
    expect(ofPhases(positions('shift', 4), { row: 7, column: 2 })).toEqual({ sender: 2, receiver: 1 });
    expect(inPhases(positions('half forward', 4), { sender: 2, receiver: 5 })).toEqual({ row: 3, column: 2 });
  });

  it('lead from each matrix to the other and back', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 1, max: 40 }), fc.nat(), fc.nat(), (schedule, half, p, s) => {
        const at = positions(schedule, half);
        const cell = { row: p % phasesOf(at), column: s % at.senders };
        const pair = ofPhases(at, cell);
        expect(isPair(at, pair)).toBe(true);
        expect(inPhases(at, pair)).toEqual(cell);
        expect(ofPairs(at, inPairs(at, pair))).toEqual(pair);
      }),
    );
  });

  it('of one shift are a diagonal of the other matrix, of one sender a line', () => {
    const at = positions('shift', 2);
    expect(markedFor(at, 'phases', [{ row0: 1, row1: 2, column0: 0, column1: 4 }])).toEqual([
      { row: 0, column: 1 },
      { row: 1, column: 2 },
      { row: 2, column: 3 },
      { row: 3, column: 0 },
    ]);
    expect(
      markedFor(at, 'pairs', [{ row0: 2, row1: 3, column0: 0, column1: 4 }])?.map(({ column }) => column),
    ).toEqual([2, 2, 2, 2]);
    const all = { row0: 0, row1: MOST_MARKED, column0: 0, column1: 2 };
    expect(markedFor(positions('shift', MOST_MARKED), 'phases', [all])).toBeNull();
  });

  it('know a pair of the link that the test does not have', () => {
    const at = positions('half forward', 4);
    expect(isPair(at, { sender: 4, receiver: 5 })).toBe(false);
    expect(isPair(at, { sender: 0, receiver: 3 })).toBe(false);
    expect(isPair(at, { sender: 0, receiver: 8 })).toBe(false);
  });
});
