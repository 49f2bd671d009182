import { joined, maskHosts, pairSweeps, type PairRun, type PairSweep } from '../compare/identity/pairSweep';
import { ORIGINS, type Better, type Origin, type RunStatus } from '../model/vocabulary';
import type { Ask } from './catalogue';
import { text, textOrNull, texts } from './sql';

/** A pair of hosts by their places in a sweep, from the one that sends. */
export type HostPair = readonly [from: number, to: number];

/** What the numbers of pairs are of. */
export interface PairMeasure {
  benchmark: string;
  metric: string;
  better: Better;
  unit: string;
  /** As the tool prints it: stored value = printed number × factor. */
  printed: { unit: string; factor: number };
  /** Series parameters as one text. */
  params: string;
  statistic: string;
  /** Message size in bytes, or null. */
  bytes: number | null;
}

/** What a sweep over pairs of hosts measured of one quantity and message size, under one set of conditions. */
export interface SweepNumbers extends PairMeasure {
  sweep: Pick<PairSweep<PairRun>, 'key' | 'conditions' | 'name'>;
  runs: readonly string[];
  hosts: readonly string[];
  /** Where its numbers are, and the pair that each is of. */
  series: readonly { id: number; run: string; pair: HostPair }[];
  /** Pairs without a number because their run failed, hung or was cut. */
  failed: readonly { run: string; pair: HostPair }[];
}

interface Run extends PairRun {
  status: RunStatus;
  benchmarks: ReadonlySet<string>;
}

/** A failed run whose hosts are not known. */
type Lost = Omit<Run, 'hosts'>;

/** Reasons by which the numbers of a failed run are wrong, as the readers write them. */
const WRONG_NUMBERS = 'data check|validation|integrity';

/**
 * What sweeps over pairs of hosts among the given runs measured, by quantity; of each quantity the size that most pairs have, or would
 * have but for a failure, comes first, the largest of these before others.
 */
export async function loadSweeps(
  ask: Ask,
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<SweepNumbers[]> {
  const [pairs, lost] = await loadRuns(ask, runs, signal);
  const sweeps = pairSweeps(pairs);
  if (sweeps.length === 0) return [];
  const strays = strayRuns(sweeps, lost);
  const rows = await ask(numbersSql(sweeps), signal);
  const byId = new Map(pairs.map((run) => [run.run, run]));
  const found = rows.flatMap((row): SweepNumbers[] => {
    const sweep = sweeps[Number(row.sweep)];
    if (!sweep) return [];
    const series = (row.series as unknown[]).map(Number);
    const measured = (row.runs as unknown[]).map((id, i) => {
      const run = byId.get(String(id));
      return { series: series[i] ?? -1, run: String(id), hosts: run?.hosts ?? (['', ''] as const) };
    });
    const whole = joined(measured);
    if (whole.length === 0) return [];
    const benchmark = String(row.benchmark);
    const failed = failedRuns([...sweep.runs, ...(strays.get(sweep) ?? [])], benchmark, whole);
    const hosts = [...new Set([...whole, ...failed].flatMap((run) => [...run.hosts]))].sort();
    const place = new Map(hosts.map((host, i) => [host, i]));
    const pairOf = ({ hosts: [from, to] }: Pick<PairRun, 'hosts'>): HostPair => [
      place.get(from) ?? 0,
      place.get(to) ?? 0,
    ];
    return [
      {
        sweep,
        runs: [...new Set([...whole, ...failed].map(({ run }) => run))],
        hosts,
        series: whole.map((each) => ({ id: each.series, run: each.run, pair: pairOf(each) })),
        failed: failed.map((each) => ({ run: each.run, pair: pairOf(each) })),
        benchmark,
        metric: String(row.metric),
        better: row.better as Better,
        unit: String(row.unit),
        printed: { unit: String(row.printed_unit), factor: Number(row.factor) },
        params: String(row.params),
        statistic: String(row.statistic),
        bytes: row.bytes === null ? null : Number(row.bytes),
      },
    ];
  });
  return inOrder(found);
}

/** Runs on exactly two hosts, and failed ones of which no host is known. */
async function loadRuns(
  ask: Ask,
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<[pairs: Run[], lost: Lost[]]> {
  const rows = await ask(
    `WITH ends AS (
      SELECT r.run, arg_min(h.name, r.rank) AS first, max(h.name) AS high, min(h.name) AS low, count(DISTINCT h.name) AS hosts
      FROM rank_map r JOIN host h ON h.id = r.host WHERE r.run IN (${texts(runs)}) GROUP BY r.run
    ), chosen AS (
      SELECT run.id AS run, run.status, coalesce(run.tool, source.tool) AS tool, source.path, run.source, run.position, ends.*
      FROM run JOIN source ON source.id = run.source LEFT JOIN ends ON ends.run = run.id
      WHERE run.id IN (${texts(runs)}) AND (ends.hosts = 2 OR (ends.hosts IS NULL AND run.status <> 'complete'))
    )
    SELECT c.run, any_value(c.status) AS status, any_value(c.tool) AS tool, any_value(c.path) AS path,
      any_value(c.first) AS first, any_value(c.high) AS high, any_value(c.low) AS low,
      any_value(said.keys) AS keys, any_value(said.vals) AS vals, any_value(said.origins) AS origins,
      list(DISTINCT s.benchmark) FILTER (s.benchmark IS NOT NULL) AS benchmarks
    FROM chosen c LEFT JOIN series s ON s.run = c.run
    LEFT JOIN (
      SELECT run, list(key ORDER BY key) AS keys, list(value ORDER BY key) AS vals, list(origin ORDER BY key) AS origins
      FROM effective_condition GROUP BY run
    ) said ON said.run = c.run
    GROUP BY c.run ORDER BY any_value(c.path), any_value(c.source), any_value(c.position)`,
    signal,
  );
  const [pairs, lost]: [Run[], Lost[]] = [[], []];
  for (const row of rows) {
    const list = (value: unknown) => (value === null ? [] : (value as unknown[]).map(String));
    const [keys, values, origins] = [list(row.keys), list(row.vals), list(row.origins)];
    const run: Lost = {
      run: String(row.run),
      tool: String(row.tool),
      path: String(row.path),
      status: row.status as RunStatus,
      benchmarks: new Set(list(row.benchmarks)),
      conditions: Object.fromEntries(
        keys.map((key, i) => [key, { value: values[i] ?? '', origin: originOf(origins[i]) }]),
      ),
    };
    const [first, low, high] = [textOrNull(row.first), textOrNull(row.low), textOrNull(row.high)];
    if (first === null || low === null || high === null) lost.push(run);
    else pairs.push({ ...run, hosts: [first, first === low ? high : low] });
  }
  return [pairs, lost];
}

const originOf = (word: string | undefined): Origin => ORIGINS.find((origin) => origin === word) ?? 'label';

/** Failed runs whose file is named after two hosts of a sweep, and of one only, by the conditions that both have. */
function strayRuns(
  sweeps: readonly PairSweep<Run>[],
  lost: readonly Lost[],
): Map<PairSweep<Run>, (Lost & Pick<Run, 'hosts'>)[]> {
  const found = new Map<PairSweep<Run>, (Lost & Pick<Run, 'hosts'>)[]>();
  const hostsOf = new Map(
    sweeps.map((sweep) => [sweep, [...new Set(sweep.runs.flatMap(({ hosts }) => hosts))]]),
  );
  for (const run of lost) {
    const fits = sweeps.flatMap((sweep) => {
      const other = sweep.runs[0]?.tool !== run.tool;
      const contrary = Object.entries(run.conditions).some(
        ([key, { value }]) => (sweep.conditions[key] ?? value) !== value,
      );
      if (other || contrary) return [];
      const [from, to, ...more] = (hostsOf.get(sweep) ?? []).filter(
        (host) => maskHosts(run.path, [host]) !== run.path,
      );
      return from !== undefined && to !== undefined && more.length === 0
        ? [{ sweep, run: { ...run, hosts: [from, to] as const } }]
        : [];
    });
    const [fit, ...others] = fits;
    if (fit && others.length === 0) found.set(fit.sweep, [...(found.get(fit.sweep) ?? []), fit.run]);
  }
  return found;
}

const unordered = ({ hosts }: Pick<PairRun, 'hosts'>) => [...hosts].sort().join('\n');

/** One run of each pair that has no number of a benchmark because its run did not end well. */
function failedRuns(
  runs: readonly Run[],
  benchmark: string,
  measured: readonly Pick<PairRun, 'hosts'>[],
): Run[] {
  const told = new Set(measured.map(unordered));
  return runs.filter((run) => {
    const { status, benchmarks } = run;
    if (status === 'complete' || !(benchmarks.size === 0 || benchmarks.has(benchmark))) return false;
    const pair = unordered(run);
    if (told.has(pair)) return false;
    told.add(pair);
    return true;
  });
}

/** Numbers of the runs of sweeps by quantity and size: those of a run without a size only if it is whole. */
function numbersSql(sweeps: readonly PairSweep<Run>[]): string {
  const runs = sweeps.flatMap((sweep, i) => sweep.runs.map(({ run }) => [run, i] as const));
  return `WITH member AS (
    SELECT unnest([${texts(runs.map(([run]) => run))}]) AS run, unnest([${runs.map(([, i]) => i).join(', ')}]) AS sweep
  ), held AS (
    SELECT DISTINCT member.sweep, s.benchmark, s.metric, s.better, s.unit, s.printed_unit, s.factor, s.params,
      m.statistic, m.message_bytes AS bytes, s.id, s.run
    FROM member JOIN run ON run.id = member.run JOIN series s ON s.run = member.run JOIN measurement_number m ON m.series = s.id
    WHERE (run.status <> 'failed' OR NOT regexp_matches(coalesce(run.status_reason, ''), ${text(WRONG_NUMBERS)}, 'i'))
      AND (m.message_bytes IS NOT NULL OR run.status = 'complete')
  )
  SELECT sweep, benchmark, metric, better, unit, printed_unit, factor, params, statistic, bytes,
    list(id ORDER BY id) AS series, list(run ORDER BY id) AS runs
  FROM held GROUP BY ALL ORDER BY benchmark, metric, params, statistic, bytes DESC NULLS LAST, sweep`;
}

/** Quantities in the order in which they come; of each the size with most pairs first. */
function inOrder(found: readonly SweepNumbers[]): SweepNumbers[] {
  const quantityOf = ({ benchmark, metric, params, statistic, unit }: SweepNumbers) =>
    JSON.stringify([benchmark, metric, params, statistic, unit]);
  const place = new Map<string, number>();
  const covered = new Map<string, number>();
  const sizeOf = (each: SweepNumbers) => `${quantityOf(each)} ${each.bytes}`;
  for (const each of found) {
    const quantity = quantityOf(each);
    if (!place.has(quantity)) place.set(quantity, place.size);
    const pairs = new Set(each.series.map(({ pair }) => pair.join(' '))).size + each.failed.length;
    covered.set(sizeOf(each), (covered.get(sizeOf(each)) ?? 0) + pairs);
  }
  return found.toSorted(
    (p, q) =>
      (place.get(quantityOf(p)) ?? 0) - (place.get(quantityOf(q)) ?? 0) ||
      (covered.get(sizeOf(q)) ?? 0) - (covered.get(sizeOf(p)) ?? 0) ||
      (q.bytes ?? -1) - (p.bytes ?? -1),
  );
}
