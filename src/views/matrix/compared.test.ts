import { expect, it } from 'vitest';
import { clientHere } from '../../matrix/testing';
import { countBeyond } from './compared';

it('counts the pairs of a ratio that changed beyond the noise, either way', async () => {
  const { client } = clientHere();
  const matrix = await client.create(2, 4, null);
  await client.rows(matrix, 0, Float32Array.of(0.8, 0.95, 1, 1.05, 1.2, 2, Number.NaN, 0.5));
  expect(await countBeyond({ client }, matrix, 0.1)).toEqual({ beyond: 4, all: 7 });
  expect(await countBeyond({ client }, matrix, 0)).toEqual({ beyond: 6, all: 7 });
});
