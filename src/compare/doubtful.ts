import type { Work } from '../model/turns';
import { doubtOf } from './doubt';
import { exclusionTest, type IdentityRule } from './identity/rules';
import { outlyingValues, type OutlyingValue } from './outlying';
import { pairInTurns, type Pairing } from './pairing';
import { median } from './ratio';
import { repeatNamer } from './repeatUnits';
import type { Observation, PairKey, Sides } from './types';

/** The number of one run under one key at each message size; the median where it has several. */
export interface SingleRun {
  run: string;
  /** All runs of the repeat: several where it wrote a file for each message size. The first is `run`. */
  runs: readonly string[];
  values: ReadonlyMap<number | null, number>;
}

/** The runs of one key on one side, where they may be no repeats of each other: they have no median, interval or verdict. */
export interface DoubtfulGroup {
  key: PairKey;
  side: 'a' | 'b';
  /** Largest over smallest value at the size where they are furthest apart. */
  factor: number;
  /** The message sizes at which they are apart, ascending. */
  sizes: readonly (number | null)[];
  /** Ids of the runs that belong together, the smallest values first. */
  clusters: readonly (readonly string[])[];
  /** All runs of the group one by one, in the order of the numbers given. */
  runs: readonly SingleRun[];
}

/** Pairs and the groups in doubt among them. */
export interface CheckedPairing {
  pairing: Pairing;
  doubts: readonly DoubtfulGroup[];
  /** Values far from the other repeats, in groups that are not in doubt. */
  outlying: readonly OutlyingValue[];
}

/**
 * Pairs the places of observations instead of their values (`pair` hands values on without looking at them), so that each place
 * tells its run, without the values that the rules exclude; and finds the groups of repeats in doubt and the outlying values. Where
 * both sides are the same runs, both are given for A alone.
 */
export function* checkedPairs(
  observations: readonly Observation[],
  sides: Sides,
  compared?: string,
): Work<CheckedPairing> {
  const places: Observation[] = [];
  const unitOf = repeatNamer([...sides.a, ...sides.b]);
  const isExcluded = exclusionTest(sides.rules);
  for (const [at, observation] of observations.entries()) {
    if (!isExcluded(observation)) places.push({ ...observation, value: at });
    if (at % 2000 === 1999) yield;
  }
  const pairing = yield* pairInTurns(places, sides, compared);
  const doubts: DoubtfulGroup[] = [];
  const outlying: OutlyingValue[] = [];
  for (const side of sides.a === sides.b ? (['a'] as const) : (['a', 'b'] as const)) {
    for (const [key, runs] of groupsOf(pairing, side, observations, unitOf)) {
      for (const own of experimentsOf(runs, sides)) {
        const doubt = doubtIn(key, side, own, sides.rules ?? []);
        if (doubt) doubts.push(doubt);
      }
      yield;
    }
    const doubted = new Set(doubts.flatMap((doubt) => (doubt.side === side ? [doubt.key] : [])));
    const together = sides.rules?.some(({ kind }) => kind === 'pooled') ?? false;
    const alike = together ? { ...pairing, onlyA: [], onlyB: [] } : pairing;
    outlying.push(...outlyingValues(alike, side, observations, doubted, unitOf));
    yield;
  }
  return { pairing, doubts, outlying };
}

/** The runs of a key by experiment where the user takes several together: these may differ. Else all at once. */
function experimentsOf(runs: readonly SingleRun[], { a, b, rules }: Sides): SingleRun[][] {
  if (!rules?.some(({ kind }) => kind === 'pooled')) return [[...runs]];
  const experiments = new Map([...a, ...b].map(({ id, experiment }) => [id, experiment]));
  const found = new Map<number | undefined, SingleRun[]>();
  for (const run of runs) {
    const own = found.get(experiments.get(run.run)) ?? [];
    own.push(run);
    found.set(experiments.get(run.run), own);
  }
  return [...found.values()].filter(({ length }) => length > 1);
}

/** A pairing of places as one of the values that stand there. */
export function valued({ pairs, onlyA, onlyB }: Pairing, observations: readonly Observation[]): Pairing {
  const of = (places: readonly number[]) => places.map((at) => observations[at]?.value ?? Number.NaN);
  return {
    pairs: pairs.map((pair) => ({ ...pair, a: of(pair.a), b: of(pair.b) })),
    onlyA: onlyA.map((alone) => ({ ...alone, values: of(alone.values) })),
    onlyB: onlyB.map((alone) => ({ ...alone, values: of(alone.values) })),
  };
}

/** The runs of each key of a side that has more than one, each with the median of its numbers at each size. */
function groupsOf(
  { pairs, onlyA, onlyB }: Pairing,
  side: 'a' | 'b',
  observations: readonly Observation[],
  unitOf: (run: string) => string,
): Map<PairKey, SingleRun[]> {
  const groups = new Map<PairKey, Map<string, { runs: Set<string>; values: Map<number | null, number> }>>();
  const put = (key: PairKey, bytes: number | null, places: readonly number[]) => {
    const group =
      groups.get(key) ?? new Map<string, { runs: Set<string>; values: Map<number | null, number> }>();
    groups.set(key, group);
    const numbers = new Map<string, number[]>();
    for (const at of places) {
      const { runId = '', value = Number.NaN } = observations[at] ?? {};
      const unit = unitOf(runId);
      const repeat = group.get(unit) ?? { runs: new Set(), values: new Map<number | null, number>() };
      group.set(unit, repeat);
      repeat.runs.add(runId);
      const held = numbers.get(unit);
      if (held) held.push(value);
      else numbers.set(unit, [value]);
    }
    for (const [unit, own] of numbers) group.get(unit)?.values.set(bytes, median(own));
  };
  for (const pair of pairs) put(pair.key, pair.bytes, pair[side]);
  for (const { key, bytes, values } of side === 'a' ? onlyA : onlyB) put(key, bytes, values);
  const found = new Map<PairKey, SingleRun[]>();
  for (const [key, runs] of groups)
    if (runs.size > 1)
      found.set(
        key,
        [...runs.values()].map(({ runs: [...ids], values }) => ({ run: ids[0] ?? '', runs: ids, values })),
      );
  return found;
}

function doubtIn(
  key: PairKey,
  side: 'a' | 'b',
  runs: readonly SingleRun[],
  rules: readonly IdentityRule[],
): DoubtfulGroup | null {
  const sizes = [...new Set(runs.flatMap(({ values }) => [...values.keys()]))];
  sizes.sort((one, other) => (one ?? -1) - (other ?? -1));
  const doubt = doubtOf(runs.map(({ values }) => sizes.map((size) => values.get(size) ?? Number.NaN)));
  if (!doubt || isTrusted(runs, rules)) return null;
  return {
    ...{ key, side, runs, factor: doubt.factor },
    sizes: doubt.sizes.map((place) => sizes[place] ?? null),
    clusters: doubt.clusters.map((places) => places.flatMap((place) => runs[place]?.runs ?? [])),
  };
}

/** Whether the user said that all of these runs are repeats of each other. */
export function isTrusted(runs: readonly Pick<SingleRun, 'run'>[], rules: readonly IdentityRule[]): boolean {
  return rules.some((rule) => {
    if (rule.kind !== 'trusted') return false;
    const trusted = new Set(rule.runs);
    return runs.every(({ run }) => trusted.has(run));
  });
}
