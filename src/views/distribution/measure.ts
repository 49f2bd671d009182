import type { BoxStatistics } from '../../matrix/statistics';
import type { MatrixClient } from '../../matrix/client';
import type { MatrixChoice, Groups } from '../../matrix/messages';
import { ranksOfB, type Alignment } from '../../pairs/align';
import type { PairSet } from '../../queries/pairs';
import type { View } from '../../share/view';
import { EVERYWHERE, isTraffic, QUANTILES } from './counting';
import { PEAK_SHARE } from './peak';
import { alignSets, compareSides, placesOfB } from '../../pairs/against';
import { groupsOf, hostsApart } from '../../pairs/apart';
import {
  chosenOf,
  chosenOfB,
  pairsChosen,
  placesKept,
  withinShifts,
  type ChosenRanks,
  type ChosenShifts,
} from '../pairs/chosen';
import type { HeldPairs } from '../../pairs/held';

/** A pair set in sight. */
export interface Source {
  /** `A`, `B`, or null when nothing is compared. */
  side: 'a' | 'b' | null;
  name: string;
  set: PairSet;
  color: string;
  dash: string;
  /** Line rate in bytes per second as a condition or system card states it. */
  stated: number | null;
  /** Calls that its traffic is limited to; none named = all. */
  calls?: readonly string[];
}

/** What is known of the values of a matrix. */
export interface Measured {
  matrix: number;
  /** Of all cells; zeros of traffic are pairs that sent nothing. */
  figures: BoxStatistics;
  /** Values at `QUANTILES`, of traffic among the pairs that sent something. */
  quantiles: readonly number[];
  /** Least value that is drawn: of traffic the least above 0. */
  least: number;
}

/** A source with what is known of it. */
export interface MeasuredSource extends Source {
  held: HeldPairs;
  measured: Measured;
  /** Ranks paired with themselves, which no test measures, and pairs on one host. */
  itself: number;
  sameHost: number;
  /** What stands for a pair alone, of all pairs whatever the box: a system's peak is not that of a part. */
  fastest: number;
  /** Which of its ranks are counted; null = all that it has. */
  limits: { excluded: readonly number[]; chosen: ChosenRanks | null };
}

export interface DistributionQuestion {
  sources: readonly Source[];
  /** Brings a set into the matrix worker; rejects with a sentence. */
  hold: (set: PairSet) => Promise<HeldPairs>;
  excluded: readonly number[];
  /** What the views of pairs are limited to, by ranks of the first source. */
  chosen: View['chosen'];
  /** Whether A and B are divided, pair by pair. */
  ratio: boolean;
}

/** Matrices made for an answer, and the worker that holds them. */
interface Made {
  client: MatrixClient | null;
  own: number[];
}

export interface Measurements extends Readonly<Made> {
  sources: readonly MeasuredSource[];
  ratio: { measured: Measured; alignment: Alignment; turned: boolean; onlyA: number; onlyB: number } | null;
}

type Places = Pick<MatrixChoice, 'rows' | 'columns'>;

const pick = (from: Int32Array, order: Int32Array): Int32Array =>
  Int32Array.from(order, (index) => from[index] ?? -1);

/** Groups of the rows and columns that a choice takes of a set; null where nothing is left apart. */
function groupsFor(
  { set, hostNumbers, senders, receivers, firstReceiver }: HeldPairs,
  choice: MatrixChoice,
): Groups | null {
  if (set.better === 'none') return null;
  const { rows, columns } = groupsOf(hostsApart(hostNumbers), senders, receivers, firstReceiver);
  return { rows: pick(rows, choice.rows), columns: pick(columns, choice.columns) };
}

/**
 * Brings the sources into the matrix worker and reads figures and quantiles of each. `excluded` are ranks of the first
 * one. Rejects with a sentence; matrices made until then are dropped.
 */
export async function measure(question: DistributionQuestion, signal: AbortSignal): Promise<Measurements> {
  const made: Made = { client: null, own: [] };
  try {
    return await measureInto(made, question, signal);
  } catch (error) {
    await forget(made);
    throw error;
  }
}

async function measureInto(
  made: Made,
  question: DistributionQuestion,
  signal: AbortSignal,
): Promise<Measurements> {
  const { hold, excluded, chosen, ratio } = question;
  const sources: MeasuredSource[] = [];
  for (const source of question.sources) {
    const held = await hold(source.set);
    made.client = held.client;
    signal.throwIfAborted();
    const first = sources[0]?.held;
    const alignment = first && alignSets(first, held);
    const own = chosenOf(chosen, first ?? held);
    const ofThis = alignment ? chosenOfB(alignment, own) : own;
    const limits = { excluded: alignment ? ranksOfB(alignment, excluded) : excluded, chosen: ofThis };
    sources.push(await measureOne(made, { ...source, held, limits }, signal));
  }
  const [a, b] = sources;
  if (!ratio || !a || !b) return { ...made, sources, ratio: null };
  const alignment = alignSets(a.held, b.held);
  const kept = commonPlaces(
    alignment,
    a.held,
    b.held,
    placesKept(a.held, excluded, chosenOf(chosen, a.held)),
  );
  if (kept.a.rows.length === 0 || kept.a.columns.length === 0)
    throw new Error('A and B have no rank in common: no pair can be set against another.');
  const choiceA = { of: a.held.pairs, ...kept.a };
  const { client } = a.held;
  const shifts = chosenOf(chosen, a.held)?.shifts ?? null;
  const compared = await compareSides(
    client,
    'ratio',
    a.set.better,
    choiceA,
    { of: b.held.pairs, ...kept.b },
    groupsFor(a.held, choiceA),
    signal,
  );
  const { overlap, turned } = compared;
  made.own.push(compared.matrix);
  const matrix = await limited(made, a.held, compared.matrix, kept.a, shifts, signal);
  const measured = await figuresOf(client, matrix, a.set, signal);
  const { onlyA, onlyB } = overlap;
  return { ...made, sources, ratio: { measured, alignment, turned, onlyA, onlyB } };
}

/** A matrix of some rows and columns of a set without the pairs of other shifts. */
async function limited(
  { own }: Made,
  { client, firstReceiver }: HeldPairs,
  matrix: number,
  { rows, columns }: Places,
  shifts: ChosenShifts | null,
  signal: AbortSignal,
): Promise<number> {
  if (!shifts) return matrix;
  const receivers = columns.map((at) => at + firstReceiver);
  const within = await client.arrange(matrix, withinShifts(shifts, rows, receivers), null, signal);
  own.push(within);
  return within;
}

async function measureOne(
  made: Made,
  source: Source & Pick<MeasuredSource, 'held' | 'limits'>,
  signal: AbortSignal,
): Promise<MeasuredSource> {
  const { held, set, limits } = source;
  const { client } = held;
  const kept = placesKept(held, limits.excluded, limits.chosen);
  const shifts = limits.chosen?.shifts ?? null;
  let matrix = held.pairs;
  const there = (at: number) => at >= 0;
  const [rows, columns] = [kept.rows.filter(there), kept.columns.filter(there)];
  if (rows.length === 0 || columns.length === 0)
    throw new Error('All ranks are left out, or the box has none of them: take some in again.');
  if (rows.length < held.senders || columns.length < held.receivers) {
    const choice = { of: held.pairs, rows, columns };
    matrix = await client.choose(choice, groupsFor(held, choice), signal);
    made.own.push(matrix);
  }
  matrix = await limited(made, held, matrix, { rows, columns }, shifts, signal);
  const found = await figuresOf(client, matrix, set, signal);
  const measured = shifts
    ? { ...found, figures: ofShifts(found.figures, held, rows, columns, shifts) }
    : found;
  const { apart } = measured.figures;
  const inRows = new Set(rows);
  const none = set.better === 'none' || held.firstReceiver > 0 || shifts?.chosen.has(0) === false;
  const itself = Math.min(apart, none ? 0 : columns.filter((at) => inRows.has(at)).length);
  const all = { type: 'quantiles', matrix: held.pairs, box: EVERYWHERE, positive: isTraffic(set) } as const;
  const { values } = await client.ask({ ...all, shares: [PEAK_SHARE] }, { signal });
  return { ...source, measured, itself, sameHost: apart - itself, fastest: values[0] ?? Number.NaN };
}

/** Pairs of other shifts are not missing: they are not asked for. */
function ofShifts(
  figures: BoxStatistics,
  { firstReceiver }: HeldPairs,
  rows: Int32Array,
  columns: Int32Array,
  shifts: ChosenShifts,
): BoxStatistics {
  const receivers = new Set(columns.map((at) => at + firstReceiver));
  const pairs = pairsChosen({ senders: new Set(rows), receivers, shifts });
  return { ...figures, missing: pairs === null ? Number.NaN : pairs - figures.count - figures.apart };
}

/** Places in A and in B of the rows and columns that both have; those of A are given, -1 for none. */
function commonPlaces(alignment: Alignment, a: HeldPairs, b: HeldPairs, all: Places) {
  const there = placesOfB(alignment, a, b, all);
  const inBoth = (from: Int32Array, of: Int32Array) => from.filter((_, i) => (of[i] ?? -1) >= 0);
  return {
    a: { rows: inBoth(all.rows, there.rows), columns: inBoth(all.columns, there.columns) },
    b: { rows: inBoth(there.rows, there.rows), columns: inBoth(there.columns, there.columns) },
  };
}

async function figuresOf(
  client: MatrixClient,
  matrix: number,
  set: PairSet,
  signal: AbortSignal,
): Promise<Measured> {
  const { figures } = await client.ask({ type: 'figures', matrix, box: EVERYWHERE }, { signal });
  const positive = isTraffic(set);
  const { values } = await client.ask(
    { type: 'quantiles', matrix, box: EVERYWHERE, shares: [0, ...QUANTILES], positive },
    { signal },
  );
  const [least = Number.NaN, ...quantiles] = values;
  return { matrix, figures, quantiles, least };
}

/** Forgets the matrices that were made for an answer. */
export async function forget({ client, own }: Readonly<Made>): Promise<void> {
  // A worker that has ended holds nothing any more.
  if (client) await Promise.allSettled(own.map((matrix) => client.drop(matrix)));
}
