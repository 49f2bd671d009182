import { useDeferredValue, useMemo } from 'react';
import { useApp } from '../../session/state';
import { useShown } from '../../session/sides';
import type { PairSet } from '../../queries/pairs';
import type { View } from '../../share/view';
import { EVERYWHERE } from '../distribution/counting';
import { forget, measure, type Source } from '../distribution/measure';
import { namesOf } from '../pairs/names';
import { ORIGIN_TEXT, statedRate } from '../distribution/peak';
import { limited } from '../distribution/plan';
import { holdPairs } from '../../session/matrices';
import { ranksOn } from '../../session/ranksOf';
import { quantitiesOf } from '../../pairs/quantities';
import { useAsked } from '../../session/query';
import { usePairSets } from '../../session/usePairs';
import { counted, formatValue } from '../../model/units';
import { EDGES, type ShareHistogram } from './histograms';

/** Measured pairs in the bins of the estimates. */
export interface MeasuredShares extends ShareHistogram {
  readonly label: string;
  /** Of what the values are shares, and what of them is not as one would think. */
  readonly said: string;
  /** Whether they were measured, or are an estimate that was kept. */
  readonly measured: boolean;
}

/** Measured pairs to choose from, and what is known of the chosen ones. */
export interface MeasuredChoice {
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  /** Null where nothing is chosen, and while it is counted. */
  readonly shares: MeasuredShares | null;
  readonly busy: boolean;
  /** A sentence in place of the histogram. */
  readonly problem: string | null;
}

/** Bandwidths, and the shares of kept estimates. */
const canBeShare = ({ unit, better, metric }: PairSet): boolean =>
  better === 'higher' && (unit === 'B/s' || (unit === 'ratio' && metric === 'share'));

const NO_SETS: readonly PairSet[] = [];

interface Question {
  readonly source: Source;
  readonly edition: number;
  readonly label: string;
  readonly limits: Pick<View, 'excluded' | 'pair' | 'chosen' | 'peak' | 'hostLimit'>;
}

/** The pairs that the link lays over the estimates, without the ranks that are left out in all views of pairs. */
export function useMeasuredShares(): MeasuredChoice {
  const edition = useDeferredValue(useApp((s) => s.edition));
  const systems = useApp((s) => s.catalogue.systems);
  const { measuredOver, excluded, chosen, peak, hostLimit } = useApp((s) => s.view);
  const { runs } = useShown();
  const { answer, current, problem } = usePairSets(runs);
  const found = current || problem !== null ? (answer?.value ?? NO_SETS) : null;
  const sets = useMemo(() => found?.filter(canBeShare) ?? null, [found]);
  const choices = useMemo(() => {
    const titles = new Map(
      quantitiesOf(sets ?? []).flatMap(({ title, sets: of }) => of.map(({ id }) => [id, title] as const)),
    );
    const names = namesOf(sets ?? [], runs);
    return (sets ?? []).map(({ id }, i) => ({ id, label: `${titles.get(id) ?? id} · ${names[i] ?? ''}` }));
  }, [sets, runs]);
  const question = useMemo((): Question | null => {
    const set = sets?.find(({ id }) => id === measuredOver);
    if (!set) return null;
    const label = choices.find(({ id }) => id === set.id)?.label ?? set.id;
    const stated = statedRate(runs, set, systems);
    const source = { side: null, name: label, set, color: '', dash: '', stated };
    return { source, edition, label, limits: { excluded, pair: null, chosen, peak, hostLimit } };
  }, [sets, measuredOver, choices, runs, systems, edition, excluded, chosen, peak, hostLimit]);
  const shares = useAsked(question, count);
  return {
    choices,
    shares: shares.current ? (shares.answer?.value ?? null) : null,
    busy: measuredOver !== null && (sets === null || (question !== null && !shares.current)),
    problem:
      problem ??
      shares.problem ??
      (measuredOver !== null && sets !== null && question === null
        ? 'The measured pairs of this link are not loaded here, or not shown.'
        : null),
  };
}

/** Counts the pairs of a set by their share. Rejects with a sentence. */
async function count(question: Question, signal: AbortSignal): Promise<MeasuredShares> {
  const { source, edition, label, limits } = question;
  const hold = (set: PairSet) => holdPairs(set, null, edition);
  const { view, said: lost } = ranksOn(limits, await hold(source.set));
  const { excluded, chosen } = view;
  const measured = await measure({ sources: [source], hold, excluded, chosen, ratio: false }, signal);
  try {
    const [of] = limited(measured.sources, limits);
    const peak = source.set.unit === 'ratio' ? 1 : of?.peak?.value;
    if (!of || !measured.client || peak === undefined)
      throw new Error('The measured pairs have no value that could be their peak.');
    const { matrix, figures } = of.measured;
    const bins = { kind: 'linear', low: 0, high: peak, count: EDGES.length - 1 } as const;
    const { histogram } = await measured.client.ask(
      { type: 'histogram', matrix, box: EVERYWHERE, bins },
      { signal },
    );
    const counts = [...histogram.counts];
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + histogram.over;
    return {
      measured: source.set.unit === 'B/s',
      ...{ label, counts, mean: figures.sum / figures.count / peak },
      said: [
        of.peak
          ? `shares of ${formatValue(of.peak.value, 'B/s')} (${ORIGIN_TEXT[of.peak.from]}; Distribution sets it)`
          : 'shares as estimated',
        histogram.over > 0 &&
          `${counted(histogram.over, 'pair')} above it ${isAre(histogram.over)} counted in the last bin`,
        figures.missing > 0 && `${counted(figures.missing, 'pair')} ${isAre(figures.missing)} missing`,
        (excluded.length > 0 || chosen !== null) && 'without the pairs that are left out in all views',
        lost !== '' && 'some of what is left out or chosen there has no counterpart here',
        TOGETHER[source.set.concurrency ?? 'not said'],
      ]
        .filter((part) => part !== false)
        .join('; '),
    };
  } finally {
    await forget(measured);
  }
}

const isAre = (count: number) => (count === 1 ? 'is' : 'are');

const TOGETHER = {
  'at once':
    'its pairs ran at once, as its schedule has them: choose the same traffic to compare like with like',
  'one at a time': 'its pairs ran one at a time, so none shares a link: no estimate of traffic is like it',
  'not said': 'the file does not say whether its pairs ran at once',
} as const;
