import type { Box } from '../../matrix/grid';
import type { Cell } from '../../matrix/statistics';
import { phaseOf, receiverOf, type Schedule } from '../../pairs/grid';

/** A pair of a test, by rank. */
export interface RankPair {
  sender: number;
  receiver: number;
}

/** Which pair stands where in the two matrices of a test with phases. */
export interface ShiftPositions {
  schedule: Schedule;
  ranks: number;
  senders: number;
  receivers: number;
  firstReceiver: number;
}

/** Cells marked in one matrix for a selection in the other; more would hide what they mark. */
export const MOST_MARKED = 2000;

/** Phases (rows of the shift × sender matrix) of a test. */
export function phasesOf({ schedule, ranks, receivers }: ShiftPositions): number {
  return schedule === 'shift' ? ranks : receivers;
}

/** Where a pair stands in the shift × sender matrix. */
export function inPhases(positions: ShiftPositions, { sender, receiver }: RankPair): Cell {
  return { row: phaseOf(positions, positions.schedule, sender, receiver) ?? 0, column: sender };
}

/** Where a pair stands in the source × destination matrix. */
export function inPairs({ firstReceiver }: ShiftPositions, { sender, receiver }: RankPair): Cell {
  return { row: sender, column: receiver - firstReceiver };
}

/** The pair in a cell of the shift × sender matrix. */
export const ofPhases = (positions: ShiftPositions, { row: phase, column: sender }: Cell): RankPair => ({
  sender,
  receiver: receiverOf(positions, positions.schedule, sender, phase),
});

/** The pair in a cell of the source × destination matrix. */
export function ofPairs({ firstReceiver }: ShiftPositions, { row, column }: Cell): RankPair {
  return { sender: row, receiver: column + firstReceiver };
}

/** Whether a pair, as a link names it, is one of this test. */
export function isPair(
  { senders, receivers, firstReceiver }: ShiftPositions,
  { sender, receiver }: RankPair,
): boolean {
  return sender < senders && receiver >= firstReceiver && receiver < firstReceiver + receivers;
}

/** The cells of one matrix that show the pairs of boxes of the other; null where they are more than can be marked. */
export function markedFor(
  positions: ShiftPositions,
  from: 'phases' | 'pairs',
  boxes: readonly Box[],
): readonly Cell[] | null {
  const size = ({ row0, row1, column0, column1 }: Box) => (row1 - row0) * (column1 - column0);
  if (boxes.reduce((sum, box) => sum + size(box), 0) > MOST_MARKED) return null;
  const cells: Cell[] = [];
  for (const { row0, row1, column0, column1 } of boxes)
    for (let row = row0; row < row1; row++)
      for (let column = column0; column < column1; column++)
        cells.push(
          from === 'phases'
            ? inPairs(positions, ofPhases(positions, { row, column }))
            : inPhases(positions, ofPairs(positions, { row, column })),
        );
  return cells;
}
