import type { Box } from '../../matrix/grid';
import type { Groups } from '../../matrix/messages';
import type { TestFindings, TrafficFindings } from '../../pairs/analyse';
import { bothWays, chosenMatrix, withinShiftsOf, type ChosenRanks } from '../pairs/chosen';
import type { HeldPairs } from '../../pairs/held';
import type { Arranged } from './arrange';
import { BY_RANK } from './folds';
import { changesIn, EVEN_SHARES, type ChangeSpread } from './figures';
import { isSymmetric } from '../../pairs/quantities';
import { apartGroups, positionsOf } from './positions';

/** A cell of a comparison with the values behind it. */
export interface CellChange {
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

/** The largest and least cells of a comparison, or of the chosen part of it in `matrix`, `most` of each, and the median. */
export async function changesOf(
  { client }: HeldPairs,
  { rows, columns, turned }: Arranged,
  matrix: number,
  most: number,
): Promise<{ largest: CellChange[]; least: CellChange[]; median: number }> {
  const box = whole(rows.length, columns.length);
  const of = async (order: 'largest' | 'least') => {
    const { cells } = await client.ask({ type: 'extremes', matrix, box, n: most, order });
    return Promise.all(
      cells.map(async ({ row, column, value }): Promise<CellChange> => {
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

/** How many cells of a matrix of ratios lie further from 1 than `noise`, a part, and how many there are. */
export async function countBeyond(
  { client }: Pick<HeldPairs, 'client'>,
  matrix: number,
  noise: number,
): Promise<{ beyond: number; all: number }> {
  const { rows, columns } = (await client.ask({ type: 'summary', matrix })).summary;
  // Repeats that agree to the last digit still have an end.
  const high = 1 + Math.max(noise, Number.EPSILON);
  const bins = { kind: 'log', low: 1 / high, high, count: 1 } as const;
  const { histogram } = await client.ask({ type: 'histogram', matrix, box: whole(rows, columns), bins });
  const within = histogram.counts[0] ?? 0;
  const beyond = histogram.under + histogram.over;
  return { beyond, all: within + beyond };
}

/**
 * What can be read from a set, or from the pairs of it that are chosen; `possible` = what a pair can get, null = read from them. Rejects with a sentence.
 */
export async function findingsOf(
  held: HeldPairs,
  excluded: readonly number[],
  chosen: ChosenRanks | null,
  most: number,
  possible: number | null,
  signal: AbortSignal,
): Promise<TestFindings | TrafficFindings> {
  const { set, client, firstReceiver, hostNumbers } = held;
  const { ranks, schedule, better } = set;
  const matrix = chosen ? await chosenMatrix(held, chosen, signal) : held.pairs;
  try {
    const symmetric = isSymmetric(set);
    const asked = { schedule, better, hosts: hostNumbers, excluded, chosen, most, symmetric, possible };
    return (await client.ask({ type: 'analyse', matrix, ranks, firstReceiver, asked }, { signal })).findings;
  } finally {
    if (chosen) await client.drop(matrix);
  }
}

/** A pair whose two directions differ. */
export interface Uneven {
  sender: number;
  receiver: number;
  there: number;
  back: number;
}

/** How far the values of a matrix of ratios lie from 1, see `changesIn`. */
export async function spreadOf(client: HeldPairs['client'], matrix: number, box: Box): Promise<ChangeSpread> {
  const told = await client.ask({
    type: 'quantiles',
    matrix,
    box,
    shares: EVEN_SHARES,
    positive: true,
    nearest: true,
  });
  return changesIn(told.values);
}

/**
 * What pairs get from a to b against from b to a: by how much the two differ in the median (a part), and the pairs
 * that differ most, the larger direction first. Of a chosen box those
 * that it has both ways. Null where senders and receivers are other ranks.
 */
export async function asymmetryOf(
  held: HeldPairs,
  excluded: readonly number[],
  chosen: ChosenRanks | null,
  most: number,
): Promise<{ typical: number; pairs: Uneven[] } | null> {
  const { client } = held;
  const { rows: all, square } = positionsOf(held, new Set(excluded), BY_RANK);
  const both = bothWays(chosen);
  const rows = both ? all.filter(({ ranks: [rank = -1] }) => both.senders.has(rank)) : all;
  if (!square || rows.length < 2) return null;
  const places = Int32Array.from(rows, ({ at }) => at);
  const apart = apartGroups(rows);
  const groups: Groups = { rows: apart, columns: apart };
  const pairs = both?.shifts
    ? await client.arrange(held.pairs, withinShiftsOf(held, both.shifts))
    : held.pairs;
  const turned = await client.arrange(pairs, { how: 'transpose' });
  const ratio = await client.compare(
    'ratio',
    { of: turned, rows: places, columns: places },
    { of: pairs, rows: places, columns: places },
    groups,
  );
  try {
    const { matrix } = ratio;
    const box = whole(rows.length, rows.length);
    const { typical } = await spreadOf(client, matrix, box);
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
    return { typical, pairs: pairs.filter(({ there, back }) => there > back) };
  } finally {
    const made = [turned, ratio.matrix, ...(pairs === held.pairs ? [] : [pairs])];
    await Promise.all(made.map((matrix) => client.drop(matrix)));
  }
}
