import { describe, expect, it } from 'vitest';
import { LINE_RATE } from '../../store/tables';
import { hostLimitOf, noClasses, peakOf, statedRate } from './peak';

const run = (conditions: Record<string, string>) => ({
  id: 'r',
  conditions: Object.fromEntries(
    Object.entries(conditions).map(([key, value]) => [key, { value, origin: 'content' as const }]),
  ),
});
const set = { runs: ['r'] };

describe('the peak of a link', () => {
  it('is what is typed, else what is stated, else what the values say', () => {
    expect(peakOf(968, 1000, 900)).toEqual({ value: 968, from: 'typed' });
    expect(peakOf(null, 1000, 900)).toEqual({ value: 1000, from: 'stated' });
    expect(peakOf(null, null, 900)).toEqual({ value: 900, from: 'data' });
    expect(peakOf(null, null, Number.NaN)).toBeNull();
  });

  it('is stated by a condition of the run, or by the card of its system, in Gb/s', () => {
    expect(statedRate([run({ [LINE_RATE]: '100' })], set, {})).toBe(12.5e9);
    expect(statedRate([run({ system: 'X' })], set, { X: { [LINE_RATE]: '200' } })).toBe(25e9);
    expect(statedRate([run({ system: 'X' })], set, { Y: { [LINE_RATE]: '200' } })).toBeNull();
    expect(statedRate([run({ [LINE_RATE]: 'fast' })], set, {})).toBeNull();
  });

  it('bounds what a host takes', () => {
    const peak = { value: 968, from: 'typed' } as const;
    expect(hostLimitOf(null, peak, 670)).toEqual({ value: 670, from: 'data' });
    expect(hostLimitOf(null, peak, 2000).value).toBe(968);
    expect(hostLimitOf(600, peak, 670)).toEqual({ value: 600, from: 'typed' });
  });
});

describe('classes of sharing', () => {
  it('are there for bandwidths whose pairs ran at once, and for no others', () => {
    const of = (concurrency: 'at once' | 'one at a time' | null, unit = 'B/s') =>
      noClasses({ concurrency, unit, better: unit === 'B/s' ? 'higher' : 'lower' });
    expect(of('at once')).toBeNull();
    expect(of('one at a time')).toContain('one at a time');
    expect(of(null)).toContain('does not say');
    expect(of('at once', 's')).toContain('bandwidths');
  });
});
