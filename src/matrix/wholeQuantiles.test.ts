import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { ApartCells } from './cells';
import { quantiles, whole } from './statistics';
import { cellsFrom } from './testing';
import { wholeQuantiles } from './wholeQuantiles';

const N = 600;
const SHARES = [0, 0.01, 0.5, 0.99];

/** A number in [0, 1), the same for the same place. */
function noise(row: number, column: number): number {
  let h = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(column + 1, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

const KINDS: Record<string, (row: number, column: number) => number> = {
  noise: noise,
  'noise around 0': (row, column) => noise(row, column) - 0.5,
  'mostly zeros': (row, column) => (noise(row, column) < 0.9 ? 0 : noise(column, row)),
  'one value': () => 7,
  'one value and one other': (row, column) => (row === 3 && column === 4 ? -1 : 7),
  'an order that the sample cannot see': (row, column) => row * N + column,
  'stripes of columns': (_, column) => column % 2,
  'half missing': (row, column) => (noise(row, column) < 0.5 ? Number.NaN : noise(column, row)),
  'all missing but one': (row, column) => (row === 9 && column === 9 ? 1 : Number.NaN),
  'slow rows': (row, column) => (row % 100 === 7 ? 0.1 : 1) * noise(row, column),
};

describe('quantiles of a whole matrix', () => {
  for (const [name, at] of Object.entries(KINDS))
    it(`are those that counting all cells finds: ${name}`, () => {
      const stored = cellsFrom(
        Array.from({ length: N }, (_, row) => Array.from({ length: N }, (_, column) => at(row, column))),
      );
      const hosts = Int32Array.from({ length: N }, (_, i) => i >> 2);
      for (const cells of [stored, new ApartCells(stored, hosts, hosts)])
        for (const positive of [false, true])
          expect(atOnce(wholeQuantiles(cells, SHARES, positive))).toEqual(
            atOnce(quantiles(cells, whole(cells), SHARES, positive)),
          );
    });
});
