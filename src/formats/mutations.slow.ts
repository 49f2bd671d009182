import { describe, it } from 'vitest';
import { tryColumnarDamage } from '../testing/columnar';
import { tryMutations } from '../testing/mutations';

describe('10,000 damaged files break no law of reading', () => {
  it.each(Array.from({ length: 20 }, (_, part) => part * 500))('seeds from %d', async (seed) => {
    await tryMutations(500, seed);
  });
});

describe('5,000 damaged Parquet and Arrow files give right rows or a sentence', () => {
  it.each(Array.from({ length: 10 }, (_, part) => 10_000 + part * 500))('seeds from %d', async (seed) => {
    await tryColumnarDamage(500, seed);
  });
});
