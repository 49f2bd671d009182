import { describe, expect, it } from 'vitest';
import { warningsOf } from './warnings';

describe('warnings of a comparison', () => {
  const test = { ranks: 28, axis: 'rank', concurrency: 'at once', schedule: 'half forward' } as const;

  it('has none for two runs of one test', () => {
    expect(warningsOf(test, { ...test })).toEqual([]);
  });

  it('names other node counts, concurrency and order', () => {
    const said = warningsOf(test, { ...test, ranks: 16, concurrency: null, schedule: 'half backward' });
    expect(said).toEqual([
      'A has 28 ranks and B 16: the same position is another pair, under another load. A difference here is not the effect of a change alone.',
      'The pairs of A ran at once, those of B in a way that is not known: only pairs that run at once show what they share.',
      'The pairs ran in another order, and so beside other pairs: forward shifts from the lower to the upper half in A, backward shifts from the lower to the upper half in B.',
    ]);
    expect(warningsOf(test, { ...test, schedule: null })[0]).toContain('no phases known in B');
  });
});
