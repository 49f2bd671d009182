import { KEY } from '../model/vocabulary';
import {
  byBenchmark,
  conditionRoles,
  isAxisKey,
  mergeDiffering,
  naturalOrder,
  numbersRepeats,
  oneOfEach,
  sameSwitch,
  valuesOf,
  type ConditionRole,
} from './conditions';
import type { IdentityRule } from './identity/rules';
import { HOST_PAIR } from './identity/types';
import type { Run, Sides } from './types';

/** A choice of A and B by the values of one condition. */
export interface SideSuggestion {
  key: string;
  a: string;
  b: string;
  /** How many pairs of benchmark and setting it gives. */
  pairs: number;
  /** Other conditions that differ between the sides; none where exactly one condition differs. */
  alsoDiffers: readonly ConditionRole[];
}

/** Conditions that people compare by, most wanted first. */
const WANTED: readonly string[] = [
  KEY.ar,
  KEY.sharpEffective,
  KEY.sharp,
  KEY.sharpRequested,
  KEY.mpi,
  'network',
  KEY.transport,
];

/** A condition with more values than this is a label, not a choice. */
const MOST_VALUES = 6;

const OFF = /^(off|no|false|0|disabled|none)$/i;
const ON = /^(on|yes|true|1|enabled)$/i;

/** The sides given by two values of a condition. Runs with neither value are on no side. */
export function split(runs: readonly Run[], key: string, a: string, b: string): Sides {
  return {
    a: runs.filter((run) => run.conditions[key] === a),
    b: runs.filter((run) => run.conditions[key] === b),
  };
}

/**
 * The choices of A and B that the conditions of the runs offer and that pair something, best first: those where
 * nothing else differs; then the conditions that people compare by (AR, SHARP, MPI …), then other switches, then
 * the rest; then by number of pairs. A is `off`, or the value that comes first in natural order. Two conditions
 * that give the same two sets of runs are one suggestion, under the better name. Nodes, ppn and ranks are axes
 * and not suggested.
 */
export function suggest(all: readonly Run[], rules: readonly IdentityRule[] = []): SideSuggestion[] {
  const runs = oneOfEach(all);
  const keys = new Set(runs.flatMap((run) => Object.keys(run.conditions)));
  const found: (SideSuggestion & { members: string })[] = [];
  for (const key of keys) {
    if (numbersRepeats(key, rules) || isAxisKey(key) || key === KEY.pairs || key === HOST_PAIR) continue;
    for (const [a, b] of valuePairs(runs, key)) {
      const sides = { ...split(runs, key, a, b), rules };
      const { pairs, differing } = outcome(sides, key);
      if (pairs === 0) continue;
      const alsoDiffers = differing.filter((other) => !sameSwitch(other.key, key));
      found.push({ key, a, b, pairs, alsoDiffers, members: membersText(sides) });
    }
  }
  found.sort(byQuality);
  const seen = new Set<string>();
  return found
    .filter(({ members }) => !seen.has(members) && seen.add(members))
    .map(({ key, a, b, pairs, alsoDiffers }) => ({ key, a, b, pairs, alsoDiffers }));
}

function valuePairs(runs: readonly Run[], key: string): [string, string][] {
  const values = valuesOf(runs, key)
    .filter((value) => value !== '')
    .sort((one, other) => Number(OFF.test(other)) - Number(OFF.test(one)) || naturalOrder(one, other));
  if (values.length > MOST_VALUES) return [];
  return values.flatMap((a, index) => values.slice(index + 1).map((b): [string, string] => [a, b]));
}

/** How many settings pair, over all benchmarks, and what else differs in those benchmarks that pair. */
function outcome(sides: Sides, compared: string): { pairs: number; differing: ConditionRole[] } {
  const { rules } = sides;
  const sameRuns = new Map<string, { runs: Sides; benchmarks: number }>();
  for (const runs of byBenchmark(sides).values()) {
    const members = membersText(runs);
    sameRuns.set(members, {
      runs: { ...runs, rules },
      benchmarks: (sameRuns.get(members)?.benchmarks ?? 0) + 1,
    });
  }
  let pairs = 0;
  const roleSets: ConditionRole[][] = [];
  for (const { runs, benchmarks } of sameRuns.values()) {
    const roles = conditionRoles(runs, compared);
    const found = countPairs(runs, roles);
    if (found > 0) roleSets.push(roles);
    pairs += found * benchmarks;
  }
  return { pairs, differing: mergeDiffering(roleSets) };
}

function countPairs(sides: Sides, roles: readonly ConditionRole[]): number {
  const keys = roles.filter(({ role }) => role === 'key').map(({ key }) => key);
  const settings = (runs: readonly Run[]) =>
    new Set(runs.map((run) => JSON.stringify(keys.map((key) => run.conditions[key] ?? ''))));
  const b = settings(sides.b);
  return [...settings(sides.a)].filter((setting) => b.has(setting)).length;
}

/** The same text for the same two sets of runs in one list, whichever is A. */
function membersText({ a, b }: Sides): string {
  return [a, b]
    .map((runs) => JSON.stringify(runs.map(({ id }) => id)))
    .sort()
    .join();
}

function byQuality(one: SideSuggestion, other: SideSuggestion): number {
  return (
    one.alsoDiffers.length - other.alsoDiffers.length ||
    wantedRank(one) - wantedRank(other) ||
    other.pairs - one.pairs ||
    naturalOrder(one.key, other.key)
  );
}

function wantedRank({ key, a, b }: SideSuggestion): number {
  const rank = WANTED.indexOf(key);
  if (rank >= 0) return rank;
  return OFF.test(a) && ON.test(b) ? WANTED.length : WANTED.length + 1;
}
