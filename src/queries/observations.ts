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
export interface Choice {
  benchmark: string;
  metric: string;
  statistic: string;
}

/** Most numbers a view draws from; above it the view says so and asks for a narrower choice. */
export const MOST_OBSERVATIONS = 100_000;

/**
 * SQL for all numbers of the chosen metrics of the given runs, in the order of files and lines. The limit is one
 * above `MOST_OBSERVATIONS`, so that a cut is seen.
 */
export function observationsSql(runs: readonly string[], choices: readonly Choice[]): string {
  const wanted = choices.map(
    ({ benchmark, metric, statistic }) => `(${text(benchmark)}, ${text(metric)}, ${text(statistic)})`,
  );
  return `SELECT s.run, s.benchmark, s.metric, s.better, s.unit, s.params, s.printed_unit, run.source,
  m.statistic, m.message_bytes AS bytes, m.value, m.printed, m.line
FROM measurement m JOIN series s ON s.id = m.series JOIN run ON run.id = s.run
WHERE s.run IN (${texts(runs)})
  AND (s.benchmark, s.metric, m.statistic) IN (${wanted.length > 0 ? wanted.join(', ') : "('', '', '')"})
ORDER BY m.series, m.line
LIMIT ${MOST_OBSERVATIONS + 1}`;
}

/** The numbers of `observationsSql`. */
export async function loadObservations(
  ask: Ask,
  runs: readonly string[],
  choices: readonly Choice[],
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
