import { mean } from 'd3';
import type { PairSet } from '../../queries/pairs';
import { withPairs } from '../../session/matrices';
import { arrange } from './arrange';
import { spreadOf, whole } from './compared';
import { BY_RANK } from './folds';
import type { ChangeSpread } from './figures';

/** Repeats that are set against each other for the noise; more would take long and tell no more. */
const MOST_REPEATS = 3;

/**
 * By how much pairs differ from one repeat of a side to the next, the mean over the repeats; null where there is one set
 * only, or repeats of other ranks.
 */
export async function noiseOf(
  sets: readonly PairSet[],
  calls: readonly string[] | null,
  excluded: readonly number[],
  edition: number,
): Promise<ChangeSpread | null> {
  const first = sets[0];
  const alike = sets
    .filter(({ ranks, schedule }) => ranks === first?.ranks && schedule === first.schedule)
    .slice(0, MOST_REPEATS);
  if (alike.length < 2) return null;
  const changes: ChangeSpread[] = [];
  await withPairs(alike, calls, edition, async (held) => {
    for (const [i, next] of held.slice(1).entries()) {
      const before = held[i];
      if (!before) continue;
      const { client } = next;
      const made = await arrange(before, next, { frame: 'ratio', order: 'rank', fold: BY_RANK, excluded });
      const box = whole(made.rows.length, made.columns.length);
      const matrix = made.shown[0]?.matrix ?? -1;
      const found = await spreadOf(client, matrix, box);
      await Promise.all(made.owned.map((each) => client.drop(each)));
      if (!Number.isNaN(found.typical)) changes.push(found);
    }
  });
  if (changes.length === 0) return null;
  return {
    typical: mean(changes, ({ typical }) => typical) ?? Number.NaN,
    large: mean(changes, ({ large }) => large) ?? Number.NaN,
  };
}
