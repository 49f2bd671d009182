import { useDeferredValue, useMemo } from 'react';
import { A_COLOR, B_COLOR, seriesStyle } from '../../charts/colours';
import { ask, useApp } from '../../session/state';
import type { VisibleRuns } from '../../session/sides';
import { checkedPairs, type DoubtfulGroup } from '../../compare/doubtful';
import { exclusionTest } from '../../compare/identity/rules';
import type { Sides } from '../../compare/types';
import { inTurns } from '../../model/turns';
import { doubtEntries, type DoubtEntry } from '../../parts/doubtEntries';
import {
  loadObservations,
  loadValueKinds,
  loadValues,
  MOST_OBSERVATIONS,
  valuesSql,
  type ValueKind,
} from '../../queries/observations';
import { useAsked, useCurrent } from '../../session/query';
import {
  chosenKind,
  countValues,
  firstQuantity,
  mixed,
  NO_RATIO,
  NOT_PAIRS,
  planValues,
  valueQuantities,
  setsApart,
  type RunValues,
  type ValueQuantity,
} from './measured';
import type { CountedDrawing, DistributionDrawing } from './plan';

/** What the shown runs measured beside pairs. */
export interface Offered {
  /** Null until it is known. */
  quantities: readonly ValueQuantity[] | null;
  /** The one that the link names; null where it names none of them. */
  named: ValueQuantity | null;
  /** The one that is shown where nothing is named and there are no pairs. */
  first: ValueQuantity | null;
  problem: string | null;
}

interface Runs {
  edition: number;
  runs: readonly string[];
}
const kindsOfRuns = ({ runs }: Runs, signal: AbortSignal) => loadValueKinds(ask, runs, signal);

/** Finds what the shown runs, or those of A and B, measured. */
export function useOffered({ runs, sides }: VisibleRuns): Offered {
  const edition = useDeferredValue(useApp((s) => s.edition));
  const key = useApp((s) => s.view.quantity);
  const question = useMemo(
    (): Runs => ({ edition, runs: (sides ? [...sides.a, ...sides.b] : runs).map(({ id }) => id) }),
    [edition, runs, sides],
  );
  const { answer, problem } = useCurrent(question, kindsOfRuns);
  return useMemo(() => {
    const quantities = answer && valueQuantities(answer);
    return {
      quantities,
      named: quantities?.find((each) => each.key === key) ?? null,
      first: firstQuantity(quantities ?? []),
      problem,
    };
  }, [answer, problem, key]);
}

/** What the histogram of measurements is drawn from. */
export interface MeasuredDistribution {
  quantity: ValueQuantity;
  kind: ValueKind | null;
  drawing: { plan: DistributionDrawing; counts: CountedDrawing; sql: () => string } | null;
  /** Groups of runs that may be no repeats: each of their clusters is drawn by itself. */
  doubts: readonly DoubtfulGroup[];
  /** What of it makes no sense for such values, and what their runs do not have in common. */
  notes: readonly string[];
  /** What is on screen is not, or not yet, what is asked for. */
  busy: boolean;
  /** A sentence in place of the drawing. */
  problem: string | null;
}

interface Numbers extends Runs {
  kind: ValueKind;
}
const numbersOf = ({ runs, kind }: Numbers, signal: AbortSignal) => loadValues(ask, runs, kind, signal);

interface Checked extends Numbers {
  sides: Sides;
}
const NO_DOUBTS: readonly DoubtfulGroup[] = [];

/** Why it is not known whether runs are in doubt. */
const NOT_CHECKED = `Not checked whether the runs are repeats: more than ${MOST_OBSERVATIONS.toLocaleString('en')} numbers. Show fewer runs.`;

/** The groups in doubt of one kind of numbers: found over all its message sizes; null where there are too many numbers. */
async function doubtsOf(
  { runs, kind, sides }: Checked,
  signal: AbortSignal,
): Promise<{ doubts: readonly DoubtfulGroup[] | null }> {
  const observations = await loadObservations(ask, runs, [kind], signal);
  const own = observations.filter(({ params }) => params === kind.params);
  if (observations.length > MOST_OBSERVATIONS) return { doubts: null };
  const { doubts } = await inTurns(checkedPairs(own, sides), signal);
  return { doubts: doubts.filter(({ key }) => key.tool === kind.tool && key.unit === kind.unit) };
}

/** What separates a cluster from the others, or its number. */
function clusterName(doubt: DoubtfulGroup, cluster: number, entries: readonly DoubtEntry[]): string {
  const best = entries.find(({ worst }) => worst === doubt)?.separators[0];
  const values = best?.values[cluster] ?? [];
  return best && values.length > 0 ? `${best.name} ${values.join(', ')}` : `cluster ${cluster + 1}`;
}

/** Reads the numbers of a quantity over the shown runs and lays A and B out in shared bins. */
export function useMeasured(quantity: ValueQuantity, shown: VisibleRuns): MeasuredDistribution {
  const { runs, sides, names, compareRuns, rules } = shown;
  const edition = useDeferredValue(useApp((s) => s.edition));
  const { statistic, size, bin, valuesFrame: frame } = useApp((s) => s.view);
  const kind = useMemo(() => chosenKind(quantity, { statistic, size }), [quantity, statistic, size]);
  const question = useMemo((): Numbers | null => {
    const ids = sides ? [...new Set([...sides.a, ...sides.b].map(({ id }) => id))] : runs.map(({ id }) => id);
    return kind && { edition, kind, runs: ids };
  }, [edition, kind, runs, sides]);
  const { answer: told, current, problem } = useAsked(question, numbersOf);
  const checked = useMemo(
    (): Checked | null =>
      question && { ...question, sides: sides ?? { a: compareRuns, b: compareRuns, rules } },
    [question, sides, compareRuns, rules],
  );
  const { answer: found, problem: unchecked } = useCurrent(checked, doubtsOf);
  const doubts = found?.doubts ?? NO_DOUBTS;

  const drawing = useMemo(() => {
    if (!told || found === null) return null;
    const isExcluded = exclusionTest(rules);
    const included = told.value.filter(({ run }) => !isExcluded({ runId: run, ...told.asked.kind }));
    const of = (ids: ReadonlySet<string>) => included.filter(({ run }) => ids.has(run));
    const ofSide = (side: 'a' | 'b') => of(new Set(sides?.[side].map(({ id }) => id)));
    const a = { side: 'a', name: names.a, color: A_COLOR, dash: '5 3', values: ofSide('a') } as const;
    const b = { side: 'b', name: names.b, color: B_COLOR, dash: '', values: ofSide('b') } as const;
    const all: RunValues = { side: null, name: '', ...seriesStyle(0), values: included };
    const sets = sides === null ? [all] : frame === 'single' ? [a] : [a, b];
    const entries = doubtEntries(doubts, runs);
    const apart = setsApart(sets, doubts, (doubt, i) => clusterName(doubt, i, entries));
    const split = apart !== null && apart.length > sets.length;
    const made = apart && planValues(told.asked.kind, apart, split ? 'overlay' : frame, bin);
    const { runs: asked, kind: ofKind } = told.asked;
    return (
      made && {
        plan: made.plan,
        counts: countValues(made.plan, made.sorted),
        sql: () => valuesSql(asked, ofKind),
      }
    );
  }, [told, found, doubts, runs, rules, sides, names, frame, bin]);

  const notes = useMemo(() => {
    const differing = [...new Set((sides ? [sides.a, sides.b] : [compareRuns]).flatMap(mixed))];
    return [
      NOT_PAIRS,
      ...(differing.length > 0
        ? [
            `Runs that differ in ${differing.slice(0, 6).join(', ')} are in one histogram: tick the runs that belong together.`,
          ]
        : []),
    ];
  }, [sides, compareRuns]);
  return {
    quantity,
    kind,
    drawing,
    notes: [
      ...(sides && frame === 'ratio' ? [NO_RATIO] : []),
      ...(found?.doubts === null ? [NOT_CHECKED] : []),
      ...notes,
    ],
    doubts,
    busy: question !== null && !(current && found) && problem === null && unchecked === null,
    problem:
      problem ??
      unchecked ??
      (current && found && drawing === null
        ? doubts.length > 0
          ? 'The shown runs are in doubt: split them, or choose fewer.'
          : whyNone(told?.value.length ?? 0)
        : null),
  };
}

const whyNone = (numbers: number) =>
  numbers === 0
    ? 'The shown runs have no such numbers: choose other values, another statistic or size, or tick other runs.'
    : 'A or B has no such numbers: choose other values, another statistic or size, or other sides.';
