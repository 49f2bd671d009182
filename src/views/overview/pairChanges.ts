import type { VisibleRuns } from '../../session/sides';
import type { HeldPairs } from '../../pairs/held';
import { withPairs } from '../../session/matrices';
import { chosenSet, setsOf, type Family, type PairQuantity } from '../../pairs/quantities';
import { doubtInRepeats } from '../../queries/pairRepeats';
import { ask } from '../../session/state';
import { alike, halvesOf, mediansOf } from '../../pairs/repeats';
import { warningsOf } from '../pairs/warnings';
import type { PairSet } from '../../queries/pairs';
import { arrange } from '../matrix/arrange';
import { whole } from '../matrix/compared';
import { BY_RANK } from '../matrix/folds';
import { noiseOf } from '../matrix/noise';

/** How the pairs of one test changed from A to B. */
export interface PairChangeFigures {
  /** Median of the ratios of all pairs that both sides have; above 1 B is better. */
  median: number;
  /** Mean of all pairs of a side, over single repeats: a median of repeats would hide slow pairs that move. */
  mean: { a: number; b: number };
  pairs: number;
  /** What nine of ten pairs stay within from repeat to repeat, a part, of the noisier side; null without repeats. */
  noise: number | null;
  /** Shares of the pairs that are worse and better by more than that; null where it is not known. */
  worse: number | null;
  better: number | null;
}

/** A test of pairs that both sides have. */
export interface PairChange {
  key: string;
  title: string;
  a: PairSet;
  b: PairSet;
  /** Repeats on each side. */
  repeats: { a: number; b: number };
  /** The first repeat of each side: what can be shown as one run. */
  first: { a: PairSet; b: PairSet };
  /** Null where it is not summed up, and `why` then says it. */
  figures: PairChangeFigures | null;
  why: string;
  warnings: readonly string[];
}

/** Cells of all sets of one test that are read for it; more take long, and Matrix shows them. */
const MOST_CELLS = 2 ** 24;
/** Tests that are summed up. */
const MOST_TESTS = 12;

/** What is asked of pairs. */
export interface PairQuestion {
  families: readonly Family[];
  shown: VisibleRuns;
  excluded: readonly number[];
  edition: number;
}

/**
 * Sums up the tests of pairs that A and B both have, one after the other: of those that differ in message size alone the
 * first. The sets are those that Matrix shows, or the medians of repeats, where there are three or more; shares are of
 * the same ratios and the same noise as there.
 */
export async function pairChanges(question: PairQuestion, signal: AbortSignal): Promise<PairChange[]> {
  const { families, shown } = question;
  const found: PairChange[] = [];
  const tests = families.flatMap(({ all: [first] }) => (first && first.better !== 'none' ? [first] : []));
  for (const quantity of tests) {
    signal.throwIfAborted();
    const made = shown.sides ? await changeOf(quantity, question, signal) : null;
    if (made) found.push(made);
    if (found.length === MOST_TESTS) break;
  }
  return found.sort((p, q) => (p.figures?.median ?? Infinity) - (q.figures?.median ?? Infinity));
}

async function changeOf(
  quantity: PairQuantity,
  question: PairQuestion,
  signal: AbortSignal,
): Promise<PairChange | null> {
  const { shown, excluded, edition } = question;
  const of = (side: 'a' | 'b') => sideOf(quantity, new Set(shown.sides?.[side].map(({ id }) => id)), shown);
  const [a, b] = [of('a'), of('b')];
  if (!a || !b) return null;
  const doubted = [
    await doubtInRepeats(ask, a.set, 'a', shown.rules, signal),
    await doubtInRepeats(ask, b.set, 'b', shown.rules, signal),
  ].some((doubt) => doubt !== null);
  const change = {
    key: quantity.key,
    title: quantity.title,
    a: a.set,
    b: b.set,
    repeats: { a: a.repeats.length, b: b.repeats.length },
    first: { a: a.repeats[0] ?? a.set, b: b.repeats[0] ?? b.set },
    warnings: warningsOf(a.set, b.set),
  };
  if (doubted) return { ...change, figures: null, why: 'its repeats may not be repeats: see Matrix' };
  if (a.others || b.others)
    return { ...change, figures: null, why: 'a side has several such tests: choose them in Matrix' };
  if ([...a.repeats, ...b.repeats].reduce((sum, { ranks }) => sum + ranks ** 2, 0) > MOST_CELLS)
    return { ...change, figures: null, why: 'large: Matrix sums it up' };
  const noises = [
    await noiseOf(noiseSets(a), null, excluded, edition),
    await noiseOf(noiseSets(b), null, excluded, edition),
  ].flatMap((noise) => (noise ? [noise.large] : []));
  const noise = noises.length === 0 ? null : Math.max(...noises);
  const mean = {
    a: await meanOf(a.repeats, excluded, edition),
    b: await meanOf(b.repeats, excluded, edition),
  };
  const figures = await withPairs([a.set, b.set], null, edition, ([heldA, heldB]) =>
    heldA && heldB ? figuresOf(heldA, heldB, excluded, { noise, mean }) : Promise.resolve(null),
  );
  return { ...change, figures, why: figures ? '' : 'A and B have no pair in common' };
}

interface Side {
  set: PairSet;
  repeats: readonly PairSet[];
  /** Whether the side has other tests of the same quantity, under other conditions. */
  others: boolean;
}

function sideOf({ sets: all }: PairQuantity, ids: ReadonlySet<string>, { runs }: VisibleRuns): Side | null {
  const sets = setsOf(all, ids);
  const first = chosenSet(sets, null, runs);
  if (!first) return null;
  const repeats = alike(first, sets, runs);
  return { set: mediansOf(sets, runs)[0] ?? first, repeats, others: repeats.length < sets.length };
}

/** What noise is read from, as Matrix does: single repeats, or the medians of two halves of them. */
const noiseSets = ({ set, repeats }: Side): readonly PairSet[] =>
  set.from.table === 'repeats' ? halvesOf(set) : repeats;

/** Repeats whose means are read. */
const MOST_MEANS = 4;

/** The mean of all pairs of repeats, the first ones where there are many. */
async function meanOf(
  repeats: readonly PairSet[],
  excluded: readonly number[],
  edition: number,
): Promise<number> {
  const sums = { sum: 0, count: 0 };
  for (const set of repeats.slice(0, MOST_MEANS))
    await withPairs([set], null, edition, async ([held]) => {
      if (!held) return;
      const { client } = held;
      const made = await arrange(held, null, { frame: 'single', order: 'rank', fold: BY_RANK, excluded });
      try {
        const matrix = made.shown[0]?.matrix ?? -1;
        const box = whole(made.rows.length, made.columns.length);
        const { figures } = await client.ask({ type: 'figures', matrix, box });
        sums.sum += figures.sum;
        sums.count += figures.count;
      } finally {
        await Promise.all(made.owned.map((each) => client.drop(each)));
      }
    });
  return sums.sum / sums.count;
}

async function figuresOf(
  a: HeldPairs,
  b: HeldPairs,
  excluded: readonly number[],
  { noise, mean }: Pick<PairChangeFigures, 'noise' | 'mean'>,
): Promise<PairChangeFigures | null> {
  const { client } = a;
  const made = await arrange(a, b, { frame: 'ratio', order: 'rank', fold: BY_RANK, excluded });
  try {
    const matrix = made.shown[0]?.matrix ?? -1;
    if ((made.overlap?.both ?? 0) === 0) return null;
    const box = whole(made.rows.length, made.columns.length);
    const middle = await client.ask({ type: 'quantiles', matrix, box, shares: [0.5], positive: false });
    // Repeats that agree to the last digit still have an end.
    const high = 1 + Math.max(noise ?? 0, Number.EPSILON);
    const bins = { kind: 'log', low: 1 / high, high, count: 1 } as const;
    const { histogram } = await client.ask({ type: 'histogram', matrix, box, bins });
    const pairs = histogram.under + histogram.over + (histogram.counts[0] ?? 0);
    const share = (count: number) => (noise === null ? null : count / pairs);
    return {
      median: middle.values[0] ?? Number.NaN,
      mean,
      pairs,
      noise,
      worse: share(histogram.under),
      better: share(histogram.over),
    };
  } finally {
    await Promise.all(made.owned.map((each) => client.drop(each)));
  }
}
