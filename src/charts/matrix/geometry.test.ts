import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleBoundaries } from './draw';
import { marginalDomain, outlines, stripRanges } from './strips';
import { cellX, layout, moved, pixelX, ticksBetween, withCell, wholeView, zoomed } from './geometry';
import { limitsOf, paintedPalette } from './palette';
import type { MatrixScale } from './types';
import { cellsFrom, pyramidOf } from '../../matrix/testing';

const plot = { x: 50, y: 60, width: 400, height: 400 };

describe('the view', () => {
  it('stays within the matrix and keeps the place under the pointer, whatever the zoom', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ min: 0.2, max: 4, noNaN: true }),
            fc.double({ min: 0, max: 1, noNaN: true }),
            fc.double({ min: -3000, max: 3000, noNaN: true }),
          ),
          { maxLength: 20 },
        ),
        (acts) => {
          let view = wholeView(8008, 8008);
          for (const [factor, place, by] of acts) {
            const x = view.x0 + place * (view.x1 - view.x0);
            view = moved(zoomed(view, 8008, 8008, plot, factor, x, x), 8008, 8008, by, -by);
            expect(view.x0).toBeGreaterThanOrEqual(0);
            expect(view.x1).toBeLessThanOrEqual(8008 + 1e-6);
            expect(view.x1 - view.x0).toBeGreaterThanOrEqual(400 / 64 - 1e-6);
          }
        },
      ),
    );
    const near = zoomed(wholeView(1000, 1000), 1000, 1000, plot, 0.5, 300, 700);
    expect(pixelX(near, plot, 300)).toBeCloseTo(pixelX(wholeView(1000, 1000), plot, 300));
    expect(cellX(near, plot, pixelX(near, plot, 333))).toBeCloseTo(333);
  });

  it('shows cells of up to 64 pixels, at least one cell, at most all', () => {
    const span = (cells: number, factor: number, width: number) => {
      const { x0, x1, y0, y1 } = zoomed(
        wholeView(cells, cells),
        cells,
        cells,
        { ...plot, width },
        factor,
        0,
        cells,
      );
      return [x1 - x0, y1 - y0];
    };
    expect(span(1000, 1e-9, 640)).toEqual([10, 6.25]);
    expect(span(1000, 1e-9, 32)).toEqual([1, 6.25]);
    expect(span(5, 1e-9, 640)).toEqual([5, 5]);
    expect(span(1000, 0.011, 640)[0]).toBeCloseTo(11, 9);
    expect(span(1000, 3, 640)).toEqual([1000, 1000]);
    // From a corner it grows to the other side.
    const corner = { x0: 990, x1: 1000, y0: 0, y1: 10 };
    expect(zoomed(corner, 1000, 1000, plot, 2, 995, 5)).toEqual({ x0: 980, x1: 1000, y0: 0, y1: 20 });
  });

  it('moves as little as shows a cell', () => {
    const view = { x0: 10, x1: 20, y0: 10, y1: 20 };
    expect(withCell(view, 100, 100, 15, 15)).toEqual(view);
    expect(withCell(view, 100, 100, 25, 8)).toEqual({ x0: 8, x1: 18, y0: 16, y1: 26 });
  });
});

describe('layout', () => {
  it('has square cells for square matrices, and fills the width for flat ones', () => {
    const square = layout(1000, 64, 64, 40, 560).plot;
    expect([square.width, square.height]).toEqual([560, 560]);
    const narrow = layout(500, 64, 64, 40, 560).plot;
    expect(narrow.width).toBe(narrow.height);
    const flat = layout(1000, 30, 8008, 40, 560).plot;
    expect(flat.width).toBeGreaterThan(700);
    expect(flat.height).toBeGreaterThanOrEqual(120);
  });

  it('thins names out to 1, 2, 5, 10 … and names only what is in sight', () => {
    expect(ticksBetween(0, 8, 400, 40)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(ticksBetween(0, 64, 400, 40)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(ticksBetween(100, 108, 400, 60)).toEqual([100, 102, 104, 106]);
    expect(ticksBetween(0, 8008, 400, 60).length).toBeLessThan(8);
  });

  it('leaves out boundaries that are too dense, the weak ones first', () => {
    const axis = {
      label: '',
      count: 400,
      name: String,
      boundaries: Array.from({ length: 99 }, (_, i) => ({ at: (i + 1) * 4, strong: (i + 1) % 4 === 0 })),
    };
    expect(visibleBoundaries(axis, 0, 400, 1000)).toHaveLength(99);
    expect(visibleBoundaries(axis, 0, 400, 300)).toHaveLength(24);
    expect(visibleBoundaries(axis, 0, 400, 50)).toHaveLength(0);
    expect(visibleBoundaries(axis, 0, 40, 400)).toHaveLength(9);
  });
});

describe('colours', () => {
  const scale = (part: Partial<MatrixScale>): MatrixScale => ({
    kind: 'linear',
    palette: 'cividis',
    limits: { quantiles: [0, 1] },
    ...part,
  });

  it('take the limits given or found', () => {
    expect(limitsOf(scale({ limits: [2, 8] }), null)).toEqual([2, 8]);
    expect(limitsOf(scale({}), [3, 9])).toEqual([3, 9]);
    expect(limitsOf(scale({}), null)).toBeNull();
    expect(limitsOf(scale({}), [NaN, NaN])).toBeNull();
    expect(limitsOf(scale({}), [5, 5])).toEqual([2.5, 7.5]);
    expect(limitsOf(scale({ kind: 'log', limits: [0, 8] }), null)).toBeNull();
  });

  it('reach equally far to both sides of no change', () => {
    expect(limitsOf(scale({ palette: 'diverging' }), [-2, 5])).toEqual([-5, 5]);
    expect(limitsOf(scale({ palette: 'diverging' }), [0, 0])).toEqual([-1, 1]);
    expect(limitsOf(scale({ palette: 'diverging', kind: 'log' }), [0.25, 2])).toEqual([0.25, 4]);
  });

  it('are opaque and in the order of bytes that a picture has', () => {
    const { ramp, zero } = paintedPalette('cividis', { zero: '#010203', apart: '#ffffff', panel: '#ffffff' });
    expect(ramp).toHaveLength(256);
    expect([...new Uint8Array(Uint32Array.of(zero).buffer)]).toEqual([1, 2, 3, 255]);
  });
});

describe('strips', () => {
  it('are bars that are drawn round at once, apart where one is missing', () => {
    const [from, to] = [Float64Array.of(0, 1, 0, 2), Float64Array.of(3, 4, NaN, 5)];
    const drawn: string[] = [];
    outlines(from, to, (p, v, first) => drawn.push(`${first ? 'from ' : ''}${p} ${v}`));
    expect(drawn.join(', ')).toBe('from 0 3, 1 3, 1 4, 2 4, 2 1, 1 1, 1 0, 0 0, from 3 5, 4 5, 4 2, 3 2');
  });

  const { rowSums, columnSums } = pyramidOf(
    cellsFrom([
      [1, 3],
      [NaN, NaN],
      [10, 20],
      [4, 4],
    ]),
  );

  it('show the least and the largest statistic of the rows of a pixel', () => {
    const { low, high } = stripRanges(rowSums, 'mean', 0, 4, 2);
    expect([[...low], [...high]]).toEqual([
      [2, 4],
      [2, 15],
    ]);
    expect([...stripRanges(rowSums, 'sum', 0, 4, 4).high]).toEqual([4, NaN, 30, 8]);
  });

  it('start at 0, and of ratios hold at least ±1 %', () => {
    expect(marginalDomain({ rows: rowSums, columns: columnSums }, 'sum', false)).toEqual([0, 30]);
    const high = pyramidOf(cellsFrom([[100, 101]]));
    const sides = { rows: high.rowSums, columns: high.columnSums };
    expect(marginalDomain(sides, 'max', false)).toEqual([0, 101]);
    const even = pyramidOf(cellsFrom([[1.0001, 0.9999]]));
    expect(marginalDomain({ rows: even.rowSums, columns: even.columnSums }, 'max', true)).toEqual([
      0.99, 1.01,
    ]);
  });
});
