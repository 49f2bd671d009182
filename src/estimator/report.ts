/** Figures as text and as the JSON of the terminal. */
import { LEAST_TO_STOP } from './plan';
import type { RunResult } from './pool';
import type { Recorder } from './recorder';
import { patternHistogram, withEfficiency, type EstimateFigures } from './result';

/** A curve for head-of-line blocking, and where it is from if it is a known one. */
export interface BlockingCurve {
  /** Part of the fair share that 1, 2, 3 … flows get; the last holds for all more. */
  readonly curve: readonly number[];
  readonly source: string | null;
}

/** What was asked, to stand beside the answer. */
export interface EstimateInputs {
  readonly topology: string;
  readonly routing: string;
  /** The pattern, or `pairs` or `matrix` for what a file holds. */
  readonly traffic: string;
  readonly seed: string;
  readonly patterns: number;
  /** Per cent; null if all patterns were wanted. */
  readonly stopAt: number | null;
  /** Max-min rates and hashes were left out. */
  readonly fast: boolean;
  readonly efficiency: BlockingCurve | null;
}

const WAYS = new Map([
  ['bisect', 'one way'],
  ['bisectfb', 'both ways at once'],
]);

/** One way or both ways, for the patterns where it matters; of two jobs side by side which is which. */
export function direction(pattern: string): string | null {
  const names = [...new Set(pattern.toLowerCase().match(/\bbisect(fb)?\b/g) ?? [])];
  const jobs = /^\s*jobs\s*:/i.test(pattern);
  const said = names.map((name) => `${jobs ? `${name} ` : ''}${WAYS.get(name) ?? ''}`);
  return said.length === 0 ? null : said.join(', ');
}

/** Fluid splitting: c is not defined. (Where no flow arrived there is no c either.) */
const isSplit = (f: EstimateFigures): boolean => f.histogram.size === 0 && f.lost < f.pairs;

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function efficiencyMean({ efficiency }: EstimateInputs, f: EstimateFigures): number | null {
  return efficiency && f.histogram.size > 0 ? finite(withEfficiency(f.histogram, efficiency.curve)) : null;
}

/** What must be said of the answer as a whole. */
function remarks(question: EstimateInputs, { figures: f, setup, stopped }: RunResult): string[] {
  const { patterns, stopAt } = question;
  const said: string[] = [];
  if (!setup.random && patterns > 1) {
    said.push(`Nothing in this traffic is random: one pattern says all, not ${patterns}.`);
  } else if (stopped) {
    said.push(
      `Stopped after ${f.patterns} of at most ${patterns} patterns: the 95 % interval of the mean share is within ±${stopAt} % of it.`,
    );
  } else if (stopAt !== null && setup.random) {
    const { mean, halfWidth } = f.share ?? f.ebb;
    const narrow = halfWidth !== null && halfWidth <= (stopAt / 100) * mean;
    said.push(
      `After all ${counted(patterns, 'pattern')} the 95 % interval of the mean share is ${narrow ? '' : 'not '}within ±${stopAt} % of it (--stop-at looks after each batch of patterns, from ${LEAST_TO_STOP} patterns on).`,
    );
  }
  if (f.lostPatterns > 0) {
    said.push(
      `In ${f.lostPatterns} of ${counted(f.patterns, 'pattern')} every flow was lost: no mean, interval or histogram of patterns counts them.`,
    );
  }
  if (question.efficiency?.source) said.push(`The efficiency curve is ${question.efficiency.source}.`);
  if (question.efficiency && isSplit(f)) {
    said.push(
      'The efficiency curve is not used: under fluid splitting no whole number of flows shares a link.',
    );
  }
  return said;
}

/**
 * The figures under the names of the reference vectors, summed or pooled over all patterns, and ours beside
 * them. A figure that is not defined is null: c under fluid splitting, max-min and hashes when left out.
 */
export function figures(
  question: EstimateInputs,
  result: RunResult,
  recorder: Recorder,
): Record<string, unknown> {
  const { figures: f, setup } = result;
  const split = isSplit(f);
  const hashed = !split && !question.fast;
  const matrix = recorder.matrix();
  return {
    topology: question.topology,
    routing: question.routing,
    pattern: question.traffic,
    direction: direction(question.traffic),
    patterns: f.patterns,
    seed: question.seed,
    hosts: setup.hosts,
    switches: setup.switches,
    n_pairs: f.pairs,
    n_phases: f.phases,
    n_lost: f.lost,
    n_patterns_lost: f.lostPatterns,
    sum_load: f.sumLoad,
    max_load: f.maxLoad,
    mean_inv_c: f.meanInvC,
    hist_c: split ? null : Object.fromEntries(f.histogram),
    sum_phase_max_c: split ? null : f.sumPhaseMaxC,
    mean_b: f.meanShare,
    min_b: f.minShare,
    mean_maxmin: f.meanMaxmin,
    min_maxmin: f.minMaxmin,
    fnv_c: hashed ? recorder.c.text() : null,
    fnv_load: hashed ? recorder.load.text() : null,
    max_util: f.maxUtil,
    inv_mean_time: f.invMeanTime,
    sum_phase_max_time: f.sumPhaseMaxTime,
    ebb_of: split ? 'share' : '1/c',
    ebb: finite(f.ebb.mean),
    ebb_half_width_95: f.ebb.halfWidth,
    hist_pattern_means: patternHistogram(f.perPattern),
    mean_b_half_width_95: f.share?.halfWidth ?? null,
    ...(question.efficiency
      ? {
          mean_with_efficiency: efficiencyMean(question, f),
          efficiency: question.efficiency.curve,
          efficiency_source: question.efficiency.source,
        }
      : {}),
    ...(matrix
      ? {
          all_pairs_at_once: true,
          bytes: matrix.bytes,
          bytes_inside_hosts: matrix.bytesInside,
          bytes_lost: matrix.bytesLost,
          entries_inside_hosts: matrix.pairsInside,
          bytes_time: matrix.bytesTime,
          bytes_time_hosts_only: matrix.bytesTimeHosts,
          mean_b_by_bytes: matrix.shareByBytes,
        }
      : {}),
    ...(question.stopAt === null ? {} : { stop_at_percent: question.stopAt, stop_at_of: 'share' }),
    stopped_early: result.stopped,
    notes: [...remarks(question, result), ...setup.notes],
  };
}

/** One line of JSON. */
export function json(question: EstimateInputs, result: RunResult, recorder: Recorder): string {
  return JSON.stringify(figures(question, result, recorder));
}

const counted = (count: number, what: string, plural = `${what}s`): string =>
  `${count} ${count === 1 ? what : plural}`;

/** A few lines for people. */
export function text(question: EstimateInputs, result: RunResult, recorder: Recorder): string {
  const f = result.figures;
  const none = f.lost === f.pairs ? 'not defined: every flow was lost' : 'not defined: flows are split';
  const number = (value: number | null, instead = none) => (value === null ? instead : value.toFixed(4));
  const mean = (value: number | null, after: string) => `${number(value)}${value === null ? '' : after}`;
  const width = (halfWidth: number | null | undefined) =>
    typeof halfWidth === 'number' ? ` ± ${halfWidth.toFixed(4)} (95 %)` : '';
  const way = direction(question.traffic);
  const { efficiency } = question;
  const lines = [
    `${question.topology} · ${question.routing} · ${question.traffic}${way ? ` (${way})` : ''} · seed ${question.seed}`,
    [
      counted(result.setup.hosts, 'host'),
      counted(result.setup.switches, 'switch', 'switches'),
      counted(f.patterns, 'pattern'),
      counted(f.pairs, 'pair'),
      counted(f.phases, 'phase'),
      ...(f.lost > 0 ? [`${counted(f.lost, 'flow')} lost`] : []),
    ].join(', '),
    `mean 1/c            ${mean(f.meanInvC, width(f.ebb.halfWidth))}`,
    ...(efficiency
      ? [
          `with efficiency     ${mean(efficiencyMean(question, f), ` (mean of e(c)/c; e = ${efficiency.curve.join(', ')} for c = 1, 2, …)`)}`,
        ]
      : []),
    `mean share          ${mean(f.meanShare, `${width(f.share?.halfWidth)} (minimum ${number(f.minShare)})`)}`,
    `1 / mean time       ${number(f.invMeanTime)}`,
    `mean max-min rate   ${question.fast ? 'left out (--fast)' : mean(f.meanMaxmin, ` (minimum ${number(f.minMaxmin)})`)}`,
    `largest load        ${counted(Number(f.maxLoad.toPrecision(6)), 'flow')}`,
    ...matrixLines(recorder, number),
    ...remarks(question, result),
    ...result.setup.notes,
    'Model: steady-state large messages; ignores head-of-line blocking, back-pressure and pacing.',
  ];
  return lines.join('\n');
}

function matrixLines(recorder: Recorder, number: (value: number | null) => string): string[] {
  const matrix = recorder.matrix();
  if (!matrix) return [];
  const rounded = (value: number) => String(Number(value.toPrecision(6)));
  const time = (value: number | null) => (value === null ? number(null) : rounded(value));
  const lost = matrix.bytesLost > 0 ? `; ${rounded(matrix.bytesLost)} bytes lost` : '';
  return [
    `matrix              ${counted(matrix.bytes, 'byte')}, all pairs at once; ${counted(matrix.bytesInside, 'byte')} (${counted(matrix.pairsInside, 'entry', 'entries')}) inside hosts left out${lost}`,
    `time by bytes       ${time(matrix.bytesTime)} bytes / capacity of the fullest link (of host links ${time(matrix.bytesTimeHosts)})`,
    `mean share by bytes ${number(matrix.shareByBytes)}`,
  ];
}
