import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPhase, emptyGrid, phaseOf, placeRow, type MatrixLayout } from './grid';

const SHIFTS: MatrixLayout = { layout: 'shift', ranks: 6, schedule: 'half forward' };

describe('a grid of pairs', () => {
  it('takes rows of senders, of receivers and of shifts', () => {
    const bySender = emptyGrid({ layout: 'source', ranks: 2, schedule: null });
    placeRow(bySender, { layout: 'source', ranks: 2, schedule: null }, 1, [3, 4]);
    expect([...bySender.values]).toEqual([Number.NaN, Number.NaN, 3, 4]);

    const receivers: MatrixLayout = { layout: 'destination', ranks: 2, schedule: null };
    const byReceiver = emptyGrid(receivers);
    placeRow(byReceiver, receivers, 1, [3, 4]);
    expect([...byReceiver.values]).toEqual([Number.NaN, 3, Number.NaN, 4]);

    const rotate = emptyGrid(SHIFTS);
    placeRow(rotate, SHIFTS, 1, [4, 5, 6]);
    // Sender 0 reaches receiver 3 + 1, sender 1 receiver 3 + 2, sender 2 receiver 3.
    expect(rotate).toMatchObject({ senders: 3, receivers: 3, firstReceiver: 3 });
    expect([...rotate.values]).toEqual([
      ...[Number.NaN, 4, Number.NaN],
      ...[Number.NaN, Number.NaN, 5],
      ...[6, Number.NaN, Number.NaN],
    ]);
  });

  it('leaves what lies beyond it out', () => {
    const grid = emptyGrid(SHIFTS);
    placeRow(grid, SHIFTS, 0, [1, 2, 3, 4]);
    placeRow(grid, { layout: 'source', ranks: 6, schedule: null }, 9, [1]);
    expect([...grid.values].filter((value) => !Number.isNaN(value))).toEqual([1, 2, 3]);
  });

  it('gives back the shifts of a rotate test as they were printed, whatever the direction', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('half forward' as const, 'half backward' as const),
        (half, schedule) => {
          const layout: MatrixLayout = { layout: 'shift', ranks: 2 * half, schedule };
          const grid = emptyGrid(layout);
          const printed = Array.from({ length: half }, (_, s) =>
            Array.from({ length: half }, (_, i) => s * half + i),
          );
          printed.forEach((row, s) => placeRow(grid, layout, s, row));
          expect([...(byPhase(grid, schedule)?.values ?? [])]).toEqual(printed.flat());
        },
      ),
    );
  });

  it('has one pair per sender in each phase of an all-pairs shift', () => {
    const grid = emptyGrid({ layout: 'source', ranks: 5, schedule: 'shift' });
    expect(phaseOf(grid, 'shift', 4, 1)).toBe(2);
    for (let phase = 0; phase < 5; phase++) {
      const receivers = new Set<number>();
      for (let s = 0; s < 5; s++)
        for (let r = 0; r < 5; r++) if (phaseOf(grid, 'shift', s, r) === phase) receivers.add(r);
      expect(receivers.size).toBe(5);
    }
    expect(phaseOf(grid, null, 0, 1)).toBeNull();
    expect(byPhase(grid, null)).toBeNull();
  });
});
