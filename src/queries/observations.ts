import type { Observation } from '../compare/types';
import type { Better } from '../model/vocabulary';
import { inTurns } from '../model/turns';
import type { Row } from '../store/engine';
import type { Ask } from './catalogue';
import { text, texts } from './sql';

/** A number with what the file printed and where. */
export interface TracedObservation extends Observation {
  printed: string;
  printedUnit: string;
  /** Id of the file's row and the line of the number. */
  source: number;
  line: number;
}

/** Which numbers: one metric and statistic per benchmark. */
export interface NumberChoice {
  benchmark: string;
  metric: string;
  statistic: string;
}

/** Most numbers a view draws from; above it the view says so and asks for a narrower choice. */
export const MOST_OBSERVATIONS = 100_000;

/** Numbers of failed runs are no results: the data check of the tool found them wrong, or they belong to nothing. */
const NOT_FAILED = `run.status <> 'failed'`;

/**
 * SQL for all numbers of the chosen metrics of the given runs, in the order of files and lines, without those of failed runs.
 * The limit is one above `MOST_OBSERVATIONS`, so that a cut is seen.
 */
export function observationsSql(runs: readonly string[], choices: readonly NumberChoice[]): string {
  const wanted = choices.map(
    ({ benchmark, metric, statistic }) => `(${text(benchmark)}, ${text(metric)}, ${text(statistic)})`,
  );
  return `SELECT * REPLACE (printed_text(printed, value, factor, decimals) AS printed) FROM (
SELECT s.run, s.benchmark, s.metric, s.better, s.unit, s.params, s.printed_unit, s.factor, run.source,
  m.statistic, m.message_bytes AS bytes, m.value, m.printed, m.decimals, m.line
FROM measurement_number m JOIN series s ON s.id = m.series JOIN run ON run.id = s.run
WHERE s.run IN (${texts(runs)}) AND ${NOT_FAILED}
  AND (s.benchmark, s.metric, m.statistic) IN (${wanted.length > 0 ? wanted.join(', ') : "('', '', '')"})
ORDER BY m.series, m.line
LIMIT ${MOST_OBSERVATIONS + 1})`;
}

/** The numbers of `observationsSql`. */
export async function loadObservations(
  ask: Ask,
  runs: readonly string[],
  choices: readonly NumberChoice[],
  signal?: AbortSignal,
): Promise<TracedObservation[]> {
  const rows = await ask(observationsSql(runs, choices), signal);
  return inTurns(traced(rows), signal);
}

function* traced(rows: readonly Row[]): Generator<void, TracedObservation[]> {
  const observations: TracedObservation[] = [];
  for (const r of rows) {
    observations.push(tracedObservation(r));
    if (observations.length % 500 === 0) yield;
  }
  return observations;
}

function tracedObservation(r: Row): TracedObservation {
  return {
    runId: String(r.run),
    benchmark: String(r.benchmark),
    metric: String(r.metric),
    better: r.better as Better,
    unit: String(r.unit),
    params: String(r.params),
    statistic: String(r.statistic),
    bytes: r.bytes === null ? null : Number(r.bytes),
    value: Number(r.value),
    printed: String(r.printed),
    printedUnit: String(r.printed_unit),
    source: Number(r.source),
    line: Number(r.line),
  };
}

/** Numbers that one histogram can hold: of one tool, benchmark, metric, parameters, statistic and message size. */
export interface ValueKind {
  tool: string;
  benchmark: string;
  metric: string;
  /** Series parameters as one text. */
  params: string;
  better: Better;
  unit: string;
  /** As a file of them prints it: stored value = printed number × factor. */
  printed: { unit: string; factor: number };
  statistic: string;
  /** Message size in bytes, or null. */
  bytes: number | null;
  /** How many numbers there are. */
  count: number;
}

/** The tool of a run: its own in a file of several tools, else that of the file. */
const TOOL = 'coalesce(run.tool, source.tool)';

const FROM_MEASUREMENTS = `FROM measurement_number m JOIN series s ON s.id = m.series JOIN run ON run.id = s.run
  JOIN source ON source.id = run.source`;

/** What the given runs measured, without the numbers, in the order of names and sizes; without failed runs. */
export async function loadValueKinds(
  ask: Ask,
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<ValueKind[]> {
  const rows = await ask(
    `SELECT ${TOOL} AS tool, s.benchmark, s.metric, s.params, s.better, s.unit, m.statistic, m.message_bytes AS bytes,
  min_by(s.printed_unit, s.id) AS printed_unit, min_by(s.factor, s.id) AS factor, count(*) AS numbers
${FROM_MEASUREMENTS}
WHERE s.run IN (${texts(runs)}) AND ${NOT_FAILED}
GROUP BY ${TOOL}, s.benchmark, s.metric, s.params, s.better, s.unit, m.statistic, m.message_bytes
ORDER BY s.benchmark, s.metric, s.params, ${TOOL}, s.unit, m.statistic, m.message_bytes`,
    signal,
  );
  return rows.map((r) => ({
    tool: String(r.tool),
    benchmark: String(r.benchmark),
    metric: String(r.metric),
    params: String(r.params),
    better: r.better as Better,
    unit: String(r.unit),
    printed: { unit: String(r.printed_unit), factor: Number(r.factor) },
    statistic: String(r.statistic),
    bytes: r.bytes === null ? null : Number(r.bytes),
    count: Number(r.numbers),
  }));
}

/** The SQL behind `loadValues`. */
export const valuesSql = (runs: readonly string[], kind: ValueKind): string =>
  `SELECT s.run, m.value ${FROM_MEASUREMENTS}
WHERE s.run IN (${texts(runs)}) AND ${NOT_FAILED} AND ${TOOL} = ${text(kind.tool)} AND s.benchmark = ${text(kind.benchmark)}
  AND s.metric = ${text(kind.metric)} AND s.params = ${text(kind.params)} AND s.better = ${text(kind.better)}
  AND s.unit = ${text(kind.unit)} AND m.statistic = ${text(kind.statistic)}
  AND m.message_bytes ${kind.bytes === null ? 'IS NULL' : `= ${kind.bytes}`}`;

/** The numbers of one kind with their runs. Rejects with a sentence where they are more than `MOST_OBSERVATIONS`. */
export async function loadValues(
  ask: Ask,
  runs: readonly string[],
  kind: ValueKind,
  signal?: AbortSignal,
): Promise<{ run: string; value: number }[]> {
  const rows = await ask(`${valuesSql(runs, kind)}\nLIMIT ${MOST_OBSERVATIONS + 1}`, signal);
  if (rows.length > MOST_OBSERVATIONS)
    throw new Error(
      `There are more than ${MOST_OBSERVATIONS.toLocaleString('en')} such numbers, which is more than this view reads: choose another size, or fewer runs.`,
    );
  return rows.map((r) => ({ run: String(r.run), value: Number(r.value) }));
}
