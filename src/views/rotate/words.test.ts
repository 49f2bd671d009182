import { describe, expect, it } from 'vitest';
import type { Persistence } from '../../pairs/persistence';
import { convention, directionsText, fromWhole, missingText, percent, persistenceText } from './words';

const found: Persistence = {
  positions: 1024,
  slowShare: 0.21,
  again: 0.91,
  slowAgain: { share: 0.93, chance: 0.21 },
  correlation: 0.88,
  verdict: 'same positions',
};

const HIGHER = { oneHost: false, better: 'higher' } as const;

it('says how many pairs are missing, and which shifts a throughput is of', () => {
  expect(missingText([{ missing: 0 }, { missing: 0 }])).toBe('none');
  expect(missingText([{ missing: 0 }, { missing: 12 }, { missing: 1 }])).toBe('13 pairs, in 2 of 3 shifts');
  expect(fromWhole(3, 15)).toBe('from 3 of 15 shifts, the others miss pairs');
});

describe('the sentence on repeats', () => {
  it('has the numbers before what they mean', () => {
    expect(persistenceText(found, 3, 3, HIGHER)).toEqual({
      heading: 'The same positions',
      text: 'Of the slow positions 93 % are slow again, chance gives 21 % (3 repeats, 1,024 positions, rank correlation 0.88; slow is below 75 % of the median of its repeat). Static routes, or a bad host or cable.',
    });
    expect(persistenceText(found, 3, 3, { ...HIGHER, oneHost: true }).text).toMatch(
      /one host: this says nothing of routes\.$/,
    );
    const moving = { ...found, slowAgain: { share: 0.2, chance: 0.21 }, verdict: 'moving' } as const;
    expect(persistenceText(moving, 3, 9, HIGHER).text).toMatch(/3 repeats of 9.*adaptive routing/);
    expect(persistenceText({ ...found, correlation: -0.1, verdict: 'mixed' }, 2, 2, HIGHER).text).toContain(
      '−0.10',
    );
  });

  it('says of times that the long ones are slow', () => {
    expect(persistenceText(found, 3, 3, { ...HIGHER, better: 'lower' }).text).toContain(
      'slow is above 1/0.75 of the median of its repeat',
    );
  });

  it('says that it cannot tell, and why', () => {
    expect(persistenceText(null, 1, 1, HIGHER)).toMatchObject({ heading: 'Cannot tell' });
    expect(persistenceText(null, 1, 1, HIGHER).text).toContain('load a repeat');
    expect(persistenceText(null, 1, 3, HIGHER).text).toContain('None of the other 2 sets');
    const few = { ...found, again: null, slowAgain: null, verdict: 'cannot tell' } as const;
    expect(persistenceText(few, 2, 2, HIGHER).text).toContain(
      '21 % of the positions are slow: too few, or too many',
    );
    expect(persistenceText({ ...few, slowShare: 0 }, 2, 2, HIGHER).text).toContain('no position is slow');
  });
});

describe('what is said of a test', () => {
  const test = { ranks: 64, axis: 'rank', concurrency: 'at once' } as const;

  it('names the convention of its shifts', () => {
    expect(convention({ ...test, schedule: 'half forward' })).toBe(
      'N = 64, counted from 0: in shift k, sender s of the lower half sends to rank N/2 + (s + k) mod N/2 = 32 + (s + k) mod 32 of the upper half (the receivers rotate forward); all pairs of a shift run at once.',
    );
    expect(convention({ ...test, schedule: 'half backward', concurrency: null })).toMatch(
      /32 \+ \(s − k\) mod 32.*backward.*not known/,
    );
    expect(convention({ ...test, schedule: 'shift', concurrency: 'one at a time' })).toMatch(
      /rank \(s \+ k\) mod 64; one pair runs at a time/,
    );
  });

  it('says how far directions differ', () => {
    expect(directionsText({ half: 1.04, most: 1.31, pairs: [] })).toContain('at most 4.0 %');
    expect([0.934, 0.021, 1, Number.NaN].map(percent)).toEqual(['93 %', '2.1 %', '100 %', '–']);
  });
});
