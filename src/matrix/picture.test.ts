import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../model/turns';
import { countBelow } from './below';
import { ApartCells, type Cells } from './cells';
import { cellsAt, edges, gridOf, levelFor, ruler, type CellRange } from './grid';
import { paint, type Aggregate, type ColourScale } from './picture';
import { cellsFrom, pyramidOf } from './testing';

/** A ramp in which a colour is its own index. */
const RAMP = Uint32Array.from({ length: 1001 }, (_, i) => i + 1);
const ZERO = 5000;
const APART_COLOUR = 6000;
const palette = { ramp: RAMP, zero: ZERO, apart: APART_COLOUR };
const linear: ColourScale = { kind: 'linear', limits: [0, 1000] };

function colours(cells: Cells, view: CellRange, w: number, h: number, aggregate: Aggregate, scale = linear) {
  const pyramid = pyramidOf(cells);
  const below = typeof aggregate === 'object' ? atOnce(countBelow(cells, pyramid, aggregate.below)) : null;
  const picture = paint(cells, pyramid, view, w, h, aggregate, scale, palette, below);
  return { ...picture, at: new Uint32Array(picture.pixels.buffer) };
}
const all = (cells: Cells): CellRange => ({ x0: 0, x1: cells.columns, y0: 0, y1: cells.rows });

describe('rulers and edges', () => {
  it('put each block in sight in exactly one pixel, and leave no pixel empty', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (cells, pixels, a, b) => {
          const [from, to] = [Math.min(a, b) * cells, Math.max(a, b) * cells];
          const r = ruler(from, to, cells, pixels);
          if (r.count === 0) return;
          const level = levelFor((r.to - r.from) / r.count, 12);
          const e = edges(r, cells, level);
          expect(e[0]).toBe(Math.floor((r.from + 1e-6) / 2 ** level));
          for (let i = 0; i < r.count; i++) expect(e[i + 1]).toBeGreaterThan(e[i] ?? Infinity);
          expect((e[r.count] ?? 0) * 2 ** level).toBeGreaterThanOrEqual(r.to - 1e-5);
        },
      ),
    );
  });

  it('show whole cells where cells are larger than pixels', () => {
    expect(ruler(1.5, 4.2, 10, 300)).toEqual({ from: 1, to: 5, count: 4 });
    expect(ruler(-3, 4, 10, 300)).toEqual({ from: 0, to: 4, count: 4 });
    expect(ruler(20, 30, 10, 300).count).toBe(0);
  });

  it('name the cells under a place', () => {
    const grid = gridOf({ x0: 0, x1: 64, y0: 0, y1: 64 }, 64, 64, 16, 16);
    expect(grid.level).toBe(2);
    expect(cellsAt(grid, 64, 64, 5.5, 63.9)).toEqual({ row0: 60, row1: 64, column0: 4, column1: 8 });
    expect(cellsAt(grid, 64, 64, -1, 3)).toBeNull();
  });
});

describe('paint', () => {
  const noise = Array.from({ length: 90 }, (_, r) =>
    Array.from({ length: 70 }, (_, c) => ((r * 131 + c * 71) % 997) + ((r + c) % 11 === 0 ? NaN : 0)),
  );
  const cells = cellsFrom(noise);

  it.each<[string, Aggregate, (list: number[]) => number]>([
    ['max', 'max', (list) => Math.max(...list)],
    ['min', 'min', (list) => Math.min(...list)],
    ['mean', 'mean', (list) => list.reduce((a, b) => a + b, 0) / list.length],
    ['share below', { below: 400 }, (list) => list.filter((v) => v < 400).length / list.length],
  ])('shows in each pixel the %s of its cells, at every level', (_, aggregate, direct) => {
    const scale: ColourScale = typeof aggregate === 'object' ? { kind: 'linear', limits: [0, 1] } : linear;
    for (const [w, h] of [
      [70, 90],
      [33, 45],
      [17, 22],
      [5, 6],
      [1, 1],
    ] as const) {
      const { at, grid, width, height } = colours(cells, all(cells), w, h, aggregate, scale);
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          const place = (r: typeof grid.x, i: number) => r.from + ((i + 0.5) * (r.to - r.from)) / r.count;
          const box = cellsAt(grid, 90, 70, place(grid.x, x), place(grid.y, y));
          if (!box) throw new Error('no cells');
          const own = noise
            .slice(box.row0, box.row1)
            .flatMap((row) => row.slice(box.column0, box.column1))
            .filter((v) => !Number.isNaN(v));
          const t = own.length > 0 ? direct(own) / (scale.limits[1] - scale.limits[0]) : null;
          const shown = at[y * width + x] ?? 0;
          if (t === null) expect(shown).toBe(0);
          else expect(Math.abs(shown - 1 - t * 1000)).toBeLessThanOrEqual(0.51);
        }
    }
  });

  it('shows of differences the one farthest from 0, whichever its sign, at every level', () => {
    const changes = Array.from({ length: 64 }, (_, r) =>
      Array.from({ length: 64 }, (_, c) => (r === 5 && c === 9 ? -800 : r === 50 && c === 40 ? 700 : 100)),
    );
    const of = cellsFrom(changes);
    const scale: ColourScale = { kind: 'linear', limits: [-1000, 1000] };
    for (const side of [64, 32, 8, 2]) {
      const { at } = colours(of, all(of), side, side, 'size', scale);
      const shown = (row: number, column: number) =>
        ((at[Math.floor((row * side) / 64) * side + Math.floor((column * side) / 64)] ?? 0) - 1) * 2 - 1000;
      expect(shown(5, 9), String(side)).toBeCloseTo(-800, 0);
      expect(shown(50, 40), String(side)).toBeCloseTo(700, 0);
      expect(shown(5, 60), String(side)).toBeCloseTo(100, 0);
    }
  });

  it('never hides the one fast pair among a million, wherever it is', () => {
    const size = 1024;
    for (const [r, c] of [
      [0, 0],
      [511, 512],
      [1023, 1023],
      [777, 3],
    ] as const) {
      const rows = Array.from({ length: size }, () => new Float32Array(size));
      const row = rows[r];
      if (row) row[c] = 1000;
      const spiked = cellsFrom(rows.map((list) => Array.from(list)));
      const { at } = colours(spiked, all(spiked), 150, 150, 'max');
      expect(at.filter((v) => v === 1001)).toHaveLength(1);
    }
  });

  it('says whether any pixel has no cell with a value, in sight and at the size that is drawn', () => {
    const part = (x0: number, x1: number): CellRange => ({ x0, x1, y0: 0, y1: 1 });
    // Cells 0, 11, 22 … of the first row are missing.
    expect(colours(cells, part(0, 3), 30, 10, 'max').gaps).toBe(true);
    expect(colours(cells, part(1, 4), 30, 10, 'max').gaps).toBe(false);
    for (const [w, h] of [
      [70, 90],
      [33, 45],
      [5, 6],
    ] as const) {
      const { at, gaps } = colours(cells, all(cells), w, h, 'max');
      expect(gaps).toBe(at.includes(0));
      expect(gaps).toBe(w === 70);
    }
  });

  it('tells missing, zero and apart from each other', () => {
    const one = new ApartCells(cellsFrom([[NaN, 0, 3, 10]]), Int32Array.of(7), Int32Array.of(1, 2, 7, 3));
    const scale: ColourScale = { kind: 'log', limits: [1, 100] };
    expect([...colours(one, all(one), 4, 1, 'max', scale).at]).toEqual([0, ZERO, APART_COLOUR, 501]);
    expect([...colours(one, all(one), 4, 1, 'max').at]).toEqual([0, 1, APART_COLOUR, 11]);
  });

  it('holds the ends of the scale', () => {
    const one = cellsFrom([[-5, 2000]]);
    expect([...colours(one, all(one), 2, 1, 'max').at]).toEqual([1, 1001]);
  });

  it('gives a picture of cells where they are larger than pixels, and none outside the matrix', () => {
    const { width, height } = colours(cells, { x0: 10.5, x1: 14, y0: 0, y1: 3 }, 400, 400, 'max');
    expect([width, height]).toEqual([4, 3]);
    expect(colours(cells, { x0: 100, x1: 140, y0: 0, y1: 3 }, 400, 400, 'max').pixels).toHaveLength(0);
  });
});
