import { describe, expect, it } from 'vitest';
import { makeX, makeY } from './scales';
import { logTicks, ratioAxis } from './ticks';
import type { XAxis, YAxis } from './types';

const sizes = Array.from({ length: 21 }, (_, i) => 2 ** i);
const bytes: XAxis = { label: 'message size', kind: 'log2', format: (v) => `${v} B` };
const plain = (kind: YAxis['kind']): YAxis => ({ label: 'y', kind, format: String });

describe('log2 axis', () => {
  it('shows the values themselves when they fit, else powers of 4, then every 16th', () => {
    expect(makeX(bytes, [2, 3, 6, 12], null, 0, 400).ticks).toEqual([2, 3, 6, 12]);
    expect(makeX(bytes, sizes, null, 0, 1000).ticks.slice(0, 5)).toEqual([1, 4, 16, 64, 256]);
    expect(makeX(bytes, sizes, null, 0, 450).ticks.slice(0, 3)).toEqual([1, 16, 256]);
  });

  it('gives 0 its own place left of 1, behind a break', () => {
    const scale = makeX(bytes, [0, ...sizes], null, 0, 500);
    expect(scale.ticks[0]).toBe(0);
    expect(scale.breakAt).toBeGreaterThan(scale.at(0));
    expect(scale.breakAt).toBeLessThan(scale.at(1));
    expect(scale.invert(scale.at(0))).toBe(0);
    expect(scale.invert(scale.at(1024))).toBeCloseTo(1024);
  });

  it('has no break without a 0, nor when the zoom leaves it out', () => {
    expect(makeX(bytes, sizes, null, 0, 500).breakAt).toBeNull();
    const zoomed = makeX(bytes, [0, ...sizes], [16, 256], 0, 500);
    expect(zoomed.breakAt).toBeNull();
    expect(zoomed.values).toEqual([16, 32, 64, 128, 256]);
    expect([zoomed.at(16), zoomed.at(256)]).toEqual([0, 500]);
    expect(zoomed.shows(8)).toBe(false);
  });

  it('places a single value in the middle and nothing at all without a failure', () => {
    expect(makeX(bytes, [64], null, 0, 100).at(64)).toBeCloseTo(50);
    expect(makeX(bytes, [0], null, 0, 100).at(0)).toBeLessThan(50);
    expect(makeX(bytes, [], null, 0, 100).ticks).toEqual([]);
  });
});

describe('other horizontal axes', () => {
  it('gives ordinal values equal steps', () => {
    const scale = makeX({ ...bytes, kind: 'ordinal' }, [5, 100, 7], null, 0, 300);
    expect([5, 7, 100].map(scale.at)).toEqual([50, 150, 250]);
    expect([10, 160, 299].map(scale.invert)).toEqual([5, 7, 100]);
  });

  it('ticks time in UTC', () => {
    const axis: XAxis = {
      label: 'date',
      kind: 'time',
      format: (v) => new Date(v).toISOString().slice(0, 10),
    };
    const scale = makeX(axis, [Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31)], null, 0, 600);
    expect(scale.ticks).toContain(Date.UTC(2026, 6, 1));
  });
});

describe('vertical axes', () => {
  it('always holds 1 on a ratio axis and doubles from tick to tick', () => {
    const scale = makeY(plain('ratio'), [0.3, 0.9], 0, 100);
    expect(scale.ticks).toEqual([0.25, 0.5, 1]);
    expect(scale.at(1)).toBeCloseTo(0);
    expect(scale.shows(0)).toBe(false);
  });

  it('takes round steps when the ratios lie close together', () => {
    const { domain, ticks } = ratioAxis([0.97, 1.04]);
    expect(domain[0]).toBeLessThan(0.97);
    expect(domain[1]).toBeGreaterThan(1.04);
    expect(ticks).toContain(1);
    expect(ticks.length).toBeGreaterThan(3);
  });

  it('starts a linear axis at 0', () => {
    expect(makeY(plain('linear'), [7, 9], 0, 200).domain[0]).toBe(0);
    expect(makeY(plain('linear'), [], 0, 200).at(0)).toBe(200);
  });

  it('ticks a log axis by 1, 2, 5, by decades when long, by round steps when short', () => {
    expect(logTicks([1e-6, 1e-4], 10)).toEqual([1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4]);
    expect(logTicks([1, 1e6], 4)).toEqual([1, 100, 10_000, 1_000_000]);
    expect(logTicks([19, 21], 4).length).toBeGreaterThan(2);
    expect(logTicks([22, 300], 5)).toEqual([50, 100, 200]);
  });

  it('has room for a value that stands alone', () => {
    const scale = makeY(plain('log'), [5, 5], 0, 100);
    expect(scale.at(5)).toBeCloseTo(50);
  });
});
