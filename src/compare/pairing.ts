import { benchmarkId, byBenchmark, conditionRoles } from './conditions';
import { atOnce } from '../model/turns';
import type { Observation, RepeatPair, PairKey, Run, Sides, Unpaired } from './types';

/** What pairing found; every observation of a run on a side is in exactly one of the three lists of that side. */
export interface Pairing {
  pairs: readonly RepeatPair[];
  onlyA: readonly Unpaired[];
  onlyB: readonly Unpaired[];
}

/** All sizes of one key on one side. */
interface Series {
  key: PairKey;
  sizes: Map<number | null, Values>;
}

/** Values of a size, and of each the experiment that its run is a repeat of. */
interface Values {
  values: number[];
  experiments: number[];
}

/**
 * Pairs the numbers of A and B. Two numbers are comparable when they agree in tool, benchmark, metric (with its
 * direction and unit), series parameters, statistic, message size and every condition whose role is `key` among the
 * runs observed with that benchmark; numbers of one side that agree in all of these are repeats of each other, or nested repeats
 * (`sets`) where the user takes several experiments together.
 * `compared` is the condition that the sides were chosen by. Order: keys of A as they first occur, then keys of B alone; sizes ascending, no size first.
 * Observations of other runs are left out.
 */
export function pair(observations: readonly Observation[], sides: Sides, compared?: string): Pairing {
  return atOnce(pairInTurns(observations, sides, compared));
}

/** `pair`, giving way now and then. */
export function* pairInTurns(
  observations: readonly Observation[],
  sides: Sides,
  compared?: string,
): Generator<void, Pairing> {
  const keys = conditionKeys(observations, sides, compared);
  yield;
  const known = new Map<string, PairKey>();
  const a = yield* collect(observations, sides.a, keys, known);
  const b = sides.b === sides.a ? a : yield* collect(observations, sides.b, keys, known);
  const pairs: RepeatPair[] = [];
  const onlyA: Unpaired[] = [];
  const onlyB: Unpaired[] = [];
  for (const key of known.values()) {
    const ofA = a.get(key.id)?.sizes ?? new Map<number | null, Values>();
    const ofB = b.get(key.id)?.sizes ?? new Map<number | null, Values>();
    for (const bytes of allSizes(ofA, ofB)) {
      const valuesA = ofA.get(bytes);
      const valuesB = ofB.get(bytes);
      if (valuesA && valuesB)
        pairs.push({ key, bytes, a: valuesA.values, b: valuesB.values, ...setsOf(valuesA, valuesB) });
      else if (valuesA) onlyA.push({ key, bytes, values: valuesA.values });
      else if (valuesB) onlyB.push({ key, bytes, values: valuesB.values });
    }
  }
  return { pairs, onlyA, onlyB };
}

/** The experiments of the values where a side has several: they were taken together. */
function setsOf(a: Values, b: Values): Pick<RepeatPair, 'sets'> {
  const several = [a, b].some(({ experiments }) => experiments.some((one) => one !== experiments[0]));
  return several ? { sets: { a: a.experiments, b: b.experiments } } : {};
}

/** The conditions that are part of the key, for each benchmark, among the runs that have observations of it. */
function conditionKeys(
  observations: readonly Observation[],
  { a, b, rules }: Sides,
  compared: string | undefined,
): Map<string, string[]> {
  const seen = new Map<string, Set<string>>();
  let last: Observation | undefined;
  for (const observation of observations) {
    const { runId, benchmark } = observation;
    if (last?.runId === runId && last.benchmark === benchmark) continue;
    last = observation;
    seen.set(runId, (seen.get(runId) ?? new Set()).add(benchmark));
  }
  const observed = (runs: readonly Run[]) => {
    // Of runs that agree in setting and in what was observed of them, one is enough.
    const found = new Map<string, Run>();
    for (const run of runs) {
      const benchmarks = seen.get(run.id);
      if (!benchmarks) continue;
      const id = run.setting === undefined ? run.id : `${run.setting}\n${[...benchmarks].join('\n')}`;
      if (!found.has(id)) found.set(id, { ...run, benchmarks: [...benchmarks] });
    }
    return [...found.values()];
  };
  return new Map(
    [...byBenchmark({ a: observed(a), b: observed(b) })].map(([id, runs]) => {
      const roles = conditionRoles({ ...runs, rules }, compared).filter(({ role }) => role === 'key');
      return [id, roles.map(({ key }) => key)];
    }),
  );
}

function* collect(
  observations: readonly Observation[],
  runs: readonly Run[],
  keys: ReadonlyMap<string, readonly string[]>,
  known: Map<string, PairKey>,
): Generator<void, Map<string, Series>> {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const series = new Map<string, Series>();
  let last: Observation | undefined;
  let current: Series | undefined;
  let experiment = 0;
  for (const [i, observation] of observations.entries()) {
    if (i % 1000 === 999) yield;
    if (!last || !sameSeries(last, observation)) {
      const run = byId.get(observation.runId);
      current = run && seriesOf(observation, run, keys, known, series);
      experiment = run?.experiment ?? 0;
      last = observation;
    }
    if (!current) continue;
    const held = current.sizes.get(observation.bytes);
    if (held) {
      held.values.push(observation.value);
      held.experiments.push(experiment);
    } else current.sizes.set(observation.bytes, { values: [observation.value], experiments: [experiment] });
  }
  return series;
}

/** Rows come sorted by series, mostly: the key is made once for each stretch. */
function sameSeries(one: Observation, other: Observation): boolean {
  return (
    one.runId === other.runId &&
    one.benchmark === other.benchmark &&
    one.metric === other.metric &&
    one.better === other.better &&
    one.unit === other.unit &&
    one.params === other.params &&
    one.statistic === other.statistic
  );
}

function seriesOf(
  { benchmark, metric, better, unit, params, statistic }: Observation,
  { tool, conditions: given }: Run,
  keys: ReadonlyMap<string, readonly string[]>,
  known: Map<string, PairKey>,
  series: Map<string, Series>,
): Series {
  const names = keys.get(benchmarkId(tool, benchmark)) ?? [];
  const conditions = Object.fromEntries(names.map((key) => [key, given[key] ?? '']));
  const made = makeKey({ tool, benchmark, metric, better, unit, params, statistic, conditions });
  const key = known.get(made.id) ?? made;
  known.set(key.id, key);
  const found = series.get(key.id) ?? { key, sizes: new Map<number | null, Values>() };
  series.set(key.id, found);
  return found;
}

function makeKey({
  tool,
  benchmark,
  metric,
  better,
  unit,
  params,
  statistic,
  conditions,
}: Omit<PairKey, 'id'>): PairKey {
  const named = Object.keys(conditions)
    .sort()
    .map((name) => [name, conditions[name]]);
  const id = JSON.stringify([tool, benchmark, metric, better, unit, params, statistic, named]);
  // Names come from files and links: a plain object would answer for names such as toString.
  const own = Object.assign(Object.create(null) as Record<string, string>, conditions);
  return { id, tool, benchmark, metric, better, unit, params, statistic, conditions: own };
}

function allSizes(
  a: ReadonlyMap<number | null, unknown>,
  b: ReadonlyMap<number | null, unknown>,
): (number | null)[] {
  return [...new Set([...a.keys(), ...b.keys()])].sort((one, other) => (one ?? -1) - (other ?? -1));
}
