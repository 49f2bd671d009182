import type { EffectiveValue } from '../conditions/effective';
import { inTurns } from '../model/turns';
import { EXECUTION_KEYS, type Better, type Origin, type RunKind, type RunStatus } from '../model/vocabulary';
import type { Row } from '../store/engine';
import { text, textOrNull } from './sql';

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
  /** Ranks, hosts or devices of its largest matrix of pairs; 0 without one. */
  pairs: number;
  /** Runs of equal number agree in tool, kind, benchmarks and all conditions but those that number or date an execution. */
  setting: number;
  /** Runs of equal number are repeats of one experiment (`compare/identity`); 0 where it was not asked. */
  experiment: number;
  /** Number of the repeat in its experiment, from 1; the files of one job share it. */
  repeat: number;
}

/** One kind of number that a benchmark gives. */
export interface Metric {
  benchmark: string;
  metric: string;
  better: Better;
  unit: string;
  statistics: readonly string[];
  /** How many numbers there are of each of `statistics`. */
  counts: readonly number[];
}

/** All that is loaded, without the numbers. */
export interface Catalogue {
  runs: readonly CatalogueRun[];
  metrics: readonly Metric[];
  files: number;
  measurements: number;
  /** Lines that no reader understood, in all files together. */
  unknownLines: number;
  /** Files in which the names are pseudonyms of their sender. */
  pseudonymous: number;
  events: readonly { day: string; what: string }[];
  systems: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const SOURCES = 'SELECT id, path FROM source';

/** Version of the tool of a run: of its own in a file of several tools, else of the file. */
const VERSION = 'CASE WHEN run.tool IS NULL THEN source.tool_version ELSE run.tool_version END';

/** Conditions of runs as three lists; those that number or date an execution, or the others. */
const conditionLists = (of: 'own' | 'shared') => `SELECT run, list(key ORDER BY key) AS keys,
  list(value ORDER BY key) AS vals, list(origin ORDER BY key) AS origins
FROM said WHERE ${of === 'own' ? '' : 'NOT '}execution GROUP BY run`;

/**
 * Runs of one setting share conditions and benchmarks: these come with the first run of each setting alone, so that
 * a study of many repeats is read about as fast as one of few.
 */
const RUNS = `WITH said AS MATERIALIZED (
  SELECT run, key, value, origin, regexp_matches(key, ${text(EXECUTION_KEYS)}, 'i') AS execution FROM effective_condition
), own AS (${conditionLists('own')}), shared AS (${conditionLists('shared')}),
counted AS (
  SELECT run, sum(n) AS measurements, list(DISTINCT benchmark ORDER BY benchmark) AS benchmarks
  FROM series LEFT JOIN (SELECT series, count(*) AS n FROM measurement_series GROUP BY series) m ON m.series = series.id
  GROUP BY run
), paired AS (
  SELECT run, max(ranks)::INTEGER AS pairs FROM (
    SELECT series, ranks FROM matrix
    UNION ALL SELECT series, 1 + max(greatest(source, destination)) FROM traffic GROUP BY series
  ) m JOIN series ON series.id = m.series GROUP BY run
), listed AS (
  SELECT run.* REPLACE (coalesce(run.tool, source.tool) AS tool, ${VERSION} AS tool_version), source.path, coalesce(paired.pairs, 0) AS pairs, coalesce(counted.measurements, 0)::INTEGER AS measurements, counted.benchmarks,
    shared.keys, shared.vals, shared.origins, own.keys AS own_keys, own.vals AS own_vals, own.origins AS own_origins,
    dense_rank() OVER (
      ORDER BY coalesce(run.tool, source.tool), run.kind, counted.benchmarks, shared.keys, shared.vals, shared.origins
    )::INTEGER AS setting, coalesce(experiment.id, 0) AS experiment, coalesce(experiment.repeat, 0) AS repeat
  FROM run LEFT JOIN experiment ON experiment.run = run.id JOIN source ON source.id = run.source
  LEFT JOIN counted ON counted.run = run.id LEFT JOIN paired ON paired.run = run.id LEFT JOIN shared ON shared.run = run.id LEFT JOIN own ON own.run = run.id
), numbered AS (
  SELECT *, row_number() OVER (PARTITION BY setting ORDER BY path, source, position) = 1 AS first FROM listed
)
SELECT id, source, position, line, kind, status, status_reason, started, tool, tool_version, measurements, pairs, setting, experiment, repeat,
  own_keys, own_vals, own_origins, CASE WHEN first THEN benchmarks END AS benchmarks,
  CASE WHEN first THEN keys END AS keys, CASE WHEN first THEN vals END AS vals, CASE WHEN first THEN origins END AS origins
FROM numbered ORDER BY path, source, position`;

const METRICS = `SELECT benchmark, metric, better, unit, list(statistic ORDER BY statistic) AS statistics,
  list(n ORDER BY statistic) AS counts
FROM (
  SELECT benchmark, metric, better, unit, statistic, sum(n)::INTEGER AS n
  FROM (SELECT series, statistic, count(*) AS n FROM measurement_number GROUP BY ALL) m JOIN series ON series.id = m.series
  GROUP BY ALL
)
GROUP BY ALL ORDER BY benchmark, metric`;

const TOTALS = `SELECT
  (SELECT count(*) FROM source)::INTEGER AS files,
  (SELECT count(*) FROM measurement_series)::INTEGER AS measurements,
  (SELECT coalesce(sum(lines_unknown), 0) FROM source)::INTEGER AS unknown,
  (SELECT count(DISTINCT source) FROM source_note WHERE kind = 'sender')::INTEGER AS pseudonymous`;

/** Reads the catalogue: a handful of small queries whatever the number of measurements. */
export async function loadCatalogue(ask: Ask): Promise<Catalogue> {
  const [sources, runs, metrics, totals, events, cards] = await Promise.all([
    ask(SOURCES),
    ask(RUNS),
    ask(METRICS),
    ask(TOTALS),
    ask('SELECT DISTINCT day, what FROM event ORDER BY day'),
    ask('SELECT name, key, value FROM system_card'),
  ]);
  const systems: Record<string, Record<string, string>> = {};
  for (const c of cards) (systems[String(c.name)] ??= {})[String(c.key)] = String(c.value);
  const total = totals[0] ?? {};
  return {
    runs: await inTurns(catalogueRuns(sources, runs)),
    metrics: metrics.map((m) => ({
      benchmark: String(m.benchmark),
      metric: String(m.metric),
      better: m.better as Better,
      unit: String(m.unit),
      statistics: (m.statistics as unknown[]).map(String),
      counts: (m.counts as unknown[]).map(Number),
    })),
    files: Number(total.files),
    measurements: Number(total.measurements),
    unknownLines: Number(total.unknown),
    pseudonymous: Number(total.pseudonymous),
    events: events.map((e) => ({ day: String(e.day), what: String(e.what) })),
    systems,
  };
}

type Conditions = Record<string, EffectiveValue>;

function conditionsOf(keys: unknown, values: unknown, origins: unknown): Conditions {
  const conditions = Object.create(null) as Conditions;
  if (Array.isArray(keys))
    keys.forEach((key, i) => {
      const origin = (origins as Origin[])[i] ?? 'content';
      conditions[String(key)] = { value: String((values as unknown[])[i]), origin };
    });
  return conditions;
}

/** Puts the rows together; runs of one setting share the objects of their conditions and benchmarks. */
function* catalogueRuns(sources: readonly Row[], rows: readonly Row[]): Generator<void, CatalogueRun[]> {
  const files = new Map(sources.map((s) => [s.id, { path: String(s.path) }]));
  const settings = new Map<unknown, Pick<CatalogueRun, 'conditions' | 'benchmarks'>>();
  for (const r of rows)
    if (r.keys !== null || r.benchmarks !== null || !settings.has(r.setting))
      settings.set(r.setting, {
        conditions: conditionsOf(r.keys, r.vals, r.origins),
        benchmarks: Array.isArray(r.benchmarks) ? r.benchmarks.map(String) : [],
      });
  const runs: CatalogueRun[] = [];
  for (const r of rows) {
    const file = files.get(r.source);
    const setting = settings.get(r.setting);
    if (!file || !setting) continue;
    runs.push({
      id: String(r.id),
      source: Number(r.source),
      ...file,
      tool: String(r.tool),
      version: textOrNull(r.tool_version),
      position: Number(r.position),
      line: Number(r.line),
      kind: r.kind as RunKind,
      status: r.status as RunStatus,
      reason: textOrNull(r.status_reason),
      started: textOrNull(r.started),
      conditions: r.own_keys
        ? Object.assign(conditionsOf(r.own_keys, r.own_vals, r.own_origins), setting.conditions)
        : setting.conditions,
      benchmarks: setting.benchmarks,
      measurements: Number(r.measurements),
      pairs: Number(r.pairs),
      setting: Number(r.setting),
      experiment: Number(r.experiment),
      repeat: Number(r.repeat),
    });
    if (runs.length % 500 === 0) yield;
  }
  return runs;
}
