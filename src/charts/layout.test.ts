import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitText, flagRows, flow, spread, stack, textWidth } from './layout';

describe('spread', () => {
  it('leaves labels alone that do not touch', () => {
    expect(spread([10, 50, 100], 15, 0, 200)).toEqual([10, 50, 100]);
  });

  it('moves touching labels apart around their middle', () => {
    expect(spread([50, 50], 10, 0, 100)).toEqual([45, 55]);
    expect(spread([52, 50, 48], 10, 0, 100)).toEqual([60, 50, 40]);
  });

  it('keeps labels inside and shrinks the gap when they cannot all fit', () => {
    expect(spread([0, 0], 10, 0, 100)).toEqual([0, 10]);
    expect(spread([99, 100], 10, 0, 100)).toEqual([90, 100]);
    expect(spread([5, 5, 5], 100, 0, 20)).toEqual([0, 10, 20]);
  });

  it('holds its gap, its bounds and the order of labels, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -50, max: 350, noNaN: true }), { maxLength: 20 }), (wishes) => {
        const placed = spread(wishes, 15, 0, 300);
        const pairs = wishes.map((wish, i) => ({ wish, at: placed[i] ?? NaN })).sort((a, b) => a.at - b.at);
        pairs.forEach((p, i) => {
          expect(p.at).toBeGreaterThanOrEqual(-1e-6);
          expect(p.at).toBeLessThanOrEqual(300 + 1e-6);
          const next = pairs[i + 1];
          if (!next) return;
          expect(next.at - p.at).toBeGreaterThanOrEqual(15 - 1e-6);
          expect(next.wish).toBeGreaterThanOrEqual(p.wish);
        });
      }),
    );
  });
});

describe('text', () => {
  it('cuts what does not fit, and only that', () => {
    expect(fitText('short', 100, 12)).toBe('short');
    const cut = fitText('a very long label that does not fit', 100, 12);
    expect(cut).toMatch(/…$/);
    expect(textWidth(cut, 12)).toBeLessThanOrEqual(100);
  });

  it('never ends in nothing', () => {
    expect(fitText('wide', 1, 12)).toBe('w…');
  });
});

describe('labels of lines', () => {
  const flags = (...at: number[]) => at.map((x) => ({ at: x, left: x, width: 30 }));

  it('stand higher to the left, so that no line of another crosses them', () => {
    expect(flagRows(flags(0, 20, 40, 100), 9)).toEqual([2, 1, 0, 0]);
    expect(flagRows(flags(0, 50, 100), 3)).toEqual([0, 0, 0]);
  });

  it('are left out where no row is free, and bind no other then', () => {
    expect(flagRows(flags(0, 10, 20, 25), 3)).toEqual([null, 2, 1, 0]);
    expect(flagRows(flags(0, 20, 40), 1)).toEqual([0, null, 0]);
    // The last one is moved left at the edge of the picture, over the line before it.
    expect(flagRows([...flags(80), { at: 95, left: 70, width: 30 }], 3)).toEqual([null, 0]);
  });
});

describe('flow and stack', () => {
  it('starts a new row where the next item does not fit', () => {
    expect(flow([40, 40, 40], 100, 10)).toEqual([
      { x: 0, row: 0 },
      { x: 50, row: 0 },
      { x: 0, row: 1 },
    ]);
  });

  it('puts a label on the first free row', () => {
    const labels = [
      { left: 0, width: 50 },
      { left: 20, width: 50 },
      { left: 60, width: 10 },
    ];
    expect(stack(labels)).toEqual([0, 1, 0]);
  });
});
