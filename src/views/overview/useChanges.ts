import { group } from 'd3';
import { useDeferredValue, useMemo } from 'react';
import { ask, useApp } from '../../session/state';
import type { VisibleRuns } from '../../session/sides';
import { seriesOutcomes, type OneSidedSeries, type SeriesOutcome } from '../../compare/series';
import type { Sides } from '../../compare/types';
import { inTurns } from '../../model/turns';
import { loadObservations, MOST_OBSERVATIONS, type NumberChoice } from '../../queries/observations';
import { directed, type Directed } from '../../session/directed';
import { sessionStore } from '../../session/owned';
import { useCurrent } from '../../session/query';

/** What became of all series from A to B. All of it belongs together. */
export interface SeriesChanges {
  outcomes: readonly SeriesOutcome[];
  onlyA: readonly OneSidedSeries[];
  onlyB: readonly OneSidedSeries[];
  /** Values far from the other repeats of their size; they count like any other. */
  outlying: number;
  /** What was asked for: the metrics that have a direction, each by its main statistic. */
  choices: readonly NumberChoice[];
  /** Metrics of which there are more numbers than a view reads. */
  left: readonly NumberChoice[];
}

/** How far the summing up is. */
export interface SummaryProgress {
  done: number;
  of: number;
}

interface Question {
  edition: number;
  sides: Sides;
  compared: string | undefined;
  lots: readonly (readonly NumberChoice[])[];
  choices: readonly NumberChoice[];
}

/** Numbers that are asked for at once. */
const AT_ONCE = 20_000;

/** How far the last summing up is. */
const useProgress = sessionStore<{ of: Question | null; done: number }>({ of: null, done: 0 });

/** Gathers metrics whose numbers are asked for together. */
function lotsOf(metrics: readonly Directed[]): NumberChoice[][] {
  const lots: NumberChoice[][] = [];
  let room = 0;
  for (const { choice, numbers } of metrics) {
    if (numbers > room) {
      lots.push([]);
      room = AT_ONCE;
    }
    lots.at(-1)?.push(choice);
    room -= numbers;
  }
  return lots;
}

async function sumUp(question: Question, signal: AbortSignal): Promise<SeriesChanges> {
  const { sides, compared, lots, choices } = question;
  const runs = [...sides.a, ...sides.b].map(({ id }) => id);
  const changes = {
    outcomes: [] as SeriesOutcome[],
    onlyA: [] as OneSidedSeries[],
    onlyB: [] as OneSidedSeries[],
    outlying: 0,
  };
  const left: NumberChoice[] = [];
  let done = 0;
  for (const lot of lots) {
    const observations = await loadObservations(ask, runs, lot, signal);
    if (observations.length > MOST_OBSERVATIONS) left.push(...lot);
    else {
      const byChoice = group(
        observations,
        ({ benchmark, metric, statistic }) => `${benchmark}\n${metric}\n${statistic}`,
      );
      for (const own of byChoice.values()) {
        const found = await inTurns(seriesOutcomes(own, sides, compared), signal);
        changes.outcomes.push(...found.series);
        changes.onlyA.push(...found.onlyA);
        changes.onlyB.push(...found.onlyB);
        changes.outlying += found.outlying.length;
      }
    }
    done += lot.length;
    useProgress.setState({ of: question, done });
  }
  return { ...changes, choices, left };
}

/**
 * Sums up what changed from A to B: all benchmarks and metrics, lot by lot and a few milliseconds at a time. `changes` is
 * the answer to what is asked now, or null while it is not there; nothing is asked while A or B is empty.
 */
export function useChanges({ sides, compared }: VisibleRuns): {
  changes: SeriesChanges | null;
  progress: SummaryProgress | null;
  problem: string | null;
} {
  const metrics = useDeferredValue(useApp((s) => s.catalogue.metrics));
  const edition = useDeferredValue(useApp((s) => s.edition));
  const question = useMemo((): Question | null => {
    if (!sides || sides.a.length === 0 || sides.b.length === 0) return null;
    const wanted = directed(metrics, [...sides.a, ...sides.b]);
    return {
      edition,
      sides,
      compared,
      lots: lotsOf(wanted),
      choices: wanted.map(({ choice }) => choice),
    };
  }, [sides, compared, metrics, edition]);

  const { answer, problem } = useCurrent(question, sumUp);
  const progress = useProgress();
  return {
    changes: answer,
    progress:
      question && progress.of === question ? { done: progress.done, of: question.choices.length } : null,
    problem,
  };
}
