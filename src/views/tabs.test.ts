import { describe, expect, it } from 'vitest';
import { TABS } from '../share/view';
import { ALL_TABS, tabOf } from './tabs';

describe('tabs', () => {
  it('are those that a link can name, in their order, each with a label of its own', () => {
    expect(ALL_TABS.map(({ id }) => id)).toEqual(TABS);
    expect(new Set(ALL_TABS.map(({ label }) => label)).size).toBe(TABS.length);
  });

  it('say what the header offers of A and B', () => {
    expect(ALL_TABS.filter(({ frames }) => frames.length === 0).map(({ id }) => id)).toEqual([
      'overview',
      'fabric',
      'congestion',
      'sql',
    ]);
    expect(tabOf('profile').frames).toEqual(['single', 'side']);
    expect(tabOf('distribution').frameKey).toBe('valuesFrame');
  });
});
