/** Figures as text and as the JSON of the terminal. */
import type { RunResult } from './pool';
import { combinedHash, interval, patternHistogram, rowsOf, withEfficiency } from './result';

/** What was asked, to stand beside the answer. */
export interface Question {
  readonly topology: string;
  readonly routing: string;
  readonly pattern: string;
  readonly seed: string;
  readonly efficiency?: readonly number[];
}

/** One way or both ways, for the patterns where it matters. */
export function direction(pattern: string): string | null {
  if (/^bisectfb/.test(pattern)) return 'both ways at once';
  return /^bisect/.test(pattern) ? 'one way' : null;
}

/**
 * The figures under the names of the reference vectors, summed or pooled over all patterns, and ours beside
 * them. A figure that is not defined is null: c under fluid splitting, max-min and hashes when left out.
 */
export function figures(question: Question, result: RunResult): Record<string, unknown> {
  const f = result.figures;
  const rows = rowsOf(result.batches);
  const split = f.histogram.size === 0;
  const hashed = !split && rows.some((row) => row.fnvCHigh !== 0xcbf29ce4 || row.fnvCLow !== 0x84222325);
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return {
    topology: question.topology,
    routing: question.routing,
    pattern: question.pattern,
    direction: direction(question.pattern),
    patterns: f.patterns,
    seed: question.seed,
    n_pairs: f.pairs,
    n_phases: f.phases,
    n_lost: f.lost,
    sum_load: f.sumLoad,
    max_load: f.maxLoad,
    mean_inv_c: f.meanInvC,
    hist_c: split ? null : Object.fromEntries(f.histogram),
    sum_phase_max_c: split ? null : f.sumPhaseMaxC,
    mean_b: f.meanShare,
    min_b: f.minShare,
    mean_maxmin: f.meanMaxmin,
    min_maxmin: f.minMaxmin,
    fnv_c: hashed ? combinedHash(rows, 'fnvC') : null,
    fnv_load: hashed ? combinedHash(rows, 'fnvLoad') : null,
    max_util: f.maxUtil,
    inv_mean_time: f.invMeanTime,
    sum_phase_max_time: f.sumPhaseMaxTime,
    ebb: f.ebb.mean,
    ebb_half_width_95: f.ebb.halfWidth,
    hist_pattern_means: patternHistogram(f.perPattern),
    ...(question.efficiency && !split
      ? { mean_with_efficiency: withEfficiency(f.histogram, question.efficiency) }
      : {}),
    ...(bytes > 0 ? matrixFigures(result) : {}),
    stopped_early: result.stopped,
    notes: result.setup.notes,
  };
}

/** Of a recorded matrix: all pairs at once. Times are in bytes per unit of capacity. */
function matrixFigures(result: RunResult): Record<string, number> {
  const rows = rowsOf(result.batches);
  const mean = (values: number[]) => interval(Float64Array.from(values)).mean;
  const first = rows[0];
  return {
    bytes: first?.bytes ?? 0,
    bytes_inside_hosts: first?.bytesInside ?? 0,
    entries_inside_hosts: first?.pairsInside ?? 0,
    bytes_time: mean(rows.map((row) => row.bytesTime)),
    bytes_time_hosts_only: mean(rows.map((row) => row.bytesTimeHosts)),
    mean_b_by_bytes: mean(rows.map((row) => row.weightedShare / row.bytes)),
  };
}

/** One line of JSON. */
export function json(question: Question, result: RunResult): string {
  return JSON.stringify(figures(question, result));
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** A few lines for people. */
export function text(question: Question, result: RunResult): string {
  const f = result.figures;
  const number = (value: number | null) => (value === null ? 'not defined' : value.toFixed(4));
  const width = (halfWidth: number | null | undefined) =>
    typeof halfWidth === 'number' ? ` ± ${halfWidth.toFixed(4)} (95 %)` : '';
  const way = direction(question.pattern);
  const lines = [
    `${question.topology} · ${question.routing} · ${question.pattern}${way ? ` (${way})` : ''} · seed ${question.seed}`,
    [
      counted(f.patterns, 'pattern'),
      counted(f.pairs, 'pair'),
      counted(f.phases, 'phase'),
      ...(f.lost > 0 ? [`${counted(f.lost, 'flow')} lost`] : []),
    ].join(', '),
    `mean 1/c            ${number(f.meanInvC)}${f.meanInvC === null ? '' : width(f.ebb.halfWidth)}`,
    `mean share          ${number(f.meanShare)}${width(f.share?.halfWidth)} (minimum ${number(f.minShare)})`,
    `1 / mean time       ${number(f.invMeanTime)}`,
    `mean max-min rate   ${number(f.meanMaxmin)} (minimum ${number(f.minMaxmin)})`,
    `largest load        ${counted(f.maxLoad, 'flow')}`,
    ...result.setup.notes,
    'Model: large messages, no head-of-line blocking, no back-pressure; measured bandwidth has been about 0.75 of it.',
  ];
  return lines.join('\n');
}
