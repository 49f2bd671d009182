import type { EffectiveValue } from '../conditions/effective';
import type { Better, Origin, RunKind, RunStatus } from '../model/vocabulary';
import type { Row } from '../store/engine';
import { textOrNull } from './sql';

/** Asks the engine; the face of the store that queries need. */
export type Ask = (sql: string, signal?: AbortSignal) => Promise<Row[]>;

/** A run with everything but its numbers. */
export interface CatalogueRun {
  id: string;
  source: number;
  /** Path of its file as dropped. */
  path: string;
  position: number;
  line: number;
  tool: string;
  version: string | null;
  kind: RunKind;
  status: RunStatus;
  reason: string | null;
  started: string | null;
  conditions: Readonly<Record<string, EffectiveValue>>;
  benchmarks: readonly string[];
  measurements: number;
}

/** One kind of number that a benchmark gives. */
export interface Metric {
  benchmark: string;
  metric: string;
  better: Better;
  unit: string;
  statistics: readonly string[];
}

/** All that is loaded, without the numbers. */
export interface Catalogue {
  runs: readonly CatalogueRun[];
  metrics: readonly Metric[];
  files: number;
  measurements: number;
  /** Lines that no reader understood, in all files together. */
  unknownLines: number;
  events: readonly { day: string; what: string }[];
  systems: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const RUNS = `SELECT run.id, run.source, run.position, run.line, run.kind, run.status, run.status_reason, run.started,
  source.path, source.tool, source.tool_version,
  coalesce(counted.measurements, 0)::INTEGER AS measurements, coalesce(counted.benchmarks, []) AS benchmarks
FROM run JOIN source ON source.id = run.source
LEFT JOIN (
  SELECT run, sum(n) AS measurements, list(DISTINCT benchmark ORDER BY benchmark) AS benchmarks
  FROM series LEFT JOIN (SELECT series, count(*) AS n FROM measurement GROUP BY series) m ON m.series = series.id
  GROUP BY run
) counted ON counted.run = run.id
ORDER BY source.path, run.source, run.position`;

const METRICS = `SELECT benchmark, metric, better, unit, list(DISTINCT statistic ORDER BY statistic) AS statistics
FROM (SELECT DISTINCT series, statistic FROM measurement) m JOIN series ON series.id = m.series
GROUP BY ALL ORDER BY benchmark, metric`;

const TOTALS = `SELECT
  (SELECT count(*) FROM source)::INTEGER AS files,
  (SELECT count(*) FROM measurement)::INTEGER AS measurements,
  (SELECT coalesce(sum(lines_unknown), 0) FROM source)::INTEGER AS unknown`;

/** Reads the catalogue: a handful of small queries whatever the number of measurements. */
export async function loadCatalogue(ask: Ask): Promise<Catalogue> {
  const [runs, conditions, metrics, totals, events, cards] = await Promise.all([
    ask(RUNS),
    ask('SELECT run, key, value, origin FROM effective_condition ORDER BY run, key'),
    ask(METRICS),
    ask(TOTALS),
    ask('SELECT DISTINCT day, what FROM event ORDER BY day'),
    ask('SELECT name, key, value FROM system_card'),
  ]);
  const byRun = new Map<string, Record<string, EffectiveValue>>();
  for (const c of conditions) {
    const run = String(c.run);
    const held = byRun.get(run) ?? (Object.create(null) as Record<string, EffectiveValue>);
    held[String(c.key)] = { value: String(c.value), origin: c.origin as Origin };
    byRun.set(run, held);
  }
  const systems: Record<string, Record<string, string>> = {};
  for (const c of cards) (systems[String(c.name)] ??= {})[String(c.key)] = String(c.value);
  const total = totals[0] ?? {};
  return {
    runs: runs.map((r) => ({
      id: String(r.id),
      source: Number(r.source),
      path: String(r.path),
      position: Number(r.position),
      line: Number(r.line),
      tool: String(r.tool),
      version: textOrNull(r.tool_version),
      kind: r.kind as RunKind,
      status: r.status as RunStatus,
      reason: textOrNull(r.status_reason),
      started: textOrNull(r.started),
      conditions: byRun.get(String(r.id)) ?? {},
      benchmarks: (r.benchmarks as unknown[]).map(String),
      measurements: Number(r.measurements),
    })),
    metrics: metrics.map((m) => ({
      benchmark: String(m.benchmark),
      metric: String(m.metric),
      better: m.better as Better,
      unit: String(m.unit),
      statistics: (m.statistics as unknown[]).map(String),
    })),
    files: Number(total.files),
    measurements: Number(total.measurements),
    unknownLines: Number(total.unknown),
    events: events.map((e) => ({ day: String(e.day), what: String(e.what) })),
    systems,
  };
}
