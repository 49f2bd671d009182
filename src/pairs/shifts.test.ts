import { describe, expect, it } from 'vitest';
import { emptyGrid, placeRow, type MatrixLayout } from './grid';
import { atOnce } from '../model/turns';
import { phaseFigures, rankFigures, slowestPairs } from './shifts';

const ROTATE: MatrixLayout = { layout: 'shift', ranks: 6, schedule: 'half forward' };
const all = () => true;

/** Three shifts of three pairs; sender 1 is slow in shifts 0 and 2, one number is missing. */
function rotate() {
  const grid = emptyGrid(ROTATE);
  placeRow(grid, ROTATE, 0, [600, 200, 670]);
  placeRow(grid, ROTATE, 1, [650, 640, Number.NaN]);
  placeRow(grid, ROTATE, 2, [660, 190, 655]);
  return grid;
}

describe('a rotate test', () => {
  it('gives per shift what was moved and what its slowest pair leaves of it', () => {
    expect(atOnce(phaseFigures(rotate(), 'half forward', 400, all))).toEqual([
      {
        phase: 0,
        pairs: 3,
        missing: 0,
        mean: 490,
        slowest: 200,
        fastest: 670,
        aggregate: 1470,
        apparent: 600,
        belowShare: 1 / 3,
      },
      {
        phase: 1,
        pairs: 2,
        missing: 1,
        mean: 645,
        slowest: 640,
        fastest: 650,
        aggregate: null,
        apparent: null,
        belowShare: 0,
      },
      {
        phase: 2,
        pairs: 3,
        missing: 0,
        mean: (660 + 190 + 655) / 3,
        slowest: 190,
        fastest: 660,
        aggregate: 1505,
        apparent: 570,
        belowShare: 1 / 3,
      },
    ]);
    expect(atOnce(phaseFigures(rotate(), null, 400, all))).toEqual([]);
  });

  it('gives per sender and per receiver how often it is slow', () => {
    expect(
      atOnce(rankFigures(rotate(), 'sender', 400, all)).map(({ rank, belowShare }) => [rank, belowShare]),
    ).toEqual([
      [0, 0],
      [1, 2 / 3],
      [2, 0],
    ]);
    // Sender 1 reaches receiver 4 in shift 0 and receiver 3 in shift 2.
    expect(
      atOnce(rankFigures(rotate(), 'receiver', 400, all)).map(({ rank, slowest }) => [rank, slowest]),
    ).toEqual([
      [3, 190],
      [4, 200],
      [5, 640],
    ]);
  });

  it('ranks its slow pairs and leaves out what does not count', () => {
    expect(atOnce(slowestPairs(rotate(), 2, all))).toEqual([
      { sender: 1, receiver: 3, value: 190 },
      { sender: 1, receiver: 4, value: 200 },
    ]);
    expect(atOnce(slowestPairs(rotate(), 2, (sender) => sender !== 1))[0]).toEqual({
      sender: 0,
      receiver: 3,
      value: 600,
    });
  });
});
