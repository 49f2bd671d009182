import { doubtOf } from '../compare/doubt';
import { isTrusted, type DoubtfulGroup } from '../compare/doubtful';
import type { IdentityRule } from '../compare/identity/rules';
import type { Ask } from './catalogue';
import { rowsSql, type PairSet } from './pairs';

/** Rows of a matrix that are looked at, evenly over its ranks. */
const ROWS = 24;

/** SQL for the median of some rows of a set: columns `row` and `middle`, rows in order, one statement for each part of it. */
function* rowMediansSql(set: PairSet): Generator<string> {
  const step = Math.max(1, Math.ceil(set.ranks / ROWS));
  for (const rows of rowsSql(set, null))
    yield `SELECT "row", list_median(list_filter("values", x -> NOT isnan(x)))::DOUBLE AS middle
      FROM (${rows}) WHERE "row" % ${step} = 0 ORDER BY "row"`;
}

/**
 * Whether the repeats of a pair test may be none (`doubtOf`, with rows of the matrix in place of message sizes): then they have no
 * median. `set` is a median over repeats. Null where nothing speaks against repeats, or the user said that they are.
 */
export async function doubtInRepeats(
  ask: Ask,
  set: PairSet,
  side: 'a' | 'b',
  rules: readonly IdentityRule[],
  signal?: AbortSignal,
): Promise<DoubtfulGroup | null> {
  const { from } = set;
  if (from.table !== 'repeats') return null;
  const middles = await Promise.all(
    from.of.map(async (repeat) => {
      const values = new Map<number, number>();
      for (const sql of rowMediansSql(repeat))
        for (const { row, middle } of await ask(sql, signal))
          if (middle !== null) values.set(Number(row), Number(middle));
      return values;
    }),
  );
  const rows = [...new Set(middles.flatMap((values) => [...values.keys()]))].sort((p, q) => p - q);
  const doubt = doubtOf(middles.map((values) => rows.map((row) => values.get(row) ?? Number.NaN)));
  const runs = from.of.flatMap((repeat) =>
    repeat.runs.slice(0, 1).map((run) => ({ run, runs: repeat.runs, values: NO_VALUES })),
  );
  if (!doubt || isTrusted(runs, rules)) return null;
  const { benchmark, metric, better, unit, params, statistic } = set;
  return {
    key: { id: set.id, tool: '', benchmark, metric, better, unit, params, statistic, conditions: {} },
    ...{ side, runs, factor: doubt.factor, sizes: [set.bytes] },
    clusters: doubt.clusters.map((places) => places.flatMap((place) => runs[place]?.run ?? [])),
  };
}

const NO_VALUES: ReadonlyMap<number | null, number> = new Map();
