import type { CatalogueRun, Metric } from '../queries/catalogue';
import { MOST_OBSERVATIONS, type NumberChoice } from '../queries/observations';
import type { View } from '../share/view';
import type { Run } from '../compare/types';

/** Most benchmarks drawn unless more are chosen. */
export const FIRST_BENCHMARKS = 6;

/** Metrics by which a benchmark is first shown, most telling first. */
const MAIN_METRICS = ['latency', 'bandwidth', 'busbw', 'algbw', 'overall', 'time', 'message rate'];

/** What is drawn of one benchmark, and why where that is not the usual choice. */
export interface ChosenMetric extends NumberChoice {
  metricInfo: Metric;
  /** A sentence, for example why algbw is shown and not busbw. */
  reason: string | null;
}

const asRuns = new WeakMap<CatalogueRun, Run>();
const plainConditions = new WeakMap<CatalogueRun['conditions'], Run['conditions']>();

/** A run as the comparison takes it; the same object for the same run. */
export function toCompareRun(run: CatalogueRun): Run {
  const known = asRuns.get(run);
  if (known) return known;
  const conditions = plainConditions.get(run.conditions) ?? valuesOf(run.conditions);
  plainConditions.set(run.conditions, conditions);
  const made = {
    id: run.id,
    tool: run.tool,
    benchmarks: run.benchmarks,
    conditions,
    setting: run.setting,
    experiment: run.experiment,
    repeat: run.repeat,
  };
  asRuns.set(run, made);
  return made;
}

function valuesOf(given: CatalogueRun['conditions']): Run['conditions'] {
  const conditions: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, { value }] of Object.entries(given)) conditions[key] = value;
  return conditions;
}

const isOn = (run: CatalogueRun, key: string) => run.conditions[key]?.value === 'on';

/** True where SHARP or NVLS does the reduction in the network: busbw can then exceed the wire. */
function reducedInNetwork(run: CatalogueRun): boolean {
  return isOn(run, 'SHARP effective') || isOn(run, 'NVLS');
}

/** The statistic by which a metric is first shown: its average where it has one. */
export function mainStatistic({ statistics }: Metric): string | undefined {
  return statistics.find((s) => s === 'avg') ?? statistics[0];
}

/** The metric and statistic drawn for a benchmark: the chosen ones where it has them, else its main ones. */
function chooseMetric(
  benchmark: string,
  metrics: readonly Metric[],
  view: Pick<View, 'metric' | 'statistic'>,
  runs: readonly CatalogueRun[],
): ChosenMetric | null {
  const own = metrics.filter((m) => m.benchmark === benchmark);
  const sharp = runs.some((run) => run.benchmarks.includes(benchmark) && reducedInNetwork(run));
  const order = sharp ? ['algbw', ...MAIN_METRICS] : MAIN_METRICS;
  const main =
    order.map((name) => own.find((m) => m.metric === name)).find((m) => m !== undefined) ??
    own.find((m) => m.better !== 'none') ??
    own[0];
  const metricInfo = own.find((m) => m.metric === view.metric) ?? main;
  if (!metricInfo) return null;
  const { statistics } = metricInfo;
  const statistic = statistics.find((s) => s === view.statistic) ?? mainStatistic(metricInfo);
  if (statistic === undefined) return null;
  const reason =
    sharp && metricInfo.metric === 'algbw' && view.metric !== 'algbw'
      ? 'algbw is shown: with SHARP or NVLS the reduction happens in the network, and busbw can then exceed the wire.'
      : null;
  return { benchmark, metric: metricInfo.metric, statistic, metricInfo, reason };
}

type Compared = { a: readonly Run[]; b: readonly Run[] } | null;

/** How many of the two sides have a benchmark; 1 where nothing is compared. */
function sidesWith(benchmark: string, sides: Compared): number {
  if (!sides) return 1;
  const has = (side: readonly Run[]) => Number(side.some((run) => run.benchmarks.includes(benchmark)));
  return has(sides.a) + has(sides.b);
}

/** The benchmarks that a view can show: those that both sides have, then those of one side. */
export function benchmarksOf(runs: readonly CatalogueRun[], sides: Compared): string[] {
  const all = [...new Set(runs.flatMap((run) => run.benchmarks))].sort();
  return [2, 1].flatMap((many) => all.filter((benchmark) => sidesWith(benchmark, sides) === many));
}

/**
 * What is drawn: one metric for each shown benchmark. Where the view names none, the ones with most numbers, those of
 * both sides before those of one, as far as their numbers fit in a drawing.
 */
export function chooseMetrics(
  benchmarks: readonly string[],
  metrics: readonly Metric[],
  view: Pick<View, 'metric' | 'statistic' | 'benchmarks'>,
  runs: readonly CatalogueRun[],
  sides: Compared,
): ChosenMetric[] {
  const wanted = view.benchmarks
    ? benchmarks.filter((benchmark) => view.benchmarks?.includes(benchmark))
    : benchmarks;
  const found = wanted
    .map((benchmark) => chooseMetric(benchmark, metrics, view, runs))
    .filter((chosen) => chosen !== null);
  return view.benchmarks ? found : firstOf(found, sides);
}

/** The first view of what is loaded; in the order given. */
function firstOf(found: readonly ChosenMetric[], sides: Compared): ChosenMetric[] {
  const told = found.map((chosen) => ({
    chosen,
    numbers: chosen.metricInfo.counts[chosen.metricInfo.statistics.indexOf(chosen.statistic)] ?? 0,
    sides: sidesWith(chosen.benchmark, sides),
  }));
  const small = told.filter(({ numbers }) => numbers <= MOST_OBSERVATIONS);
  // Where none fits, one is tried all the same: its answer says what to do.
  if (small.length === 0) return found.slice(0, 1);
  const taken = new Set<ChosenMetric>();
  let sum = 0;
  for (const { chosen, numbers } of small.toSorted((p, q) => q.sides - p.sides || q.numbers - p.numbers)) {
    if (taken.size === FIRST_BENCHMARKS || sum + numbers > MOST_OBSERVATIONS) continue;
    taken.add(chosen);
    sum += numbers;
  }
  return found.filter((chosen) => taken.has(chosen));
}
