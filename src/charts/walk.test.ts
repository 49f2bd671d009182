import { describe, expect, it } from 'vitest';
import { nearestX, walk, zoomAround, type IsDrawn, type Mark } from './walk';
import type { Series } from './types';

const line = (id: string, ys: (number | null)[]): Series => ({
  id,
  label: id,
  color: 'black',
  dash: '',
  points: ys.map((y, x) => ({ id: `${id}${x}`, x, y })),
});
const lines = [line('low', [1, 2, 3]), line('high', [7, null, 9]), line('mid', [4, 5, 6])];
const drawn = ((p) => p.y !== null) as IsDrawn;
const go = (from: Mark | null, ...keys: string[]) =>
  keys.reduce<Mark | null>((mark, key) => walk(lines, mark, key, drawn, (x) => x), from);
const id = (mark: Mark | null) => mark?.point.id;

describe('walk', () => {
  it('starts at the first mark', () => {
    expect(id(go(null, 'ArrowRight'))).toBe('low0');
    expect(walk([line('a', [null])], null, 'ArrowRight', drawn, (x) => x)).toBeNull();
  });

  it('goes along a line and stays at its ends', () => {
    expect(id(go(null, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight'))).toBe('low2');
    expect(id(go(null, 'Home', 'ArrowLeft'))).toBe('low0');
    expect(id(go(null, 'Home', 'End'))).toBe('low2');
  });

  it('goes up and down by height, not by the order of the lines', () => {
    expect(id(go(null, 'Home', 'ArrowUp'))).toBe('mid0');
    expect(id(go(null, 'Home', 'ArrowUp', 'ArrowUp'))).toBe('high0');
    expect(id(go(null, 'Home', 'ArrowUp', 'ArrowUp', 'ArrowUp'))).toBe('high0');
    expect(id(go(null, 'Home', 'ArrowDown'))).toBe('low0');
  });

  it('passes over a missing value', () => {
    expect(id(go(null, 'Home', 'ArrowUp', 'ArrowUp', 'ArrowRight'))).toBe('high2');
  });

  it('zooms around a value by half, by double, and to all', () => {
    const all = [1, 2, 4, 8, 16, 32, 64, 128];
    expect(zoomAround(all, all, 16, 0.5)).toEqual([4, 32]);
    expect(zoomAround(all, all, 1, 0.5)).toEqual([1, 8]);
    expect(zoomAround(all, [64, 128], 128, 0.5)).toEqual([64, 128]);
    expect(zoomAround(all, [1, 2, 4, 8], 4, 2)).toBeNull();
  });

  it('never zooms to fewer than two values, and stays within them', () => {
    const all = [1, 2, 4, 8, 16];
    expect(zoomAround(all, [4, 8], 4, 0.5)).toEqual([2, 4]);
    expect(zoomAround(all, [4, 8], 1, 0.5)).toEqual([1, 2]);
    expect(zoomAround(all, [1, 2], 16, 0.5)).toEqual([8, 16]);
    expect(zoomAround(all, [2, 4, 8], 4, 0.5)).toEqual([2, 4]);
    // Four of five are a zoom, five are none.
    expect(zoomAround(all, [4, 8], 16, 2)).toEqual([2, 16]);
    expect(zoomAround(all, all.slice(1), 4, 1.25)).toBeNull();
    expect(zoomAround([1], [1], 1, 2)).toBeNull();
    expect(zoomAround([], [], 1, 2)).toBeNull();
  });

  it('finds the nearest x', () => {
    expect(nearestX([1, 4, 16], Math.log2, 2.9)).toBe(4);
    expect(nearestX([], (x) => x, 5)).toBeNull();
  });
});
