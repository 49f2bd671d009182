import type { HeldPairs } from '../../../pairs/held';

/** All numbers of a set of pairs, row by row; NaN is missing. */
export async function valuesOf({ client, pairs, senders, receivers }: HeldPairs): Promise<Float32Array> {
  const box = { row0: 0, row1: senders, column0: 0, column1: receivers };
  return (await client.ask({ type: 'block', matrix: pairs, box })).values;
}
