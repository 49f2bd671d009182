import type { CellComparison } from '../../matrix/cells';
import { MOST_READ_RANKS } from '../../matrix/reading';
import type { TestFindings } from '../../pairs/analyse';
import { PEAK_SHARES, peakIn } from '../../pairs/peak';
import { alignRanks, ranksOfB, type Alignment } from '../../pairs/align';
import type { PairSet } from '../../queries/pairs';
import { alignSets, compareSides, placesOfB, type Against } from '../../pairs/against';
import { hostsApart } from '../../pairs/apart';
import {
  apartIn,
  bothWays,
  chosenMatrix,
  chosenOf,
  chosenOfB,
  placesKept,
  withinShiftsOf,
  type ChosenRanks,
} from '../pairs/chosen';
import type { HeldPairs } from '../../pairs/held';
import { partOf } from '../pairs/suspectWords';
import { inPairs, ofPairs, phasesOf, type RankPair, type ShiftPositions } from './positions';
import type {
  ChangedPair,
  Compared,
  Directions,
  PositionMatrices,
  RotateReading,
  Repeat,
  SideReading,
  RotateRequest,
} from './reading';

/** Repeats of a side that are read; more would fill the memory with matrices. */
export const MOST_REPEATS = 4;
/** Pairs, and changes of pairs, that are named. */
const MOST_NAMED = 50;
const MOST_ONE_WAY = 10;
/** The colours go from the slowest pair to this part of all, at most to twice the peak level: fast pairs must not flatten the slow ones. */
const FAST_END = 0.95;
const MOST_OF_PEAK = 2;

/** What a pixel that covers many cells shows unless it is chosen: the slow ones. */
export const slowAggregate = (better: PairSet['better']): 'min' | 'max' =>
  better === 'lower' ? 'max' : 'min';

/** Which pair stands where; null for a set without phases. */
export function positionsOf({ set, senders, receivers, firstReceiver }: HeldPairs): ShiftPositions | null {
  return set.schedule === null
    ? null
    : { schedule: set.schedule, ranks: set.ranks, senders, receivers, firstReceiver };
}

/** Reads all that the view shows. Rejects with a sentence; matrices made until then are dropped. */
export async function readRotate(wanted: RotateRequest, signal: AbortSignal): Promise<RotateReading> {
  const made: number[] = [];
  const { client } = wanted.a;
  try {
    return await read(wanted, made, signal);
  } catch (error) {
    await Promise.allSettled(made.map((matrix) => client.drop(matrix)));
    throw error;
  }
}

async function read(wanted: RotateRequest, made: number[], signal: AbortSignal): Promise<RotateReading> {
  const { a, b, names, frame, excluded } = wanted;
  const chosenA = chosenOf(wanted.chosen, a);
  const alignment = b && alignSets(a, b);
  const excludedB = alignment ? ranksOfB(alignment, excluded) : [];
  const chosenB = alignment ? chosenOfB(alignment, chosenA) : null;
  const [{ repeats, sets }, limitA] = [wanted, { excluded, chosen: chosenA }];
  const aloneA = await readSide(a, repeats.a, limitA, names.a, sets.a, made, signal);
  const limitB = { excluded: excludedB, chosen: chosenB };
  const aloneB =
    b && frame !== 'single' ? await readSide(b, repeats.b, limitB, names.b, sets.b, made, signal) : null;
  const readA = aloneB ? await againstOther(aloneA, aloneB, signal) : aloneA;
  const readB = aloneB && (await againstOther(aloneB, aloneA, signal));
  const drawn: PositionMatrices[] = [];
  let compared: Compared | null = null;
  if (readB && alignment && (frame === 'difference' || frame === 'ratio')) {
    const found = await compare(frame, readA, readB, alignment, made, signal);
    drawn.push(found.drawn);
    compared = found.compared;
  } else
    for (const [id, side] of [['a', readA] as const, ['b', readB] as const])
      if (side) drawn.push(await drawSide(id, side, made, signal));
  const limits = await limitsOf(drawn, signal);
  return { a: readA, b: readB, alignment: readB && alignment, drawn, compared, limits, made };
}

async function readSide(
  held: HeldPairs,
  others: () => Promise<HeldPairs[]>,
  { excluded, chosen }: Pick<SideReading, 'excluded' | 'chosen'>,
  name: string,
  sets: number,
  made: number[],
  signal: AbortSignal,
): Promise<SideReading> {
  const positions = positionsOf(held);
  if (!positions) throw new Error('This test has no shifts.');
  const limits = { excluded, chosen };
  const base = { name, sets, held, positions, matrix: null, ...limits };
  if (positions.ranks > MOST_READ_RANKS)
    return { ...base, findings: null, repeats: [], persistence: null, directions: null };
  /** The pairs that are read: those that are chosen. */
  const readPairs = async (of: HeldPairs) => {
    if (!chosen) return of.pairs;
    const matrix = await chosenMatrix(of, chosen, signal);
    made.push(matrix);
    return matrix;
  };
  const own = await readPairs(held);
  const findings = await find(held, own, limits, null, signal);
  // A median is none of the repeats.
  const one = held.set.from.table !== 'repeats';
  const matrices = one ? [own] : [];
  const repeats: Repeat[] = one
    ? [{ held, findings, values: findings.slowest.map(({ value }) => value) }]
    : [];
  for (const other of await others()) {
    const { set } = other;
    // A repeat on other ranks, or in another order, has other positions.
    if (set.id === held.set.id || set.ranks !== held.set.ranks || set.schedule !== held.set.schedule)
      continue;
    const by = alignRanks(held.hosts, other.hosts);
    if (by.onlyA > 0 || by.toB.some((rank, at) => rank !== at)) continue;
    const values = await valuesOf(other, positions, findings.slowest, signal);
    const matrix = await readPairs(other);
    matrices.push(matrix);
    repeats.push({ held: other, findings: await find(other, matrix, limits, null, signal), values });
  }
  const { client, firstReceiver } = held;
  const asked = { type: 'persistence', matrices, excluded, firstReceiver, better: held.set.better } as const;
  const persistence = repeats.length > 1 ? (await client.ask(asked, { signal })).persistence : null;
  const directions =
    positions.schedule === 'shift'
      ? await directionsOf(held, excluded, bothWays(chosen), made, signal)
      : null;
  return { ...base, matrix: own, findings, repeats, persistence, directions };
}

/** A side, read again against what the other side shows to be possible where that is more. */
async function againstOther(
  side: SideReading,
  other: SideReading,
  signal: AbortSignal,
): Promise<SideReading> {
  const { held, findings, matrix, repeats } = side;
  if (!findings || !other.findings || matrix === null) return side;
  const possible = other.findings.reference;
  if (!(partOf(findings.reference, possible, held.set.better) < 1)) return side;
  const again = await find(held, matrix, side, possible, signal);
  const told = repeats.map((repeat) => (repeat.held === held ? { ...repeat, findings: again } : repeat));
  return { ...side, findings: again, repeats: told };
}

async function find(
  { client, set, firstReceiver, hostNumbers }: HeldPairs,
  matrix: number,
  { excluded, chosen }: Pick<SideReading, 'excluded' | 'chosen'>,
  possible: number | null,
  signal: AbortSignal,
): Promise<TestFindings> {
  const { ranks, schedule, better } = set;
  const asked = {
    ...{ schedule, better, hosts: hostsApart(hostNumbers), excluded, chosen, most: MOST_NAMED },
    ...{ symmetric: false, possible },
  };
  const { findings } = await client.ask({ type: 'analyse', matrix, ranks, firstReceiver, asked }, { signal });
  if (findings.kind !== 'test') throw new Error('Traffic of an application has no shifts.');
  return findings;
}

async function valuesOf(
  { client, pairs }: HeldPairs,
  positions: ShiftPositions,
  of: readonly RankPair[],
  signal: AbortSignal,
): Promise<number[]> {
  const asked = of.map((pair) => {
    const { row, column } = inPairs(positions, pair);
    return client.ask({ type: 'value', matrix: pairs, row, column }, { signal });
  });
  return (await Promise.all(asked)).map(({ cell }) => cell.value);
}

async function directionsOf(
  held: HeldPairs,
  excluded: readonly number[],
  chosen: ChosenRanks | null,
  made: number[],
  signal: AbortSignal,
): Promise<Directions | null> {
  const { client, senders, receivers } = held;
  const keep = async (matrix: Promise<number>) => {
    const own = await matrix;
    made.push(own);
    return own;
  };
  const pairs = chosen?.shifts
    ? await keep(client.arrange(held.pairs, withinShiftsOf(held, chosen.shifts), null, signal))
    : held.pairs;
  const back = await keep(client.arrange(pairs, { how: 'transpose' }, null, signal));
  const kept = placesKept(held, excluded, chosen);
  const [there, return_] = [
    { of: pairs, ...kept },
    { of: back, ...kept },
  ];
  const { better } = held.set;
  const { matrix, summary } = await compareSides(
    client,
    'ratio',
    better,
    there,
    return_,
    apartIn(held),
    signal,
  );
  made.push(matrix);
  if (summary.count === 0) return null;
  const box = { row0: 0, row1: senders, column0: 0, column1: receivers };
  // Each pair is there twice, as a ratio and its inverse: the upper half of the cells has each once.
  const shares = [0.75, 0.975];
  const { values } = await client.ask({ type: 'quantiles', matrix, box, shares, positive: true }, { signal });
  const { cells } = await client.ask(
    { type: 'extremes', matrix, box, n: MOST_ONE_WAY, order: 'largest' },
    { signal },
  );
  return {
    half: values[0] ?? Number.NaN,
    most: values[1] ?? Number.NaN,
    // Where few pairs are left the inverse of a ratio, the same pair again, is among the largest too.
    pairs: cells
      .filter(({ value }) => value > 1)
      .map(({ row, column, value }) => ({ pair: { sender: row, receiver: column }, times: value })),
  };
}

async function drawSide(
  id: 'a' | 'b',
  { held, positions, excluded, name }: SideReading,
  made: number[],
  signal: AbortSignal,
): Promise<PositionMatrices> {
  const base = { id, heading: name, positions, held };
  if (excluded.length === 0) return { ...base, pairs: held.pairs, phases: held.phases };
  const { client } = held;
  const choice = { of: held.pairs, ...placesKept(held, excluded, null) };
  const pairs = await client.choose(choice, apartIn(held), signal);
  made.push(pairs);
  const phases = await client.arrange(pairs, { how: 'phases', schedule: positions.schedule }, null, signal);
  made.push(phases);
  return { ...base, pairs, phases };
}

async function compare(
  kind: CellComparison,
  a: SideReading,
  b: SideReading,
  alignment: Alignment,
  made: number[],
  signal: AbortSignal,
): Promise<{ drawn: PositionMatrices; compared: Compared }> {
  const { held, positions } = a;
  const { client } = held;
  const { better } = held.set;
  const told = async (of: Promise<Against>) => {
    const found = await of;
    made.push(found.matrix);
    return found;
  };
  const base = { id: 'compared', heading: '', held } as const;
  if (alignment.by === 'rank' && positions.ranks !== b.positions.ranks) {
    const found = await told(comparePositions(kind, a, b, made, signal));
    const { overlap, turned } = found;
    const compared = { kind, alignment, overlap, turned, slower: [], faster: [] };
    return { drawn: { ...base, positions, pairs: null, phases: found.matrix }, compared };
  }
  const kept = placesKept(held, a.excluded, null);
  const sides = [
    { of: held.pairs, ...kept },
    { of: b.held.pairs, ...placesOfB(alignment, held, b.held, kept) },
  ] as const;
  const found = await told(compareSides(client, kind, better, ...sides, apartIn(held), signal));
  const { matrix, overlap, turned } = found;
  const phases = await client.arrange(matrix, { how: 'phases', schedule: positions.schedule }, null, signal);
  made.push(phases);
  const box = { row0: 0, row1: positions.senders, column0: 0, column1: positions.receivers };
  let listedOf = matrix;
  if (a.chosen) {
    const choice = { of: matrix, ...placesKept(held, [], a.chosen) };
    listedOf = await client.choose(choice, apartIn(held), signal);
    made.push(listedOf);
    if (a.chosen.shifts) {
      listedOf = await client.arrange(listedOf, withinShiftsOf(held, a.chosen.shifts), null, signal);
      made.push(listedOf);
    }
  }
  const listed = async (order: 'largest' | 'least') => {
    const asked = { type: 'extremes', matrix: listedOf, box, n: MOST_NAMED, order } as const;
    const { cells } = await client.ask(asked, { signal });
    return Promise.all(
      cells.map(async ({ row, column, value }): Promise<ChangedPair> => {
        const { sides } = (await client.ask({ type: 'value', matrix, row, column }, { signal })).cell;
        const [first = Number.NaN, second = Number.NaN] = [sides?.a, sides?.b];
        const [ofA, ofB] = turned ? [second, first] : [first, second];
        return { pair: ofPairs(positions, { row, column }), value, a: ofA, b: ofB };
      }),
    );
  };
  const [least, largest] = [await listed('least'), await listed('largest')];
  const none = kind === 'ratio' ? 1 : 0;
  const falls = least.filter(({ value }) => value < none);
  const rises = largest.filter(({ value }) => value > none);
  // Above 1 B is better whatever the quantity; a longer time is worse.
  const [slower, faster] = kind === 'difference' && better === 'lower' ? [rises, falls] : [falls, rises];
  const compared = { kind, alignment, overlap, turned, slower, faster };
  return { drawn: { ...base, positions, pairs: matrix, phases }, compared };
}

/** Sets the same places of two shift × sender matrices of another size against each other: their upper left part. */
async function comparePositions(
  kind: CellComparison,
  a: SideReading,
  b: SideReading,
  made: number[],
  signal: AbortSignal,
) {
  const { client } = a.held;
  const [drawnA, drawnB] = [await drawSide('a', a, made, signal), await drawSide('b', b, made, signal)];
  if (drawnA.phases === null || drawnB.phases === null) throw new Error('This test has no shifts.');
  const upTo = (x: number, y: number) => Int32Array.from({ length: Math.min(x, y) }, (_, i) => i);
  const rows = upTo(phasesOf(a.positions), phasesOf(b.positions));
  const columns = upTo(a.positions.senders, b.positions.senders);
  const [one, other] = [
    { of: drawnA.phases, rows, columns },
    { of: drawnB.phases, rows, columns },
  ];
  return compareSides(client, kind, a.held.set.better, one, other, null, signal);
}

/** Ends of the colours that all sides share. */
async function limitsOf(
  drawn: readonly PositionMatrices[],
  signal: AbortSignal,
): Promise<readonly [number, number] | null> {
  let [low, high] = [Infinity, -Infinity];
  for (const { held, id, pairs } of drawn) {
    if (id === 'compared' || pairs === null) continue;
    const lower = held.set.better === 'lower';
    const { senders, receivers, summary } = held;
    if (summary.count === 0) continue;
    const { values } = await held.client.ask(
      {
        type: 'quantiles',
        matrix: pairs,
        box: { row0: 0, row1: senders, column0: 0, column1: receivers },
        shares: [lower ? 1 - FAST_END : 0, lower ? 1 : FAST_END, ...PEAK_SHARES],
        positive: false,
      },
      { signal },
    );
    const [first = Number.NaN, last = Number.NaN, ...shares] = values;
    const peak = peakIn(shares, lower ? 'lower' : 'higher');
    low = Math.min(low, lower ? Math.max(first, peak / MOST_OF_PEAK) : first);
    high = Math.max(high, lower ? last : Math.min(last, peak * MOST_OF_PEAK));
  }
  return low < high ? [low, high] : null;
}
