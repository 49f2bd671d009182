import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { ask, notify, sentence, useApp } from '../../session/state';
import { useShown, type VisibleRuns } from '../../session/sides';
import { loadObservations, MOST_OBSERVATIONS, type TracedObservation } from '../../queries/observations';
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
  const wanted = useMemo(() => {
    const ids = sides ? [...sides.a, ...sides.b].map(({ id }) => id) : runs.map(({ id }) => id);
    return JSON.stringify([
      edition,
      ids,
      chosen.map(({ benchmark, metric, statistic }) => ({ benchmark, metric, statistic })),
    ]);
  }, [edition, sides, runs, chosen]);

  const [answer, setAnswer] = useState({ wanted: '', observations: NOTHING, problem: null as string | null });
  useEffect(() => {
    const controller = new AbortController();
    const [, ids, choices] = JSON.parse(wanted) as [number, string[], ChosenMetric[]];
    loadObservations(ask, ids, choices, controller.signal)
      .then((observations) => {
        if (controller.signal.aborted) return;
        const problem =
          observations.length > MOST_OBSERVATIONS
            ? `More than ${MOST_OBSERVATIONS.toLocaleString('en')} numbers are chosen, which is more than a drawing can show: choose fewer benchmarks or runs.`
            : null;
        setAnswer({ wanted, observations: problem ? NOTHING : observations, problem });
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted)
          setAnswer({ wanted, observations: NOTHING, problem: sentence(error) });
      });
    return () => controller.abort();
  }, [wanted]);

  const { x, y, panels, size } = view;
  const asked = useMemo(
    (): Drawing => ({ observations: answer.observations, shown, frame, axes: { x, y, panels, size } }),
    [answer.observations, shown, frame, x, y, panels, size],
  );
  const [drawn, setDrawn] = useState<{ drawing: Drawing | null; model: SpeedupModel }>({
    drawing: null,
    model: { panels: [], pairs: [], doubts: [], outlying: [], agreeing: [], onlyA: [], onlyB: [], sizes: [] },
  });
  const answered = answer.wanted === wanted;
  useEffect(() => {
    if (!answered) return undefined;
    const controller = new AbortController();
    inTurns(layOut(asked), controller.signal)
      .then((model) => startTransition(() => setDrawn({ drawing: asked, model })))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) notify('problem', sentence(error));
      });
    return () => controller.abort();
  }, [answered, asked]);

  const { drawing, model } = drawn;
  return {
    now: shown,
    shown: drawing?.shown ?? shown,
    frame: drawing?.frame ?? frame,
    view: { ...view, ...drawing?.axes },
    benchmarks,
    chosen,
    observations: drawing?.observations ?? NOTHING,
    model,
    stale: !answered || drawing !== asked,
    problem: answer.problem,
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

function* layOut({ observations, shown, frame, axes }: Drawing): Generator<void, SpeedupModel> {
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
