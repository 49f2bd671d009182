import { lab, rgb } from 'd3';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SERIES_COUNT, contrast, inkOn, loadScale, ratioColour, seriesStyle } from './colours';

const css = readFileSync(new URL('../app/theme.css', import.meta.url), 'utf8');

/** The value of a custom property of the theme, light or dark. */
function property(name: string, theme: 'light' | 'dark'): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css);
  const value = found?.[theme === 'light' ? 1 : 2];
  if (!value) throw new Error(`The theme has no --${name}.`);
  return value;
}

const series = Array.from({ length: SERIES_COUNT }, (_, i) => `series-${i + 1}`);

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const at = (name: string) => property(name, theme);

  it.each(['page', 'panel', 'raised', 'chip', 'hover', 'selected', 'worse'])(
    'has text of at least 4.5:1 on %s',
    (surface) => {
      for (const ink of ['ink', 'muted'])
        expect(contrast(at(ink), at(surface)), ink).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['panel', 'worse'])('has lines, and labels in their colour, of at least 4.5:1 on %s', (surface) => {
    for (const mark of ['a', 'b', ...series])
      expect(contrast(at(mark), at(surface)), mark).toBeGreaterThanOrEqual(4.5);
  });

  it('has loads that stand out from the panel the more, the higher they are', () => {
    const scale = loadScale(at('panel'));
    const seen = Array.from({ length: 33 }, (_, i) => contrast(scale(i / 32), at('panel')));
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen[0]).toBeGreaterThanOrEqual(2);
    expect(seen[12]).toBeGreaterThanOrEqual(3);
    expect(seen[32]).toBeGreaterThanOrEqual(7);
  });

  it('has warnings of 4.5:1, and controls, focus and the line at 1× of 3:1', () => {
    for (const ink of ['warning', 'problem'])
      for (const surface of ['page', 'panel', 'chip'])
        expect(contrast(at(ink), at(surface)), ink).toBeGreaterThanOrEqual(4.5);
    expect(contrast(at('on-accent'), at('b'))).toBeGreaterThanOrEqual(4.5);
    for (const mark of ['control', 'focus', 'unity'])
      for (const surface of ['page', 'panel'])
        expect(contrast(at(mark), at(surface)), mark).toBeGreaterThanOrEqual(3);
  });
});

describe('series', () => {
  it('differ in dash, so that they are told apart without colour', () => {
    const dashes = Array.from({ length: SERIES_COUNT }, (_, i) => seriesStyle(i).dash);
    expect(new Set(dashes).size).toBe(SERIES_COUNT);
    expect(seriesStyle(SERIES_COUNT)).toEqual(seriesStyle(0));
  });
});

describe('colour scales', () => {
  it('is near white at 1×, orange below, blue above, the same distance from white for a ratio and its inverse', () => {
    const white = lab(ratioColour(1, 2));
    expect(white.l).toBeGreaterThan(95);
    const [less, more] = [rgb(ratioColour(0.25, 2)), rgb(ratioColour(4, 2))];
    expect(less.r).toBeGreaterThan(less.b);
    expect(more.b).toBeGreaterThan(more.r);
    expect(Math.abs(lab(ratioColour(0.5, 2)).l - lab(ratioColour(2, 2)).l)).toBeLessThan(8);
  });

  it('holds its ends', () => {
    expect(ratioColour(1000, 2)).toBe(ratioColour(4, 2));
  });

  it('has readable ink on every cell', () => {
    for (let t = -2; t <= 2; t += 0.05) {
      const cell = ratioColour(2 ** t, 2);
      expect(contrast(cell, inkOn(cell)), cell).toBeGreaterThanOrEqual(4.5);
    }
  });
});
