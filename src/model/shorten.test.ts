import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortened } from './shorten';

const texts = (values: readonly string[]) => [...shortened(values).values()];

it('short values stay', () => {
  expect(texts(['InfiniBand', 'RoCE', 'a_name_of_24_characters_'])).toEqual([
    'InfiniBand',
    'RoCE',
    'a_name_of_24_characters_',
  ]);
});

it('words that another value begins with too are left out, at word borders', () => {
  const at = 'some-organisation__metrics-experiments__';
  expect(
    texts([`${at}lassen_16_nodes`, `${at}lassen_64_nodes`, `${at}cloud`, 'another-project__benchmark']),
  ).toEqual(['…16_nodes', '…64_nodes', '…experiments__cloud', 'another-project__benchmark']);
});

it('what is still too long loses its middle', () => {
  expect(texts(['one-very-long-name-of-a-folder-that-goes-on-and-on_v2'])).toEqual([
    'one-very-l…t-goes-on-and-on_v2',
  ]);
});

it('different values keep different texts, none longer than its value or thirty characters, unless it stays whole', () => {
  const word = fc.constantFrom('alpha', 'beta', 'node', '16', '64', 'experiments', 'x');
  const value = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join('_'));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), (values) => {
      const short = shortened(values);
      expect(new Set(short.values()).size).toBe(new Set(values).size);
      for (const [whole, text] of short) expect(text === whole || text.length <= 30).toBe(true);
    }),
  );
});
