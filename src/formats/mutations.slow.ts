import { describe, it } from 'vitest';
import { tryMutations } from '../testing/mutations';

describe('10,000 damaged files break no law of reading', () => {
  it.each(Array.from({ length: 20 }, (_, part) => part * 500))('seeds from %d', async (seed) => {
    await tryMutations(500, seed);
  });
});
