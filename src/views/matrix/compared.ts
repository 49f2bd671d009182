import type { Groups } from '../../matrix/messages';
import type { HeldPairs } from '../pairs/held';
import type { Arranged } from './arrange';
import { EVEN_SHARES, typicalChange } from './figures';
import { apartGroups, positionsOf } from './positions';

/** A cell of a comparison with the values behind it. */
export interface Change {
  row: number;
  column: number;
  /** Ratio or difference. */
  value: number;
  a: number;
  b: number;
}

/** All cells. */
export const whole = (rows: number, columns: number) => ({
  row0: 0,
  row1: rows,
  column0: 0,
  column1: columns,
});

/** The largest and least cells of a comparison, `most` of each, and the median. */
export async function changesOf(
  { client }: HeldPairs,
  { shown, rows, columns, turned }: Arranged,
  most: number,
): Promise<{ largest: Change[]; least: Change[]; median: number }> {
  const matrix = shown[0]?.matrix ?? -1;
  const box = whole(rows.length, columns.length);
  const of = async (order: 'largest' | 'least') => {
    const { cells } = await client.ask({ type: 'extremes', matrix, box, n: most, order });
    return Promise.all(
      cells.map(async ({ row, column, value }): Promise<Change> => {
        const { sides } = (await client.ask({ type: 'value', matrix, row, column })).cell;
        const [a = Number.NaN, b = Number.NaN] = turned ? [sides?.b, sides?.a] : [sides?.a, sides?.b];
        return { row, column, value, a, b };
      }),
    );
  };
  const [largest, least, middle] = await Promise.all([
    of('largest'),
    of('least'),
    client.ask({ type: 'quantiles', matrix, box, shares: [0.5], positive: false }),
  ]);
  return { largest, least, median: middle.values[0] ?? Number.NaN };
}

/** A pair whose two directions differ. */
export interface Uneven {
  sender: number;
  receiver: number;
  there: number;
  back: number;
}

/**
 * What pairs get from a to b against from b to a: by how much the two differ in the median (a part), and the pairs
 * that differ most, the larger direction first. Null where senders and receivers are other ranks.
 */
export async function asymmetryOf(
  held: HeldPairs,
  excluded: readonly number[],
  most: number,
): Promise<{ typical: number; pairs: Uneven[] } | null> {
  const { client } = held;
  const { rows, square } = positionsOf(held, new Set(excluded), false);
  if (!square || rows.length < 2) return null;
  const places = Int32Array.from(rows, ({ at }) => at);
  const apart = apartGroups(rows);
  const groups: Groups = { rows: apart, columns: apart };
  const turned = await client.arrange(held.pairs, { how: 'transpose' });
  const ratio = await client.compare(
    'ratio',
    { of: turned, rows: places, columns: places },
    { of: held.pairs, rows: places, columns: places },
    groups,
  );
  try {
    const { matrix } = ratio;
    const box = whole(rows.length, rows.length);
    const told = await client.ask({ type: 'quantiles', matrix, box, shares: EVEN_SHARES, positive: true });
    const { cells } = await client.ask({ type: 'extremes', matrix, box, n: most, order: 'largest' });
    const pairs = await Promise.all(
      cells.map(async ({ row, column }): Promise<Uneven> => {
        const { sides } = (await client.ask({ type: 'value', matrix, row, column })).cell;
        return {
          sender: rows[row]?.ranks[0] ?? 0,
          receiver: rows[column]?.ranks[0] ?? 0,
          there: sides?.b ?? Number.NaN,
          back: sides?.a ?? Number.NaN,
        };
      }),
    );
    return { typical: typicalChange(told.values), pairs: pairs.filter(({ there, back }) => there > back) };
  } finally {
    await Promise.all([client.drop(turned), client.drop(ratio.matrix)]);
  }
}
