import { group } from 'd3';
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { ask, sentence, useApp } from '../../session/state';
import type { VisibleRuns } from '../../session/sides';
import { seriesOutcomes, type OneSidedSeries, type SeriesOutcome } from '../../compare/series';
import type { Sides } from '../../compare/types';
import { inTurns } from '../../model/turns';
import { loadObservations, MOST_OBSERVATIONS, type NumberChoice } from '../../queries/observations';
import { directed, type Directed } from './directed';
import { owned } from '../../session/owned';

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
  /** Text that is the same for the same question and only for it. */
  id: string;
  sides: Sides;
  compared: string | undefined;
  lots: readonly (readonly NumberChoice[])[];
  choices: readonly NumberChoice[];
}

/** Numbers that are asked for at once. */
const AT_ONCE = 20_000;

/** The last answer: going to another tab and back does not ask again. */
const last = owned((): { of: { id: string; changes: SeriesChanges } | null } => ({ of: null }));

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

async function sumUp(
  question: Question,
  signal: AbortSignal,
  told: (done: number) => void,
): Promise<SeriesChanges> {
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
    told(done);
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
    const ids = (side: Sides['a']) => side.map(({ id }) => id);
    return {
      id: JSON.stringify([edition, compared, ids(sides.a), ids(sides.b)]),
      sides,
      compared,
      lots: lotsOf(wanted),
      choices: wanted.map(({ choice }) => choice),
    };
  }, [sides, compared, metrics, edition]);

  const [answer, setAnswer] = useState<{
    id: string;
    changes: SeriesChanges | null;
    problem: string | null;
  } | null>(null);
  const [progress, setProgress] = useState<(SummaryProgress & { id: string }) | null>(null);
  useEffect(() => {
    if (!question || last().of?.id === question.id) return undefined;
    const { id, choices } = question;
    const controller = new AbortController();
    sumUp(question, controller.signal, (done) => setProgress({ id, done, of: choices.length })).then(
      (changes) => {
        if (controller.signal.aborted) return;
        last().of = { id, changes };
        startTransition(() => setAnswer({ id, changes, problem: null }));
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setAnswer({ id, changes: null, problem: sentence(error) });
      },
    );
    return () => controller.abort();
  }, [question]);

  const id = question?.id;
  const own = answer?.id === id ? answer : null;
  const before = last().of;
  return {
    changes: id === undefined ? null : before?.id === id ? before.changes : (own?.changes ?? null),
    progress: progress?.id === id ? progress : null,
    problem: own?.problem ?? null,
  };
}
