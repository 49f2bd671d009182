import { useDeferredValue, useMemo } from 'react';
import { A_COLOR, B_COLOR, seriesStyle } from '../../charts/colours';
import { useApp } from '../../session/state';
import type { PairSet } from '../../queries/pairs';
import type { SharingCounts } from '../../pairs/sharing';
import type { View } from '../../share/view';
import type { AnswerKeeping } from '../../session/answers';
import { bytesOf, leasePairs, type PairsLease } from '../../session/matrices';
import { useAsked } from '../../session/query';
import { medianName } from '../../pairs/repeats';
import { usePairs, type Pairs } from '../../session/usePairs';
import { countSharers, type ConcurrentSource } from './counting';
import { forget, measure, type Measurements, type DistributionQuestion, type Source } from './measure';
import { namesOf } from '../pairs/names';
import { scaleOf, statedRate } from './peak';
import { count, limited, planOf, type CountedDrawing, type Limited, type CountingPlan } from './plan';

/** Sets drawn at once where nothing is compared. */
export const MOST_SETS = 6;

/** What the Distribution view is drawn from. */
export interface Distribution {
  pairs: Pairs;
  /** Names of the sets of A (of all, where nothing is compared) and of B, in their order. */
  names: { a: readonly string[]; b: readonly string[] };
  /** Sets with their figures; null until some are known. */
  sources: readonly Limited[] | null;
  /** The last drawing; null where there is nothing to draw. */
  drawing: { plan: CountingPlan; counts: CountedDrawing } | null;
  /** Sharers of each set whose pairs ran at once; null while they are counted. */
  sharing: readonly { source: Limited; counts: SharingCounts }[] | null;
  /** What is on screen is not, or not yet, what is asked for. */
  busy: boolean;
  /** A sentence in place of the drawing. */
  problem: string | null;
}

/** The calls that a set is limited to: only traffic has some. */
const callsOf = (set: PairSet, calls: View['calls']) => (set.from.table === 'traffic' ? calls : null);

const every = () => true;

/** What is measured, as data. */
interface MeasureQuestion extends Omit<DistributionQuestion, 'hold'> {
  readonly calls: View['calls'];
  readonly edition: number;
}

interface MeasuredAnswer {
  readonly measured: Measurements;
  readonly leases: readonly PairsLease[];
}

async function measureLeased(
  { calls, edition, ...question }: MeasureQuestion,
  signal: AbortSignal,
): Promise<MeasuredAnswer> {
  const leases: PairsLease[] = [];
  const hold = (set: PairSet) => {
    const lease = leasePairs(set, callsOf(set, calls), edition);
    leases.push(lease);
    return lease.pairs;
  };
  try {
    return { measured: await measure({ ...question, hold }, signal), leases };
  } catch (error) {
    leases.forEach(({ release }) => release());
    throw error;
  }
}

const KEEPING: AnswerKeeping<MeasuredAnswer> = {
  dispose: ({ measured, leases }) => {
    leases.forEach(({ release }) => release());
    void forget(measured);
  },
  bytes: ({ measured: { own, sources } }) =>
    own.length * Math.max(...sources.map(({ held }) => bytesOf(held)), 0),
};

const NOTHING: Distribution['sharing'] = [];

interface Sharers {
  sources: readonly Limited[];
  shared: readonly ConcurrentSource[];
}
const sharers = ({ shared }: Sharers, signal: AbortSignal) => countSharers(shared, signal);

/**
 * Finds the pair sets in sight, and has the matrix worker measure and count them. `idle` = other values are in sight:
 * the quantities are found, and none is read.
 */
export function useDistribution(idle: boolean): Distribution {
  const pairs = usePairs(every, idle, 'valuesFrame');
  const view = useApp((s) => s.view);
  const systems = useApp((s) => s.catalogue.systems);
  const edition = useDeferredValue(useApp((s) => s.edition));
  const { a, b, frame, quantity, shown } = pairs;
  const { runs } = shown;

  const [setsA, setsB] = [a.sets, b?.sets ?? null];
  const names = useMemo(
    () => ({ a: namesOf(setsA, runs), b: namesOf(setsB ?? [], runs) }),
    [setsA, setsB, runs],
  );
  const compared = b !== null;
  const [setA, setB] = [a.set, b?.set ?? null];
  const [nameA, nameB] = [a.name, b?.name ?? ''];
  const all = view.pairA === null && !compared;
  const sources = useMemo((): Source[] => {
    const stated = (set: PairSet) => statedRate(runs, set, systems);
    if (compared) {
      const sideA = setA && {
        side: 'a' as const,
        name: nameA,
        set: setA,
        color: A_COLOR,
        dash: '5 3',
        stated: stated(setA),
      };
      const sideB = setB && {
        side: 'b' as const,
        name: nameB,
        set: setB,
        color: B_COLOR,
        dash: '',
        stated: stated(setB),
      };
      return [sideA, frame === 'single' ? null : sideB].filter((source) => source !== null);
    }
    const median = setA?.from.table === 'repeats' ? setA : null;
    const name = median && medianName(median, '');
    return (
      (median ? [median] : (quantity?.sets ?? []))
        .map((set, i) => ({ set, name: name ?? names.a[i] ?? '', side: null, stated: stated(set) }))
        .filter(({ set }) => all || set === setA)
        // Ranks of the view are those of A: it stands first.
        .sort((p, q) => Number(q.set === setA) - Number(p.set === setA))
        .slice(0, MOST_SETS)
        .map((source, i) => ({ ...source, ...seriesStyle(i) }))
    );
  }, [compared, all, setA, setB, nameA, nameB, frame, quantity, names, runs, systems]);

  // The same ranks are the same question, whatever else of the view has changed.
  const limits = JSON.stringify([view.excluded, view.chosen, view.calls]);
  const [excluded, chosen, calls] = useMemo(
    () => JSON.parse(limits) as [number[], View['chosen'], View['calls']],
    [limits],
  );
  const ratio = frame === 'ratio' && sources.length === 2;
  const question = useMemo((): MeasureQuestion | null => {
    if (sources.length === 0) return null;
    const limitedTo = (source: Source): Source => {
      const of = callsOf(source.set, calls);
      return of ? { ...source, calls: of } : source;
    };
    return { sources: sources.map(limitedTo), calls, edition, excluded, chosen, ratio };
  }, [sources, calls, edition, excluded, chosen, ratio]);
  const measured = useAsked(question, measureLeased, KEEPING);

  const { bin, binPart, binOf, peak, hostLimit } = view;
  const measurements = measured.answer?.value.measured ?? null;
  const known = useMemo(
    () => measurements && limited(measurements.sources, { peak, hostLimit }),
    [measurements, peak, hostLimit],
  );
  const plan = useMemo(
    () =>
      measurements && known && planOf(measurements, known, frame, { bin, binPart, binOf, peak, hostLimit }),
    [measurements, known, frame, bin, binPart, binOf, peak, hostLimit],
  );
  const counted = useAsked(plan, count);

  const asked = useMemo((): Sharers | null => {
    const client = measurements?.client;
    if (!known || !client) return null;
    const with_ = known.filter((source) => source.noClasses === null && source.peak && source.hostLimit);
    const shared = with_.flatMap(({ measured: { matrix }, peak: link, hostLimit: host }) =>
      link && host ? [{ matrix, client, scale: scaleOf(link, host) }] : [],
    );
    return { sources: with_, shared };
  }, [known, measurements]);
  const told = useAsked(asked, sharers);

  return {
    pairs,
    names,
    sources: known,
    drawing: counted.answer && { plan: counted.answer.asked, counts: counted.answer.value },
    sharing:
      asked?.shared.length === 0
        ? NOTHING
        : (told.current &&
            told.answer?.asked.sources.map((source, i) => {
              const counts = told.answer?.value[i] ?? { classes: [], without: 0 };
              return { source, counts };
            })) ||
          null,
    busy:
      pairs.busy ||
      (question !== null && !measured.current && measured.problem === null) ||
      (plan !== null && !counted.current && counted.problem === null),
    problem: pairs.problem ?? measured.problem ?? counted.problem ?? told.problem,
  };
}
