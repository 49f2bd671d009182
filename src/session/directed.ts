import type { Run } from '../compare/types';
import type { Metric } from '../queries/catalogue';
import type { NumberChoice } from '../queries/observations';
import type { PairSet } from '../queries/pairs';
import { mainStatistic } from './choose';

/**
 * Metrics of one measurement, told in several ways, the one that people quote first: nccl-tests print the time and two rates
 * made of it, osu_mbw_mr the bandwidth and the rate of messages.
 */
const ONE_MEASUREMENT: readonly (readonly string[])[] = [
  ['busbw', 'algbw', 'time'],
  ['bandwidth', 'message rate'],
];
/** The same where the network does the reduction: busbw can then exceed the wire. */
const IN_NETWORK: readonly (readonly string[])[] = [
  ['algbw', 'busbw', 'time'],
  ['bandwidth', 'message rate'],
];

/** A metric by its main statistic, and how many numbers it has. */
export interface Directed {
  choice: NumberChoice;
  numbers: number;
}

/** What a metric is told by beside itself, the quoted one first; `inNetwork` = the network does the reduction. */
const orderOf = (metric: string, inNetwork: boolean): readonly string[] =>
  (inNetwork ? IN_NETWORK : ONE_MEASUREMENT).find((names) => names.includes(metric)) ?? [metric];

/**
 * Pair sets without those that tell a measurement that another one tells by the metric that people quote: of nccl-tests busbw stays, or
 * algbw where the network does the reduction.
 */
export function quotedSets(sets: readonly PairSet[], inNetwork: boolean): PairSet[] {
  const idOf = ({ runs, benchmark, params, statistic, bytes, axis }: PairSet, metric: string) =>
    JSON.stringify([runs, benchmark, params, statistic, bytes, axis, metric]);
  const all = new Set(sets.map((set) => idOf(set, set.metric)));
  return sets.filter((set) => {
    const order = orderOf(set.metric, inNetwork);
    return !order.slice(0, order.indexOf(set.metric)).some((quoted) => all.has(idOf(set, quoted)));
  });
}

/** Whether the network did reductions in some of the runs: busbw can then exceed the wire. */
export const reducesInNetwork = (conditions: readonly Readonly<Record<string, string>>[]): boolean =>
  conditions.some((own) => own['SHARP effective'] === 'on' || own['NVLS'] === 'on');

/** Every metric in which more or less is better, by its main statistic; of several that tell one measurement the one that is quoted. */
export function directed(metrics: readonly Metric[], runs: readonly Run[]): Directed[] {
  const inNetwork = reducesInNetwork(runs.map(({ conditions }) => conditions));
  const told = metrics.filter((one) => !isToldBetter(one, metrics, inNetwork));
  const found = new Map<string, Directed>();
  for (const one of told) {
    const statistic = mainStatistic(one);
    if (one.better === 'none' || statistic === undefined) continue;
    const choice = { benchmark: one.benchmark, metric: one.metric, statistic };
    const numbers = one.counts[one.statistics.indexOf(statistic)] ?? 0;
    const id = JSON.stringify(choice);
    found.set(id, { choice, numbers: numbers + (found.get(id)?.numbers ?? 0) });
  }
  return [...found.values()];
}

/** True when another metric of the benchmark tells the same measurements, at least as many, and is quoted before this one. */
function isToldBetter(
  { benchmark, metric, statistics, counts }: Metric,
  metrics: readonly Metric[],
  inNetwork: boolean,
): boolean {
  const order = orderOf(metric, inNetwork);
  const all = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0);
  return metrics.some(
    (other) =>
      other.benchmark === benchmark &&
      order.indexOf(other.metric) >= 0 &&
      order.indexOf(other.metric) < order.indexOf(metric) &&
      other.statistics.join() === statistics.join() &&
      all(other.counts) >= all(counts),
  );
}
