import { describe, expect, it } from 'vitest';
import { tryColumnarDamage } from '../testing/columnar';
import { wrongNumbers } from '../testing/jobLogs';
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

describe('10,000 damaged job logs of five tools give no number under a wrong name, size or segment', () => {
  it.each(Array.from({ length: 50 }, (_, part) => part * 200))('seeds from %d', async (seed) => {
    expect(await wrongNumbers(200, seed)).toEqual([]);
  });
});
