import { describe, expect, it } from 'vitest';
import { doubtOf } from './doubt';
import { drawing, mixed, repeats } from './doubtTrials';

/** Latencies of a run at some sizes, times a factor; `wave` makes runs differ by up to 3 %. */
const curve = (factor: number, sizes = 12, wave = 0) =>
  Array.from({ length: sizes }, (_, i) => 1e-6 * 2 ** (i / 2) * factor * (1 + 0.03 * Math.sin(7 * i + wave)));

const from = (place: number, factor: number) => (value: number, i: number) =>
  i >= place ? value * factor : value;

describe('doubtOf', () => {
  it('finds nothing against runs that agree', () => {
    expect(doubtOf([curve(1), curve(1, 12, 1), curve(1, 12, 2)])).toBeNull();
    expect(doubtOf([curve(1), curve(1.4, 12, 1)])).toBeNull();
    expect(doubtOf([])).toBeNull();
    expect(doubtOf([curve(1)])).toBeNull();
  });

  it('says how far apart two experiments are, at which sizes, and which runs belong together', () => {
    const doubt = doubtOf([curve(100, 12, 1), curve(1), curve(100, 12, 2), curve(1, 12, 3)]);
    expect(doubt?.clusters).toEqual([
      [1, 3],
      [0, 2],
    ]);
    expect(doubt?.sizes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(doubt?.factor).toBeGreaterThan(95);
    expect(doubt?.factor).toBeLessThan(107);
  });

  it('finds what differs at large sizes alone', () => {
    const doubt = doubtOf([curve(1), curve(1, 12, 1), curve(1, 12, 2).map(from(7, 3))]);
    expect(doubt?.sizes).toEqual([7, 8, 9, 10, 11]);
    expect(doubt?.clusters).toEqual([[0, 1], [2]]);
  });

  it('tells more than two experiments apart', () => {
    const doubt = doubtOf([
      curve(1),
      curve(30),
      curve(5),
      curve(1, 12, 1),
      curve(5, 12, 1),
      curve(30, 12, 1),
    ]);
    expect(doubt?.clusters).toEqual([
      [0, 3],
      [2, 4],
      [1, 5],
    ]);
  });

  it('names the one run of three that is off everywhere', () => {
    expect(doubtOf([curve(1), curve(2.5, 12, 1), curve(1, 12, 2)])?.clusters).toEqual([[0, 2], [1]]);
  });

  it('allows two modes of one experiment, 1.3 and 1.5 times apart, however little noise there is', () => {
    for (const factor of [1.3, 1.5])
      expect(
        doubtOf([curve(1), curve(factor), curve(1, 12, 1), curve(factor, 12, 1), curve(1, 12, 2)]),
      ).toBeNull();
  });

  it('allows single outliers, also at neighbouring sizes where they are of different runs', () => {
    const runs = [curve(1), curve(1, 12, 1), curve(1, 12, 2), curve(1, 12, 3)].map((run, k) =>
      run.map((value, i) => (i % 4 === k ? value * 6 : value)),
    );
    expect(doubtOf(runs)).toBeNull();
  });

  it('allows large noise that is the same for all runs and sizes', () => {
    const draw = drawing(5);
    let doubted = 0;
    for (let i = 0; i < 30; i++)
      if (doubtOf(repeats({ runs: 6, sizes: 16, noise: 0.6 }, 'noise', draw))) doubted++;
    expect(doubted).toBeLessThanOrEqual(2);
  });

  it('allows a warm-up, and doubts runs that get three times longer from first to last', () => {
    const drift = (all: number) => Array.from({ length: 6 }, (_, k) => curve(all ** (k / 5), 12, k));
    expect(doubtOf(drift(1.5))).toBeNull();
    expect(doubtOf(drift(3))).not.toBeNull();
  });

  it('doubts single figures that no outlier explains, and not those that one does', () => {
    expect(doubtOf([[1], [9]])).toBeNull();
    expect(doubtOf([[1], [20]])?.clusters).toEqual([[0], [1]]);
    expect(doubtOf([[10], [1], [10.2], [1.02], [9.9], [0.99]])?.clusters).toEqual([
      [1, 3, 5],
      [0, 2, 4],
    ]);
    expect(doubtOf([[1], [1.1], [4], [0.95], [1.02]])).toBeNull();
  });

  it('takes runs that lack sizes, and numbers that are none, as they are', () => {
    const part = curve(50).map((value, i) => (i < 6 ? value : Number.NaN));
    expect(doubtOf([curve(1), curve(1, 12, 1), part])?.sizes).toEqual([0, 1, 2, 3, 4, 5]);
    const apart = [curve(1).slice(0, 6), Array<number>(6).fill(Number.NaN).concat(curve(9).slice(6))];
    expect(doubtOf(apart)).toBeNull();
    expect(
      doubtOf([
        [0, 0, 0],
        [1, 1, 1],
        [-1, 2, Infinity],
      ]),
    ).toBeNull();
  });

  it('is quick for many runs and sizes', () => {
    const began = performance.now();
    doubtOf(
      mixed({ runs: 2000, sizes: 30, noise: 0.1 }, { slow: 700, factor: 3, from: 0 }, 'noise', drawing(1)),
    );
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('doubts few true repeats and most of what was mixed', () => {
    const draw = drawing(11);
    let [doubted, found] = [0, 0];
    for (let i = 0; i < 150; i++) {
      const shape = { runs: draw.whole(2, 10), sizes: draw.whole(3, 24), noise: draw.between(0.01, 0.2) };
      const kind = i % 2 === 0 ? 'outliers' : 'two modes';
      if (doubtOf(repeats(shape, kind, draw))) doubted++;
      const slow = draw.whole(1, shape.runs - 1);
      if (doubtOf(mixed(shape, { slow, factor: draw.between(2, 6), from: 0 }, 'noise', draw))) found++;
    }
    expect(doubted).toBeLessThanOrEqual(5);
    expect(found).toBeGreaterThanOrEqual(145);
  });

  it('are in doubt where their distance grows or falls with the size, even past each other', () => {
    const curve = Array.from({ length: 10 }, (_, size) => 1e-5 * 2 ** size);
    const factors = [6.6, 6.9, 6.3, 4, 3, 9, 3, 0.96, 0.27, 0.06];
    const doubt = doubtOf([curve, curve.map((value, size) => value * (factors[size] ?? 1))]);
    expect(doubt?.sizes).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(doubt?.clusters).toEqual([[0], [1]]);
  });
});
