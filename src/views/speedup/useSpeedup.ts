import { useDeferredValue, useMemo } from 'react';
import { ask, useApp } from '../../session/state';
import { useShown, type VisibleRuns } from '../../session/sides';
import type { AnswerKeeping } from '../../session/answers';
import { useAsked } from '../../session/query';
import {
  loadObservations,
  MOST_OBSERVATIONS,
  type NumberChoice,
  type TracedObservation,
} from '../../queries/observations';
import { runNamer } from '../../parts/runNamer';
import { HOST_PAIR } from '../../compare/identity/types';
import type { CatalogueRun } from '../../queries/catalogue';
import { inTurns } from '../../model/turns';
import type { Frame, View } from '../../share/view';
import { benchmarksOf, chooseMetrics, type ChosenMetric } from '../../session/choose';
import { buildModelInTurns, TIME_KEY, type SpeedupModel } from './model';

/** What the Speedup view is drawn from. */
export interface SpeedupState {
  /** Runs and sides as chosen now; what is drawn may be a moment behind. */
  now: VisibleRuns;
  /** Runs, sides, frame and axes of what is drawn. */
  shown: VisibleRuns;
  frame: Frame;
  view: View;
  /** All benchmarks that could be drawn, and the chosen metric of those that are. */
  benchmarks: readonly string[];
  chosen: readonly ChosenMetric[];
  observations: readonly TracedObservation[];
  model: SpeedupModel;
  /** True while the numbers of an older question are on screen. */
  stale: boolean;
  /** A sentence in place of the drawing. */
  problem: string | null;
}

const NOTHING: readonly TracedObservation[] = [];
const NO_MODEL: SpeedupModel = {
  panels: [],
  pairs: [],
  doubts: [],
  outlying: [],
  agreeing: [],
  onlyA: [],
  onlyB: [],
  sizes: [],
};

interface NumbersQuestion {
  readonly edition: number;
  readonly runs: readonly string[];
  readonly choices: readonly NumberChoice[];
}

async function loadNumbers(
  { runs, choices }: NumbersQuestion,
  signal: AbortSignal,
): Promise<TracedObservation[]> {
  const observations = await loadObservations(ask, runs, choices, signal);
  if (observations.length > MOST_OBSERVATIONS)
    throw new Error(
      `More than ${MOST_OBSERVATIONS.toLocaleString('en')} numbers are chosen, which is more than a drawing can show: choose fewer benchmarks or runs.`,
    );
  return observations;
}

/** About what an observation with its condition texts takes. */
const OBSERVATION_BYTES = 200;
const KEEPING_NUMBERS: AnswerKeeping<TracedObservation[]> = {
  bytes: ({ length }) => length * OBSERVATION_BYTES,
};

/**
 * Asks for the numbers of the view and lays them out, a few milliseconds at a time. What is on screen always belongs
 * together: until the new drawing is whole, the old one stays, marked as stale.
 */
export function useSpeedup(): SpeedupState {
  const view = useApp((s) => s.view);
  const catalogue = useDeferredValue(useApp((s) => s.catalogue));
  const edition = useDeferredValue(useApp((s) => s.edition));
  const shown = useShown();
  const { sides, runs } = shown;
  const frame: Frame = sides === null || view.x === 'time' ? 'single' : view.frame;

  const benchmarks = useMemo(() => benchmarksOf(runs, sides), [runs, sides]);
  const chosen = useMemo(
    () => chooseMetrics(benchmarks, catalogue.metrics, view, runs, sides),
    [benchmarks, catalogue.metrics, view, runs, sides],
  );
  const question = useMemo(
    (): NumbersQuestion => ({
      edition,
      runs: (sides ? [...sides.a, ...sides.b] : runs).map(({ id }) => id),
      choices: chosen.map(({ benchmark, metric, statistic }) => ({ benchmark, metric, statistic })),
    }),
    [edition, sides, runs, chosen],
  );
  const numbers = useAsked(question, loadNumbers, KEEPING_NUMBERS);
  const observations = numbers.problem === null ? (numbers.answer?.value ?? NOTHING) : NOTHING;
  const answered = numbers.current || numbers.problem !== null;

  const { x, y, panels, size } = view;
  const asked = useMemo(
    (): Drawing | null => (answered ? { observations, shown, frame, axes: { x, y, panels, size } } : null),
    [answered, observations, shown, frame, x, y, panels, size],
  );
  const laid = useAsked(asked, layOut);
  const drawing = laid.last?.asked ?? null;
  const model = laid.last?.value ?? NO_MODEL;
  return {
    now: shown,
    shown: drawing?.shown ?? shown,
    frame: drawing?.frame ?? frame,
    view: { ...view, ...drawing?.axes },
    benchmarks,
    chosen,
    observations: drawing?.observations ?? NOTHING,
    model,
    stale: !laid.current && laid.problem === null,
    problem: numbers.problem ?? laid.problem,
  };
}

/** What a model is laid out from. All of it goes on screen together with the model. */
interface Drawing {
  observations: readonly TracedObservation[];
  shown: VisibleRuns;
  frame: Frame;
  axes: Pick<View, 'x' | 'y' | 'panels' | 'size'>;
}

/** Labels of the runs that the user has said nothing about; hosts of pair tests are places. */
function openLabels(runs: readonly CatalogueRun[], rules: VisibleRuns['rules']): string[] {
  const said = new Set(rules.flatMap((rule) => ('key' in rule && rule.kind !== 'name' ? [rule.key] : [])));
  const labels = new Set<string>();
  for (const { conditions } of runs)
    for (const [key, { origin }] of Object.entries(conditions))
      if (origin === 'label' && key !== HOST_PAIR && !said.has(key)) labels.add(key);
  return [...labels];
}

const layOut = (drawing: Drawing, signal: AbortSignal): Promise<SpeedupModel> =>
  inTurns(modelSteps(drawing), signal);

function* modelSteps({ observations, shown, frame, axes }: Drawing): Generator<void, SpeedupModel> {
  const { sides, compared, runs, compareRuns, rules } = shown;
  let timed = compareRuns;
  if (axes.x === 'time') {
    timed = compareRuns.map((run, i) => {
      const at = startOf(runs[i]?.started ?? runs[i]?.conditions['date']?.value ?? null);
      if (at === null) return run;
      const { id, tool, benchmarks, conditions } = run;
      return { id, tool, benchmarks, conditions: { ...conditions, [TIME_KEY]: String(at) } };
    });
    yield;
  }
  const one = axes.x === 'time' || sides === null ? timed : frame === 'single' ? sides.a : null;
  return yield* buildModelInTurns({
    observations,
    sides: one || sides === null ? { a: one ?? timed, b: one ?? timed, rules } : sides,
    compared: frame === 'single' ? undefined : compared,
    frame,
    view: axes,
    labels: openLabels(runs, rules),
    nameOf: runNamer(runs),
  });
}

/** Milliseconds since 1970 of an ISO date, or null. */
export function startOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
