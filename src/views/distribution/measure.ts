import type { Figures } from '../../matrix/statistics';
import type { MatrixClient } from '../../matrix/client';
import type { Choice, Groups } from '../../matrix/messages';
import { align, type Aligned } from '../../pairs/align';
import type { PairSet } from '../../queries/pairs';
import { EVERYWHERE, isTraffic, QUANTILES } from './counting';
import { groupsOf, hostsApart } from '../pairs/apart';
import { holdPairs, type HeldPairs } from '../pairs/held';

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
}

/** What is known of the values of a matrix. */
export interface Measured {
  matrix: number;
  /** Of all cells; zeros of traffic are pairs that sent nothing. */
  figures: Figures;
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
}

export interface Question {
  sources: readonly Source[];
  edition: number;
  excluded: readonly number[];
  /** Whether B is divided by A, pair by pair. */
  ratio: boolean;
}

export interface Measurements {
  sources: readonly MeasuredSource[];
  ratio: { measured: Measured; aligned: Aligned; onlyA: number; onlyB: number } | null;
  client: MatrixClient | null;
  /** Matrices made for this answer. */
  own: readonly number[];
}

const indexes = (count: number, first: number, out: ReadonlySet<number>): Int32Array =>
  Int32Array.from(Array.from({ length: count }, (_, i) => i).filter((i) => !out.has(first + i)));

const pick = (from: Int32Array, order: Int32Array): Int32Array =>
  Int32Array.from(order, (index) => from[index] ?? -1);

/** Groups of the rows and columns that a choice takes of a set; null where nothing is left apart. */
function groupsFor(
  { set, hostNumbers, senders, receivers, firstReceiver }: HeldPairs,
  choice: Choice,
): Groups | null {
  if (set.better === 'none') return null;
  const { rows, columns } = groupsOf(hostsApart(hostNumbers), senders, receivers, firstReceiver);
  return { rows: pick(rows, choice.rows), columns: pick(columns, choice.columns) };
}

/** Brings the sources into the matrix worker and reads figures and quantiles of each. Rejects with a sentence. */
export async function measure(question: Question, signal: AbortSignal): Promise<Measurements> {
  const { edition, excluded, ratio } = question;
  const out = new Set(excluded);
  const own: number[] = [];
  const sources: MeasuredSource[] = [];
  let client: MatrixClient | null = null;
  for (const source of question.sources) {
    const held = await holdPairs(source.set, null, edition);
    client = held.client;
    signal.throwIfAborted();
    let matrix = held.pairs;
    const rows = indexes(held.senders, 0, out);
    const columns = indexes(held.receivers, held.firstReceiver, out);
    if (rows.length === 0 || columns.length === 0)
      throw new Error('All ranks are left out: take some in again.');
    if (rows.length < held.senders || columns.length < held.receivers) {
      const choice = { of: held.pairs, rows, columns };
      matrix = await client.choose(choice, groupsFor(held, choice), signal);
      own.push(matrix);
    }
    const measured = await figuresOf(client, matrix, source.set, signal);
    const apart = measured.figures.apart;
    const itself = source.set.better === 'none' || held.firstReceiver > 0 ? 0 : Math.min(apart, rows.length);
    sources.push({ ...source, held, measured, itself, sameHost: apart - itself });
  }
  const [a, b] = sources;
  if (!ratio || !a || !b || !client) return { sources, ratio: null, client, own };
  const aligned = align(a.held, b.held, excluded);
  if (aligned.a.rows.length === 0 || aligned.a.columns.length === 0)
    throw new Error('A and B have no rank in common: no pair can be set against another.');
  const choiceA = { of: a.held.pairs, ...aligned.a };
  const compared = await client.compare(
    'ratio',
    choiceA,
    { of: b.held.pairs, ...aligned.b },
    groupsFor(a.held, choiceA),
    signal,
  );
  own.push(compared.matrix);
  const measured = await figuresOf(client, compared.matrix, a.set, signal);
  const { onlyA, onlyB } = compared.overlap;
  return { sources, ratio: { measured, aligned, onlyA, onlyB }, client, own };
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
export function forget({ client, own }: Measurements): void {
  // A worker that has ended holds nothing any more.
  for (const matrix of own) void client?.drop(matrix).catch(() => undefined);
}
