import { useEffect, useMemo, useState } from 'react';
import { ask, sentence, useApp } from '../../app/state';
import { useShown, type Shown } from '../../app/sides';
import { loadObservations, MOST_OBSERVATIONS, type TracedObservation } from '../../queries/observations';
import type { Frame } from '../../share/view';
import { benchmarksOf, chooseMetrics, type ChosenMetric } from './choose';
import { buildModel, TIME_KEY, type SpeedupModel } from './model';

/** What the Speedup view is drawn from. */
export interface Speedup {
  shown: Shown;
  frame: Frame;
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

/** Asks for the numbers of the view and lays them out; the answer to an older question is never shown as the new one. */
export function useSpeedup(): Speedup {
  const view = useApp((s) => s.view);
  const catalogue = useApp((s) => s.catalogue);
  const edition = useApp((s) => s.edition);
  const shown = useShown();
  const { sides, compared, runs, compareRuns } = shown;
  const frame: Frame = sides === null || view.x === 'time' ? 'single' : view.frame;

  const benchmarks = useMemo(() => benchmarksOf(runs, sides), [runs, sides]);
  const chosen = useMemo(
    () => chooseMetrics(benchmarks, catalogue.metrics, view, runs),
    [benchmarks, catalogue.metrics, view, runs],
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
  const model = useMemo(() => {
    const timed =
      x === 'time'
        ? compareRuns.map((run, i) => {
            const at = startOf(runs[i]?.started ?? runs[i]?.conditions['date']?.value ?? null);
            return at === null ? run : { ...run, conditions: { ...run.conditions, [TIME_KEY]: String(at) } };
          })
        : compareRuns;
    const both = { a: timed, b: timed };
    return buildModel({
      observations: answer.observations,
      sides: x === 'time' || sides === null ? both : frame === 'single' ? { a: sides.a, b: sides.a } : sides,
      compared: frame === 'single' ? undefined : compared,
      frame,
      view: { x, y, panels, size },
    });
  }, [answer.observations, sides, compared, compareRuns, runs, frame, x, y, panels, size]);

  return {
    shown,
    frame,
    benchmarks,
    chosen,
    observations: answer.observations,
    model,
    stale: answer.wanted !== wanted,
    problem: answer.problem,
  };
}

/** Milliseconds since 1970 of an ISO date, or null. */
export function startOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
