import type { Run } from '../../compare/types';
import type { Metric } from '../../queries/catalogue';
import type { NumberChoice } from '../../queries/observations';
import { mainStatistic } from '../../session/choose';

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

/** Every metric in which more or less is better, by its main statistic; of several that tell one measurement the one that is quoted. */
export function directed(metrics: readonly Metric[], runs: readonly Run[]): Directed[] {
  const sharp = runs.some(
    ({ conditions }) => conditions['SHARP effective'] === 'on' || conditions['NVLS'] === 'on',
  );
  const told = metrics.filter((one) => !isToldBetter(one, metrics, sharp ? IN_NETWORK : ONE_MEASUREMENT));
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
  orders: readonly (readonly string[])[],
): boolean {
  const order = orders.find((names) => names.includes(metric));
  if (!order) return false;
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
